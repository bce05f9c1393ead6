"""The archive's format (docs/formats.md, "The archive of a tournament"): the keys of its rows, in order.

Keys are database columns. Entrants, teams, stages, rounds and tables are identified by number, roster players by name.
An archive has no codes, form keys, phones or accounts.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import models as fields

from engine.hash_chain import plain
from engine.language import gettext_noop as _
from matches.files import schema
from matches.files.schema import FLAG, LIST, NAME, OBJECT, Columns, ValueKind, choice, number, optional, or_none, text
from matches.models import HouseRulesVersion, Match, MatchDevice, Sitting
from people.models import Player
from tournaments import models

FORMAT, VERSION = "scorekeeper-event", 1

# The records of a draw are validated strictly, because pages build sentences from them.

LONGEST, LONGEST_MARK = 600, 64
# Only named placeholders: a width could use up all memory.
_SENTENCE = re.compile(r"(?:[^%]|%%|%\([a-z_]{1,20}\)s)*")
_NAMES = re.compile(r"(?<!%)(?:%%)*%\(([a-z_]{1,20})\)s")


def _fits(value: Any, shape: Any) -> bool:
    """Return whether a value has the shape.

    A shape is `int` or `str` (limited in size), [shape] for a list, a dict of shapes for an object with any of these
    keys, or a predicate.
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(key in shape and _fits(value[key], shape[key]) for key in value)
    if shape is int:
        return type(value) is int and abs(value) < 10**6
    if shape is str:
        return isinstance(value, str) and len(value) <= LONGEST
    return bool(shape(value))


def _all(shape: Any) -> Callable[[Any], bool]:
    """Return a shape for an object with any keys whose values all have `shape`."""
    return lambda value: isinstance(value, dict) and all(_fits(item, shape) for item in value.values())


def _reason(value: Any) -> bool:
    """Return whether a value is a list of a sentence and the values of its placeholders."""
    if not (isinstance(value, list) and len(value) == 2 and _fits(value[0], str) and isinstance(value[1], dict)):
        return False
    sentence, values = value
    filled = all(type(item) is int or _fits(item, str) for item in values.values())
    return filled and bool(_SENTENCE.fullmatch(sentence)) and set(_NAMES.findall(sentence)) <= set(values)


# The input from which, together with the seed, a draw can be repeated.
_DRAWN = {"people": [int], "apart": [lambda value: _fits(value, [int]) and len(value) == 2], "rounds": int}
_PLAN = {
    "field": [int],
    "rounds": [[[int]]],
    "groups": [[int]],
    "again": [_all(str)],
    "marks": [lambda value: _fits(value, str) and len(value) <= LONGEST_MARK],  # one per round
    "drawn": lambda value: _fits(value, _DRAWN) and len(value) == len(_DRAWN),
}
_REASONS = {"how": [_reason], "tables": _all([_reason])}
_SEATS = {"tables": [[int]], "byes": [int]}


def _kind(takes: str, shape: Any) -> ValueKind:
    """Return the kind of value that is an empty list or has this shape. `takes`: a description for error messages."""

    def read(value: Any) -> Any:
        if value != [] and not _fits(value, shape):
            raise ValueError
        return plain(value, "")

    return ValueKind(takes, read, lambda value: plain(value, "archive"))


PLAN = _kind(_("a draw plan"), _PLAN)
REASONS = _kind(_("the reasons for a seating"), _REASONS)
SEATS = _kind(_("the seats in a round"), _SEATS)

# ── rows ─────────────────────────────────────────────────────────────────────

CHIPS = ("c1", "c2", "c3", "c4")
_NUMBER = number(1, 999_999)
# Columns whose values differ from those of the database.
_BY_NAME: Mapping[str, ValueKind] = {
    **dict.fromkeys(("number", "round", "table"), _NUMBER),
    **dict.fromkeys(("p1", "p2", "p3", "p4", "pot", "total", "points"), number(-(10**9), 10**9)),
    **dict.fromkeys(("player", "substitute_player"), NAME),
    **dict.fromkeys(("from_round", "left_after"), number(0, 999_999)),
    "match": OBJECT,
    "match_version": number(0, 400),
    "minutes": number(0, 100_000),
    "rules_version": number(1, 10**6),
    "extra_seconds": number(-1_000_000, 1_000_000),
    "rounds": number(1, 1000),
    "wind": choice(("E", "S", "W", "N", "")),
    "plan": PLAN,
    "reasons": REASONS,
    **dict.fromkeys(("before", "after"), SEATS),
    # Columns that the first archives don't have.
    "wish": optional(text(160), ""),
    "by_group": optional(FLAG, False),
    **dict.fromkeys(CHIPS, optional(number(-(10**9), 10**9), 0)),  # only where the rule book plays chips
    "starts_at": optional(schema.TIME, None),  # only where a start is planned
    "late_entry": optional(FLAG, None),  # they have a sentence in the note instead
}


