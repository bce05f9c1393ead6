"""Date formats for each language: day first, 24-hour clock, the same on every page."""
