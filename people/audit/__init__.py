"""The audit log: its events, functions to record them, and database triggers that make it append-only."""
