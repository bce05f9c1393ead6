"""The result of a match: places, settlement and what the points are worth. Knows no requests."""

from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.match.payments import transfers
from engine.match_places import Final, rank, who_pays_whom
from engine.match_totals import won_by
from engine.seats import Seat
from matches import wording
from matches.forms.point_value import money
from matches.log.state import MatchState

TENTHS = 10


class FinalPlace(NamedTuple):
    """One player's place. `won`: hands won and the best of them; `result` and `shares`: the settled result and its
    parts, if the rules settle a match."""

    rank: int
    seat: Seat
    name: str
    points: str
    won: str
    result: str = ""
    shares: str = ""


def final_of(reading: MatchState) -> Final | None:
    """Return the settled result of a finished match; None if points are the result."""
    if not (reading.log.state.finished or reading.log.closed):
        return None
    return reading.book.settle_match(reading.log.state.balances)


def places(reading: MatchState) -> list[FinalPlace]:
    """Return the players by place. A settled result has no ties."""
    final, balances = final_of(reading), reading.log.state.balances
    if final is None:
        return [_place(reading, standing.rank, standing.seat, None) for standing in rank(balances)]
    return [_place(reading, place, seat, final) for place, seat in enumerate(final.places, start=1)]


def _place(reading: MatchState, place: int, seat: Seat, final: Final | None) -> FinalPlace:
    won = [row.changes[seat] for row in reading.log.rows if won_by(row, seat)]
    return FinalPlace(
        rank=place,
        seat=seat,
        name=reading.names[seat],
        points=wording.balance(reading.book, reading.log.state.balances[seat]),
        won=_won(won),
        result=wording.tenths(final.tenths[seat]) if final else "",
        shares=_shares(reading, seat, final) if final else "",
    )


def _won(changes: list[int]) -> str:
    """Return e.g. "3 hands won, best 28"."""
    hands = ngettext("%(won)s hand won", "%(won)s hands won", len(changes)) % {"won": len(changes)}
    best = max(changes, default=0)
    return wording.listed([hands, _("best %(best)s") % {"best": wording.number(best)}]) if best else hands


def _shares(reading: MatchState, seat: Seat, final: Final) -> str:
    """Return e.g. "32,000 points, oka +15.0, uma +10.0"."""
    balance, names = reading.log.state.balances[seat], reading.book.words.shares
    points = ngettext("%(points)s point", "%(points)s points", abs(balance))
    shares = (
        _("%(name)s %(points)s") % {"name": _(names[share.rule]), "points": wording.tenths(share.tenths)}
        for share in final.shares
        if share.seat is seat
    )
    return wording.listed([points % {"points": wording.balance(reading.book, balance)}, *shares])


def who_pays(reading: MatchState) -> list[dict[str, str]]:
    """Return the fewest payments that settle the match, with what they are worth; none if points stay on the table."""
    final, balances = final_of(reading), reading.log.state.balances
    if final is None and sum(balances) != 0:
        return []
    lines = transfers(final.tenths, "settlement", "") if final else who_pays_whom(balances)
    return [
        {
            "payer": reading.names[line.payer],  # type: ignore[index]
            "payee": reading.names[line.payee],  # type: ignore[index]
            "points": wording.tenths(line.points).removeprefix("+") if final else wording.number(line.points),
            "worth": money(reading.match, Decimal(line.points) / TENTHS if final else line.points),
        }
        for line in lines
    ]
