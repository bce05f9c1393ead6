"""Actions, the only code that writes. Each is one transaction. They raise `RuleViolation` for invalid values,
`NotAllowed` without the right, and `Unavailable`. `by`: the account that acts; `record` writes to the audit log."""
