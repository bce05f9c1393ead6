"""The stages of a tournament: add, change and remove them until they are drawn, if they can be seated."""

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

MOST_STAGES, MOST_ROUNDS, MOST_TAKEN = 12, 60, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDetails:
    """How a stage is seated, its rounds, how many players go on into it (`takes`, None: everybody; `by_group`: so many
    of each group of the stage before), and what they carry into it (JSON of engine.tournament; empty: everything)."""

    name: str = ""
    seating: str = Seating.FIXED.value
    rounds: int = 4
    takes: int | None = None
    by_group: bool = False
    carry: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cleaned(self) -> dict[str, Any]:
        """The values by field. Raises `RuleViolation` (fields `seating`, `rounds`, `takes`, `name`)."""
        if self.seating not in Seating.values:
            raise RuleViolation("seating", _("Choose how the stage is seated."))
        refuse_outside("rounds", self.rounds, 1, MOST_ROUNDS)
        if self.takes is not None:
            refuse_outside("takes", self.takes, 1 if self.by_group else 3, MOST_TAKEN)
        elif self.by_group:
            raise RuleViolation("takes", _("Enter how many players qualify from each group."))
        read_carry(self.carry)
        name = clean_name(self.name, "name") if self.name.strip() else ""
        return asdict(self) | {"name": name, "carry": plain(dict(self.carry), "carry")}


def add_stage(*, stage: StageDetails, **action: Unpack[Action]) -> Stage:
    """Add a stage after the others. Raises `RuleViolation` (also if it could never be drawn), `NotAllowed`,
    `Unavailable`."""
    with unless_over(Role.ORGANISER, **action) as (now, log):
        (new,) = create_stages(now, [stage])
        _record(log, new.number)
    return new


def change_stage(*, number: int, stage: StageDetails, **action: Unpack[Action]) -> None:
    """Change a stage that is not drawn. The promise of its draw is withdrawn, for everybody to see."""
    values = stage.cleaned
    with unless_over(Role.ORGANISER, **action) as (now, log):
        old = _undrawn(now, number)
        # A carry-over that is left out is the same as everything.
        same = all(getattr(old, name) == value for name, value in values.items() if name != "carry")
        if same and carry_of(old) == read_carry(values["carry"]):
            return
        _check_groups(now, number, stage)
        refuse_undrawable(number, stage, known_for(Day(now), number))
        if stage.seating != Seating.GROUPS:
            _refuse_without_groups(now, number + 1, "seating")
        Stage.objects.filter(pk=old.pk).update(**values, **_withdrawn_promise(old))
        _record(log, number, old.promise)


def remove_stage(*, number: int, **action: Unpack[Action]) -> None:
    """Remove a stage; those after it move up. Raises `RuleViolation` if it is the only one, or one of them is drawn."""
    with unless_over(Role.ORGANISER, **action) as (now, log):
        removed = _undrawn(now, number)
        after = list(Stage.objects.filter(tournament=now, number__gt=number))
        if len(after) + number == 1:
            raise RuleViolation("stage", _("A tournament needs at least one stage."))
        for stage in after:
            _undrawn(now, stage.number)
        if not _has_groups(now, number - 1):
            _refuse_without_groups(now, number + 1, "stage")
        removed.delete()
        for stage in after:
            Stage.objects.filter(pk=stage.pk).update(number=stage.number - 1)
        _record(log, number, removed.promise)


# ── inside: the tournament is locked ─────────────────────────────────────────


def create_stages(tournament: Tournament, stages: Sequence[StageDetails]) -> list[Stage]:
    """Create these stages after the existing ones. Raises `RuleViolation`."""
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
    """Whether its seats are drawn, so that it can no longer change. A draw that is only promised can be withdrawn."""
    return bool(stage.drawn_at or Round.objects.filter(stage=stage).exists())


def _check_groups(tournament: Tournament, number: int, stage: StageDetails) -> None:
    if stage.by_group and not _has_groups(tournament, number - 1):
        raise RuleViolation("by_group", _("The previous stage has no groups."))


def _has_groups(tournament: Tournament, number: int) -> bool:
    return Stage.objects.filter(tournament=tournament, number=number, seating=Seating.GROUPS).exists()


def _refuse_without_groups(tournament: Tournament, number: int, field: str) -> None:
    """Raises `RuleViolation` for `field` if stage `number` takes so many of each group."""
    if Stage.objects.filter(tournament=tournament, number=number, by_group=True).exists():
        text = _("Stage %(number)s takes a number of players from each group of the previous stage. Change that first.")
        raise RuleViolation(field, text, number=number)


def _undrawn(tournament: Tournament, number: int) -> Stage:
    stage = existing(Stage.objects.filter(tournament=tournament, number=number).first())
    if stage_drawn(stage):
        raise RuleViolation("stage", _("Stage %(number)s has been drawn and can’t be changed."), number=number)
    return stage


def _withdrawn_promise(stage: Stage) -> dict[str, Any]:
    """The fields of a stage without its promise, which stays public with its seed among the earlier draws."""
    if not stage.promise:
        return {}
    past = {"seed": stage.seed, "promise": stage.promise, "reason": "", "back": "yes"}
    again = [*plan_of(stage).get("again", []), {**past, "at": datetime.now(UTC).isoformat()}]
    return {"seed": "", "promise": "", "promised_at": None, "plan": {**plan_of(stage), "again": again}}


def _record(log: ActionLog, number: int, promise: str = "") -> None:
    """`promise`: the one that was withdrawn with the change."""
    values: dict[str, Any] = {"promise": promise} if promise else {}
    log("tournament_stages", about=log.tournament.code, stage=number, **values)


# ── sizes ────────────────────────────────────────────────────────────────────


StageShape = Stage | StageDetails


@dataclass(frozen=True, slots=True)
class KnownSizes:
    """What is known of the players of a stage before its draw: how many play (None before the first draw: more may
    come), how many of them are house players, and the sizes of the groups of the stage before (empty: not drawn)."""

    players: int | None
    house: int
    groups: tuple[int, ...]


def known_for(day: Day, number: int) -> KnownSizes:
    """The sizes that are known before stage `number` is drawn."""
    groups = tuple(len(group) for group in groups_before(day, number))
    if not day.rounds:
        return KnownSizes(None, 0, groups)
    playing = [entrant for entrant in day.entered if entrant.left_after is None]
    return KnownSizes(len(playing), sum(entrant.house for entrant in playing), groups)


def possible_sizes(stage: StageShape, known: KnownSizes) -> tuple[int, ...]:
    """The numbers of players that the stage may have; empty if that is not known yet."""
    if stage.takes is None:
        return () if known.players is None else (known.players,)
    if not stage.by_group:
        return (stage.takes if known.players is None else min(stage.takes, known.players - known.house),)
    if known.groups:
        return (sum(min(stage.takes, size) for size in known.groups),)
    return () if known.players is None else tuple(stage.takes * many for many in range(2, known.players // 3 + 1))


def refuse_undrawable(number: int, stage: StageShape, known: KnownSizes) -> None:
    """Raises `RuleViolation` (field `takes` or `rounds`) if stage `number` cannot be drawn with any number of players
    that it may have."""
    if number > 1 and stage.seating == Seating.FINAL and stage.takes is None:
        raise RuleViolation("takes", _("Enter how many players reach the final: 3 or 4, or 6, 9 … for several finals."))
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
