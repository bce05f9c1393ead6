"""The data of one person as JSON and as CSV. Contains no other person's name. Writes nothing."""

import io
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from clubs.audit_pages.pages import about_account
from engine.hash_chain import stamp
from engine.seats import Seat
from engine.standings import rank
from matches.files.schema import dump_json
from matches.models import MatchDevice, Sitting
from people import player_data_hooks
from people.actions.erasure import entries_of, players_of
from people.audit.events import OF_PEOPLE, OF_PLAYERS
from people.audit.log import network_shown
from people.exports.download import BYTE_ORDER_MARK
from people.exports.table import write_csv
from people.models import Audit, Device, Membership, Player, User

FORMAT, VERSION = "scorekeeper-person", 1
COLUMNS = ("match", "day", "club", "system", "chair", "name", "from_hand", "points", "rank", "over")


def of_player(player: Player) -> dict[str, Any]:
    """What a club keeps about one of its players, keys in the order of the format."""
    entries = entries_of(player)
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": [_player(each) for each in entries],
        "matches": _matches(Sitting.objects.filter(player__in=entries)),
        **player_data_hooks.export(entries),
        "audit": _audit(_about(player, entries)),
    }


def of_account(user: User) -> dict[str, Any]:
    """What is kept about an account, keys in the order of the format."""
    entries = players_of(user)
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": {
            "username": user.username,
            "name": user.name,
            "email": user.email,
            "since": stamp(user.date_joined),
            "last_login": stamp(user.last_login) if user.last_login else None,
        },
        "signed_in": [
            {"label": each.label, "since": stamp(each.since), "seen_at": stamp(each.seen_at)}
            for each in Device.objects.filter(user=user)
        ],
        "clubs": [
            {"club": each.club.name, "role": each.role, "since": stamp(each.since)}
            for each in Membership.objects.filter(user=user).select_related("club")
        ],
        "players": [_player(each) for each in entries],
        "scored": [
            {"match": each.match.code, "joined_at": stamp(each.joined_at), "label": each.label}
            for each in MatchDevice.objects.filter(user=user).select_related("match")
        ],
        "matches": _matches(Sitting.objects.filter(player__in=entries)),
        **player_data_hooks.export(entries),
        "audit": _audit(about_account(user), user),
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "club": player.club.name,
        "name": player.name,
        "nickname": player.nickname,
        "number": player.number,
        "shown": player.shown,
        "since": stamp(player.created_at),
        "left_at": stamp(player.left_at) if player.left_at else None,
        "merged": player.merged_into_id is not None,
    }


def _matches(sittings: Any) -> list[dict[str, Any]]:
    found = sittings.filter(match__purging_at=None).select_related("match__club").order_by("match__created_at", "pk")
    return [_row(sitting) for sitting in found]


def _row(sitting: Sitting) -> dict[str, Any]:
    match = sitting.match
    seat = Seat(sitting.chair)
    place = next(each.rank for each in rank(match.balances) if each.seat is seat)
    return {
        "match": match.code,
        "day": stamp(match.created_at)[:10],
        "club": match.club.name if match.club else "",
        "system": match.system,
        "chair": sitting.chair,
        "name": sitting.name,
        "from_hand": sitting.from_hand,
        "points": match.balances[seat],
        "rank": place,
        "over": match.closed or match.finished,
    }


def _about(player: Player, entries: Sequence[Player]) -> QuerySet[Audit]:
    what = OF_PLAYERS | OF_PEOPLE
    return Audit.objects.filter(club=player.club, what__in=what, about__in=[str(each.pk) for each in entries])


def _audit(rows: QuerySet[Audit], user: User | None = None) -> list[dict[str, Any]]:
    """Rows of the audit; for the account itself also the phone and network address where it was used."""
    if user is None:
        return [_told(row) for row in rows]
    own = rows.select_related("from_address")
    return [{**_told(row), "phone": _phone(user, row), "address": network_shown(user, row)} for row in own]


def _told(row: Audit) -> dict[str, Any]:
    return {"at": stamp(row.at), "what": row.what, "match": row.match, "about": row.about}


def _phone(user: User, row: Audit) -> str:
    return row.label if row.user_id == user.pk else ""


def json_bytes(content: dict[str, Any]) -> bytes:
    """The file: UTF-8, a key a line."""
    return dump_json(content)


def csv_bytes(content: dict[str, Any]) -> bytes:
    """The matches as a spreadsheet, above them everything else as lines of two cells; safe from formulas."""
    text = io.StringIO()
    for key, value in content.items():
        if key != "matches":
            write_csv(text, _flat(key, value))
    write_csv(text, [[], COLUMNS])
    write_csv(text, ([row[column] for column in COLUMNS] for row in content["matches"]))
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def _flat(key: str, value: Any) -> Sequence[tuple[str, Any]]:
    """A value as (path, text) pairs."""
    if isinstance(value, dict):
        return [pair for name, part in value.items() for pair in _flat(f"{key}.{name}", part)]
    if isinstance(value, list):
        return [pair for number, part in enumerate(value, start=1) for pair in _flat(f"{key}.{number}", part)]
    return [(key, "" if value is None else value)]
