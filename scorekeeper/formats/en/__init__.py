"""English date formats."""
