"""Reading the event log of a match: queries, replayed state, and their cache."""
