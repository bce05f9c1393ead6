"""The ways to a subscriber: web push and e-mail."""
