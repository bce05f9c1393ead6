"""What the score page shows, worked out once from a reading: strip, ledger, cards, what can be undone.

Knows words and numbers, but no requests and no markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.entries import Draw, Hand
from engine.ledger import Fact, Row
from engine.rulesets.base import RuleBook, TableState
from engine.seats import PerSeat, Seat
from engine.standings import rank
from matches import markup, words
from matches.forms.entry import new_key
from matches.latest import Latest
from matches.reading import Reading

LONG_NAME = 18
LONG_NUMBER = 1000


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's payment and balance in a row."""

    kind: str
    payment: str
    balance: str


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One row of the ledger; `group` names the round that begins with it."""

    seq: int
    no: str
    what: str
    detail: str
    cells: tuple[Cell, ...]
    group: str
    flagged: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One player: seat, name, balance."""

    seat: str
    name: str
    long: bool
    wind: str
    wind_name: str
    dealer: bool
    balance: str


def cell(book: RuleBook, payment: int, balance: int) -> Cell:
    """A payment with its colour, sign and the balance after it."""
    kind = "win" if payment > 0 else "pay" if payment < 0 else "zero"
    return Cell(kind, words.signed(payment), words.balance(book, balance))


def ledger_lines(reading: Reading) -> list[LedgerLine]:
    """The ledger, oldest first."""
    lines: list[LedgerLine] = []
    wind = None
    for row in reading.log.rows:
        begins = row.before.round_wind != wind
        wind = row.before.round_wind
        lines.append(_line(reading, row, words.round_name(wind) if begins else ""))
    return lines


def _line(reading: Reading, row: Row, group: str) -> LedgerLine:
    cells = tuple(cell(reading.book, *each) for each in zip(row.changes, row.balances, strict=True))
    return LedgerLine(
        seq=row.seq,
        no=words.hand_label(reading.book, row.before),
        what=words.result_words(reading, row),
        detail=words.detail_words(reading.book, row),
        cells=cells,
        group=group,
        flagged=bool(row.flags),
    )


def cards(reading: Reading) -> list[Card]:
    """The three players as they sit now."""
    state = reading.log.state
    return [
        Card(
            seat=seat.value,
            name=name,
            long=len(name) > LONG_NAME,
            wind=state.seat_winds[seat].value,
            wind_name=words.wind_name(state.seat_winds[seat]),
            dealer=seat is state.dealer and not state.finished,
            balance=words.balance(reading.book, state.balances[seat]),
        )
        for seat, name in reading.names.items()
    ]


def rounds(reading: Reading) -> list[dict[str, Any]]:
    """The strip: each round with one pill a hand (played, drawn, penalty, now, next)."""
    book = reading.book
    said = {
        "played": _("played"),
        "drawn": _(book.words.draw_short),
        "penalty": _("penalty"),
        "now": _("now"),
        "next": _("to come"),
    }
    strip: list[dict[str, Any]] = []
    wind = None
    for table, kind in _course(reading):
        if table.round_wind != wind:
            wind = table.round_wind
            strip.append({"name": words.wind_name(wind), "now": False, "pills": []})
        strip[-1]["now"] = strip[-1]["now"] or kind == "now"
        strip[-1]["pills"].append({"kind": kind, "says": f"{words.hand_label(book, table)}: {said[kind]}"})
    return strip


def _course(reading: Reading) -> Iterator[tuple[TableState, str]]:
    """The table of every hand, those to come among them, and what became of it."""
    yield from ((row.before, _pill(row)) for row in reading.log.rows if row.ends_hand)
    kinds = chain(["now"], repeat("next"))
    yield from zip(reading.book.ahead(reading.log.state), kinds, strict=False)


def _pill(row: Row) -> str:
    if isinstance(row.entry, Hand):
        return "played"
    return "drawn" if isinstance(row.entry, Draw) else "penalty"


def upcoming(reading: Reading) -> Iterator[dict[str, Any]]:
    """The hands to come with their dealers, the one in play first."""
    for number, table in enumerate(reading.book.ahead(reading.log.state)):
        text = _("%(name)s deals") if number else _("In play, %(name)s deals")
        dealer = words.isolated(reading.names[table.dealer])
        no = words.hand_label(reading.book, table)
        yield {"no": no, "now": not number, "what": text % {"name": dealer}}


def undo_words(reading: Reading, fact: Fact) -> str:
    """What an undo (or a redo) is about: hand 6, the correction, …"""
    if fact.kind == "correct":
        return _("correction")
    if fact.kind == "extend":
        return _("longer match")
    row = reading.log.row(fact.seq)
    if fact.kind == "penalty":
        return _("penalty")
    return _("hand %(no)s") % {"no": words.hand_label(reading.book, row.before)} if row else _("entry")


