"""The page of one table: seats, clock, results, next seats. Independent of requests."""

from dataclasses import InitVar, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from matches import wording
from matches.log.state import MatchState
from people.forms.shared import Choice
from people.web.codes import new_key
from tournaments.models import Entrant, Result, Round, Seat, TournamentState, Verdict
from tournaments.pages.tables.table_view import PlannedStart, TableSeat, clock_shown, planned_start
from tournaments.play.tables import AtTable, is_of
from tournaments.rights import TournamentRights
from tournaments.wording import call_note


def sitters(game: AtTable) -> list[TableSeat]:
    """Return the seats in wind order, with the points of the result or, without one, of the match."""
    totals = game.result or game.played
    points = wording.totals_words(game.book, totals.points, totals.chips) if totals else [""] * len(game.seats)
    return [
        TableSeat(
            seat.wind,
            wording.wind_name(seat.wind),
            seat.entrant.number,
            game.names[seat.entrant_id] if seat.substitute else game.sitting[seat.entrant_id],
            game.sitting[seat.entrant_id] if seat.substitute else "",
            points[index],
            seat.entrant.house,
        )
        for index, seat in enumerate(game.seats)
    ]


def state_of(game: AtTable) -> str:
    """Return the state of a table.

    The states are "open", "playing", "over", "entered", "disputed", "moved" (the match has changed) and "confirmed".
    """
    if game.result is None:
        match = game.table.match
        if match is None or not match.version:
            return "open"
        return "over" if match.finished or match.closed else "playing"
    if game.moved_on:
        return "moved"
    return "confirmed" if game.confirmed else "disputed" if game.disputed else "entered"


class HistoryEntry(NamedTuple):
    """A result or a verdict in the history of a table. `action`: a phrase in the reader's language."""

    name: str
    action: str
    at: datetime
    reason: str


class NextSeat(NamedTuple):
    """A player's seat in the next round. `table`: 0 for a bye."""

    name: str
    table: int
    wind_name: str


class NextSeats(NamedTuple):
    """The next seats, shown with a table's result. `round`: the next published round, or None.

    `starts`: its planned start; `tables`: the tables whose cards this phone has scanned; `over`: whether the tournament
    is over; `last`: whether no round follows.
    """

    round: Round | None
    starts: PlannedStart | None
    seats: list[NextSeat]
    tables: list[int]
    over: bool
    last: bool


@dataclass
class TablePage:
    """The page of one table, as the requester sees it.

    `poll_state`: the version of the page, for polling; `signers`: entrants who can sign next on this phone; `may_play`:
    whether the requester plays here, has the card or is a referee; `due`: whether the referee must act; `scores`:
    whether this phone scores the match; `hand`: the title of the current hand.
    """

    game: AtTable
    rights: TournamentRights
    user: InitVar[Any]
    device: InitVar[str | None]
    now: InitVar[datetime]

    def __post_init__(self, user: Any, device: str | None, now: datetime) -> None:
        game, rights, signers = self.game, self.rights, self.game.signers(self.rights, user)
        self.tournament, self.round, self.table, self.result = game.tournament, game.round, game.table, game.result
        self.over, self.referee = game.tournament.state == TournamentState.OVER, rights.referee
        self.key, self.poll_state, self.state, self.confirmed = (
            new_key(),
            poll_state_of(game),
            state_of(game),
            game.confirmed,
        )
        self.clock = clock_shown(game.round, now, game.table)
        self.sitters, self.hand = sitters(game), _current_hand(game)
        self.signers = _next_signers(game, self.state, signers)
        has_result = self.state in ("entered", "confirmed")
        self.ahead = _next_seats(game, rights, user, signers, now) if has_result and signers else None
        self.may_play = rights.referee or bool(signers) or game.table.number in rights.tables
        is_pending = game.result is not None and not game.confirmed
        self.due = rights.referee and is_pending and (self.state in ("disputed", "moved") or not signers)
        self.scores = bool(game.table.match and device and device in MatchState(game.table.match).devices)
        self.pot = wording.number(game.result.pot) if game.result and game.result.pot else ""
        self.call, self.call_note = game.call, call_note(game.call) if game.call else ""
        self.history = _history(game, calls=self.may_play)


def poll_state_of(game: AtTable) -> str:
    """Return the version of a table's page, for polling."""
    return f"{game.tournament.version}-{game.table.match.poll_state if game.table.match else ''}"


def _current_hand(game: AtTable) -> str:
    match = game.table.match
    if match is None or match.finished or match.closed:
        return ""
    return wording.note(game.book.hand_title(MatchState(match).table))


