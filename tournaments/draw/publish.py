"""Publishes, hides and locks rounds, and cancels remaining ones. Draws nothing, changes no seats."""

from datetime import UTC, datetime

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import Role, User
from tournaments.draw import seat_plans
from tournaments.draw.write_rounds import clear, note_change
from tournaments.models import Round, Tournament
from tournaments.snapshot import Day
from tournaments.write_access import acting, going_on


def publish_rounds(*, tournament: Tournament, upto: int, by: User, record: Record = by_program) -> list[Round]:
    """Publish all hidden rounds up to number `upto`.

    Raises `NotAllowed`, `Unavailable`, as all here do.
    """
    with going_on(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        round_called(day, upto)
        new = [each for each in day.rounds if each.number <= upto and not each.published_at]
        for one in new:
            one.published_at = datetime.now(UTC)
            Round.objects.filter(pk=one.pk).update(published_at=one.published_at)
            note_change(one, by, "published", None, seat_plans.seats_of(day, one))
            record("round_published", club=now.club, user=by, after={"tournament": now.code, "round": one.number})
    return new


def hide_rounds(*, tournament: Tournament, first: int, by: User, record: Record = by_program) -> list[Round]:
    """Hide round `first` and those after it. Raises `RuleViolation` if one has begun."""
    with going_on(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        round_called(day, first)
        shown = [each for each in day.rounds if each.number >= first and each.published_at]
        for one in shown:
            if seat_plans.begun(day, one):
                raise RuleViolation("round", _("Round %(round)s has begun: it is hidden no more."), round=one.number)
            Round.objects.filter(pk=one.pk).update(published_at=None)
            one.published_at = None
            record("round_hidden", club=now.club, user=by, after={"tournament": now.code, "round": one.number})
    return shown


def lock_round(*, tournament: Tournament, number: int, locked: bool, by: User, record: Record = by_program) -> Round:
    """Lock or unlock the seats of a round: while it is locked, they change only with a reason."""
    with acting(tournament, by, Role.ORGANISER) as now:
        one = round_called(Day(now), number)
        if bool(one.locked_at) != locked:
            one.locked_at = datetime.now(UTC) if locked else None
            Round.objects.filter(pk=one.pk).update(locked_at=one.locked_at)
            told = {"tournament": now.code, "round": number}
            record("round_locked" if locked else "round_unlocked", club=now.club, user=by, after=told)
    return one


def drop_rounds(*, tournament: Tournament, first: int, by: User, record: Record = by_program) -> None:
    """Delete round `first` and those after it. Raises `RuleViolation` if one was published."""
    with going_on(tournament, by, Role.ORGANISER) as now:
        day = Day(now)
        if first == 1 or round_called(day, first).stage_id != round_called(day, first - 1).stage_id:
            raise RuleViolation("round", _("The first round of a stage stays: draw the stage anew instead."))
        late = [each for each in day.rounds if each.number >= first]
        clear(late)
        told = {"tournament": now.code, "round": first, "rounds": len(late)}
        record("round_dropped", club=now.club, user=by, after=told)


def round_called(day: Day, number: int) -> Round:
    """The round with this number. Raises `NotAllowed`."""
    found = next((each for each in day.rounds if each.number == number), None)
    if found is None:
        raise NotAllowed
    return found
