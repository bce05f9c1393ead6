"""Add, change and remove stages that aren't drawn yet, and check that they can be seated."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Unpack

from engine.errors import RuleViolation
from engine.hash_chain import plain
from engine.language import gettext_noop as _
from people.db.transactions import existing
from people.models import Role
from people.text.cleaning import clean_name
from tournaments.draw.methods import refuse_impossible
from tournaments.draw.seat_plans import plan_of
from tournaments.models import Round, Seating, Stage, Tournament
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import carry_of, read_carry
from tournaments.standings.qualification import groups_before
from tournaments.write_access import Action, ActionLog, refuse_outside, unless_over

MOST_STAGES, MOST_ROUNDS, MOST_QUALIFYING = 12, 60, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDetails:
    """The settings of a stage, which can change until it is drawn.

    `takes`: how many players qualify, or None for all; with `by_group`, how many from each group of the previous stage.
    `carry`: the points carried over, as JSON of engine.tournament; empty for all points.
    """

    name: str = ""
    seating: str = Seating.FIXED.value
    rounds: int = 4
    takes: int | None = None
    by_group: bool = False
    carry: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cleaned(self) -> dict[str, Any]:
        """The cleaned values by field. Raises `RuleViolation` (fields `seating`, `rounds`, `takes`, `name`)."""
        if self.seating not in Seating.values:
            raise RuleViolation("seating", _("Choose a seating method for this stage."))
        refuse_outside("rounds", self.rounds, 1, MOST_ROUNDS)
        if self.takes is not None:
            refuse_outside("takes", self.takes, 1 if self.by_group else 3, MOST_QUALIFYING)
        elif self.by_group:
            raise RuleViolation("takes", _("Enter how many players qualify from each group."))
        read_carry(self.carry)
        name = clean_name(self.name, "name") if self.name.strip() else ""
        return asdict(self) | {"name": name, "carry": plain(dict(self.carry), "carry")}


def add_stage(*, stage: StageDetails, **action: Unpack[Action]) -> Stage:
    """Append a stage. Raises `RuleViolation` (also if it could never be drawn), `NotAllowed` or `Unavailable`."""
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        (new,) = create_stages(tournament, [stage])
        _record(log, new.number)
    return new


def change_stage(*, number: int, stage: StageDetails, **action: Unpack[Action]) -> None:
    """Change a stage that isn't drawn. A published fingerprint is withdrawn but stays on record."""
    values = stage.cleaned
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        old = _undrawn(tournament, number)
        # An omitted carry-over means all points.
        same = all(getattr(old, name) == value for name, value in values.items() if name != "carry")
        if same and carry_of(old) == read_carry(values["carry"]):
            return
        _check_groups(tournament, number, stage)
        refuse_undrawable(number, stage, known_for(Day(tournament), number))
        if stage.seating != Seating.GROUPS:
            _refuse_without_groups(tournament, number + 1, "seating")
        Stage.objects.filter(pk=old.pk).update(**values, **_withdrawn_promise(old))
        _record(log, number, old.promise)


def remove_stage(*, number: int, **action: Unpack[Action]) -> None:
    """Remove a stage and renumber later ones.

    Raises `RuleViolation` if it is the only stage, if it or a later one is drawn, or if the next stage needs its
    groups.
    """
    with unless_over(Role.ORGANISER, **action) as (tournament, log):
        removed = _undrawn(tournament, number)
        after = list(Stage.objects.filter(tournament=tournament, number__gt=number))
        if len(after) + number == 1:
            raise RuleViolation("stage", _("A tournament needs at least one stage."))
        for stage in after:
            _undrawn(tournament, stage.number)
        if not _has_groups(tournament, number - 1):
            _refuse_without_groups(tournament, number + 1, "stage")
        removed.delete()
        for stage in after:
            Stage.objects.filter(pk=stage.pk).update(number=stage.number - 1)
        _record(log, number, removed.promise)


# ── helpers; the tournament is locked ────────────────────────────────────────


def create_stages(tournament: Tournament, stages: Sequence[StageDetails]) -> list[Stage]:
    """Append these stages to a tournament, and return them. Raises `RuleViolation`."""
    before = Stage.objects.filter(tournament=tournament).count()
    if before + len(stages) > MOST_STAGES:
        raise RuleViolation("stage", _("A tournament can have at most %(most)s stages."), most=MOST_STAGES)
    new = []
    for number, stage in enumerate(stages, start=before + 1):
        new.append(Stage.objects.create(tournament=tournament, number=number, **stage.cleaned))
        _check_groups(tournament, number, stage)
        refuse_undrawable(number, stage, known_for(Day(tournament), number))
    return new


