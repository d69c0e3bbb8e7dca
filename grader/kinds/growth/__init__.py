"""`growth`: a growth class in several variables, decided exactly."""
