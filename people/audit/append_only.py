"""The database's own guard of the audit: rows are added, and nothing ever changes or removes one.

No exception is needed for who is erased or for what is old: rows hold ids alone. An erased account stays as an empty
row, and what can tell of a person stands beside the audit (`AuditAddress`, `AuditNames`), where it can be removed.

A later migration that rebuilds the table on SQLite drops its triggers: call `install` again.
"""

from people.db.append_only_triggers import Guard

MESSAGE = "the audit is never changed or removed"
_GUARD = Guard("people_audit", MESSAGE)
install, remove = _GUARD.install, _GUARD.remove
