"""The stages of a tournament: add, change and remove them until they are drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from engine.errors import RuleViolation
from engine.hash_chain import plain
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from people.text.cleaning import clean_name
from tournaments.draw.seat_plans import plan_of
from tournaments.models import Round, Seating, Stage, Tournament
from tournaments.setup.stage_sizes import known_for, refuse_undrawable
from tournaments.snapshot import Day
from tournaments.standings.stage_results import carry_of, read_carry
from tournaments.write_access import refuse_outside, unless_over

MOST_STAGES, MOST_ROUNDS, MOST_TAKEN = 12, 60, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTold:
    """One part of a tournament: its way of seating, its rounds, how many go on into it (None: everybody; `by_group`: so
    many of each group of the stage before), and what they carry into it (as engine.tournament tells it; empty:
    everything)."""

    name: str = ""
    seating: str = Seating.FIXED.value
    rounds: int = 4
    takes: int | None = None
    by_group: bool = False
    carry: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tidied(self) -> dict[str, Any]:
        """The same by field, fit to be kept. Raises `RuleViolation` (fields `seating`, `rounds`, `takes`, `name`)."""
        if self.seating not in Seating.values:
            raise RuleViolation("seating", _("Please choose how the stage is seated."))
        refuse_outside("rounds", self.rounds, 1, MOST_ROUNDS)
        if self.takes is not None:
            refuse_outside("takes", self.takes, 1 if self.by_group else 3, MOST_TAKEN)
        elif self.by_group:
            raise RuleViolation("takes", _("Please say how many of each group go on."))
        read_carry(self.carry)
        name = clean_name(self.name, "name") if self.name.strip() else ""
        return asdict(self) | {"name": name, "carry": plain(dict(self.carry), "carry")}


def add_stage(*, tournament: Tournament, by: User, stage: StageTold, record: Record = by_program) -> Stage:
    """One more stage, after the others. Raises `RuleViolation` (also where it could never be drawn), `NotAllowed`,
    `Unavailable`."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        (made,) = create_stages(now, [stage])
        _record(now, by, made.number, record)
    return made


def change_stage(
    *, tournament: Tournament, by: User, number: int, stage: StageTold, record: Record = by_program
) -> None:
    """Another way of seating, another length; a promise of its draw is taken back, for everybody to see.

    Raises `RuleViolation` where it is drawn, `NotAllowed`, `Unavailable`.
    """
    told = stage.tidied
    with unless_over(tournament, by, Role.ORGANISER) as now:
        old = _undrawn(now, number)
        if _says_the_same(old, told):
            return
        _check_groups(now, number, stage)
        refuse_undrawable(number, stage, known_for(Day(now), number))
        if stage.seating != Seating.GROUPS:
            _refuse_without_groups(now, number + 1, "seating")
        Stage.objects.filter(pk=old.pk).update(**told, **_taken_back(old))
        _record(now, by, number, record, old.promise)


def remove_stage(*, tournament: Tournament, by: User, number: int, record: Record = by_program) -> None:
    """Take a stage out; those after it move up. One always stays. Raises `RuleViolation` where it, or one after it, is
    drawn."""
    with unless_over(tournament, by, Role.ORGANISER) as now:
        gone = _undrawn(now, number)
        after = list(Stage.objects.filter(tournament=now, number__gt=number))
        if len(after) + number == 1:
            raise RuleViolation("stage", _("A tournament has at least one stage."))
        for each in after:
            _undrawn(now, each.number)
        if not _has_groups(now, number - 1):
            _refuse_without_groups(now, number + 1, "stage")
        Stage.objects.filter(pk=gone.pk).delete()
        for each in after:
            Stage.objects.filter(pk=each.pk).update(number=each.number - 1)
        _record(now, by, number, record, gone.promise)


# ── inside: the tournament is locked ─────────────────────────────────────────


def create_stages(tournament: Tournament, stages: Sequence[StageTold]) -> list[Stage]:
    """These stages after those that are there. Raises `RuleViolation`."""
    there = Stage.objects.filter(tournament=tournament).count()
    if there + len(stages) > MOST_STAGES:
        raise RuleViolation("stage", _("A tournament has at most %(most)s stages."), most=MOST_STAGES)
    made = []
    for number, stage in enumerate(stages, start=there + 1):
        made.append(Stage.objects.create(tournament=tournament, number=number, **stage.tidied))
        _check_groups(tournament, number, stage)
        refuse_undrawable(number, stage, known_for(Day(tournament), number))
    return made


def stage_drawn(stage: Stage) -> bool:
    """Whether its seats are drawn: then it changes no more. A draw that is only promised can be taken back."""
    return bool(stage.drawn_at or Round.objects.filter(stage=stage).exists())


def _check_groups(tournament: Tournament, number: int, stage: StageTold) -> None:
    if stage.by_group and not _has_groups(tournament, number - 1):
        raise RuleViolation("by_group", _("The stage before this one has no groups."))


def _has_groups(tournament: Tournament, number: int) -> bool:
    return Stage.objects.filter(tournament=tournament, number=number, seating=Seating.GROUPS).exists()


def _refuse_without_groups(tournament: Tournament, number: int, field: str) -> None:
    """Raises `RuleViolation` for `field` where stage `number` takes so many of each group."""
    if Stage.objects.filter(tournament=tournament, number=number, by_group=True).exists():
        text = _("Stage %(number)s takes so many of each group of the stage before it: change that first.")
        raise RuleViolation(field, text, number=number)


def _undrawn(tournament: Tournament, number: int) -> Stage:
    stage = Stage.objects.filter(tournament=tournament, number=number).first()
    if stage is None:
        raise NotAllowed
    if stage_drawn(stage):
        raise RuleViolation("stage", _("Stage %(number)s is drawn: it stays as it is."), number=number)
    return stage


def _says_the_same(stage: Stage, told: Mapping[str, Any]) -> bool:
    """Whether nothing of it changes; a carry-over that is left out is the same as everything."""
    rest = {name: value for name, value in told.items() if name != "carry"}
    same = all(getattr(stage, name) == value for name, value in rest.items())
    return same and carry_of(stage) == read_carry(told["carry"])


def _taken_back(stage: Stage) -> dict[str, Any]:
    """What a stage keeps of a promise that holds no more: it and its seed, for everybody to see."""
    if not stage.promise:
        return {}
    past = {"seed": stage.seed, "promise": stage.promise, "reason": "", "back": "yes"}
    again = [*plan_of(stage).get("again", []), {**past, "at": datetime.now(UTC).isoformat()}]
    return {"seed": "", "promise": "", "promised_at": None, "plan": {**plan_of(stage), "again": again}}


def _record(tournament: Tournament, by: User, number: int, record: Record, promise: str = "") -> None:
    """`promise`: the one that was taken back with it."""
    said = {"tournament": tournament.code, "stage": number} | ({"promise": promise} if promise else {})
    record("tournament_stages", club=tournament.club, user=by, about=tournament.code, after=said)
