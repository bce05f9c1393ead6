"""Scoring: the tiles of a winning hand, its readings, and its best score in fan."""
