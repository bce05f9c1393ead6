"""Rights in a club, its roster and its invitations. Queries only; people.actions writes."""
