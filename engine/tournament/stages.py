"""Stages: which entrants qualify, and the points that they carry over. Independent of seating."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, not_one_of, one_of, whole_number
from engine.tournament.results import NO_LOTS
from engine.tournament.scoring.fractions import NOTHING, mean, number_to_json, read_number
from engine.tournament.standings import Lines, PlaceReason, tied_across

STAGES = ("fixed", "swiss", "groups", "final")
CARRIES = ("none", "half", "full", "head_start")
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Carry:
    """The rule for the points carried into the next stage.

    `kind`: "none", "half" or "full" of the total, or a "head_start" of `values` by place. Shared places get the
    average; places without a value get 0.
    """

    kind: str = "none"
    values: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRules:
    """The rules of one stage. `takes`: how many entrants qualify for it, None for all; `groups`: how many groups."""

    kind: str = "fixed"
    rounds: int = 1
    takes: int | None = None
    groups: int = 1
    carry: Carry = Carry()


class TiedOnTheLine(RuleViolation):
    """The cut is undecided: `entrants` are level on everything, so a tie-break draw must decide."""

    def __init__(self, entrants: tuple[int, ...]) -> None:
        text = _(
            "These players are level on everything at the cut: %(entrants)s. Hold a tie-break draw and record "
            "the result."
        )
        super().__init__("lots", text, entrants=entrants)
        self.entrants = entrants


@dataclass(frozen=True, slots=True)
class Cut:
    """The result of a cut.

    `through`: the entrants who qualify, best first; `out`: the others. `reason`: why the first entrant out is below the
    last one through, if their totals are equal.
    """

    through: tuple[int, ...]
    out: tuple[int, ...]
    reason: PlaceReason | None


def cut(lines: Lines, k: int, lots: Mapping[int, int] = NO_LOTS) -> Cut:
    """The cut after the first `k`. Raises `TiedOnTheLine` if neither a tie-break nor `lots` decides it."""
    placed = [line for line in lines if line.place is not None]
    if not 1 <= k <= len(placed):
        sentence = _("Choose 1 to %(most)s qualifiers. The number of ranked players is %(most)s.")
        raise RuleViolation("takes", sentence, most=len(placed))
    reason = placed[k].reason if k < len(placed) else None
    if tied := tied_across(lines, k):
        if not all(entrant in lots for entrant in tied):
            raise TiedOnTheLine(tied)
        placed.sort(key=lambda line: (line.place or 0, lots[line.entrant] if line.entrant in tied else 0))
        last, next_ = placed[k - 1].entrant, placed[k].entrant
        if lots[last] == lots[next_]:
            raise TiedOnTheLine(tied)
        reason = PlaceReason("lot", last, Fraction(lots[last]), Fraction(lots[next_]))
    order = [line.entrant for line in (*placed, *(line for line in lines if line.place is None))]
    return Cut(tuple(order[:k]), tuple(order[k:]), reason)


def cut_each(lines: Lines, parts: Sequence[Collection[int]], k: int, lots: Mapping[int, int] = NO_LOTS) -> Cut:
    """The cut after the first `k` of each group in `parts`, with the entrants in the order of `lines`.

    All ranked entrants of a group smaller than `k` qualify. Raises `TiedOnTheLine` if neither a tie-break nor a lot
    decides the cut in a group.
    """
    through: set[int] = set()
    for part in parts:
        own = [line for line in lines if line.entrant in part]
        if placed := sum(line.place is not None for line in own):
            through |= set(cut(own, min(k, placed), lots).through)
    order = [line.entrant for line in lines]
    return Cut(tuple(filter(through.__contains__, order)), tuple(each for each in order if each not in through), None)


def carried(lines: Lines, carry: Carry) -> dict[int, Fraction]:
    """The points that each entrant starts the next stage with, for `Results.carried`."""
    if carry.kind == "head_start":
        return by_place(lines, carry.values)
    part = {"full": Fraction(1), "half": Fraction(1, 2)}.get(carry.kind, NOTHING)
    return {line.entrant: line.total * part for line in lines}


def by_place(lines: Lines, values: Sequence[Fraction]) -> dict[int, Fraction]:
    """A value for each entrant by place, or 0 if there is none; tied entrants get the mean for their places."""
    shares = {line.entrant: NOTHING for line in lines}
    all_values = [*values, *[NOTHING] * len(lines)]
    for place in {line.place for line in lines if line.place is not None}:
        sharing = [line.entrant for line in lines if line.place == place]
        shares |= dict.fromkeys(sharing, mean(all_values[place - 1 : place - 1 + len(sharing)]))
    return shares


def stage_to_json(stage: StageRules) -> dict[str, object]:
    """The options of a stage as plain JSON."""
    carry = {"kind": stage.carry.kind, "values": [number_to_json(each) for each in stage.carry.values]}
    return {"kind": stage.kind, "rounds": stage.rounds, "takes": stage.takes, "groups": stage.groups, "carry": carry}


def read_stage(options: Mapping[str, object]) -> StageRules:
    """The stage with these options; missing options get their defaults. Raises `RuleViolation`."""
    known_keys(options, frozenset(StageRules.__dataclass_fields__))
    given = {**stage_to_json(StageRules()), **options}
    kind, takes = one_of(given, "kind", STAGES), given["takes"]
    stage = StageRules(
        kind=kind,
        rounds=whole_number(given, "rounds", 1, MOST_ROUNDS),
        takes=None if takes is None else whole_number(given, "takes", 3, 999),
        groups=whole_number(given, "groups", 1, 99),
        carry=_carry(given["carry"]),
    )
    if kind == "final" and stage.takes not in (None, 3, 4):
        raise RuleViolation("takes", _("A final needs three players, or four who take turns sitting out."))
    if kind == "final" and stage.takes == 4 and stage.rounds % 4:
        sentence = _(
            "A final with four players needs a multiple of 4 matches (4, 8, 12…), so that everyone sits out "
            "equally often."
        )
        raise RuleViolation("rounds", sentence)
    return stage


def _carry(given: object) -> Carry:
    values = given.get("values", []) if isinstance(given, Mapping) else None
    kind = one_of({"carry": given.get("kind", "none") if isinstance(given, Mapping) else None}, "carry", CARRIES)
    if not isinstance(values, list | tuple):
        raise not_one_of("carry", CARRIES)
    return Carry(kind, tuple(read_number(each, "carry") for each in values))
