"""A match as a log of entries: what was entered, what each entry pays, and the ledger that results."""
