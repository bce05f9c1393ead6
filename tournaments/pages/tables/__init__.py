"""What the table pages show."""
