"""The page of one table: seats, clock, next step, next seats, an exchange of matches. Does not know requests."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches import wording
from matches.log.state import MatchState
from people.forms.shared import Choice
from people.web.codes import new_key
from tournaments import models
from tournaments.models import Entrant, Result, Round, Seat, Table, TournamentState, Verdict
from tournaments.pages.tables.table_view import TableSeat
from tournaments.play.clock import clock_text, ends_at, seconds_left
from tournaments.play.exchange_seats import mark
from tournaments.play.tables import AtTable, is_of
from tournaments.rights import TournamentRights
from tournaments.snapshot import Day
from tournaments.wording import call_note


def sitters(game: AtTable) -> list[TableSeat]:
    """The seats in the order of the winds; points of the result, else of the match so far, else none."""
    result, played = game.result, game.played
    points = result.points if result else played.points if played else None
    return [
        TableSeat(
            seat.wind,
            wording.wind_name(seat.wind),
            seat.entrant.number,
            game.names[seat.entrant_id] if seat.substitute else game.sitting[seat.entrant_id],
            game.sitting[seat.entrant_id] if seat.substitute else "",
            wording.balance(game.book, points[at]) if points else "",
            seat.entrant.house,
        )
        for at, seat in enumerate(game.seats)
    ]


def clock_shown(round: Round, now: datetime, table: Table | None = None) -> dict[str, Any]:
    """The clock as its template takes it."""
    left = seconds_left(round, now, table)
    return {
        "left": max(left, 0),
        "text": clock_text(left),
        "ends": ends_at(round, table),
        "begun": round.started_at is not None,
        "paused": round.paused_at is not None,
        "up": round.started_at is not None and left <= 0,
        "policy": round.end_policy,
        "closed": round.closed_at is not None,
        "extra": table.extra_seconds // 60 if table else 0,
    }


def state_of(game: AtTable) -> str:
    """open, playing, over, entered, disputed, moved (the match went on since it was read), confirmed."""
    if game.result is None:
        match = game.table.match
        if match is None or not match.version:
            return "open"
        return "over" if match.finished or match.closed else "playing"
    if game.moved_on:
        return "moved"
    return "confirmed" if game.confirmed else "disputed" if game.disputed else "entered"


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page of one table. `stand`: its version; `signers`: who can sign next on this phone; `ahead`: the next seats;
    `may_play`: plays game, has the card or is a referee; `due`: the referee is needed; `scores`: this phone scores;
    `hand`: the hand in play; `call`: the open call for the referee, with its note in words."""

    tournament: models.Tournament
    round: Round
    table: Table
    stand: str
    state: str
    sitters: list[TableSeat]
    clock: dict[str, Any]
    signers: list[dict[str, Any]]
    ahead: dict[str, Any] | None
    may_play: bool
    referee: bool
    due: bool
    scores: bool
    hand: str
    pot: str
    call: models.Call | None
    call_note: str
    result: Result | None
    confirmed: bool
    history: list[dict[str, Any]]
    key: str


def table_page(game: AtTable, rights: TournamentRights, user: Any, device: str | None, now: datetime) -> TablePage:
    """The page as the requester sees it."""
    state, table = state_of(game), game.table
    signers = game.signers(rights, user)
    result, disputed = game.result, state in ("disputed", "moved")
    may_play = rights.referee or bool(signers) or table.number in rights.tables
    return TablePage(
        tournament=game.tournament,
        round=game.round,
        table=table,
        stand=stand_of(game),
        state=state,
        sitters=sitters(game),
        clock=clock_shown(game.round, now, table),
        signers=_signing(game, state, signers),
        ahead=ahead(game, rights, user, signers) if state in ("entered", "confirmed") else None,
        may_play=may_play,
        referee=rights.referee,
        due=rights.referee and result is not None and not game.confirmed and (disputed or not signers),
        scores=bool(table.match and device and device in MatchState(table.match).devices),
        hand=_hand(game),
        pot=wording.number(result.pot) if result and result.pot else "",
        call=game.call,
        call_note=call_note(game.call) if game.call else "",
        result=result,
        confirmed=game.confirmed,
        history=history(game, calls=may_play),
        key=new_key(),
    )


def stand_of(game: AtTable) -> str:
    """How far tournament and match have come: pages ask for news with it."""
    return f"{game.tournament.version}-{game.table.match.stand if game.table.match else ''}"


def _hand(game: AtTable) -> str:
    match = game.table.match
    return (
        wording.note(game.book.hand_title(MatchState(match).table))
        if match and not (match.finished or match.closed)
        else ""
    )


def _signing(game: AtTable, state: str, signers: list[Entrant]) -> list[dict[str, Any]]:
    """Who can sign next on this phone: anybody at first, then somebody else than who entered the result."""
    first = game.result.entrant_id if game.result and state == "entered" else None
    if state == "disputed" and game.verdict:
        signers = [entrant for entrant in signers if entrant.pk == game.verdict.entrant_id]
        first = game.result.entrant_id if game.result else None
    return [{"number": each.number, "name": game.sitting[each.pk]} for each in signers if each.pk != first]


def history(game: AtTable, calls: bool = False) -> list[dict[str, Any]]:
    """What was entered and said of the table's results, the last first, in words; with `calls`, what came too late to
    be in them, once the referee has been there."""
    entries: list[dict[str, Any]] = []
    for result in game.results:
        entries.append(_entered(game, result))
        entries += [_judged(game, result, verdict) for verdict in game.all_verdicts if verdict.result_id == result.pk]
    entries += [_came_late(each) for each in game.answered if each.late_entry] if calls else []
    # Of equal times the later entry comes first.
    entries.reverse()
    return sorted(entries, key=lambda each: each["at"], reverse=True)


