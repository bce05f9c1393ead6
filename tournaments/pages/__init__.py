"""What the pages of a tournament show, in words. Knows no requests."""
