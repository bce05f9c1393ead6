"""The contents of the standings pages."""
