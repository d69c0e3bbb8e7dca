"""What a formula is worth where its symbols have values."""
