"""Actions, the only code that writes. Each is one transaction. `by`: the account; `record` writes to the audit log."""
