"""A tournament as files to take away, and the one file from which it is brought back. Knows no requests."""
