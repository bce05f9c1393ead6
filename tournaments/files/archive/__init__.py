"""The archive of a tournament: writing, reading, validating and importing it."""
