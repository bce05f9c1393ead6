"""The context of screens next to the table: players, balances, the last hand.

Shared by the projector, the stream overlay, the embedded card and the list of a club's tables.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.match.entries import Hand
from engine.match.ledger import SettledEntry
from matches import wording
from matches.log.state import MatchState
from matches.pages import table
from matches.pages.table import Card, PlayerCell

LATEST = 6  # hands listed next to the players
MANY_DIGITS = 4  # balances with more digits are smaller


class Seated(NamedTuple):
    """A player's card and their payment in the last entry."""

    card: Card
    change: PlayerCell | None


def shown(reading: MatchState) -> dict[str, Any]:
    """Return the context of a small screen."""
    log = reading.log
    last = log.rows[-1] if log.rows else None
    over = log.state.finished or log.closed
    cards = table.cards(reading)
    changes = _changes(reading, last) if last else [None] * 3
    return {
        "match": reading.match,
        "title": reading.title,
        "heading": _("Match finished") if over else wording.note(reading.book.hand_title(log.state)),
        "over": over,
        "balances": wording.listed(f"{wording.isolated(card.name)} {card.balance}" for card in cards),
        "players": [Seated(card, change) for card, change in zip(cards, changes, strict=True)],
        "wide_numbers": any(sum(map(str.isdigit, card.balance)) > MANY_DIGITS for card in cards),
        "last": _last(reading, last) if last else None,
        "carry": "" if over else wording.carry_words(reading.book, reading.table),
        "stand": reading.match.stand,
    }


def _changes(reading: MatchState, row: SettledEntry) -> list[PlayerCell | None]:
    pairs = zip(row.changes, row.balances, strict=True)
    return [table.cell(reading.book, change, balance) for change, balance in pairs]


def _last(reading: MatchState, row: SettledEntry) -> dict[str, str]:
    names = wording.names_at(reading, row.nth)
    if isinstance(row.entry, Hand):
        pays = f"{wording.who_wins(row.settlement, row.entry, names)}. {wording.who_pays(row.settlement, names)}"
    else:
        pays = wording.changes_words(row.changes, names)
    no = wording.hand_label(reading.book, row.before)
    return {
        "no": _("Hand %(no)s") % {"no": no},
        "what": wording.result_words(reading, row),
        "detail": wording.detail_words(reading.book, row),
        "pays": f"{pays}.",
    }


def whole(reading: MatchState) -> dict[str, Any]:
    """Return the context of a screen for one table, with its rounds and latest hands."""
    return {
        **shown(reading),
        "rounds": table.rounds(reading, table.coming(reading)),
        "names": list(reading.names),
        "lines": table.ledger_lines(reading)[-LATEST:],
    }
