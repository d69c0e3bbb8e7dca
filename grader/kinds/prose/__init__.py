"""`prose`: free text, which a person scores."""
