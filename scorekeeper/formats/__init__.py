"""How dates are written, for each language: the day first, the hour of 24, one style on every page."""
