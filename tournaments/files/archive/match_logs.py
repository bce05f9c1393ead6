"""The matches of all tables of a tournament, read with a fixed number of queries. Read-only."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from matches.log.state import MatchState, SeatedPlayer, book_of, cached_log, fold_events
from matches.models import Event, EventNote, Match, MatchDevice, Sitting
from people.clubs.roster import shown_name
from tournaments.models import Tournament

_Row = TypeVar("_Row", Sitting, MatchDevice, Event, EventNote)


class TableMatches:
    """The matches of a tournament by id. `inside`: names as shown to club members, or to others; None: as stored."""

    def __init__(self, tournament: Tournament, inside: bool | None = None) -> None:
        self._inside = inside
        of_it = {"match__table__round__tournament": tournament}
        self.matches = {match.pk: match for match in Match.objects.filter(table__round__tournament=tournament)}
        self.sittings = _by_match(
            Sitting.objects.filter(**of_it).select_related("player__merged_into").order_by("chair", "from_hand")
        )
        self.devices = _by_match(MatchDevice.objects.filter(**of_it).order_by("number"))
        self._events = _by_match(Event.objects.filter(**of_it).order_by("seq"))
        self._notes = _by_match(EventNote.objects.filter(**of_it).order_by("seq"))

    def reading(self, match: int) -> MatchState:
        """The state of one match."""
        row = self.matches[match]
        events = tuple(event for event in self._events[match] if event.seq <= row.version)
        folded = cached_log(events[-1].hash if events else None) or fold_events(book_of(row), events)
        state = MatchState(row, folded)
        state.sittings = [
            SeatedPlayer(sitting.pk, sitting.chair, self._name(sitting), sitting.from_hand)
            for sitting in self.sittings[match]
        ]
        state.notes = {note.seq: note.text for note in self._notes[match]}
        return state

    def _name(self, sitting: Sitting) -> str:
        if self._inside is None or sitting.player is None:
            return sitting.name
        return shown_name(sitting.player, self._inside)


def _by_match(rows: Iterable[_Row]) -> dict[int, list[_Row]]:
    by_match: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_match[row.match_id].append(row)
    return by_match
