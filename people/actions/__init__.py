"""Actions, the only code that writes. Each is one transaction.

Actions raise `RuleViolation` for invalid values, `NotAllowed` for a missing right, and `Unavailable`. `by`: the acting
account; `record`: writes to the audit log.
"""
