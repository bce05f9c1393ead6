"""The types of tournaments."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from api.schemas.values import Amount, Code, Name, Number, Points, RequestBody, Text, documented


class TournamentSummary(Schema):
    """A tournament in a list."""

    code: Code
    name: str = documented("its name")
    club: str = documented("the code of its club")
    place: str = documented("where it is held")
    starts_on: date = documented("the first day")
    ends_on: date | None = documented("the last day, if there are several")
    system: str = documented("the key of the game")
    state: str = documented("preparing, running or over")
    version: int = documented(
        "grows, by 1 or more, with every change of players, rounds, seats, tables, results and clocks; hands that are "
        "played at the tables don’t change it"
    )


class TournamentOut(TournamentSummary):
    """A tournament."""

    options: dict[str, Any] = documented("the house rules that differ from the defaults of the game")
    rounds: int = documented("how many rounds are published")
    current_round: int | None = documented("the first published round that isn’t closed")
    players: int = documented("how many take part")


class EntrantOut(Schema):
    """A player of a tournament."""

    number: int = documented("the number of the player in this tournament")
    name: str = documented("the name as the requester may see it")
    club: str = documented("the player’s club")
    country: str = documented("the player’s country")
    state: str = documented(
        "entered (plays), waiting, asked, refused or withdrawn (before the first seat; for a player who leaves later "
        "see withdrawn_after)"
    )
    checked_in: bool | None = documented(
        "whether the desk has checked the player in, which is not needed to play; null without a token of the club"
    )
    first_round: int = documented("the first round in which the player takes part")
    withdrawn_after: int | None = documented("the last round of a player who has withdrawn during the tournament")


class SeatOut(Schema):
    """A seat at a table."""

    wind: str = documented("E, S, W or N; in the table’s match, E is P1, S is P2 and W is P3")
    player: int = documented("the number of the player")
    name: str = documented("the name as the requester may see it")
    substitute: str = documented("who sits there instead; empty if nobody does")
    points: int | None = documented("from the latest result, confirmed or not")


class TableOut(Schema):
    """A table of a round. Its seats can change after the round is published."""

    number: int = documented("the number of the table in the round")
    match: str = documented("the code of the match; empty until the players start it")
    match_status: Literal["", "running", "finished", "closed"] = documented(
        "the status of the match; empty without one"
    )
    match_version: int = documented("the version of the match, which grows with every hand; 0 without one")
    state: Literal["open", "entered", "disputed", "confirmed"] = documented(
        "open: no result; entered: nobody has confirmed the result yet; disputed: somebody says that it is wrong"
    )
    result: int = documented("the number of the latest result, 0 without one")
    pot: int = documented("the points that the latest result leaves on the table")
    seats: list[SeatOut] = documented("the seats in wind order")


class RoundOut(Schema):
    """A published round."""

    number: int = documented("1, 2, 3 and so on")
    published_at: datetime = documented("when its seats were published")
    closed_at: datetime | None = documented("when it was closed, which needs a confirmed result of each table")
    starts_at: datetime | None = documented("when it is planned to start, until its clock is started")
    started_at: datetime | None = documented("when its clock was started")
    ends_at: datetime | None = documented("when its clock ends, while it runs")
    tables: list[TableOut] = documented("its tables")
    byes: list[int] = documented("the numbers of the players who sit out")


class StandingOut(Schema):
    """A player’s line in the standings, which count confirmed results only. There is also a `round_1`, `round_2` …

    for each round: the result that counts there, or null.
    """

    model_config = ConfigDict(extra="allow")

    place: int | None = documented("the place, shared by equals; null without one, such as for house players")
    entrant: int = documented("the number of the player")
    name: str = documented("the name as the requester may see it")
    club: str = documented("the player’s club")
    country: str = documented("the player’s country")
    licence: str = documented("the player’s licence; empty without a token of the club")
    team: str = documented("the player’s team")
    total: Amount = documented("the sum that decides the place")
    games: int = documented("how many matches the player has a result of")
    byes: int = documented("how often the player sat out")
    carried: Amount = documented("the points carried into the last stage")
    adjusted: Amount = documented("penalties and other changes by the organisers")
    placement: Amount = documented("the part of the total that is for places at tables")
    first: int = documented("how many matches the player was first in, shared places included")
    second: int = documented("how many second places")
    third: int = documented("how many third places")
    fourth: int = documented("how many fourth places, at tables of four")
    average_place: Amount | None = documented("the mean place at tables")
    best_game: Amount | None = documented("the highest result of a match")
    decided_by: str = documented("the tie-break that puts the player below the line above; empty if the total does")
    withdrawn: bool = documented("whether the player has withdrawn")
    stage: int = documented("the last stage in which the player takes part")
    not_counted: str = documented("the numbers of rounds whose result doesn’t count, with spaces between them")
    chips: Amount | None = documented("the player’s chips, if the game has chips", default=None)


class EntrantIn(RequestBody):
    """A player to register."""

    name: Name = documented("the player’s name; one on the roster of the club links the player")
    club: Text = documented("the player’s club", default="")
    country: Text = documented("the player’s country, such as CZ", default="")
    licence: Text = documented("the player’s licence", default="")
    team: Text = documented("the name of a team", default="")


EntrantsIn = Annotated[list[EntrantIn], Field(max_length=300)]


class CheckInIn(RequestBody):
    """Whether the player is present."""

    present: bool = documented("false takes the check-in back", default=True)


class ResultIn(RequestBody):
    """The totals of a table."""

    points: Annotated[list[Points], Field(max_length=4)] = documented("the points of each seat in wind order")
    pot: Points = documented("the points left on the table", default=0)
    chips: Annotated[list[Points], Field(max_length=4)] = documented("the chips of each seat in wind order", default=[])
    after: Number | None = documented(
        "the number of the last result that you have seen, 0 for none; if there is a later one, it isn’t replaced",
        default=None,
    )


class ResultNumber(Schema):
    """The number of a table’s result."""

    number: int = documented("each new result of a table has a higher one")


class ConfirmIn(RequestBody):
    """The result to confirm."""

    number: Number = documented("the number of the result, so that no later one is confirmed unseen")
