"""Stages: who goes on, and with what. Knows no seating."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, not_one_of, one_of, whole_number
from engine.tournament.results import NO_LOTS
from engine.tournament.scoring.fractions import NOTHING, mean, read_number, tell_number
from engine.tournament.standings import PlaceReason, StandingLine, tied_across

STAGES = ("fixed", "swiss", "groups", "final")
CARRIES = ("none", "half", "full", "head_start")
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Carry:
    """What goes with an entrant into the next stage: "none", "half" or "full" of the total, or a "head_start" of
    `values` by place: shared places get the average, places without a value nothing."""

    kind: str = "none"
    values: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRules:
    """One part of an event. `takes`: how many of the stage before go on, None for everybody; `groups`: how many."""

    kind: str = "fixed"
    rounds: int = 1
    takes: int | None = None
    groups: int = 1
    carry: Carry = Carry()


class TiedOnTheLine(RuleViolation):
    """Nobody can say who goes on: `entrants` are equal on everything. A lot decides, and is recorded."""

    def __init__(self, entrants: tuple[int, ...]) -> None:
        super().__init__(
            "lots",
            _("These players are level on everything at the cut: %(entrants)s. Hold a tie-break draw and record it."),
            entrants=tuple(entrants),
        )
        self.entrants = entrants


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes `through`, best first, and who is `out`. `reason`: why the first one out stands behind the last one
    through where their totals are equal."""

    through: tuple[int, ...]
    out: tuple[int, ...]
    reason: PlaceReason | None


def cut(lines: Sequence[StandingLine], k: int, lots: Mapping[int, int] = NO_LOTS) -> Cut:
    """The first `k` go on. Raises `TiedOnTheLine` where no tie-break and no lot (the lowest first) tells them apart."""
    placed = [line for line in lines if line.place is not None]
    if not 1 <= k <= len(placed):
        raise RuleViolation(
            "takes", _("Between 1 and %(most)s players can qualify, because %(most)s are ranked."), most=len(placed)
        )
    reason = placed[k].reason if k < len(placed) else None
    tied = tied_across(lines, k)
    if tied:
        placed = _by_lot(placed, tied, lots)
        last, next_ = placed[k - 1].entrant, placed[k].entrant
        if lots[last] == lots[next_]:
            raise TiedOnTheLine(tied)
        reason = PlaceReason("lot", last, Fraction(lots[last]), Fraction(lots[next_]))
    through = tuple(line.entrant for line in placed[:k])
    first_out = [line.entrant for line in placed[k:]]
    return Cut(through, (*first_out, *(line.entrant for line in lines if line.place is None)), reason)


def cut_each(
    lines: Sequence[StandingLine], parts: Sequence[Collection[int]], k: int, lots: Mapping[int, int] = NO_LOTS
) -> Cut:
    """The first `k` of each group go on, of a smaller one all who are placed; both lists in the order of `lines`.

    Raises `TiedOnTheLine` where in a group neither tie-break nor lot tells who.
    """
    through: set[int] = set()
    for part in parts:
        own = [line for line in lines if line.entrant in part]
        placed = sum(line.place is not None for line in own)
        if placed:
            through |= set(cut(own, min(k, placed), lots).through)
    order = [line.entrant for line in lines]
    return Cut(tuple(filter(through.__contains__, order)), tuple(each for each in order if each not in through), None)


def _by_lot(placed: Sequence[StandingLine], tied: Sequence[int], lots: Mapping[int, int]) -> list[StandingLine]:
    """The same lines with those who are tied in the order of their lots."""
    if not all(entrant in lots for entrant in tied):
        raise TiedOnTheLine(tuple(tied))
    return sorted(placed, key=lambda line: (line.place or 0, lots[line.entrant] if line.entrant in tied else 0))


def carried(lines: Sequence[StandingLine], carry: Carry) -> dict[int, Fraction]:
    """What each entrant begins the next stage with, for `Results.carried`."""
    if carry.kind == "head_start":
        return by_place(lines, carry.values)
    part = {"full": Fraction(1), "half": Fraction(1, 2)}.get(carry.kind, NOTHING)
    return {line.entrant: line.total * part for line in lines}


def by_place(lines: Sequence[StandingLine], values: Sequence[Fraction]) -> dict[int, Fraction]:
    """A value for each place; who share places share their values; without a place or a value: nothing."""
    shares = {line.entrant: NOTHING for line in lines}
    all_values = [*values, *[NOTHING] * len(lines)]
    for place in {line.place for line in lines if line.place is not None}:
        sharing = [line.entrant for line in lines if line.place == place]
        shares |= dict.fromkeys(sharing, mean(all_values[place - 1 : place - 1 + len(sharing)]))
    return shares


# ── JSON ──────────────────────────────────────────────────────────────────────


def tell_stage(stage: StageRules) -> dict[str, object]:
    """Its options as plain JSON."""
    carry = {"kind": stage.carry.kind, "values": [tell_number(each) for each in stage.carry.values]}
    return {"kind": stage.kind, "rounds": stage.rounds, "takes": stage.takes, "groups": stage.groups, "carry": carry}


def read_stage(options: Mapping[str, object]) -> StageRules:
    """The stage of these options; those left out as usual. Raises `RuleViolation`."""
    known_keys(options, frozenset(StageRules.__dataclass_fields__))
    given = {**tell_stage(StageRules()), **options}
    kind, takes = one_of(given, "kind", STAGES), given["takes"]
    stage = StageRules(
        kind=kind,
        rounds=whole_number(given, "rounds", 1, MOST_ROUNDS),
        takes=None if takes is None else whole_number(given, "takes", 3, 999),
        groups=whole_number(given, "groups", 1, 99),
        carry=_carry(given["carry"]),
    )
    if kind == "final" and stage.takes not in (None, 3, 4):
        raise RuleViolation("takes", _("A final needs three players, or four who take turns to sit out."))
    if kind == "final" and stage.takes == 4 and stage.rounds % 4:
        sentence = _(
            "A final needs at least one match. With four players it needs 4, 8, 12 … matches, so that all"
            " sit out equally often."
        )
        raise RuleViolation("rounds", sentence)
    return stage


def _carry(given: object) -> Carry:
    values = given.get("values", []) if isinstance(given, Mapping) else None
    kind = one_of({"carry": given.get("kind", "none") if isinstance(given, Mapping) else None}, "carry", CARRIES)
    if not isinstance(values, list | tuple):
        raise not_one_of("carry", CARRIES)
    return Carry(kind, tuple(read_number(each, "carry") for each in values))