def stage_drawn(stage: Stage) -> bool:
    """Return whether the stage is drawn, so that it can't change. A fingerprint alone doesn't prevent changes."""
    return bool(stage.drawn_at or Round.objects.filter(stage=stage).exists())


def _check_groups(tournament: Tournament, number: int, stage: StageDetails) -> None:
    if stage.by_group and not _has_groups(tournament, number - 1):
        raise RuleViolation("by_group", _("The previous stage has no groups."))


def _has_groups(tournament: Tournament, number: int) -> bool:
    return Stage.objects.filter(tournament=tournament, number=number, seating=Seating.GROUPS).exists()


def _refuse_without_groups(tournament: Tournament, number: int, field: str) -> None:
    """Raise `RuleViolation` for `field` if stage `number` takes players from each group."""
    if Stage.objects.filter(tournament=tournament, number=number, by_group=True).exists():
        text = _("Stage %(number)s takes players from each group of the previous stage. Change stage %(number)s first.")
        raise RuleViolation(field, text, number=number)


def _undrawn(tournament: Tournament, number: int) -> Stage:
    stage = existing(Stage.objects.filter(tournament=tournament, number=number).first())
    if stage_drawn(stage):
        raise RuleViolation("stage", _("Stage %(number)s has been drawn and can’t be changed."), number=number)
    return stage


def _withdrawn_promise(stage: Stage) -> dict[str, Any]:
    """Return the column values that withdraw a published fingerprint and add it, with its seed, to earlier draws."""
    if not stage.promise:
        return {}
    past = {"seed": stage.seed, "promise": stage.promise, "reason": "", "back": "yes"}
    again = [*plan_of(stage).get("again", []), {**past, "at": datetime.now(UTC).isoformat()}]
    return {"seed": "", "promise": "", "promised_at": None, "plan": {**plan_of(stage), "again": again}}


def _record(log: ActionLog, number: int, promise: str = "") -> None:
    """Record a change to stage `number`. `promise`: the fingerprint that the change withdrew."""
    values: dict[str, Any] = {"promise": promise} if promise else {}
    log("tournament_stages", about=log.tournament.code, stage=number, **values)


# ── possible numbers of players ──────────────────────────────────────────────


StageShape = Stage | StageDetails


@dataclass(frozen=True, slots=True)
class KnownSizes:
    """The numbers of players known before the draw of a stage.

    `players`: how many play, None before the first draw; `house`: how many of them are house players; `groups`: sizes
    of the previous stage's groups, empty if they aren't drawn.
    """

    players: int | None
    house: int
    groups: tuple[int, ...]


def known_for(day: Day, number: int) -> KnownSizes:
    """Return the sizes known before the draw of stage `number`."""
    groups = tuple(len(group) for group in groups_before(day, number))
    if not day.rounds:
        return KnownSizes(None, 0, groups)
    playing = [entrant for entrant in day.entered if entrant.left_after is None]
    return KnownSizes(len(playing), sum(entrant.house for entrant in playing), groups)


def possible_sizes(stage: StageShape, known: KnownSizes) -> tuple[int, ...]:
    """Return the possible numbers of players in the stage; empty if unknown."""
    if stage.takes is None:
        return () if known.players is None else (known.players,)
    if not stage.by_group:
        return (stage.takes if known.players is None else min(stage.takes, known.players - known.house),)
    if known.groups:
        return (sum(min(stage.takes, size) for size in known.groups),)
    return () if known.players is None else tuple(stage.takes * groups for groups in range(2, known.players // 3 + 1))


def refuse_undrawable(number: int, stage: StageShape, known: KnownSizes) -> None:
    """Raise `RuleViolation` (field `takes` or `rounds`) if no possible number of players allows a draw of the stage."""
    if number > 1 and stage.seating == Seating.FINAL and stage.takes is None:
        raise RuleViolation(
            "takes",
            _(
                "Enter how many players reach the final: 3 or 4 for one final, or a multiple of 3 (6, 9, 12…) for "
                "several."
            ),
        )
    refused = [_refusal(stage, players) for players in possible_sizes(stage, known)]
    last = refused[-1] if refused else None
    if last and all(refused):
        field = "takes" if last.field == "players" else last.field
        raise RuleViolation(field, last.sentence, **last.values)


def _refusal(stage: StageShape, players: int) -> RuleViolation | None:
    try:
        refuse_impossible(stage.seating, players, stage.rounds)
    except RuleViolation as violation:
        return violation
    return None
