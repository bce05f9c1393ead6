"""Scoring, seating and standings in plain Python: no web, no database, no clock, no randomness except from a seed."""
