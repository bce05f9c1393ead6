"""The types of tournaments."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from api.schemas.values import Amount, Code, Name, Number, Points, RequestBody, Text, told


class TournamentSummary(Schema):
    """A tournament in a list."""

    code: Code
    name: str = told("its name")
    club: str = told("the code of its club")
    place: str = told("where it is held")
    starts_on: date = told("the first day")
    ends_on: date | None = told("the last day, if there are several")
    system: str = told("the key of the game")
    state: str = told("preparing, running or over")
    version: int = told(
        "grows, by 1 or more, with every change of players, rounds, seats, tables, results and clocks; hands that are "
        " played at the tables don’t change it"
    )


class TournamentOut(TournamentSummary):
    """A tournament."""

    options: dict[str, Any] = told("the house rules that differ from the defaults of the game")
    rounds: int = told("how many rounds are published")
    current_round: int | None = told("the first published round that isn’t closed")
    players: int = told("how many take part")


class EntrantOut(Schema):
    """A player of a tournament."""

    number: int = told("the number of the player in this tournament")
    name: str = told("the name as the requester may see it")
    club: str = told("the player’s club")
    country: str = told("the player’s country")
    state: str = told(
        "entered (plays), waiting, asked, refused or withdrawn (before the first seat; for a player who leaves later "
        "see withdrawn_after)"
    )
    checked_in: bool | None = told(
        "whether the desk has checked the player in, which is not needed to play; null without a token of the club"
    )
    first_round: int = told("the first round in which the player takes part")
    withdrawn_after: int | None = told("the last round of a player who has withdrawn during the tournament")


class SeatOut(Schema):
    """A seat at a table."""

    wind: str = told("E, S, W or N; in the table’s match, E is P1, S is P2 and W is P3")
    player: int = told("the number of the player")
    name: str = told("the name as the requester may see it")
    substitute: str = told("who sits there instead; empty if nobody does")
    points: int | None = told("from the latest result, confirmed or not")


class TableOut(Schema):
    """A table of a round. Its seats can change after the round is published."""

    number: int = told("the number of the table in the round")
    match: str = told("the code of the match; empty until the players start it")
    match_status: Literal["", "running", "finished", "closed"] = told("the status of the match; empty without one")
    match_version: int = told("the version of the match, which grows with every hand; 0 without one")
    state: Literal["open", "entered", "disputed", "confirmed"] = told(
        "open: no result; entered: nobody has confirmed the result yet; disputed: somebody says that it is wrong"
    )
    result: int = told("the number of the latest result, 0 without one")
    pot: int = told("the points that the latest result leaves on the table")
    seats: list[SeatOut] = told("the seats in wind order")


class RoundOut(Schema):
    """A published round."""

    number: int = told("1, 2, 3 and so on")
    published_at: datetime = told("when its seats were published")
    closed_at: datetime | None = told("when it was closed, which needs a confirmed result of each table")
    starts_at: datetime | None = told("when it is planned to start, until its clock is started")
    started_at: datetime | None = told("when its clock was started")
    ends_at: datetime | None = told("when its clock ends, while it runs")
    tables: list[TableOut] = told("its tables")
    byes: list[int] = told("the numbers of the players who sit out")


class StandingOut(Schema):
    """A player’s line in the standings, which count confirmed results only. There is also a `round_1`, `round_2` …

    for each round: the result that counts there, or null.
    """

    model_config = ConfigDict(extra="allow")

    place: int | None = told("the place, shared by equals; null without one, such as for house players")
    entrant: int = told("the number of the player")
    name: str = told("the name as the requester may see it")
    club: str = told("the player’s club")
    country: str = told("the player’s country")
    licence: str = told("the player’s licence; empty without a token of the club")
    team: str = told("the player’s team")
    total: Amount = told("the sum that decides the place")
    games: int = told("how many matches the player has a result of")
    byes: int = told("how often the player sat out")
    carried: Amount = told("the points carried into the last stage")
    adjusted: Amount = told("penalties and other changes by the organisers")
    placement: Amount = told("the part of the total that is for places at tables")
    first: int = told("how many matches the player was first in, shared places included")
    second: int = told("how many second places")
    third: int = told("how many third places")
    fourth: int = told("how many fourth places, at tables of four")
    average_place: Amount | None = told("the mean place at tables")
    best_game: Amount | None = told("the highest result of a match")
    decided_by: str = told("the tie-break that puts the player below the line above; empty if the total does")
    withdrawn: bool = told("whether the player has withdrawn")
    stage: int = told("the last stage in which the player takes part")
    not_counted: str = told("the numbers of rounds whose result doesn’t count, with spaces between them")
    chips: Amount | None = told("the player’s chips, if the game has chips", default=None)


class EntrantIn(RequestBody):
    """A player to register."""

    name: Name = told("the player’s name; one on the roster of the club links the player")
    club: Text = told("the player’s club", default="")
    country: Text = told("the player’s country, such as CZ", default="")
    licence: Text = told("the player’s licence", default="")
    team: Text = told("the name of a team", default="")


EntrantsIn = Annotated[list[EntrantIn], Field(max_length=300)]


class CheckInIn(RequestBody):
    """Whether the player is present."""

    present: bool = told("false takes the check-in back", default=True)


class ResultIn(RequestBody):
    """The totals of a table."""

    points: Annotated[list[Points], Field(max_length=4)] = told("the points of each seat in wind order")
    pot: Points = told("the points left on the table", default=0)
    chips: Annotated[list[Points], Field(max_length=4)] = told("the chips of each seat in wind order", default=[])
    after: Number | None = told(
        "the number of the last result that you have seen, 0 for none; if there is a later one, it isn’t replaced",
        default=None,
    )


class ResultNumber(Schema):
    """The number of a table’s result."""

    number: int = told("each new result of a table has a higher one")


class ConfirmIn(RequestBody):
    """The result to confirm."""

    number: Number = told("the number of the result, so that no later one is confirmed unseen")
