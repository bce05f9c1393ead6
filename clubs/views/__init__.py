"""Views of a club's pages and of personal data."""