_KINDS: Mapping[type[Any], ValueKind] = {
    fields.DateTimeField: schema.TIME,
    fields.DateField: schema.DAY,
    fields.DecimalField: schema.DECIMAL,
    fields.BooleanField: FLAG,
    fields.ForeignKey: _NUMBER,
}


def _kind_of(field: Any) -> ValueKind:
    """Return the kind of value that a model field takes; references are numbers."""
    if field.choices:
        return choice(value for value, _label in field.choices)
    if isinstance(field, fields.CharField):
        return text(field.max_length or 0, least=0 if field.blank else 1)
    if isinstance(field, fields.JSONField):
        return LIST if field.default is list else OBJECT
    return _KINDS.get(type(field)) or number()


def _columns(model: type[fields.Model], names: str, **others: ValueKind) -> Columns:
    """Return the columns of a list, in order. `others`: kinds that differ from those of the model's fields."""
    own: dict[str, Any] = {field.name: field for field in model._meta.fields}
    columns = {name: others.get(name) or _BY_NAME.get(name) or _kind_of(own[name]) for name in names.split()}
    with_null = {name for name in columns if name in own and own[name].null and name not in others}
    return {name: or_none(kind) if name in with_null else kind for name, kind in columns.items()}


TOURNAMENT = _columns(
    models.Tournament,
    "name place note starts_on ends_on created_at system rules_version options scheme tie_breaks bye counting state "
    "public open_for_entry approval capacity apart_teams apart_clubs minutes end_policy archived_at",
)
HOUSE_RULES = _columns(HouseRulesVersion, "name note rules_version options")
MATCH = _columns(
    Match,
    "name created_at public point_value point_unit archived_at sittings devices",
    **dict.fromkeys(("sittings", "devices"), LIST),
)
SITTING = _columns(
    Sitting, "chair name player from_hand", chair=choice(("P1", "P2", "P3")), name=NAME, from_hand=number(1, 1000)
)
DEVICE = _columns(MatchDevice, "number joined_at label revoked_at")


class RowList(NamedTuple):
    """The format of a list of rows. `identity`: the columns that identify a row, or () if nothing refers to it."""

    model: type[fields.Model]
    identity: tuple[str, ...]
    columns: Columns


def _list(model: type[fields.Model], identity: str, names: str, **others: ValueKind) -> RowList:
    return RowList(model, tuple(identity.split()), _columns(model, names, **others))


# In the order of the format, in which rows refer only to lists before theirs.
LISTS: dict[str, RowList] = {
    "series": _list(models.Series, "created_at", "name counting created_at"),
    "players": _list(Player, "name", "name nickname shown erased", name=NAME, erased=FLAG),
    "teams": _list(models.Team, "number", "number name"),
    "entrants": _list(
        models.Entrant,
        "number",
        "number player name club_name country licence team wish seeding state house entered_at checked_in_at "
        "from_round left_after lot",
    ),
    "apart": _list(models.Apart, "one other", "one other"),
    "stages": _list(
        models.Stage, "number", "number name seating rounds takes by_group carry seed promise promised_at drawn_at plan"
    ),
    "rounds": _list(
        models.Round,
        "number",
        "number stage drawn_at published_at locked_at closed_at minutes end_policy starts_at started_at paused_at "
        "paused_seconds revision reasons",
    ),
    "changes": _list(models.RoundChange, "round revision", "round revision at reason before after", reason=text(600)),
    "tables": _list(models.Table, "round number", "round number extra_seconds match"),
    "seats": _list(models.Seat, "round entrant", "round table wind entrant substitute substitute_player"),
    "results": _list(
        models.Result,
        "round table number",
        "round table number p1 p2 p3 p4 pot total match_version at entrant reason c1 c2 c3 c4",
    ),
    "verdicts": _list(models.Verdict, "round table result number", "round table result number kind at entrant reason"),
    "adjustments": _list(models.Adjustment, "", "entrant round points reason at cancelled_at cancel_reason"),
    "calls": _list(models.Call, "", "round table at note late_entry answered_at"),
}
# Lists that the first archives don't have.
LATER = frozenset({"series"})
KEYS = ("format", "version", "tournament", "house_rules", *LISTS)
# Columns that refer to a row of another list: a table together with its round, a result with its round and table.
REFERENCES: Mapping[str, str] = {
    "player": "players",
    "substitute_player": "players",
    "team": "teams",
    "one": "entrants",
    "other": "entrants",
    "entrant": "entrants",
    "stage": "stages",
    "round": "rounds",
    "table": "tables",
    "result": "results",
}


def reference(row: Mapping[str, Any], column: str) -> Any:
    """Return the identity of the row that a column refers to, or None."""
    values = tuple(row[name] for name in (*LISTS[REFERENCES[column]].identity[:-1], column))
    return None if None in values else values if len(values) > 1 else values[0]
