"""The game in plain Python: no web, no database, no clock, no randomness but a seed."""
