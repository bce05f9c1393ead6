"""French date formats."""
