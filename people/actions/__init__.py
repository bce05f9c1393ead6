"""Actions, the only code that writes. Each is one transaction. `by`: the account; `record` writes to the audit log.
Actions raise `RuleViolation` for invalid values, `NotAllowed` without the right, and `Unavailable`
(people.db.transactions)."""
