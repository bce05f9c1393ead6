"""Template tags of the matches app."""
