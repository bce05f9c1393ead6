"""From the tiles of a winning hand to its best score in hand-points and bonus-points."""
