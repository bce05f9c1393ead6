"""Database triggers of the audit log: rows are added, never changed or removed.

Erasing a person and removing old data need no exception, because rows hold only ids. An erased account remains as an
empty row. Data about a person is in `AuditAddress` and `AuditNames`, where it can be removed.

A later migration that rebuilds the table on SQLite drops its triggers: call `install` again.
"""

from people.db.append_only_triggers import Guard

MESSAGE = "the audit is never changed or removed"
_GUARD = Guard("people_audit", MESSAGE)
install, remove = _GUARD.install, _GUARD.remove
