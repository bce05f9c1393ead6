"""What the standings pages show."""
