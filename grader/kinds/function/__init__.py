"""`function`: a function, found by its name and called."""
