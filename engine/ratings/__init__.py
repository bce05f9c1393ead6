"""Ratings of players from the finishes of games of three. Knows no names, no days and no clubs."""
