"""`formula`: an expression, compared with the right one by proof or at points."""
