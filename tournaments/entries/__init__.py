"""Tournament entrants: registration, waiting list, import, teams."""
