"""The time that pages of a large tournament take grows in proportion to its players, not faster."""

from collections import Counter

import pytest

from people.models import Club
from tests.growth import assert_in_proportion
from tests.thorough import sized
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person
from tournaments.draw.seat_plans import gone
from tournaments.files.points_audit import checks, checks_of
from tournaments.pages.player import met_by
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db
SIZE = 12


def test_the_check_of_the_points_grows_with_the_players():
    club = Club.objects.get(code=Person("olga").found())
    days = {many: Day(tournament(club, entrants=many, rounds=8, played=8)) for many in (SIZE, 8 * SIZE)}
    assert all(checks(each).hold for each in days.values())  # reads the database, which is not measured below
    assert_in_proportion(lambda many: checks(days[many]), SIZE)


def test_the_check_of_the_points_is_computed_once_until_something_changes():
    club = Club.objects.get(code=Person("olga").found())
    made = tournament(club, entrants=6, rounds=2, played=1)
    first = checks_of(Day(made))
    assert checks_of(Day(made)) is first
    made.version += 1
    made.save(update_fields=["version"])
    changed = checks_of(Day(made))
    assert changed is not first
    assert changed == first == checks(Day(made))


@pytest.mark.thorough
def test_finding_withdrawn_players_in_coming_rounds_grows_with_the_players():
    club = Club.objects.get(code=Person("olga").found())
    days = {many: Day(tournament(club, entrants=many, rounds=8, drawn=8)) for many in (SIZE, 8 * SIZE)}
    assert [gone(each) for each in days.values()] == [[], []]  # reads the database, which is not measured below
    assert_in_proportion(lambda many: gone(days[many]), SIZE)


def test_counting_meetings_grows_with_the_pairs():
    def pairs(many):
        return Counter((number, number + step) for number in range(many) for step in range(1, 40))

    assert met_by(Counter({(1, 2): 1, (1, 3): 2})) == {1: [2, 3], 2: [1], 3: [1]}
    size = sized(40, 250)
    met = {many: pairs(many) for many in (size, 8 * size)}
    assert_in_proportion(lambda many: met_by(met[many]), size)
