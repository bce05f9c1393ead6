"""The scoring of a single match in a tournament."""
