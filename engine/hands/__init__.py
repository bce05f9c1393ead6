"""Tiles, winning hands, and the ways to divide a hand into sets. Independent of rule books and points."""
