"""The result of a match: places, settlement and what the points are worth. Knows no requests."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import RuleViolation
from engine.match.payments import Final, rank, transfers, who_pays_whom
from engine.match_totals import won_by
from engine.seats import Seat
from matches import wording
from matches.entry.entry_form import EntryForm
from matches.event_hooks import PageExtras
from matches.forms.point_value import ValueForm, money
from matches.guests import Guest, Joining
from matches.log.state import MatchState
from matches.pages.match_page import BalancePage, MatchPage
from matches.pages.table import LedgerLine, ledger_lines
from people.models import Role

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
    if not reading.over:
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


class Transfer(NamedTuple):
    """A payment that settles the match. `worth`: the value of the points, "" if they have none."""

    payer: str
    payee: str
    points: str
    worth: str


def who_pays(reading: MatchState) -> list[Transfer]:
    """Return the fewest payments that settle the match; none if points stay on the table."""
    final, balances = final_of(reading), reading.log.state.balances
    if final is None and sum(balances) != 0:
        return []
    lines = transfers(final.tenths, "settlement", "") if final else who_pays_whom(balances)
    return [
        Transfer(
            reading.names[line.payer],  # type: ignore[index]
            reading.names[line.payee],  # type: ignore[index]
            wording.tenths(line.points).removeprefix("+") if final else wording.number(line.points),
            money(reading.match, Decimal(line.points) / TENTHS if final else line.points),
        )
        for line in lines
    ]


@dataclass(frozen=True)
class MatchResultPage(BalancePage):
    """The result page of a match, also while it is in progress.

    `owner`: this phone scores the match; `manager`: the requester manages it; `settle`: who pays whom; `longer`:
    (length, name) to which the match can be extended; `guest_error`: why the guest on the seat `guest` wasn't linked.
    """

    chart_size: ClassVar[tuple[int, int]] = (304, 222)

    owner: bool
    manager: bool
    role: Role | None
    club_organiser: bool
    part: PageExtras | None
    address: str
    form: EntryForm
    value: ValueForm
    over: bool
    hands: int
    minutes: str
    places: list[FinalPlace]
    winners: list[str]
    settle: list[Transfer]
    longer: list[tuple[int, str]]
    carry: str
    carry_along: str
    guests: list[Guest]
    joining: list[Joining]
    guest_error: str = ""
    guest: int | None = None


def longer_lengths(reading: MatchState) -> Iterator[tuple[int, str]]:
    """Yield the lengths to which a match can be extended, with their names."""
    for length in reading.book.lengths:
        with suppress(RuleViolation):
            reading.book.extend(reading.log.state, length)
            yield length, wording.note(reading.book.length_said(length))


def time_taken(reading: MatchState) -> str:
    """Return how long the match has taken; "" if it is empty or took more than a day."""
    if len(reading.events) < 2:
        return ""
    seconds = (reading.events[-1].at - reading.match.created_at).total_seconds()
    hours, minutes = divmod(max(int(seconds // 60), 0), 60)
    if not 0 < hours * 60 + minutes < 24 * 60:
        return ""
    text = _("%(hours)s h %(minutes)s min") if hours else _("%(minutes)s min")
    return text % {"hours": hours, "minutes": minutes}


@dataclass(frozen=True)
class ScoreSheetPage(MatchPage):
    """The score sheet to print, with empty lines for the upcoming hands."""

    part: PageExtras | None

    @property
    def lines(self) -> list[LedgerLine]:
        return ledger_lines(self.reading)

    @property
    def places(self) -> list[FinalPlace]:
        return places(self.reading)

    @cached_property
    def blank(self) -> tuple[str, ...]:
        return () if self.reading.log.closed else wording.blank_lines(self.reading.book, self.reading.log.state)

    @property
    def repeats(self) -> bool:
        return "" in self.blank
