"""Japanese date formats."""
