"""The types of the API's requests and responses. The OpenAPI description is generated from them."""

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from engine.rulesets import BOOKS
from people.text.cleaning import LONGEST_NOTE, MOST_BYTES


def _written_as_date(value: object) -> object:
    """Refuse numbers, which pydantic reads as seconds since 1970."""
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise PydanticCustomError("date_parsing", "")
    return value


Code = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$", description="22 letters, digits, - or _")]
SeatName = Literal["P1", "P2", "P3"]
BySeat = Annotated[dict[SeatName, int], Field(description="a whole number for each of P1, P2 and P3")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
Points = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Text = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Field(max_length=MOST_BYTES)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE)]
Day = Annotated[date, BeforeValidator(_written_as_date)]
System = Annotated[str, Field(description="the key of a game", json_schema_extra={"enum": [*BOOKS]})]


class Problem(Schema):
    """An error, as RFC 9457 describes it. `field`: the value that is wrong."""

    type: str
    title: str
    status: int
    detail: str = ""
    field: str = ""


class ConflictProblem(Problem):
    """An entry that was made for an older state of the match. `saved`: the events since that state."""

    expected_seq: int
    version: int
    saved: list[dict[str, Any]]


class ClubOut(Schema):
    """A club. `role`: the role that the token gives in it; empty without one."""

    code: Code
    name: str
    public: bool
    role: str


class PlayerOut(Schema):
    """A player on a club's roster, with the name as the requester may see it."""

    id: int
    name: str


class RuleBookOut(Schema):
    """A game. `presets`: its ready-made house rules; `options`: every option, with the default."""

    key: str
    title: str
    version: int
    presets: list["PresetOut"]
    options: dict[str, Any]


class PresetOut(Schema):
    """Ready-made house rules. `options`: those that differ from the defaults."""

    key: str
    title: str
    options: dict[str, Any]


class MatchSummary(Schema):
    """A match in a list. `status`: "running", "finished" (all hands are played) or "closed"."""

    code: Code
    name: str
    system: str
    players: dict[SeatName, str]
    club: str
    status: Literal["running", "finished", "closed"]
    version: int
    balances: BySeat
    created_at: datetime


class EntryOut(Schema):
    """An entry that counts, with what it paid. `seq`: its number in the log; corrections keep it."""

    seq: int
    kind: Literal["hand", "draw", "penalty"]
    hand: int
    label: str
    payload: dict[str, Any]
    note: str
    changes: BySeat
    balances: BySeat
    chips: BySeat | None = None


class PlaceOut(Schema):
    """A player's place. Players with equal points share a rank."""

    rank: int
    player: SeatName
    points: int


class MatchOut(MatchSummary):
    """A match with its entries and result. `version`: the seq of the last event."""

    rules_version: int
    options: dict[str, Any]
    hand: str
    dealer: SeatName
    length: int
    sticks: int
    chips: BySeat | None = None
    public: bool
    within: str
    entries: list[EntryOut]
    standings: list[PlaceOut]
    may_score: bool


class EventOut(Schema):
    """An event of the log, as in a match file: the log only grows."""

    seq: int
    key: str
    kind: str
    payload: dict[str, Any]
    at: datetime
    by: str
    previous_hash: str
    hash: str


class EventsOut(Schema):
    """The events after a seq. `version`: the seq of the last one that there is."""

    version: int
    events: list[EventOut]


class MatchList(Schema):
    """A page of a list. `next`: the cursor of the next page; empty on the last one."""

    items: list[MatchSummary]
    next: str


class RequestBody(Schema):
    """What requests send. A field that it does not have is refused: its name may be misspelt."""

    model_config = ConfigDict(extra="forbid")


class PlayersIn(RequestBody):
    """The names of the players. P1, P2 and P3 begin as East, South and West."""

    P1: Name
    P2: Name
    P3: Name


class StartIn(RequestBody):
    """A new match. `club`: the code of the token's club. `options`: those that differ from the defaults."""

    club: Code
    system: System
    players: PlayersIn
    name: Name = ""
    options: dict[str, Any] = {}


class EntryIn(RequestBody):
    """A hand, a draw or a penalty. `payload`: see the guide. `expected_seq`: the version of the match, plus 1."""

    kind: Literal["hand", "draw", "penalty"]
    payload: dict[str, Any]
    expected_seq: Number
    note: Note = ""


class CorrectionIn(EntryIn):
    """The entry as it should have been."""


class InsertionIn(EntryIn):
    """A missing entry. `after`: the seq of the entry before it, or 0 for the first place."""

    after: Number


class StepIn(RequestBody):
    """A step without values of its own. `expected_seq`: the version of the match, plus 1."""

    expected_seq: Number


class RemovalIn(StepIn):
    """The removal of an entry."""

    note: Note = ""


class UndoIn(StepIn):
    """`target`: the seq of the entry to undo, which must be the last one that counts."""

    target: Number


class Recorded(Schema):
    """A saved event, and the match after it. `repeated`: the event had been saved before with this key."""

    seq: int
    repeated: bool
    match: MatchOut


class SeasonQuery(Schema):
    """The filters of a season."""

    system: Text = ""
    first: Day | None = Field(default=None, alias="from")
    last: Day | None = Field(default=None, alias="to")
    least: int = Field(default=0, ge=0, le=999)


class TournamentSummary(Schema):
    """A tournament in a list. `state`: "preparing", "running" or "over"; `version` grows with every change."""

    code: Code
    name: str
    club: str
    place: str
    starts_on: date
    ends_on: date | None
    system: str
    state: str
    version: int


class TournamentOut(TournamentSummary):
    """A tournament. `rounds`: how many are published; `players`: how many take part."""

    options: dict[str, Any]
    rounds: int
    current_round: int | None
    players: int


class EntrantOut(Schema):
    """A player of a tournament. `state`: "entered", "waiting", "asked" and so on.

    `checked_in`: null for requests without a token of the club.
    """

    number: int
    name: str
    club: str
    country: str
    state: str
    checked_in: bool | None


class SeatOut(Schema):
    """A seat at a table. `points`: from the latest result, confirmed or not."""

    wind: str
    player: int
    name: str
    substitute: str
    points: int | None


class TableOut(Schema):
    """A table of a round. `result`: the number of the latest result, 0 without one."""

    number: int
    match: str
    state: Literal["open", "entered", "disputed", "confirmed"]
    result: int
    pot: int
    seats: list[SeatOut]


class RoundOut(Schema):
    """A published round. `ends_at`: when its clock ends, while it runs; `byes`: the numbers of players."""

    number: int
    published_at: datetime
    closed_at: datetime | None
    started_at: datetime | None
    ends_at: datetime | None
    tables: list[TableOut]
    byes: list[int]


class EntrantIn(RequestBody):
    """A player to register."""

    name: Name
    club: Text = ""
    country: Text = ""
    licence: Text = ""
    team: Text = ""


EntrantsIn = Annotated[list[EntrantIn], Field(max_length=300)]


class CheckInIn(RequestBody):
    """Whether the player is present."""

    present: bool = True


class ResultIn(RequestBody):
    """The totals of a table in wind order, and the points left on the table.

    `after`: the number of the last result that you have seen, 0 for none.
    """

    points: Annotated[list[Points], Field(max_length=4)]
    pot: Points = 0
    chips: Annotated[list[Points], Field(max_length=4)] = []
    after: Number | None = None


class ResultNumber(Schema):
    """The number of a table's result; each new result has a higher one."""

    number: int


class ConfirmIn(RequestBody):
    """The number of the result to confirm."""

    number: Number
