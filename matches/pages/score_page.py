"""The context of the score page and its fragment. Knows no requests."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.match.ledger import LoggedEvent
from engine.rulesets.rule_book import TableState
from matches import event_hooks, wording
from matches.log.state import MatchState
from matches.pages import table
from matches.pages.match_page import MatchPage
from matches.pages.table import Card, Coming, RoundStrip, UpcomingHand
from people.web.codes import new_key

LONG_NUMBER = 1000


def undo_words(reading: MatchState, fact: LoggedEvent) -> str:
    """Return what an undo or redo refers to: hand 6, the correction, …"""
    named = {"correct": _("correction"), "extend": _("extension"), "penalty": _("penalty")}
    if fact.kind in named:
        return named[fact.kind]
    row = reading.log.row(fact.seq)
    return _("hand %(no)s") % {"no": wording.hand_label(reading.book, row.before)} if row else _("entry")


class Step(NamedTuple):
    """An undo or redo that the page offers: key of its form, seq of the event, label of the button."""

    key: str
    target: int = 0
    label: str = ""


@dataclass(frozen=True)
class ScorePage(MatchPage):
    """The context of the score page and its fragment. It defines every variable, since a missing one is slow in
    templates.

    `owner`: this phone scores the match; `fresh`: seq of the newest entry; `joins`: the account may score on this
    phone; `toast`: the last change; `news`: changes since the reader last looked; `unread`: the same for an open sheet.
    """

    owner: bool
    fresh: int | None = None
    joins: bool = False
    fragment: bool = False
    toast: str = ""
    news: str = ""
    unread: str = ""

    @cached_property
    def state(self) -> TableState:
        return self.reading.log.state

    @cached_property
    def part(self) -> event_hooks.PageExtras | None:
        return event_hooks.shown(self.reading)

    @cached_property
    def stopped(self) -> bool:
        return self.part is not None and self.part.why is not None

    @cached_property
    def over(self) -> bool:
        return self.state.finished or self.match.closed or self.stopped

    @cached_property
    def may_score(self) -> bool:
        return self.owner and not self.stopped and not self.match.closed

    @cached_property
    def tapped(self) -> bool:
        """Whether a tap on a player's card opens the sheet for their win."""
        return self.may_score and not self.over

    @property
    def early(self) -> str:
        return _(self.words.early) if self.tapped and self.reading.book.sheet.early(self.state) else ""

    @property
    def for_two(self) -> bool:
        return table.for_two(self.reading.book)

    @property
    def base(self) -> str:
        return table.base_of(self.reading)

    @cached_property
    def players(self) -> list[Card]:
        return table.cards(self.reading)

    @property
    def balances(self) -> str:
        return table.balances_words(self.players)

    @property
    def ledger(self) -> list[SafeString]:
        return table.ledger_html(self.reading)

    @property
    def newest(self) -> bool:
        """Whether the last row of the ledger has just come."""
        rows = self.reading.log.rows
        return bool(rows) and rows[-1].seq == self.fresh

    @cached_property
    def _coming(self) -> list[Coming]:
        return table.coming(self.reading)

    @property
    def upcoming(self) -> list[UpcomingHand]:
        return list(table.upcoming(self.reading, self._coming))

    @property
    def rounds(self) -> list[RoundStrip]:
        return table.rounds(self.reading, self._coming)

    @property
    def wide_numbers(self) -> bool:
        return any(abs(points) >= LONG_NUMBER for points in self.state.balances)

    @cached_property
    def carry(self) -> str:
        return wording.carry_words(self.reading.book, self.reading.table)

    @property
    def carry_left(self) -> str:
        """What happens to the carry at the end, if the rules say so."""
        text = self.words.carry_left if self.state.finished else ""
        return _(text) % {"carry": self.carry} if text else ""

    @property
    def heading(self) -> str:
        return _("Match finished") if self.match.closed else wording.note(self.reading.book.hand_title(self.state))

    @property
    def ask(self) -> str:
        """The line above the cards."""
        if self.state.finished or self.match.closed:
            return _("Final balances")
        if self.stopped or (self.part and self.part.ends):
            return _("Balances")
        hand = wording.hand_label(self.reading.book, self.state)
        return _("Who won hand %(hand_no)s?") % {"hand_no": hand} if self.owner else _("Balances (watching only)")

    @property
    def undo(self) -> Step | None:
        fact = self.reading.log.undoable if self.may_score else None
        if fact is None:
            return None
        return Step(new_key(), fact.seq, _("Undo %(what)s") % {"what": undo_words(self.reading, fact)})

    @property
    def redo(self) -> Step | None:
        return Step(new_key()) if self.may_score and self.reading.log.redoable else None

    @property
    def stand(self) -> str:
        return event_hooks.stand_with(self.match.stand, self.part.stand if self.part else "")

    @property
    def may_join(self) -> bool:
        return self.joins and not self.match.closed and not self.stopped

    @property
    def form_key(self) -> str:
        """The key of the form to join the match or copy the demo."""
        return new_key()

    @property
    def announced(self) -> str:
        return f"{self.toast}." if self.toast else self.news


def stand_of(reading: MatchState) -> str:
    """Return the state of the match and its containing event, for polling."""
    match = reading.match
    return event_hooks.stand(match.stand, match.pk if match.within else 0)
