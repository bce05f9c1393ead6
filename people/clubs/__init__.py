"""Rights in a club, its roster and its invitations. Read only: people.actions writes."""
