"""The archive's format, docs/formats.md "The archive of a tournament": which keys its rows have, in their order.

Keys are those of the database's columns; entrants, teams, stages, rounds and tables are named by their numbers, players
of the roster by their names. Codes, keys of forms, phones and accounts stand nowhere in it.
"""

from matches.files.schema import (
    DAY,
    DECIMAL,
    FLAG,
    LIST,
    NAME,
    OBJECT,
    TIME,
    Columns,
    choice,
    number,
    optional,
    or_none,
    text,
)
from people.models import NameDisplay
from tournaments.files.archive.draw_records import PLAN, REASONS, SEATS
from tournaments.models import Entrant, Seating, TournamentState, Verdict
from tournaments.models.event import EndPolicy

FORMAT, VERSION = "scorekeeper-event", 1
NUMBER = number(1, 999_999)
POINTS = number(-(10**9), 10**9)
REMARK = text(600)
SEQ = number(0, 400)

TOURNAMENT: Columns = {
    "name": text(160, least=1),
    "place": text(160),
    "note": REMARK,
    "starts_on": DAY,
    "ends_on": or_none(DAY),
    "created_at": TIME,
    "system": text(40),
    "rules_version": number(1, 10**6),
    "options": OBJECT,
    "scheme": OBJECT,
    "tie_breaks": LIST,
    "bye": OBJECT,
    "counting": OBJECT,
    "state": choice(TournamentState.values),
    "public": FLAG,
    "open_for_entry": FLAG,
    "approval": FLAG,
    "capacity": or_none(number()),
    "apart_teams": FLAG,
    "apart_clubs": FLAG,
    "minutes": number(0, 100_000),
    "end_policy": choice(EndPolicy.values),
    "archived_at": or_none(TIME),
}
HOUSE_RULES: Columns = {
    "name": text(160, least=1),
    "note": REMARK,
    "rules_version": number(1, 10**6),
    "options": OBJECT,
}
SERIES: Columns = {"name": text(160, least=1), "counting": OBJECT, "created_at": TIME}
PLAYER: Columns = {"name": NAME, "nickname": text(160), "shown": choice(NameDisplay.values), "erased": FLAG}
TEAM: Columns = {"number": NUMBER, "name": text(160, least=1)}
ENTRANT: Columns = {
    "number": NUMBER,
    "player": or_none(NAME),
    "name": text(160),
    "club_name": text(160),
    "country": text(40),
    "licence": text(40),
    "team": or_none(NUMBER),
    "wish": optional(text(160), ""),
    "seeding": or_none(number()),
    "state": choice(Entrant.State.values),
    "house": FLAG,
    "entered_at": TIME,
    "checked_in_at": or_none(TIME),
    "from_round": number(0, 999_999),
    "left_after": or_none(number(0, 999_999)),
    "lot": or_none(number()),
}
APART: Columns = {"one": NUMBER, "other": NUMBER}
STAGE: Columns = {
    "number": NUMBER,
    "name": text(160),
    "seating": choice(Seating.values),
    "rounds": number(1, 1000),
    "takes": or_none(number()),
    "by_group": optional(FLAG, False),
    "carry": OBJECT,
    "seed": text(80),
    "promise": text(64),
    "promised_at": or_none(TIME),
    "drawn_at": or_none(TIME),
    "plan": PLAN,
}
ROUND: Columns = {
    "number": NUMBER,
    "stage": NUMBER,
    "drawn_at": TIME,
    "published_at": or_none(TIME),
    "locked_at": or_none(TIME),
    "closed_at": or_none(TIME),
    "minutes": number(0, 100_000),
    "end_policy": choice(EndPolicy.values),
    "started_at": or_none(TIME),
    "paused_at": or_none(TIME),
    "paused_seconds": number(),
    "revision": number(),
    "reasons": REASONS,
}
CHANGE: Columns = {"round": NUMBER, "revision": number(), "at": TIME, "reason": REMARK, "before": SEATS, "after": SEATS}
TABLE: Columns = {
    "round": NUMBER,
    "number": NUMBER,
    "extra_seconds": number(-1_000_000, 1_000_000),
    "match": or_none(OBJECT),
}
MATCH: Columns = {
    "name": text(160),
    "created_at": TIME,
    "public": FLAG,
    "point_value": or_none(DECIMAL),
    "point_unit": text(20),
    "archived_at": or_none(TIME),
    "sittings": LIST,
    "devices": LIST,
}
SITTING: Columns = {
    "chair": choice(("P1", "P2", "P3")),
    "name": NAME,
    "player": or_none(NAME),
    "from_hand": number(1, 1000),
}
DEVICE: Columns = {"number": NUMBER, "joined_at": TIME, "label": text(80), "revoked_at": or_none(TIME)}
SEAT: Columns = {
    "round": NUMBER,
    "table": or_none(NUMBER),
    "wind": choice(("E", "S", "W", "N", "")),
    "entrant": NUMBER,
    "substitute": text(160),
    "substitute_player": or_none(NAME),
}
RESULT: Columns = {
    "round": NUMBER,
    "table": NUMBER,
    "number": NUMBER,
    **dict.fromkeys(("p1", "p2", "p3", "p4", "pot", "total"), POINTS),
    "match_version": or_none(SEQ),
    "at": TIME,
    "entrant": or_none(NUMBER),
    "reason": REMARK,
}
VERDICT: Columns = {
    "round": NUMBER,
    "table": NUMBER,
    "result": NUMBER,
    "number": NUMBER,
    "kind": choice(Verdict.Kind.values),
    "at": TIME,
    "entrant": or_none(NUMBER),
    "reason": REMARK,
}
ADJUSTMENT: Columns = {
    "entrant": NUMBER,
    "round": or_none(NUMBER),
    "points": POINTS,
    "reason": text(600, least=1),
    "at": TIME,
    "cancelled_at": or_none(TIME),
    "cancel_reason": REMARK,
}
CALL: Columns = {"round": NUMBER, "table": NUMBER, "at": TIME, "note": REMARK, "answered_at": or_none(TIME)}

LISTS: dict[str, Columns] = {
    "series": SERIES,
    "players": PLAYER,
    "teams": TEAM,
    "entrants": ENTRANT,
    "apart": APART,
    "stages": STAGE,
    "rounds": ROUND,
    "changes": CHANGE,
    "tables": TABLE,
    "seats": SEAT,
    "results": RESULT,
    "verdicts": VERDICT,
    "adjustments": ADJUSTMENT,
    "calls": CALL,
}
# Lists that archives of the first days do not have: nothing stood in them.
LATER = frozenset({"series"})
KEYS = ("format", "version", "tournament", "house_rules", *LISTS)
