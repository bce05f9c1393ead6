"""What the guide at `/api/` shows: examples that a test runs, and the reference."""
