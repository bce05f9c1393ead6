"""One person's data as JSON and as CSV, without any other person's name. Read-only."""

import io
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from clubs.audit_pages.pages import about_account
from engine.hash_chain import stamp
from engine.match.payments import rank
from engine.seats import Seat
from matches.models import MatchDevice, Sitting
from people import player_data_hooks
from people.accounts import second_factors
from people.actions.erasure import entries_of, players_of
from people.audit.events import OF_PEOPLE, OF_PLAYERS
from people.audit.log import network_shown
from people.clubs import attendance
from people.exports import BYTE_ORDER_MARK, write_csv
from people.models import Audit, Device, Membership, Player, Token, User

FORMAT, VERSION = "scorekeeper-person", 1
COLUMNS = ("match", "day", "club", "system", "chair", "name", "from_hand", "points", "rank", "over")


def of_player(player: Player) -> dict[str, Any]:
    """Return all data that a club has about one of its players, in the order of the file format."""
    entries = entries_of(player)
    audit = Audit.objects.filter(club=player.club, what__in=OF_PLAYERS | OF_PEOPLE)
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": [_player(each) for each in entries],
        "matches": _matches(Sitting.objects.filter(player__in=entries)),
        **player_data_hooks.export(entries),
        **attendance.personal_data(entries),
        "audit": _audit(audit.filter(about__in=[str(each.pk) for each in entries])),
    }


def of_account(user: User) -> dict[str, Any]:
    """Return all data about an account, in the order of the file format."""
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
            {
                "label": each.label,
                "since": stamp(each.since),
                "seen_at": stamp(each.seen_at),
                **({"method": each.method} if each.method else {}),
            }
            for each in Device.objects.filter(user=user)
        ],
        **_security(user),
        **_tokens(user),
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
        **player_data_hooks.export(entries, user),
        **attendance.personal_data(entries, user),
        "audit": _audit(about_account(user).select_related("from_address"), user),
    }


def _security(user: User) -> dict[str, Any]:
    """Return names and dates of what the account signs in with besides the password; never keys, secrets or codes."""
    factors = second_factors.of_account(user)
    if not factors.needed:
        return {}
    app = factors.authenticator
    return {
        "security": {
            "passkeys": [
                {
                    "name": each.name,
                    "since": stamp(each.created_at),
                    "used_at": stamp(each.used_at) if each.used_at else None,
                }
                for each in factors.passkeys
            ],
            "authenticator": {"since": stamp(app.created_at)} if app else None,
            "recovery_codes": factors.codes_left,
        }
    }


def _tokens(user: User) -> dict[str, Any]:
    """Return the tokens of an account, if there are any; never the secrets."""
    rows = [
        {
            "name": each.name,
            "club": each.club.name,
            "scope": each.scope,
            "since": stamp(each.made_at),
            "expires_at": stamp(each.expires_at),
            "used_at": stamp(each.used_at) if each.used_at else None,
            "revoked_at": stamp(each.revoked_at) if each.revoked_at else None,
        }
        for each in Token.objects.filter(user=user).select_related("club")
    ]
    return {"tokens": rows} if rows else {}


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


def _matches(sittings: QuerySet[Sitting]) -> list[dict[str, Any]]:
    sittings = sittings.filter(match__purging_at=None).select_related("match__club")
    return [
        {
            "match": match.code,
            "day": stamp(match.created_at)[:10],
            "club": match.club.name if match.club else "",
            "system": match.system,
            "chair": seat.value,
            "name": sitting.name,
            "from_hand": sitting.from_hand,
            "points": match.balances[seat],
            "rank": next(each.rank for each in rank(match.balances) if each.seat is seat),
            "over": match.closed or match.finished,
        }
        for sitting in sittings.order_by("match__created_at", "pk")
        for match, seat in [(sitting.match, Seat(sitting.chair))]
    ]


def _audit(rows: QuerySet[Audit], user: User | None = None) -> list[dict[str, Any]]:
    """Return rows of the audit log. With `user`, add the phones and network addresses that this account used."""
    plain = [{"at": stamp(row.at), "what": row.what, "match": row.match, "about": row.about} for row in rows]
    if user is None:
        return plain
    return [
        {**entry, "phone": row.label if row.user_id == user.pk else "", "address": network_shown(user, row)}
        for entry, row in zip(plain, rows, strict=True)
    ]


def csv_bytes(content: dict[str, Any]) -> bytes:
    """Return the data as CSV: (path, value) rows, then a table of the matches. No cell can act as a formula."""
    text = io.StringIO()
    for key, value in content.items():
        if key != "matches":
            write_csv(text, _flat(key, value))
    write_csv(text, [[], COLUMNS])
    write_csv(text, ([row[column] for column in COLUMNS] for row in content["matches"]))
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def _flat(key: str, value: Any) -> Sequence[tuple[str, Any]]:
    """Return a nested value as (path, value) pairs, with paths such as "clubs.1.name"."""
    if isinstance(value, dict):
        return [pair for name, part in value.items() for pair in _flat(f"{key}.{name}", part)]
    if isinstance(value, list):
        return [pair for number, part in enumerate(value, start=1) for pair in _flat(f"{key}.{number}", part)]
    return [(key, "" if value is None else value)]
