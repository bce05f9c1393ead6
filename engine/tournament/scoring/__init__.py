"""The scoring of a single game in a tournament."""
