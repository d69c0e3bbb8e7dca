"""From a text to a tree. One grammar for formulas and growth classes, one refusal."""
