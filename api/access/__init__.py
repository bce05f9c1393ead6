"""Access to the API: tokens, the identification of requests, and idempotency keys."""
