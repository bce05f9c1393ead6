"""Functions to clean, compare and sort names and other typed text."""
