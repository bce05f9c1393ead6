"""Views for rule cards and house rules."""
