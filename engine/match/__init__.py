"""A match as a log of entries: the entries, their payments, and the resulting ledger."""
