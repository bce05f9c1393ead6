"""Chinese date formats."""
