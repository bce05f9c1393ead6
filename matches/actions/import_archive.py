"""Import the matches of an archive in bulk. The caller has validated the archive.

Knows nothing of the tournament that contains them. Call it inside a transaction.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from django.utils.timezone import localdate

from engine.match.ledger import MatchLog
from engine.match_totals import Tally, is_over, tallies
from matches import links
from matches.actions.append import ledger_rows, summary
from matches.actions.lifecycle import event_row, set_table
from matches.files.match_file import MatchFile
from matches.log.state import book_of
from matches.models import Event, EventNote, LedgerRow, Match, MatchDevice, MatchLink, Sitting
from people.models import Club, Player
from people.web.codes import new_code


class ArchivedSeat(NamedTuple):
    """A player on a chair from a hand on. `player`: the player on the club's roster."""

    chair: str
    name: str
    from_hand: int
    player: Player | None


class ArchivedMatch(NamedTuple):
    """A match to import: its file, the replayed log, and the values outside a match file in an unsaved `match`."""

    file: MatchFile
    log: MatchLog
    match: Match
    sat: Sequence[ArchivedSeat]
    phones: Sequence[Mapping[str, Any]]  # number, joined_at, label, revoked_at


def bring_matches(told: Sequence[ArchivedMatch], club: Club) -> list[Match]:
    """Create the matches of a club, in the same order, with their ledgers and seasons. Nobody can score them: their
    phones keep their numbers but get new ids."""
    matches = Match.objects.bulk_create(_match(each, club) for each in told)
    both = list(zip(matches, told, strict=True))
    Sitting.objects.bulk_create(row for match, each in both for row in _sittings(match, each))
    MatchDevice.objects.bulk_create(_phone(match, phone) for match, each in both for phone in each.phones)
    MatchLink.objects.bulk_create(links.new_link(match, role) for match in matches for role in links.ROLES)
    Event.objects.bulk_create(event_row(match, event) for match, each in both for event in each.file.events)
    EventNote.objects.bulk_create(
        EventNote(match=match, seq=seq, text=text) for match, each in both for seq, text in each.file.notes.items()
    )
    LedgerRow.objects.bulk_create(row for match, each in both for row in ledger_rows(match, each.log))
    return matches


def _match(told: ArchivedMatch, club: Club) -> Match:
    new, file = told.match, told.file
    new.code, new.start_key, new.club = new_code(), secrets.token_urlsafe(16), club
    new.started_by = secrets.token_urlsafe(16)  # no phone has this id
    new.system, new.rules_version, new.options = file.system, file.rules_version, file.options
    set_table(new, book_of(new))
    for name, value in summary(told.log).items():
        setattr(new, name, value)
    return new


def _sittings(match: Match, told: ArchivedMatch) -> Iterator[Sitting]:
    came: Mapping[tuple[str, int], Tally] = {}
    if is_over(told.log):
        came = tallies(book_of(match), told.log, [(each.chair, each.from_hand) for each in told.sat])
    for each in told.sat:
        seat = Sitting(match=match, chair=each.chair, name=each.name, player=each.player, from_hand=each.from_hand)
        if (each.chair, each.from_hand) in came:
            seat.played_on, seat.system = localdate(match.created_at), match.system
            for name, value in asdict(came[each.chair, each.from_hand]).items():
                setattr(seat, name, value)
        yield seat


def _phone(match: Match, told: Mapping[str, Any]) -> MatchDevice:
    return MatchDevice(match=match, device=secrets.token_urlsafe(16), **told)
