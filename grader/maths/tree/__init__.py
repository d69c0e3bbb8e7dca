"""What a formula is: its nodes, the names and functions it may use, and the shapes they have."""
