"""The OpenAPI description, and what the guide at `/api/` shows: examples that a test runs, and the reference."""
