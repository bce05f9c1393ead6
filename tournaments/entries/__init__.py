"""Entrants of a tournament: registration, waiting list, import, teams."""
