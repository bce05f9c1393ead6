"""A tournament that is drawn: its stage seated in some way, its rounds, what is refused."""

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
    """A tournament of which nothing is drawn, its one stage seated in this way."""
    found = tournament(club, **told)
    Stage.objects.filter(tournament=found).update(seating=way)
    return found


def rounds(found):
    """Every round as it is seated now."""
    day = Day(found)
    return [seat_plans.seats_of(day, each) for each in day.rounds]


def ranked(found):
    """The standings as the draw asks for them: entrants, from the first place on."""
    return lambda: ranking(Day(found, True), 99)


def drawn(found, olga, **options):
    """The first stage is drawn."""
    told = {"key": new_key(), "by": olga.user, "options": DrawOptions(**options)}
    return draw.draw_stage(tournament=found, stage=1, **told)


def refused(sentence, step):
    """The step is refused with this sentence."""
    with pytest.raises(RuleViolation) as caught:
        step()
    assert str(caught.value) == sentence