def _next_signers(game: AtTable, state: str, signers: list[Entrant]) -> list[Choice]:
    """Return the entrants who can sign next on this phone, except the one who entered the result."""
    entered_by = game.result.entrant_id if game.result and state in ("entered", "disputed") else None
    if state == "disputed" and game.verdict:
        signers = [entrant for entrant in signers if entrant.pk == game.verdict.entrant_id]
    return [
        Choice(str(entrant.number), game.sitting[entrant.pk], False) for entrant in signers if entrant.pk != entered_by
    ]


def _history(game: AtTable, calls: bool) -> list[HistoryEntry]:
    """Return the table's results and verdicts, newest first.

    `calls`: whether to include the late entries that the referee has checked.
    """
    entries: list[HistoryEntry] = []
    for result in game.results:
        entries.append(HistoryEntry(_signer(game, result), _result_text(game, result), result.at, result.reason))
        entries += [_verdict(game, result, verdict) for verdict in game.all_verdicts if verdict.result_id == result.pk]
    if calls:
        checked = _("checked the late entries")
        entries += [
            HistoryEntry(_("Referee"), checked, call.answered_at, call_note(call))
            for call in game.answered
            if call.late_entry and call.answered_at
        ]
    entries.reverse()  # with equal times, the later entry comes first
    return sorted(entries, key=lambda entry: entry.at, reverse=True)


def _result_text(game: AtTable, result: Result) -> str:
    if result.reason:
        text = _("corrected: %(points)s")
    elif result.match_version is not None:
        text = _("read from the match: %(points)s")
    else:
        text = _("entered: %(points)s")
    totals = wording.totals_words(game.book, result.points, result.chips)[: len(game.seats)]
    return text % {"points": wording.listed(totals, "names")}


def _verdict(game: AtTable, result: Result, verdict: Verdict) -> HistoryEntry:
    is_confirmed = verdict.kind == Verdict.Kind.CONFIRMED
    if verdict.entrant_id and result.entrant_id and verdict.device and verdict.device == result.device:
        confirmed, disputed = (
            _("confirmed on the phone used to enter the result"),
            _("disputed on the phone used to enter the result"),
        )
    else:
        confirmed, disputed = _("confirmed"), _("disputed")
    # A referee's correction shows its reason with the result.
    reason = "" if verdict.key == result.key else verdict.reason
    return HistoryEntry(_signer(game, verdict), confirmed if is_confirmed else disputed, verdict.at, reason)


def _signer(game: AtTable, row: Result | Verdict) -> str:
    if row.entrant_id is None:
        return _("Referee")
    return game.sitting.get(row.entrant_id) or _("Someone")


def choices(game: AtTable, signers: list[Entrant], chosen: str | None, referee: bool) -> list[Choice]:
    """Return the choices for the signer; "" stands for the referee, who is preselected if nobody else can sign."""
    numbers = {str(entrant.number): game.sitting[entrant.pk] for entrant in signers}
    options = [Choice(number, name, chosen == number) for number, name in numbers.items()]
    is_alone = not options and chosen is None
    return options + ([Choice("", _("Referee"), chosen == "" or is_alone)] if referee else [])


def _next_seats(game: AtTable, rights: TournamentRights, user: Any, signers: list[Entrant], now: datetime) -> NextSeats:
    """Return the next seats of the entrants linked to this phone or account, or else of all `signers`."""
    rounds = Round.objects.filter(tournament=game.tournament, number__gt=game.round.number).exclude(published_at=None)
    row = rounds.order_by("number").first()
    own = [entrant for entrant in signers if entrant.pk in rights.entrants or is_of(entrant, user)] or signers
    return NextSeats(
        row,
        planned_start(row, now),
        _seats(game, row, own) if row else [],
        sorted(table.number for table in row.tables.filter(number__in=rights.tables)) if row else [],
        over=game.tournament.state == TournamentState.OVER,
        last=row is None and game.round.number >= sum(game.tournament.stages.values_list("rounds", flat=True)),
    )


def _seats(game: AtTable, row: Round, entrants: list[Entrant]) -> list[NextSeat]:
    seats = {seat.entrant_id: seat for seat in Seat.objects.filter(round=row).select_related("table")}
    seated = [(game.names[entrant.pk], seats[entrant.pk]) for entrant in entrants if entrant.pk in seats]
    return [
        NextSeat(name, seat.table.number, wording.wind_name(seat.wind)) if seat.table else NextSeat(name, 0, "")
        for name, seat in seated
    ]