def _came_late(call: models.Call) -> dict[str, Any]:
    what = _("checked the late entries")
    return {"who": _("Referee"), "what": what, "at": call.answered_at, "reason": call_note(call)}


def _entered(game: AtTable, result: Result) -> dict[str, Any]:
    if result.reason:
        text = _("corrected: %(points)s")
    elif result.match_version is not None:
        text = _("read from the match: %(points)s")
    else:
        text = _("entered: %(points)s")
    points = wording.listed(wording.balance(game.book, each) for each in result.points[: len(game.seats)])
    return {"who": _who(game, result), "what": text % {"points": points}, "at": result.at, "reason": result.reason}


def _judged(game: AtTable, result: Result, verdict: Verdict) -> dict[str, Any]:
    confirmed = verdict.kind == Verdict.Kind.CONFIRMED
    if verdict.entrant_id and result.entrant_id and verdict.device and verdict.device == result.device:
        same_phone = _("confirmed, on the phone that entered it"), _("disputed, on the phone that entered it")
        text = same_phone[0 if confirmed else 1]
    else:
        text = _("confirmed") if confirmed else _("disputed")
    # The reason of a referee's correction stands with what was entered.
    reason = "" if verdict.key == result.key else verdict.reason
    return {"who": _who(game, verdict), "what": text, "at": verdict.at, "reason": reason}


def _who(game: AtTable, row: Result | Verdict) -> str:
    if row.entrant_id is None:
        return _("Referee")
    return game.sitting.get(row.entrant_id) or _("Someone")


def choices(game: AtTable, signers: list[Entrant], chosen: str | None, referee: bool) -> list[Choice]:
    """Who signs: a choice for each entrant that may, and for the referee (""). Nobody is chosen beforehand (None) but
    the referee where nobody else may sign."""
    options = [Choice(str(each.number), game.sitting[each.pk], chosen == str(each.number)) for each in signers]
    alone = not options and chosen is None
    return options + ([Choice("", _("Referee"), chosen == "" or alone)] if referee else [])


# ── the next seats ─────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Next:
    """Where somebody sits in the next round; `table` 0: they sit out."""

    name: str
    table: int
    wind_name: str


def ahead(game: AtTable, rights: TournamentRights, user: Any, signers: list[Entrant]) -> dict[str, Any] | None:
    """What comes after this table's result, for who can sign it; None while there is none.

    `round`: the next one that everybody may see; `last`: this was the last of all stages; `seats`: those of who holds
    their own card or account game, of all at the table for who holds the table's; `tables`: of the cards that this
    phone has read, those that play then.
    """
    if game.result is None or not signers:
        return None
    rounds = Round.objects.filter(tournament=game.tournament, number__gt=game.round.number).exclude(published_at=None)
    one = rounds.order_by("number").first()
    own = [each for each in signers if each.pk in rights.entrants or is_of(each, user)] or signers
    return {
        "round": one,
        "seats": _seats(game, one, own) if one else [],
        "tables": sorted(table.number for table in one.tables.filter(number__in=rights.tables)) if one else [],
        "over": game.tournament.state == TournamentState.OVER,
        "last": one is None and game.round.number >= sum(game.tournament.stages.values_list("rounds", flat=True)),
    }


def _seats(game: AtTable, one: Round, entrants: list[Entrant]) -> list[Next]:
    sat = {seat.entrant_id: seat for seat in Seat.objects.filter(round=one).select_related("table")}
    seated = [(game.names[each.pk], sat[each.pk]) for each in entrants if each.pk in sat]
    return [
        Next(name, seat.table.number, wording.wind_name(seat.wind)) if seat.table else Next(name, 0, "")
        for name, seat in seated
    ]


# ── an exchange of matches ─────────────────────────────────────────────────────


def others(day: Day, one: Round, but: int) -> list[dict[str, Any]]:
    """The other tables of three in the round that are scored on a phone: number and names."""
    return [
        {
            "number": table.number,
            "names": [day.substitutes.get(seat.pk) or day.names[seat.entrant_id] for seat in seats],
        }
        for table in day.tables.get(one.pk, [])
        if len(seats := day.seats[table.pk]) == 3 and table.match_id is not None and table.number != but
    ]


def field(wind: str, at: int) -> str:
    """What the form calls a wind of the first (0) or the second (1) table."""
    return f"{wind}{at + 1}"


def both(pair: tuple[AtTable, AtTable], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Each of the two tables with the match that it would get; `chosen`: who was said to sit on each wind."""
    return {"seen": mark(*pair), "halves": [_half(pair, at, chosen) for at in (0, 1)]}


def _half(pair: tuple[AtTable, AtTable], at: int, chosen: Mapping[str, str]) -> dict[str, Any]:
    game, other = pair[at], pair[1 - at]
    points = other.played.points if other.played else None
    places = []
    for chair, seat in enumerate(game.seats):
        name = field(seat.wind, at)
        on = chosen.get(name, str(seat.entrant.number))
        people = [
            Choice(str(each.entrant.number), game.sitting[each.entrant_id], str(each.entrant.number) == on)
            for each in game.seats
        ]
        places.append(
            {
                "field": name,
                "wind": seat.wind,
                "wind_name": wording.wind_name(seat.wind),
                "points": wording.balance(game.book, points[chair]) if points else "",
                "people": people,
            }
        )
    return {"number": game.table.number, "other": other.table.number, "places": places}
