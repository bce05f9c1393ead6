"""Actions, the only code that writes. Each is one transaction. `by`: the account; `record` writes to the audit log.

They raise `RuleViolation` for invalid values, `NotAllowed` without the right, and `Unavailable`.
"""
