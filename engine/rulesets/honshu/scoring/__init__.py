"""From the tiles of a winning hand to its best score in han."""
