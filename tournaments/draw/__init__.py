"""Drawing and changing the seats of rounds."""
