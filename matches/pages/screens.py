"""The context of screens next to the table: players, balances, the last hand.

Shared by the projector, the stream overlay, the embedded card and the list of a club's tables.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.match.entries import Hand
from engine.match.ledger import SettledEntry
from matches import wording
from matches.log.state import MatchState
from matches.pages import table
from matches.pages.match_page import MatchPage
from matches.pages.table import Card, LedgerLine, PlayerCell, RoundStrip

LATEST = 6  # hands listed next to the players
MANY_DIGITS = 4  # balances with more digits are smaller


class Seated(NamedTuple):
    """A player's card and their payment in the last entry."""

    card: Card
    change: PlayerCell | None


class LastEntry(NamedTuple):
    """The last entry in words."""

    no: str
    what: str
    detail: str
    pays: str


@dataclass(frozen=True)
class TableScreen(MatchPage):
    """The score of one table. `called`: its name on the screen of a club's tables."""

    called: str = ""

    @property
    def heading(self) -> str:
        hand = self.reading.book.hand_title(self.reading.log.state)
        return _("Match finished") if self.reading.over else wording.note(hand)

    @cached_property
    def _cards(self) -> list[Card]:
        return table.cards(self.reading)

    @property
    def balances(self) -> str:
        return table.balances_words(self._cards)

    @cached_property
    def _last(self) -> SettledEntry | None:
        return self.reading.log.rows[-1] if self.reading.log.rows else None

    @property
    def players(self) -> list[Seated]:
        row, book = self._last, self.reading.book
        if row is None:
            return [Seated(card, None) for card in self._cards]
        seats = zip(self._cards, row.changes, row.balances, strict=True)
        return [Seated(card, table.cell(book, change, balance)) for card, change, balance in seats]

    @property
    def wide_numbers(self) -> bool:
        return any(sum(map(str.isdigit, card.balance)) > MANY_DIGITS for card in self._cards)

    @property
    def last(self) -> LastEntry | None:
        return _last_entry(self.reading, self._last) if self._last else None

    @property
    def carry(self) -> str:
        return "" if self.reading.over else wording.carry_words(self.reading.book, self.reading.table)


def _last_entry(reading: MatchState, row: SettledEntry) -> LastEntry:
    names = wording.names_at(reading, row.nth)
    if isinstance(row.entry, Hand):
        pays = f"{wording.who_wins(row.settlement, row.entry, names)}. {wording.who_pays(row.settlement, names)}"
    else:
        pays = wording.changes_words(row.changes, names)
    return LastEntry(
        _("Hand %(no)s") % {"no": wording.hand_label(reading.book, row.before)},
        wording.result_words(reading, row),
        wording.detail_words(reading.book, row),
        f"{pays}.",
    )


@dataclass(frozen=True)
class ProjectorScreen(TableScreen):
    """A screen for one table, with its rounds and latest hands."""

    @property
    def rounds(self) -> list[RoundStrip]:
        return table.rounds(self.reading, table.coming(self.reading))

    @property
    def lines(self) -> list[LedgerLine]:
        return table.ledger_lines(self.reading)[-LATEST:]
