"""Measures the app beside its yardsticks, in one run. Knows addresses and forms, but no code of the pages."""
