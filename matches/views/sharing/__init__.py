"""Views for links, live screens, and the offline bundle of a match."""
