"""What templates may ask of people."""
