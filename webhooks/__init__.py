"""Webhooks: what a club's endpoints get, the outbox, deliveries and retries, and their pages."""
