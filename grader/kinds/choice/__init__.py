"""`choice`: one of a list of options, or several."""