def table_page(reading: Reading, *, may_score: bool, fresh: int | None = None) -> dict[str, Any]:
    """All that the score page and its fragment show; `fresh`: the entry that has just come."""
    state, log = reading.log.state, reading.log
    over = state.finished or log.closed
    base, carry = f"/m/{reading.match.code}/", words.carry_words(reading.book, state)
    seated = cards(reading)
    return {
        "match": reading.match,
        "words": reading.book.words,
        "plays_claims": reading.book.plays_claims,
        "reads_tiles": reading.book.reads_tiles,
        "title": reading.title,
        "base": base,
        "state": state,
        "ledger": _ledger(reading, base, fresh),
        "upcoming": markup.upcoming(upcoming(reading), carry),
        "cards": seated,
        "players": markup.players(seated, base, tapped=may_score and not over),
        "rounds": markup.strip(rounds(reading)),
        "head": markup.head(reading.names),
        "wide_numbers": any(abs(points) >= LONG_NUMBER for points in state.balances),
        "carry": carry,
        "may_score": may_score and not log.closed,
        "owner": may_score,
        "over": over,
        "heading": _("Match over") if log.closed else words.note(reading.book.hand_title(state)),
        "ask": _ask(reading, may_score, over),
        "undo": _undo(reading) if may_score and not log.closed else None,
        "redo": _redo(reading) if may_score and not log.closed else None,
        "next_seq": reading.version + 1,
        "version": reading.version,
    }


def _ask(reading: Reading, may_score: bool, over: bool) -> str:
    """What stands over the cards."""
    if over:
        return _("Final balances")
    hand = words.hand_label(reading.book, reading.log.state)
    return _("Who won hand %(hand_no)s?") % {"hand_no": hand} if may_score else _("Balances, you watch")


# By all that the rows depend on: the log (its tip stands for rules too), language, names, address, what is new.
_LEDGERS: Latest[tuple[Any, ...], SafeString] = Latest(256)


def _ledger(reading: Reading, base: str, fresh: int | None) -> SafeString:
    """The rows as markup: the same for all who look at a match until somebody saves the next hand."""
    key = (reading.told.tip, get_language(), tuple(reading.sittings), base, fresh)
    return _LEDGERS.get(key, lambda: markup.ledger(ledger_lines(reading), base, fresh))


def forget() -> None:
    """Let go of every name and number that was shown: a player was renamed, or a match removed."""
    _LEDGERS.forget()
    markup.forget()


def _undo(reading: Reading) -> dict[str, Any] | None:
    fact = reading.log.undoable
    if fact is None:
        return None
    says = _("Undo %(what)s") % {"what": undo_words(reading, fact)}
    return {"target": fact.seq, "says": says, "key": new_key()}


def _redo(reading: Reading) -> dict[str, Any] | None:
    return {"key": new_key()} if reading.log.redoable else None


def so_far(reading: Reading) -> list[tuple[str, str]]:
    """Facts of the match up to now, as (what, how many)."""
    rows = reading.log.rows
    won = PerSeat.of(lambda seat: sum(_wins(row, seat) for row in rows))
    facts = [
        (
            _("Hands won"),
            words.listed(f"{words.isolated(reading.names[seat])} {count}" for seat, count in won.items()),
        ),
        (_(reading.book.words.draws), str(sum(isinstance(row.entry, Draw) for row in rows))),
    ]
    if dearest := _dearest_discard(reading):
        facts.append((_("Dearest discard"), dearest))
    least = reading.book.minimum
    if least is not None:
        facts.append((_("Minimum"), words.points_words(reading.book, least)))
    return facts


def _wins(row: Row, seat: Seat) -> bool:
    return isinstance(row.entry, Hand) and any(win.winner is seat for win in row.entry.wins)


def _dearest_discard(reading: Reading) -> str:
    paid = [
        (-row.changes[win.source], row.before, win.source)
        for row in reading.log.rows
        if isinstance(row.entry, Hand)
        for win in row.entry.wins
        if win.source
    ]
    if not paid:
        return ""
    points, table, seat = max(paid, key=lambda each: each[0])
    no = words.hand_label(reading.book, table)
    said = {"name": words.isolated(reading.names[seat]), "points": words.number(points), "no": no}
    return _("%(name)s, %(points)s in hand %(no)s") % said


def end_page(reading: Reading) -> list[dict[str, Any]]:
    """Each player's place, points, hands won and best hand."""
    return [
        {
            "rank": standing.rank,
            "name": reading.names[standing.seat],
            "points": words.balance(reading.book, standing.points),
            "won": sum(_wins(row, standing.seat) for row in reading.log.rows),
            "best": max(
                (row.changes[standing.seat] for row in reading.log.rows if _wins(row, standing.seat)),
                default=0,
            ),
        }
        for standing in rank(reading.log.state.balances)
    ]
