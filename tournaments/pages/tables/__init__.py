"""The contents of the table pages."""
