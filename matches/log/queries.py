"""Queries about one match, shared by pages and actions. Independent of the rules."""

from datetime import datetime
from typing import Any, cast

from django.db import connection

from matches.links import WATCHING
from matches.models import Match, Requester

# Every page and every entry runs these. The ORM would take longer to compile them than the database takes to answer.
_MATCH_BY_CODE = """
    SELECT *,
    (SELECT hash FROM matches_event WHERE match_id = matches_match.id AND seq = matches_match.version) AS tip,
    (SELECT number FROM matches_matchdevice
        WHERE match_id = matches_match.id AND device = %s AND revoked_at IS NULL) AS scorer,
    EXISTS (SELECT 1 FROM matches_matchlink
        WHERE match_id = matches_match.id AND role = %s AND token_hash = %s) AS watches
    FROM matches_match WHERE code = %s AND purging_at IS NULL
"""
_CURRENT_MATCH = """
    SELECT *,
    (SELECT hash FROM matches_event WHERE match_id = matches_match.id AND seq = matches_match.version) AS tip
    FROM matches_match WHERE id = %s AND purging_at IS NULL
"""
ROW_LOCK = " FOR UPDATE"  # for PostgreSQL; SQLite has one writer at a time
_LOCKED_MATCH = """
    SELECT id, version, declared, archived_at,
    (SELECT hash FROM matches_event WHERE match_id = matches_match.id AND seq = matches_match.version) AS tip,
    (SELECT number FROM matches_matchdevice
        WHERE match_id = matches_match.id AND device = %s AND revoked_at IS NULL) AS scorer
    FROM matches_match WHERE id = %s AND purging_at IS NULL
"""
_WATCHED_VERSION = """
    SELECT version, declared, id, within FROM matches_match
    WHERE code = %s AND purging_at IS NULL AND (public OR is_demo OR EXISTS (SELECT 1 FROM matches_matchlink
        WHERE match_id = matches_match.id AND role = %s AND token_hash = %s))
"""
_SITTINGS = """
    SELECT id, chair, name, from_hand, player_id FROM matches_sitting WHERE match_id = %s ORDER BY chair, from_hand
"""


def match_by_code(code: str, device: str | None, token_hash: str = "") -> Match:  # nosec B107 # none
    """Return the match with this code.

    The match has two more attributes: `tip`, the hash of its last event, and `asked_for`, the `Requester`.

    `token_hash`: the hash of a watching token. Raises `Match.DoesNotExist`.
    """
    match: Any
    for match in Match.objects.raw(_MATCH_BY_CODE, [device or "", WATCHING, token_hash, code]):
        match.asked_for = Requester(device, match.scorer, bool(match.watches))
        return cast(Match, match)
    raise Match.DoesNotExist


def current_match(pk: int) -> Match:
    """Return the current row of the match, with the hash of its last event as `tip`. Raises `Match.DoesNotExist`."""
    for match in Match.objects.raw(_CURRENT_MATCH, [pk]):
        return match
    raise Match.DoesNotExist


def watched_version(code: str, token_hash: str) -> tuple[int, str, int] | None:
    """Return (version, declarations, id) of a match that may be watched; None for any other match.

    A match may be watched if it is public, if it is a demo, or if its watching link has this `token_hash`. The id is 0
    for a match outside an event.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WATCHED_VERSION, [code, WATCHING, token_hash])
        row = cursor.fetchone()
    return row and (row[0], row[1], row[2] if row[3] else 0)


def lock_match(pk: int, device: str) -> tuple[int, str, datetime | None, int | None, str | None] | None:
    """Lock the match and return the values that an entry depends on; None if the match no longer exists.

    The values are the version, the declarations, the archive date, the device's number if it may score, and the hash of
    the last event. If the lock had to wait, the last two may be outdated.
    """
    lock = ROW_LOCK if connection.vendor == "postgresql" else ""
    match: Any
    for match in Match.objects.raw(_LOCKED_MATCH + lock, [device, pk]):
        return match.version, match.declared, match.archived_at, match.scorer, match.tip
    return None


def sittings(pk: int) -> list[tuple[int, str, str, int, int | None]]:
    """Return the sittings of a match as rows of (id, chair, name, from_hand, id of the player)."""
    with connection.cursor() as cursor:
        cursor.execute(_SITTINGS, [pk])
        return cursor.fetchall()
