"""Formulas made from formulas: derivatives, sums written out, one form for many ways to write."""
