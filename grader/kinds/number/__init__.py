"""`number`: a value, exact or to a declared precision."""
