"""From a tree to a text: plain, LaTeX, and as a student is told how an answer was read."""
