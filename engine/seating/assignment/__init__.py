"""Winds and table numbers for tables whose players are already known."""
