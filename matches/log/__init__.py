"""The event log of a match as it is read: queries, replayed state, and their cache."""
