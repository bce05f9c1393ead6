"""The reasons for the payments of an entry, in words: one line for each player who does not win."""

from typing import Any

from django.utils.translation import gettext as _

from engine.match.entries import Hand, Win
from engine.match.payments import PaymentLine, Pot
from engine.rulesets.rule_book import RuleBook, Score, Settlement
from engine.seats import PerSeat, Seat
from matches.wording import isolated, listed, payer_words, signed


def reasons(book: RuleBook, settlement: Settlement, hand: Hand, names: PerSeat[str]) -> list[dict[str, Any]]:
    """Each opponent of a winner with the reason of every point, also of none, the discarder first; then what went to
    the table or came from it."""
    found = [
        _reason(book, settlement, win, seat, _less(win, score, seat), names)
        for win, score in zip(hand.wins, settlement.scores, strict=True)
        if win.winner in settlement.paid
        for seat in sorted(win.winner.others, key=lambda seat: (seat is not win.source, seat.value))
        if all(seat is not other.winner for other in hand.wins)
    ]
    table = [line for line in settlement.lines if Pot.TABLE in (line.payer, line.payee)]
    unpaid = [_unpaid(book, win, names) for win in hand.wins if win.winner not in settlement.paid]
    return found + unpaid + [payment(book, line, names) for line in table]


def _unpaid(book: RuleBook, win: Win, names: PerSeat[str]) -> dict[str, Any]:
    """The winner whom nobody pays, since another one of the same tile is paid alone."""
    assert win.source is not None
    why = _("%(name)s is not paid") % {"name": isolated(names[win.winner])}
    told = {"payer": names[win.source], "payee": names[win.winner]}
    return {**told, "points": signed(0), "why": why, "clauses": book.unpaid_clause}


def _less(win: Win, score: Score, seat: Seat) -> int:
    """What an opponent who was waiting, or had declared, owes less."""
    if seat not in win.waiting | win.opp_declared or not score.owed:
        return 0
    return (score.bonus_points or 0) - score.owed.get(seat, 0)


def _reason(
    book: RuleBook, settlement: Settlement, win: Win, seat: Seat, less: int, names: PerSeat[str]
) -> dict[str, Any]:
    lines = [line for line in settlement.lines if (line.payer, line.payee) == (seat, win.winner)]
    clauses = {line.clause for line in lines} | ({book.discount_clause} if less else set())
    return {
        "payer": names[seat],
        "payee": names[win.winner],
        "points": signed(-sum(line.points for line in lines)),
        "why": payer_words(book, lines, seat is win.source, less),
        "clauses": listed(sorted(clauses)),
    }


def payment(book: RuleBook, line: PaymentLine, names: PerSeat[str]) -> dict[str, Any]:
    """One line alone: who pays whom, and why; what comes from the table is a gain."""
    return {
        "payer": _party(line.payer, names),
        "payee": _party(line.payee, names),
        "gains": line.payer is Pot.TABLE,
        "points": signed(line.points if line.payer is Pot.TABLE else -line.points),
        "why": payer_words(book, [line], False),
        "clauses": line.clause,
    }


def _party(party: Seat | Pot, names: PerSeat[str]) -> str:
    return names[party] if isinstance(party, Seat) else _("the table")
