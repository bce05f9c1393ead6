"""Webhooks: messages to a club's endpoints, the outbox, deliveries with retries, and the pages to manage them."""
