"""The score page of a table, the screens beside it, and the announcement of what has changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.match.entries import Hand
from engine.match.ledger import LoggedEvent, SettledEntry
from matches import event_hooks, wording
from matches.log.state import MatchState
from matches.models import Event
from matches.pages import table
from matches.pages.table import Card, MatchPage, PlayerCell
from people.text.cleaning import read_digits
from people.text.lists import paragraph, two_sentences, with_full_stop
from people.web.codes import new_key

FOUR_DIGITS, FIVE_DIGITS = 1_000, 10_000  # balances from these on get smaller type, on the score page and on screens
LATEST = 6  # hands listed next to the players on the projector
_STEPS: dict[str, Callable[[], str]] = {
    "undo": lambda: _("The last step was undone"),
    "redo": lambda: _("The last step was redone"),
    "correct": lambda: _("An earlier hand was corrected"),
    "extend": lambda: _("The match was extended"),
    "close": lambda: _("The match has ended"),
    "reopen": lambda: _("The match was reopened"),
}


class Step(NamedTuple):
    """An undo or redo that the page offers. `key`: the key of its form; `target`: the seq of the event to undo."""

    key: str
    target: int = 0
    label: str = ""


@dataclass
class ScorePage(MatchPage):
    """The score page and its fragment. It defines every variable, since a missing variable is slow in templates.

    `owner`: whether this phone scores the match; `fresh`: the seq of a new entry; `joins`: whether the account may join
    without a link; `toast`: the last change; `news`: changes since the reader last looked; `unread`: the notice about
    such changes for an open sheet; `stopped`: whether the event already has the result; `tapped`: whether a tap on a
    player's card opens the sheet; `newest`: whether the ledger's last row is new; `form_key`: the key of the form to
    join the match or copy the demo.
    """

    owner: bool
    fresh: int | None = None
    joins: bool = False
    fragment: bool = False
    toast: str = ""
    news: str = ""
    unread: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        reading, book, log, closed = self.reading, self.book, self.reading.log, self.match.closed
        self.state, self.part = log.state, event_hooks.shown(reading)
        self.stopped = self.part is not None and self.part.why is not None
        self.over = reading.over or self.stopped
        self.may_score = self.owner and not self.stopped and not closed
        self.may_join = self.joins and not self.stopped and not closed
        self.tapped = self.may_score and not self.over
        self.early = _(self.words.early) if self.tapped and book.sheet.early(self.state) else ""
        self.for_two, self.base, self.form_key = table.for_two(book), table.base_of(reading), new_key()
        self.players = table.cards(reading)
        self.balances = table.balances_words(self.players)
        self.wide_numbers = any(abs(points) >= FOUR_DIGITS for points in self.state.balances)
        self.ledger = table.ledger_html(reading)
        self.newest = bool(log.rows) and log.rows[-1].seq == self.fresh
        coming = table.coming(reading)
        self.upcoming, self.rounds = list(table.upcoming(reading, coming)), table.rounds(reading, coming)
        self.carry = wording.carry_words(book, reading.table)
        left = self.words.carry_left if self.state.finished else ""
        self.carry_left = _(left) % {"carry": self.carry} if left else ""
        self.heading = _("Match finished") if closed else wording.note(book.hand_title(self.state))
        self.ask = self._line_above_cards()
        self.undo = self._undo_step()
        self.redo = Step(new_key()) if self.may_score and log.redoable else None
        self.poll_state = event_hooks.join_poll_states(self.match.poll_state, self.part.poll_state if self.part else "")
        self.announced = with_full_stop(self.toast) if self.toast else self.news

    def _line_above_cards(self) -> str:
        if self.reading.over:
            return _("Final balances")
        if self.stopped or (self.part and self.part.ends):
            return _("Balances")
        hand = wording.hand_label(self.book, self.state)
        return _("Who won hand %(hand_no)s?") % {"hand_no": hand} if self.owner else _("Balances (watching only)")

    def _undo_step(self) -> Step | None:
        fact = self.reading.log.undoable if self.may_score else None
        if fact is None:
            return None
        return Step(new_key(), fact.seq, _undo_label(self.reading, fact))


def _undo_label(reading: MatchState, fact: LoggedEvent) -> str:
    labels = {"correct": _("Undo correction"), "extend": _("Undo extension"), "penalty": _("Undo penalty")}
    if fact.kind in labels:
        return labels[fact.kind]
    row = reading.log.row(fact.seq)
    number = wording.hand_label(reading.book, row.before) if row else ""
    return _("Undo hand %(no)s") % {"no": number} if number else _("Undo entry")


def poll_state_of(reading: MatchState) -> str:
    """Return the state of the match and its containing event, for polling."""
    match = reading.match
    return event_hooks.poll_state(match.poll_state, match.pk if match.within else 0)


class Seated(NamedTuple):
    """A player's card and their payment in the last entry."""

    card: Card
    change: PlayerCell | None


