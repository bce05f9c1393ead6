"""Template tags for tournaments."""
