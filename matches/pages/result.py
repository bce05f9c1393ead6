"""The result of a match: places, the money that points are worth, who pays whom. Knows no requests."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from engine.match.payments import transfers
from engine.match_totals import won_by
from engine.seats import Seat
from engine.standings import Final, rank, who_pays_whom
from matches import wording
from matches.forms.point_value import money
from matches.log.state import MatchState

TENTHS = 10


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One player's place: points on the table, hands won, the best of them; `result` and its `shares` where the match
    is settled."""

    rank: int
    seat: Seat
    name: str
    points: str
    won: int
    best: str
    result: str = ""
    shares: tuple[tuple[str, str], ...] = ()


def final_of(reading: MatchState) -> Final | None:
    """What the match comes to, once it is over and where points are not the result."""
    if not (reading.log.state.finished or reading.log.closed):
        return None
    return reading.book.settle_match(reading.log.state.balances)


def places(reading: MatchState) -> list[FinalPlace]:
    """The players, first place first. A settlement leaves no two of them equal."""
    final, balances = final_of(reading), reading.log.state.balances
    if final is None:
        return [_place(reading, standing.rank, standing.seat, None) for standing in rank(balances)]
    return [_place(reading, place, seat, final) for place, seat in enumerate(final.places, start=1)]


def _place(reading: MatchState, place: int, seat: Seat, final: Final | None) -> FinalPlace:
    won = [row.changes[seat] for row in reading.log.rows if won_by(row, seat)]
    shares = [(share.rule, share.tenths) for share in final.shares if share.seat is seat] if final else []
    return FinalPlace(
        rank=place,
        seat=seat,
        name=reading.names[seat],
        points=wording.balance(reading.book, reading.log.state.balances[seat]),
        won=len(won),
        best=wording.number(best) if (best := max(won, default=0)) else "",
        result=wording.tenths(final.tenths[seat]) if final else "",
        shares=tuple((_(reading.book.words.shares[rule]), wording.tenths(part)) for rule, part in shares),
    )


def who_pays(reading: MatchState) -> list[dict[str, str]]:
    """The fewest payments that settle the match, and what they are worth: of results where there are any, else of
    points; none where points stay on the table."""
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
