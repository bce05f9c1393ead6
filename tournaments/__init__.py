"""Club tournaments: registration, seating, results and standings. The matches app doesn't depend on it."""
