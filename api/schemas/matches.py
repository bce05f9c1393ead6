"""The types of matches."""

from datetime import datetime
from typing import Any, Literal

from ninja import Schema

from api.schemas.values import BySeat, Code, Name, Note, Number, RequestBody, SeatName, Stamp, System, documented

Status = Literal["running", "finished", "closed"]
STATUS = "running; finished (all hands are played); or closed (the result is final unless the match is reopened)"


class MatchSummary(Schema):
    """A match in a list."""

    code: Code
    name: str = documented("its name; usually empty")
    system: str = documented("the key of the game")
    players: dict[SeatName, str] = documented("the names; P1 began as East, P2 as South and P3 as West")
    club: str = documented("the code of its club; empty without one")
    status: Status = documented(STATUS)
    version: int = documented("the seq of the last event, 0 before the first")
    balances: BySeat = documented("the points now; in some games everybody starts with more than 0, such as 35,000")
    created_at: datetime = documented("when it was started")


class MatchList(Schema):
    """A page of a list."""

    items: list[MatchSummary] = documented("up to fifty matches")
    next: str = documented("the cursor of the next page; empty on the last one")


class EntryOut(Schema):
    """A hand, draw or penalty that counts."""

    seq: int = documented("its number in the log, which it keeps when it is corrected")
    kind: Literal["hand", "draw", "penalty"] = documented("what it is")
    hand: int = documented("the number of the hand, as hand_no")
    label: str = documented("the name of the hand")
    payload: dict[str, Any] = documented("what was entered")
    note: str = documented("the note that it was entered with")
    reason: str = documented("the note of its last correction; empty without one")
    changes: BySeat = documented("what the players won or lost")
    balances: BySeat = documented("the points after it")
    chips: BySeat | None = documented("the chips after it; null if the table plays without chips", default=None)


class PlaceOut(Schema):
    """A player’s place."""

    rank: int = documented("1, 2 or 3; players with equal points share one")
    player: SeatName = documented("the player")
    points: int = documented("the player’s points")


class TournamentTableOut(Schema):
    """The table of a tournament at which a match is played."""

    tournament: str = documented("the code of the tournament")
    round: int = documented("the number of the round")
    table: int = documented("the number of the table")


class MatchOut(MatchSummary):
    """A match with its entries and result."""

    rules_version: int = documented("the version of the rules by which it is played")
    options: dict[str, Any] = documented("the house rules that differ from the defaults of the game")
    hand: str = documented("the name of the hand in play; empty when the match is over")
    hand_no: int | None = documented(
        "the number of the hand in play, for hand_no in a payload; null when the match is over"
    )
    dealer: SeatName = documented("who deals the hand in play")
    length: int = documented("how many hands the match has, repeated ones not counted")
    sticks: int = documented("how many deposits are on the table, in games with riichi sticks")
    chips: BySeat | None = documented("the chips; null if the table plays without chips", default=None)
    public: bool = documented("whether everybody may watch it")
    within: str = documented("the path of the page of its tournament; empty without one")
    table: TournamentTableOut | None = documented("its place in a tournament; null without one")
    undoable: int | None = documented(
        "the target of an undo: the last event that counts; null if there is nothing to undo"
    )
    redoable: int | None = documented("the seq of the event that a redo restores; null if there is none")
    entries: list[EntryOut] = documented("the entries that count, in the order of the hands")
    standings: list[PlaceOut] = documented("the players by points")
    may_score: bool = documented("whether this token may change the match")


class EventOut(Schema):
    """A saved change. Events are never changed or removed. The guide lists their kinds."""

    seq: int = documented("its number in the log: 1, 2, 3 and so on")
    key: str = documented("a key of the event, which isn’t the Idempotency-Key; see own")
    kind: str = documented("hand, draw, penalty, correct, undo, redo, extend, close or reopen")
    payload: dict[str, Any] = documented("its values, by kind")
    at: Stamp = documented("when it was saved, in UTC with microseconds")
    by: str = documented("which device of the match sent it: d1 joined first; each token is a device")
    previous_hash: str = documented("the hash of the event before it; see the guide")
    hash: str = documented("the hash of this event; see the guide")
    hand: int | None = documented("the number of the hand that was in play, as hand_no; null after the last hand")
    changes: BySeat = documented("how it changed the points; of a correction, the difference to before")
    balances: BySeat = documented("the points after it")
    note: str = documented("the note that it was sent with")
    own: bool = documented("whether this token sent it")


class EventsOut(Schema):
    """The events after a seq."""

    version: int = documented("the seq of the last event that there is")
    events: list[EventOut] = documented("all events after the seq")
    status: Status = documented(STATUS)


class PlayersIn(RequestBody):
    """The names of the players. P1, P2 and P3 begin as East, South and West. Names on the club’s roster are linked."""

    P1: Name = documented("East")
    P2: Name = documented("South")
    P3: Name = documented("West")


class StartIn(RequestBody):
    """A new match."""

    club: Code = documented("the code of the token’s club")
    system: System
    players: PlayersIn = documented("the names")
    name: Name = documented("a name for the match", default="")
    options: dict[str, Any] = documented(
        "the house rules that differ from the defaults; /rule-books lists them", default={}
    )


EXPECTED = "the version of the match that you know, plus 1"


class EntryIn(RequestBody):
    """A hand, a draw or a penalty."""

    kind: Literal["hand", "draw", "penalty"] = documented("what it is")
    payload: dict[str, Any] = documented("its values, by game; see the guide")
    expected_seq: Number = documented(EXPECTED)
    note: Note = documented("a note, which the log shows", default="")


class CorrectionIn(EntryIn):
    """The entry as it should have been. `note`: the reason for the correction; the entry keeps its own note."""


class InsertionIn(EntryIn):
    """A missing entry."""

    after: Number = documented("the seq of the entry before it, or 0 for the first place")


class StepIn(RequestBody):
    """A step without values of its own."""

    expected_seq: Number = documented(EXPECTED)


class RemovalIn(StepIn):
    """The removal of an entry."""

    note: Note = documented("the reason", default="")


class ReopenIn(StepIn):
    """The reopening of a closed match."""

    note: Note = documented("the reason", default="")


class UndoIn(StepIn):
    """An undo."""

    target: Number = documented(
        "undoable of the match: the seq of the last event that counts, which can be a correction"
    )


class Recorded(Schema):
    """A saved event, and the match as it is now."""

    seq: int = documented("the seq of the event")
    repeated: bool = documented(
        "true if an earlier request with this key had saved it; somebody may have undone or corrected it since"
    )
    match: MatchOut = documented("the match now, which can have later events too")
