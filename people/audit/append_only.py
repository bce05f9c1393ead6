"""Database triggers that make the audit log append-only.

Erasing a person needs no exception, because the rows contain only ids and an erased account remains as an empty row.
Personal data is in `AuditAddress` and `AuditNames`, where it can be deleted.

On SQLite, a migration that rebuilds the table drops its triggers and must call `install` again.
"""

from people.db.append_only_triggers import Guard

MESSAGE = "the audit is never changed or removed"
_GUARD = Guard("people_audit", MESSAGE)
install, remove = _GUARD.install, _GUARD.remove
