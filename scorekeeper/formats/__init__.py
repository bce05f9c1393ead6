"""Date formats for each language: day first, 24 hours, one style on every page."""
