"""Sessions, passwords, and rate limits."""
