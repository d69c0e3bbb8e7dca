"""`text`: a word or two, matched by declared wordings."""
