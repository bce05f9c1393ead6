"""Actions: each is one transaction, and only actions write. `by` is the account, `record` writes to the audit log."""
