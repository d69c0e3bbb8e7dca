"""`shape`: a tuple of named dimensions."""
