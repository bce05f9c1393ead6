"""The number of taps that common tasks take an organiser, starting at the desk. Each link or button is one tap."""

import re

import pytest

from tests.people.club_cast import member
from tests.thorough import sized
from tests.tournaments import hall as halls
from tests.tournaments.cast import close, draw, result, tournament
from tests.tournaments.persons import Person
from tests.tournaments.stage_cast import stage
from tests.tournaments.table_cast import Hall
from tournaments.links import table_token
from tournaments.models import Entrant, Round, Seat, Stage, Table, Verdict

pytestmark = pytest.mark.django_db


class Thumb:
    """Somebody at the desk who follows links and presses buttons of the current page."""

    def __init__(self, person, made):
        self.person, self.taps = person, 0
        self.page = person.get(f"/e/{made.code}/desk/")

    def follow(self, ending):
        """Tap the link whose URL ends like this."""
        (link,) = {each for each in self.page.links if re.search(ending, each)}
        self.page, self.taps = self.person.get(link), self.taps + 1

    def press(self, ending, button=None, has=(), **typed):
        """Fill in a form and press its button. `has`: values that identify the form."""
        sent = self.person.send(self.page.form(ending, **dict(has)), button=button, status=303, **typed)
        self.page, self.taps = self.person.get(sent.goes_to), self.taps + 1


def typed(made, number=1):
    """A row of points for each table of a round."""
    tables = Table.objects.filter(round__tournament=made, round__number=number).values_list("number", flat=True)
    return {f"t{table}-{wind}": each for table in tables for wind, each in zip("ESW", ("9", "1", "-10"), strict=True)}


def test_the_results_of_all_tables_are_typed_with_two_taps_and_closed_with_two_more(club, olga):
    tables = sized(9, 33)
    made = tournament(club, entrants=3 * tables, rounds=1, published=1)
    halls.begin(made)
    thumb = Thumb(olga, made)
    thumb.follow("/rounds/1/results/")
    thumb.press("/results/", **typed(made))
    assert (thumb.taps, Verdict.objects.filter(kind="confirmed").count()) == (2, tables)
    thumb.follow("/rounds/1/tables/$")
    thumb.press("/close/")
    assert (thumb.taps, Round.objects.get().closed_at is not None) == (4, True)


@pytest.mark.parametrize("seating", ["fixed", "swiss"])
def test_a_round_is_closed_and_the_next_one_published_and_started_with_four_taps(club, olga, seating):
    made = tournament(club, entrants=9, rounds=2, drawn=1 if seating == "swiss" else 2, published=1)
    Stage.objects.filter(tournament=made).update(seating=seating)
    close(Round.objects.get(tournament=made, number=1))
    Round.objects.filter(tournament=made, number=1).update(closed_at=None)
    thumb = Thumb(olga, made)
    thumb.follow("/rounds/1/tables/$")
    assert "You can reopen it later" in thumb.page
    thumb.press("/close/")
    thumb.press("/rounds/next/" if seating == "swiss" else "/rounds/publish/")
    thumb.press("/clock/", has={"do": "start"})
    assert (thumb.taps, Round.objects.get(tournament=made, number=2).started_at is not None) == (4, True)


def test_a_late_arrival_is_seated_with_three_taps(club, olga):
    made = tournament(club, entrants=9, rounds=3, drawn=3, published=1)
    halls.begin(made)
    thumb = Thumb(olga, made)
    thumb.follow("/entries/add/")
    thumb.press("/entries/add/", ("action", "add"), names="Zoe Zimmer")
    thumb.press("/late/")
    late = Entrant.objects.get(tournament=made, name="Zoe Zimmer")
    assert (thumb.taps, late.state) == (3, "entered")
    assert list(Seat.objects.filter(entrant=late).values_list("round__number", flat=True)) == [2, 3]


def test_somebody_on_the_waiting_list_who_has_checked_in_is_seated_with_three_taps(club, olga):
    made = tournament(club, entrants=10, rounds=3)
    Entrant.objects.filter(tournament=made, number=10).update(state="waiting", checked_in_at=made.created_at)
    draw(made, Stage.objects.get(tournament=made), "a", 3, 1)
    halls.begin(made)
    thumb = Thumb(olga, made)
    thumb.follow("/late/$")
    form = thumb.page.form("/late/")
    assert form.values("comes") == ["10"]
    thumb.page, thumb.taps = olga.get(f"{form.action}?comes=10&first=2"), thumb.taps + 1
    thumb.press("/late/")
    assert (thumb.taps, Entrant.objects.get(tournament=made, number=10).state) == (3, "entered")


@pytest.mark.parametrize("takes", [pytest.param(3, marks=pytest.mark.thorough), 6])
def test_a_final_is_drawn_and_published_with_two_taps(club, olga, takes):
    made = tournament(club, entrants=9, rounds=1, played=1)
    for at, table in enumerate(Table.objects.filter(round__tournament=made), start=1):
        result(table, (30 + at, at, -30 - 2 * at))  # no ties at the cut
    stage(made, 2, takes=takes)
    thumb = Thumb(olga, made)
    thumb.press("/draw/2/")
    thumb.press("/rounds/publish/")
    final = Round.objects.get(tournament=made, number=2)
    assert (thumb.taps, final.published_at is not None, final.tables.count()) == (2, True, takes // 3)


def test_the_referee_is_chosen_already_where_nobody_else_may_sign():
    hall = Hall(public=True)
    rita = Person("rita")
    for page in ("result", "dispute"):
        if page == "dispute":
            hall.played()
        form = rita.get(f"/e/{hall.tournament.code}/rounds/1/tables/1/{page}/").form(f"/{page}/")
        assert form.values("entrant") == [""]


def test_nobody_is_chosen_where_a_player_may_sign_too():
    hall = Hall(public=True)
    rita = Person("rita")
    card = f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}"
    rita.send(rita.get(card).form(card), status=303)
    form = rita.get(f"/e/{hall.tournament.code}/rounds/1/tables/1/result/").form("/result/")
    assert form.values("entrant") == []


def test_a_referee_has_no_buttons_for_steps_of_organisers(club, olga):
    made = tournament(club, entrants=9, rounds=2, drawn=2, played=1)
    page = member(club.code, "referee").get(f"/e/{made.code}/desk/")
    assert "Publish round 2" in page
    assert [form.action for form in page.forms if "/publish/" in form.action] == []
