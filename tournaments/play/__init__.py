"""Rounds in play: tables, clock, results, substitutions, penalties."""
