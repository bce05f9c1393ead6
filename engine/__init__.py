"""The game in plain Python: no web, no database, no clock, and no randomness except from a seed."""