class LastEntry(NamedTuple):
    no: str
    what: str
    detail: str
    pays: str


@dataclass
class TableScreen(MatchPage):
    """The score of one table, for the stream overlay, the embedded card and a club's page. `called`: the heading."""

    called: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        reading, rows = self.reading, self.reading.log.rows
        title = wording.note(self.book.hand_title(reading.log.state))
        self.heading = _("Match finished") if reading.over else title
        cards, last = table.cards(reading), rows[-1] if rows else None
        self.balances = table.balances_words(cards)
        changes = table.cells(self.book, last) if last else (None,) * len(cards)
        self.players = list(map(Seated, cards, changes))
        self.wide_numbers = any(abs(points) >= FIVE_DIGITS for points in reading.log.state.balances)
        self.last = _last_entry(reading, last) if last else None
        self.carry = "" if reading.over else wording.carry_words(self.book, reading.table)


def _last_entry(reading: MatchState, row: SettledEntry) -> LastEntry:
    names = wording.names_at(reading, row.nth)
    if isinstance(row.entry, Hand):
        wins = wording.who_wins(row.settlement, row.entry, names)
        pays = two_sentences(wins, wording.who_pays(row.settlement, names))
    else:
        pays = wording.changes_words(row.changes, names)
    return LastEntry(
        _("Hand %(no)s") % {"no": wording.hand_label(reading.book, row.before)},
        wording.result_words(reading, row),
        wording.detail_words(reading.book, row),
        with_full_stop(pays),
    )


class ProjectorScreen(TableScreen):
    def __post_init__(self) -> None:
        super().__post_init__()
        self.rounds = table.rounds(self.reading, table.coming(self.reading))
        self.lines = table.ledger_lines(self.reading)[-LATEST:]


def _seen_version(seen: str | None) -> int | None:
    """Return the seq of the last event in a polling state (`Match.poll_state`); None if it isn't valid."""
    return read_digits((seen or "").partition("-")[0], 6)


def fresh(reading: MatchState, seen: str | None) -> int | None:
    """Return the seq of the ledger's last row if it is newer than the state `seen`."""
    since, rows = _seen_version(seen), reading.log.rows
    return rows[-1].seq if since is not None and rows and rows[-1].seq > since else None


def news(reading: MatchState, seen: str | None) -> str:
    """Return what has changed since `seen`, e.g. "Hand 5: Bea from Ann. Ann loses 12, Bea gains 12."; or ""."""
    since = _seen_version(seen)
    if since is None:
        return ""
    new = reading.events[since:]
    if not new:
        declared = (wording.isolated(reading.names[seat]) for seat in sorted(reading.declared, key=str))
        names = wording.listed(declared, "names")
        return wording.declared_words(reading.book, names) if names else ""
    latest = with_full_stop(_event_words(reading, new[-1]))
    counted = ngettext("%(many)s change", "%(many)s changes", len(new)) % {"many": len(new)}
    return two_sentences(counted, latest) if len(new) > 1 else latest


def _event_words(reading: MatchState, event: Event) -> str:
    """Return an event in words: the winner and the payments, or the kind of step."""
    row = reading.log.row(event.seq)
    if row is None:
        return _STEPS[event.kind]() if event.kind in _STEPS else _("The match has changed")
    return _("Hand %(no)s: %(what)s. %(changes)s") % {
        "no": wording.hand_label(reading.book, row.before),
        "what": wording.result_words(reading, row),
        "changes": wording.changes_words(row.changes, reading.names),
    }


def sheet_notice(reading: MatchState, seen: str | None, number: int | None) -> str:
    """Return the notice for an open sheet about events after the state `seen`; "" if there are none.

    `number`: the number of the phone with the sheet.
    """
    since = _seen_version(seen)
    new = () if since is None else reading.events[since:]
    if not new:
        return ""
    message = (
        _("Saved on this phone in the meantime: %(what)s.")
        if new[-1].by == f"d{number}"
        else _("Saved on another phone in the meantime: %(what)s.")
    )
    saved = message % {"what": _event_words(reading, new[-1])}
    return paragraph([saved, _("What you enter here is kept, and nothing is counted twice unless you say so.")])
