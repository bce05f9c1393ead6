"""Import the matches of an archive in bulk. The caller has validated the archive.

Independent of the tournament that contains the matches. Call `import_matches` inside a transaction.
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
    """A player on a chair, starting with hand `from_hand`. `player`: their entry on the club's roster."""

    chair: str
    name: str
    from_hand: int
    player: Player | None


class ArchivedMatch(NamedTuple):
    """A match to import: its file, the replayed log, and an unsaved `match` with the values that the file lacks."""

    file: MatchFile
    log: MatchLog
    match: Match
    sat: Sequence[ArchivedSeat]
    phones: Sequence[Mapping[str, Any]]  # number, joined_at, label, revoked_at


def import_matches(archived: Sequence[ArchivedMatch], club: Club) -> list[Match]:
    """Create the matches in a club, with their ledgers and season totals; return them in the same order.

    No phone can score them, because the imported phones get new ids.
    """
    matches = Match.objects.bulk_create(_match(source, club) for source in archived)
    both = list(zip(matches, archived, strict=True))
    Sitting.objects.bulk_create(row for match, source in both for row in _sittings(match, source))
    phones = ((match, phone) for match, source in both for phone in source.phones)
    MatchDevice.objects.bulk_create(
        MatchDevice(match=match, device=secrets.token_urlsafe(16), **phone) for match, phone in phones
    )
    MatchLink.objects.bulk_create(links.new_link(match, role) for match in matches for role in links.ROLES)
    Event.objects.bulk_create(event_row(match, event) for match, source in both for event in source.file.events)
    EventNote.objects.bulk_create(
        EventNote(match=match, seq=seq, text=text) for match, source in both for seq, text in source.file.notes.items()
    )
    LedgerRow.objects.bulk_create(row for match, source in both for row in ledger_rows(match, source.log))
    return matches


def _match(archived: ArchivedMatch, club: Club) -> Match:
    new, file = archived.match, archived.file
    new.code, new.start_key, new.club = new_code(), secrets.token_urlsafe(16), club
    new.started_by = secrets.token_urlsafe(16)  # no phone has this id
    new.system, new.rules_version, new.options = file.system, file.rules_version, file.options
    set_table(new, book_of(new))
    for name, value in summary(archived.log).items():
        setattr(new, name, value)
    return new


def _sittings(match: Match, archived: ArchivedMatch) -> Iterator[Sitting]:
    totals: Mapping[tuple[str, int], Tally] = {}
    if is_over(archived.log):
        totals = tallies(book_of(match), archived.log, [(sat.chair, sat.from_hand) for sat in archived.sat])
    for sat in archived.sat:
        seat = Sitting(match=match, chair=sat.chair, name=sat.name, player=sat.player, from_hand=sat.from_hand)
        if (sat.chair, sat.from_hand) in totals:
            seat.played_on, seat.system = localdate(match.created_at), match.system
            for name, value in asdict(totals[sat.chair, sat.from_hand]).items():
                setattr(seat, name, value)
        yield seat
