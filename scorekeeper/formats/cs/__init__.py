"""Czech date formats."""
