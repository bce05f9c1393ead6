"""Sentences about events for chats, in the active language. Names are those shown on public pages."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.match.entries import Hand
from matches import wording
from matches.files.match_file import standings
from people.text.lists import listed
from tournaments.standings.standings import standings_table
from tournaments.wording import amount
from webhooks.messages.subjects import MatchSubject, SeasonSubject, Subject, TestSubject, TournamentSubject
from webhooks.models import EventType

PLACES = 3  # players named in a message about standings


def sentence(event_type: str, subject: Subject) -> str:
    """Return the sentence about an event."""
    if isinstance(subject, TestSubject):
        return _("This is a test message from Scorekeeper")
    if isinstance(subject, SeasonSubject):
        return _("Season standings of %(club)s: %(places)s") % {"club": subject.club.name, "places": _season(subject)}
    if isinstance(subject, TournamentSubject):
        return _OF_TOURNAMENTS[event_type](subject)
    return _OF_MATCHES[event_type](subject)


def _started(subject: MatchSubject) -> str:
    names = listed(map(wording.isolated, subject.reading.names), "and")
    return _("A match starts: %(names)s") % {"names": names}


def _closed(subject: MatchSubject) -> str:
    return _("The match has ended: %(totals)s") % {"totals": _match_totals(subject)}


def _recorded(subject: MatchSubject) -> str:
    reading, event, row = subject.reading, subject.event, subject.entry
    kind = event.kind if event else ""
    if kind == "undo":
        return _("The last entry was undone. Now: %(totals)s") % {"totals": _match_totals(subject)}
    if kind == "redo":
        return _("The undone entry counts again. Now: %(totals)s") % {"totals": _match_totals(subject)}
    if row is None or kind == "correct":
        return _("An earlier entry was corrected. Now: %(totals)s") % {"totals": _match_totals(subject)}
    hand = wording.hand_label(reading.book, row.before)
    names = wording.names_at(reading, row.nth)
    if isinstance(row.entry, Hand) and len(row.entry.wins) == 1:
        win = row.entry.wins[0]
        values = {"winner": wording.isolated(names[win.winner]), "points": wording.signed(row.changes[win.winner])}
        if win.source:
            text = _("%(winner)s wins hand %(hand)s from %(payer)s: %(points)s")
            return text % {**values, "hand": hand, "payer": wording.isolated(names[win.source])}
        return _("%(winner)s wins hand %(hand)s by self-draw: %(points)s") % {**values, "hand": hand}
    values = {"result": wording.result_words(reading, row), "changes": wording.changes_words(row.changes, names)}
    return _("Hand %(hand)s: %(result)s (%(changes)s)") % {**values, "hand": hand}


def _match_totals(subject: MatchSubject) -> str:
    reading = subject.reading
    return listed(
        _total(reading.names[place["player"]], wording.balance(reading.book, place["points"]))
        for place in standings(reading.log)
    )


def _total(name: str, points: str) -> str:
    return _("%(name)s %(points)s") % {"name": wording.isolated(name), "points": points}


def _place(place: object, name: str, points: str) -> str:
    values = {"place": place, "name": wording.isolated(name), "points": points}
    return _("%(place)s. %(name)s %(points)s") % values


def _published(subject: TournamentSubject) -> str:
    return _("%(tournament)s: the seats for round %(round)s are published") % _where(subject)


def _confirmed(subject: TournamentSubject) -> str:
    table = subject.table(subject.outside) or {"seats": []}
    totals = listed(
        _total(seat["substitute"] or seat["name"], wording.number(seat["points"] or 0)) for seat in table["seats"]
    )
    return _("%(tournament)s, round %(round)s, table %(table)s: %(totals)s") % {**_where(subject), "totals": totals}


def _disputed(subject: TournamentSubject) -> str:
    text = _("%(tournament)s, round %(round)s, table %(table)s: the result is disputed. The referee decides.")
    return text % _where(subject)


def _standings(subject: TournamentSubject) -> str:
    day = subject.outside
    places = [
        _place(row.line.place, day.names[row.line.entrant], amount(row.line.total))
        for row in standings_table(day).rows
        if row.line.place is not None
    ]
    values = {**_where(subject), "places": listed(places[:PLACES])}
    return _("Standings of %(tournament)s: %(places)s") % values


def _season(subject: SeasonSubject) -> str:
    rows = [row for row in subject.season(inside=False).standings if row.place is not None]
    return listed(_place(row.place, row.name, wording.signed(row.sums.points)) for row in rows[:PLACES])


def _where(subject: TournamentSubject) -> dict[str, Any]:
    name = wording.isolated(subject.tournament.name)
    return {"tournament": name, "round": subject.of_round, "table": subject.of_table}


_OF_MATCHES: Mapping[str, Callable[[MatchSubject], str]] = {
    EventType.MATCH_STARTED: _started,
    EventType.HAND_RECORDED: _recorded,
    EventType.MATCH_CLOSED: _closed,
}
_OF_TOURNAMENTS: Mapping[str, Callable[[TournamentSubject], str]] = {
    EventType.ROUND_PUBLISHED: _published,
    EventType.RESULT_CONFIRMED: _confirmed,
    EventType.RESULT_DISPUTED: _disputed,
    EventType.STANDINGS_CHANGED: _standings,
}
