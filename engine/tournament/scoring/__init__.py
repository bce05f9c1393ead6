"""What one game is worth in a tournament."""
