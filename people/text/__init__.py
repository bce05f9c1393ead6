"""Cleaning, comparing and sorting of names and other typed text."""
