"""A club's roster and invitations, and the rights of its members. Read-only: people.actions writes."""
