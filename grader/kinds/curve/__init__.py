"""`curve`: a data file, and claims about it that must follow from it."""
