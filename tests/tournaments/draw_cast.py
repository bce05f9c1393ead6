"""Helpers for tests of the draw."""

import pytest

from engine.errors import RuleViolation
from tests.matches.table import new_key
from tests.tournaments.cast import tournament
from tournaments.draw import draw, seat_plans
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.models import Stage
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking


def made(club, way="fixed", **told):
    """A tournament with one stage, seated in this way; nothing is drawn yet."""
    found = tournament(club, **told)
    Stage.objects.filter(tournament=found).update(seating=way)
    return found


def rounds(found):
    """The current seats of every round."""
    day = Day(found)
    return [seat_plans.seats_of(day, each) for each in day.rounds]


def ranked(found):
    """The entrants in the order of the standings, as the draw uses it."""
    return lambda: ranking(Day(found, True), 99)


def drawn(found, olga, **options):
    """Draw the first stage."""
    told = {"key": new_key(), "by": olga.user, "options": DrawOptions(**options)}
    return draw.draw_stage(tournament=found, stage=1, **told)


def refused(sentence, step):
    """Check that the step is refused with this sentence."""
    with pytest.raises(RuleViolation) as caught:
        step()
    assert str(caught.value) == sentence
