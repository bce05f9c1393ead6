"""What the pages of tournaments send, parsed. Saves nothing."""
