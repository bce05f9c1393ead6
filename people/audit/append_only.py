"""Database triggers that make the audit log append-only.

On SQLite, a migration that rebuilds the table drops its triggers and must call `install` again.

Erasing a person needs no exception: rows contain only ids, an erased account remains as an empty row, and personal data
is in `AuditAddress` and `AuditNames`, where it can be deleted.
"""

from people.db.append_only_triggers import Guard

MESSAGE = "the audit is never changed or removed"
_GUARD = Guard("people_audit", MESSAGE)
install, remove = _GUARD.install, _GUARD.remove
