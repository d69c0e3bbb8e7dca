"""Formulas and Markdown for people: LaTeX as a tree, the tree as boxes, boxes as lines."""
