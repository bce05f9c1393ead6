"""Wiring only: settings, the site map, the way in and out. Knows nothing of mahjong."""
