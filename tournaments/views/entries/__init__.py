"""Views for entrants, check-in and registration."""
