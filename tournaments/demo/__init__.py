"""A demonstration tournament and season, played by the program."""
