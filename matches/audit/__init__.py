"""What was done, in words: the log of a match, and the rows of the audit. Writes nothing."""
