"""Tiles, winning hands, and the ways to divide a hand into sets. No rule book and no points."""
