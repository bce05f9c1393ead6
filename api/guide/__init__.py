"""The OpenAPI description, and the contents of the guide at `/api/`: the reference, and examples that a test runs."""
