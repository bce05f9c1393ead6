"""The result page of a match: places, settlement and value, and the guests to link to a club's roster."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import RuleViolation
from engine.match.payments import Final, rank, transfers, who_pays_whom
from engine.match_totals import won_by
from engine.seats import Seat
from matches import event_hooks, wording
from matches.entry.entry_form import EntryForm
from matches.files.bg_stats import play_url
from matches.forms.point_value import ValueForm, money
from matches.log.state import MatchState, SeatedPlayer
from matches.pages.table import BalancePage, MatchPage, ledger_lines
from matches.rights import Account
from people.clubs import rights, roster
from people.forms.shared import Choice
from people.models import Club, Player, Role
from people.text.cleaning import alike
from people.text.names import SimilarNames

TENTHS = 10


class FinalPlace(NamedTuple):
    """One player's place.

    `won`: the hands won and the best one; `result`, `shares`: the settled result and its parts, or ""; `chips`: "" if
    the table plays without chips.
    """

    rank: int
    seat: Seat
    name: str
    points: str
    won: str
    result: str = ""
    shares: str = ""
    chips: str = ""


def final_of(reading: MatchState) -> Final | None:
    """Return the settled result of a finished match; None if the points are the result."""
    if not reading.over:
        return None
    return reading.book.settle_match(reading.log.state.balances, chips=reading.log.state.chips)


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
        chips=wording.chip_count(reading.log.state.chips[seat]) if reading.book.plays_chips else "",
    )


def _won(changes: list[int]) -> str:
    """Return the number of hands won and the highest gain, e.g. "3 hands won, best 28"."""
    hands = ngettext("%(won)s hand won", "%(won)s hands won", len(changes)) % {"won": len(changes)}
    best = max(changes, default=0)
    return wording.listed([hands, _("best %(best)s") % {"best": wording.number(best)}]) if best else hands


def _shares(reading: MatchState, seat: Seat, final: Final) -> str:
    """Return a player's points and the shares of the result, e.g. "32,000 points, oka +15.0, uma +10.0"."""
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


def _who_pays(reading: MatchState) -> list[Transfer]:
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


@dataclass
class MatchResultPage(BalancePage):
    """The result page of a match, also while it is in progress.

    `score`, `manager`: whether the requester may score or manage the match; `role`: the role of `user` in the match's
    club; `settle`: who pays whom; `longer`: (length, name) of each possible extension; `joining`: the clubs that the
    match may join; `guest_error`: why the guest in the seat `wrong_guest` wasn't linked.
    """

    chart_size = (304, 222)

    score: bool
    manager: bool
    user: Account
    address: str
    value: ValueForm
    guest_error: str = ""
    wrong_guest: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        reading, log = self.reading, self.reading.log
        self.part, self.over = event_hooks.shown(reading), reading.over
        ended = self.words.ended.get(log.state.ended, "") if self.over else ""
        self.ended = _(ended) if ended else ""
        self.owner = self.score and not (self.part and self.part.why)
        self.role = role = rights.role_of(self.user, self.match.club_id)
        self.club_organiser = role is not None and role.covers(Role.ORGANISER)
        self.form = EntryForm(reading=reading)
        self.hands, self.minutes = sum(row.ends_hand for row in log.rows), _time_taken(reading)
        self.places = places(reading)
        ranks = {place.seat.value: place.rank for place in self.places}
        self.bg_stats = play_url(reading, ranks) if self.over and self.hands else ""
        self.winners = [place.name for place in self.places if place.rank == 1]
        self.settle = _who_pays(reading)
        self.longer = list(_longer_lengths(reading))
        self.carry = wording.carry_words(self.book, log.state)
        self.carry_along = _(self.words.carry_along) % {"carry": self.carry} if self.carry else ""
        self.guests = _guests_of(reading) if role and role.covers(Role.SCORER) else []
        joins = self.over and self.owner and not (self.match.club_id or self.match.is_demo)
        self.joining = _joining(reading, rights.clubs_of(self.user, Role.SCORER)) if joins else []


def _longer_lengths(reading: MatchState) -> Iterator[tuple[int, str]]:
    for length in reading.book.lengths:
        with suppress(RuleViolation):
            reading.book.extend(reading.log.state, length)
            yield length, wording.note(reading.book.length_said(length))


def _time_taken(reading: MatchState) -> str:
    """Return how long the match has taken; "" if it is empty or took more than a day."""
    if len(reading.events) < 2:
        return ""
    seconds = (reading.events[-1].at - reading.match.created_at).total_seconds()
    hours, minutes = divmod(max(int(seconds // 60), 0), 60)
    if not 0 < hours * 60 + minutes < 24 * 60:
        return ""
    text = _("%(hours)s h %(minutes)s min") if hours else _("%(minutes)s min")
    return text % {"hours": hours, "minutes": minutes}


class ScoreSheetPage(MatchPage):
    """The score sheet to print, with empty lines for the upcoming hands."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.part, log = event_hooks.shown(self.reading), self.reading.log
        self.lines, self.places = ledger_lines(self.reading), places(self.reading)
        self.blank = () if log.closed else wording.blank_lines(self.book, log.state)
        self.repeats = "" in self.blank


class Guest(NamedTuple):
    """A guest's seat. `similar`: the roster player who is probably the guest; `choices`: all possible players."""

    seat: SeatedPlayer
    similar: Player | None
    choices: list[Choice]


def _guests_of(reading: MatchState) -> list[Guest]:
    """Return the guests of a club's match, with the roster players they may be, except those at the table."""
    if not reading.guests or reading.match.club is None:
        return []
    seated = {sitting.player for sitting in reading.sittings}
    players = [player for player in roster.present([reading.match.club]) if player.pk not in seated]
    similar = SimilarNames((player.name, player) for player in players)
    same = {alike(player.name): player for player in players}
    meant = [(seat, same.get(alike(seat.name)) or similar.find(seat.name)) for seat in reading.guests]
    return [
        Guest(seat, found, [Choice(str(player.pk), player.name, player == found) for player in players])
        for seat, found in meant
    ]


class Joining(NamedTuple):
    """A club that a match may join, with its player in each seat, or None for a guest."""

    club: Club
    seats: list[tuple[SeatedPlayer, Player | None]]


def _joining(reading: MatchState, clubs: Iterable[Club]) -> list[Joining]:
    """Return the clubs whose rosters contain a name at the table or a similar one. No roster player gets two chairs."""
    offers = [Joining(club, _players_of(reading, club)) for club in clubs]
    return [offer for offer in offers if any(player for _sitting, player in offer.seats)]


def _players_of(reading: MatchState, club: Club) -> list[tuple[SeatedPlayer, Player | None]]:
    players = roster.entries(club)
    same = {alike(player.name): player for player in players}
    similar = SimilarNames((player.name, player) for player in players)
    chair_of = {same[alike(sat.name)].pk: sat.chair for sat in reading.sittings if alike(sat.name) in same}
    seats: list[tuple[SeatedPlayer, Player | None]] = []
    for sat in reading.sittings:
        player = same.get(alike(sat.name)) or similar.find(sat.name)
        if player and chair_of.setdefault(player.pk, sat.chair) != sat.chair:
            player = None
        seats.append((sat, player))
    return seats
