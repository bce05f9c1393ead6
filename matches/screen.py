"""What a screen beside the table shows of a match: who sits where, what they have, the last hand. No markup.

A projector, an overlay of a stream, a card on another site and a card among a club's tables show the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.match.entries import Hand
from engine.match.ledger import Row
from matches import markup, pages, words
from matches.pages import Card, Cell
from matches.reading import Reading

LATEST = 6  # hands that are listed beside the players
MANY_DIGITS = 4  # a balance of more is written smaller


@dataclass(frozen=True, slots=True)
class Seated:
    """A player as they sit now, and what the last entry brought them."""

    card: Card
    change: Cell | None


def shown(reading: Reading) -> dict[str, Any]:
    """The table in a few large words."""
    log = reading.log
    last = log.rows[-1] if log.rows else None
    over = log.state.finished or log.closed
    cards = pages.cards(reading)
    changes = _changes(reading, last) if last else [None] * 3
    return {
        "match": reading.match,
        "title": reading.title,
        "heading": _("Match over") if over else words.note(reading.book.hand_title(log.state)),
        "over": over,
        "players": [Seated(card, change) for card, change in zip(cards, changes, strict=True)],
        "wide_numbers": any(sum(map(str.isdigit, card.balance)) > MANY_DIGITS for card in cards),
        "last": _last(reading, last) if last else None,
        "carry": "" if over else words.carry_words(reading.book, reading.table),
        "stand": reading.match.stand,
    }


def _changes(reading: Reading, row: Row) -> list[Cell | None]:
    pairs = zip(row.changes, row.balances, strict=True)
    return [pages.cell(reading.book, change, balance) for change, balance in pairs]


def _last(reading: Reading, row: Row) -> dict[str, str]:
    """The last entry: which hand, what it was, what it counted, who pays."""
    names = words.names_at(reading, row.nth)
    if isinstance(row.entry, Hand):
        pays = f"{words.who_wins(row.settlement, row.entry, names)}. {words.who_pays(row.settlement, names)}"
    else:
        pays = words.changes_words(row.changes, names)
    no = words.hand_label(reading.book, row.before)
    return {
        "no": _("Hand %(no)s") % {"no": no},
        "what": words.result_words(reading, row),
        "detail": words.detail_words(reading.book, row),
        "pays": f"{pays}.",
    }


def whole(reading: Reading) -> dict[str, Any]:
    """The same for a screen that shows this table alone: with the rounds and the latest hands."""
    return {
        **shown(reading),
        "rounds": markup.strip(pages.rounds(reading, pages.coming(reading))),
        "names": list(reading.names),
        "lines": pages.ledger_lines(reading)[-LATEST:],
    }
