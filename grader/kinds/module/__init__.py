"""`module`: a class, a torch module, constructed and called."""
