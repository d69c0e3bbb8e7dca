"""Graders that `benchmarks/rivals.py` has grade the same class, one adapter a file."""
