"""What the pages of a match show, computed from its log."""
