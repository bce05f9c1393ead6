"""The archive's format, docs/formats.md "The archive of a tournament": the keys of its rows, in order.

Keys are the database's columns. Entrants, teams, stages, rounds and tables are named by their numbers, players of the
roster by their names. An archive has no codes, keys of forms, phones or accounts.
"""

import re
from collections.abc import Callable
from typing import Any

from engine.hash_chain import plain
from engine.language import gettext_noop as _
from matches.files.schema import (
    DAY,
    DECIMAL,
    FLAG,
    LIST,
    NAME,
    OBJECT,
    TIME,
    Columns,
    ValueKind,
    choice,
    number,
    optional,
    or_none,
    text,
)
from people.models import NameDisplay
from tournaments.models import Entrant, Seating, TournamentState, Verdict
from tournaments.models.event import EndPolicy

FORMAT, VERSION = "scorekeeper-event", 1
NUMBER = number(1, 999_999)
POINTS = number(-(10**9), 10**9)
REMARK = text(600)
SEQ = number(0, 400)

# The records of a draw. They are read strictly, because pages build sentences from them.

LONGEST, LONGEST_MARK = 600, 64
# Placeholders have names only: a width could ask for any amount of memory.
_SENTENCE = re.compile(r"(?:[^%]|%%|%\([a-z_]{1,20}\)s)*")
_NAMES = re.compile(r"(?<!%)(?:%%)*%\(([a-z_]{1,20})\)s")


def _ints(value: Any, depth: int = 0) -> bool:
    """Lists of whole numbers, at most four deep."""
    if isinstance(value, list):
        return depth < 4 and all(_ints(each, depth + 1) for each in value)
    return depth > 0 and type(value) is int and abs(value) < 10**6


def _list_of(value: Any, holds: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(holds, value))


def _numbers(value: Any) -> bool:
    return _list_of(value, lambda each: type(each) is int and abs(each) < 10**6)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _reason(value: Any) -> bool:
    """A sentence and the values that fill it."""
    if not (isinstance(value, list) and len(value) == 2 and _is_text(value[0]) and isinstance(value[1], dict)):
        return False
    sentence, values = value
    filled = all(type(each) is int or _is_text(each) for each in values.values())
    return filled and bool(_SENTENCE.fullmatch(sentence)) and set(_NAMES.findall(sentence)) <= set(values)


def _drawn(value: Any) -> bool:
    """What repeats a draw besides the seed: who took part, who was kept apart, how many rounds."""
    if not (isinstance(value, dict) and set(value) == {"people", "apart", "rounds"}):
        return False
    pairs = _list_of(value["apart"], lambda each: _numbers(each) and len(each) == 2)
    return pairs and _numbers(value["people"]) and _numbers([value["rounds"]])


_PLAN: dict[str, Callable[[Any], bool]] = {
    "field": _numbers,
    "rounds": _ints,
    "groups": lambda value: _list_of(value, _numbers),
    "again": lambda value: _list_of(value, _texts),
    "marks": lambda value: _list_of(value, lambda each: _is_text(each) and len(each) <= LONGEST_MARK),  # of each round
    "drawn": _drawn,
}
_REASONS: dict[str, Callable[[Any], bool]] = {
    "how": lambda value: _list_of(value, _reason),
    "tables": lambda value: isinstance(value, dict) and all(_list_of(each, _reason) for each in value.values()),
}
_SEATS: dict[str, Callable[[Any], bool]] = {"tables": lambda value: _list_of(value, _numbers), "byes": _numbers}


def _kind(takes: str, keys: dict[str, Callable[[Any], bool]]) -> ValueKind:
    """Nothing (an empty list or object), or an object with some of these keys."""

    def read(value: Any) -> Any:
        if value not in ([], {}) and not (
            isinstance(value, dict) and all(key in keys and keys[key](each) for key, each in value.items())
        ):
            raise ValueError
        return plain(value, "")

    return ValueKind(takes, read, lambda value: plain(value, "archive"))


PLAN = _kind(_("the plan of a draw"), _PLAN)
REASONS = _kind(_("the reasons for a round"), _REASONS)
SEATS = _kind(_("the seats of a round"), _SEATS)

# ── rows ─────────────────────────────────────────────────────────────────────

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
CALL: Columns = {
    "round": NUMBER,
    "table": NUMBER,
    "at": TIME,
    "note": REMARK,
    "late_entry": optional(FLAG, None),  # archives of version 1.0 have a sentence in the note instead
    "answered_at": or_none(TIME),
}

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
