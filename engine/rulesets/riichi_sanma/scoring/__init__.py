"""Scoring: the yaku, fu and dora of a winning hand, and its best reading."""
