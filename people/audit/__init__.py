"""The audit log: what is recorded, and the database triggers that keep it append-only."""
