"""Database triggers that protect the log: events are added, never changed, and deleted only with their match.

A later migration that rebuilds the event table on SQLite drops its triggers: call `install` again.
"""

from people.db.append_only_triggers import Guard

MESSAGE = "events are never changed or removed"
_GUARD = Guard(
    "matches_event",
    MESSAGE,
    may_go="EXISTS (SELECT 1 FROM matches_match WHERE id = OLD.match_id AND purging_at IS NOT NULL)",
    unique=(("match_id", "seq"), ("match_id", "key")),
)
install, remove = _GUARD.install, _GUARD.remove
