"""Views for a club's pages."""
