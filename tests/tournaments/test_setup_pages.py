"""The pages that create tournaments from a club or a club night and change them and their stages."""

import pytest

from people.models import Club
from tests.matches.cast import Phone
from tests.people.night_cast import Evening
from tests.tournaments.cast import tournament as a_tournament
from tournaments.models import Entrant, Stage, Tournament
from tournaments.standings.merge_stages import carry_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Jan Novák\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(club):
    return a_tournament(club, entrants=0)


def test_a_tournament_of_a_club_night_starts_with_its_day_and_venue(olga, club):
    evening = Evening()
    address = f"/c/{evening.code}/tournaments/new/?night={evening.row.pk}"
    page = evening.olga.get(address)
    form = page.form("/tournaments/new/")
    assert (form.values("starts_on"), form.values("place")) == (["2031-03-28"], ["U Kotvy"])
    assert "The next page lists the people who are coming to the club night." in page
    page = olga.get(f"/c/{club.code}/tournaments/new/?night={evening.row.pk}")  # not a night of this club
    assert page.form("/tournaments/new/").values("place") == [""]


def test_a_tournament_is_started_with_the_names_of_a_club_night(olga, club):
    evening = Evening(tables=1)
    evening.put("Ann", "Bea", "Cho", "Dan")
    page = evening.olga.get(evening.path)
    [start] = [link for link in page.links if "/tournaments/new/" in link]
    form = evening.olga.get(start).form("/tournaments/new/")
    answer = evening.olga.send(form, button=("action", "found"), name="Friday cup", starts_on="2031-03-28", status=303)
    form = evening.olga.follow(answer).form("/entries/add/")
    assert form.values("names") == ["Ann\nBea\nCho"]
    evening.olga.send(form, button=("action", "add"), status=303)
    assert set(Entrant.objects.values_list("player__name", flat=True)) == {"Ann", "Bea", "Cho"}


def test_a_guest_of_a_club_night_is_not_taken_for_the_roster_player_of_the_same_name():
    evening = Evening()
    evening.put("Ann")
    for name in ("Cho", "ann", "Petr"):
        evening.guest(name)
    cup = a_tournament(evening.club, entrants=0)
    form = evening.olga.get(f"/e/{cup.code}/entries/add/?night={evening.row.pk}").form("/entries/add/")
    assert form.values("names") == ["Ann\nCho (guest)\nann (guest)\nPetr"]
    page = evening.olga.send(form, button=("action", "preview"), status=200)
    assert page.html.count(">on the roster<") == 1 and page.html.count(">new<") == 3
    evening.olga.send(page.form("/entries/add/"), button=("action", "add"), status=303)
    assert list(Entrant.objects.order_by("number").values_list("name", "player_id")) == [
        ("", evening.player("Ann").pk),
        ("Cho (guest)", None),
        ("ann (guest)", None),
        ("Petr", None),
    ]


def test_a_night_that_the_club_does_not_have_fills_in_no_names(olga, cup):
    other = Evening()
    other.put("Ann", "Bea", "Cho")
    for night in ("", "0", "x", "²", "9" * 30, other.row.pk):
        form = olga.get(f"/e/{cup.code}/entries/add/?night={night}").form("/entries/add/")
        assert (night, form.values("names")) == (night, [""])


# ── creating a tournament ────────────────────────────────────────────────────


@pytest.mark.parametrize("public", [True, False])
def test_a_new_tournament_is_as_public_as_its_club(olga, club, public):
    Club.objects.filter(pk=club.pk).update(public=public)
    form = olga.get(f"/c/{club.code}/tournaments/new/").form("/tournaments/new/")
    olga.send(form, button=("action", "found"), name="Spring cup", starts_on="2031-03-28", status=303)
    cup = Tournament.objects.get()
    assert cup.public is public
    assert Phone().get(f"/e/{cup.code}/", status=200 if public else 404)


def test_a_tournament_is_created_with_a_name_a_day_and_rules(olga, club):
    page = olga.get(f"/c/{club.code}/tournaments/new/")
    final = "You can’t change them once the match has started."  # true of a match, not of a tournament
    assert (final in page, final in olga.get("/start/")) == (False, True)
    form = page.form("/tournaments/new/")
    told = {"name": "Spring cup", "starts_on": "2031-03-28", "rounds": "5", "seating": "swiss", "preset": "experts"}
    there = olga.send(form, button=("action", "found"), **told).goes_to
    cup = Tournament.objects.get()
    assert there == f"/e/{cup.code}/entries/"
    assert (cup.name, str(cup.starts_on), cup.public) == ("Spring cup", "2031-03-28", False)
    assert list(Stage.objects.values_list("seating", "rounds")) == [("swiss", 5)]
    assert "Spring cup" in olga.get(f"/c/{club.code}/tournaments/")
    again = olga.send(form, button=("action", "found"), **told)
    assert (again.goes_to, Tournament.objects.count()) == (there, 1)


def test_invalid_input_is_kept_and_no_tournament_is_created(olga, club):
    form = olga.get(f"/c/{club.code}/tournaments/new/").form("/tournaments/new/")
    page = olga.send(form, button=("action", "found"), name="Cup", starts_on="31.3.", rounds="99", status=422)
    kept = page.form("/tournaments/new/")
    assert [kept.values(name) for name in ("name", "starts_on", "rounds")] == [["Cup"], ["31.3."], ["99"]]
    assert "such as 2026-03-27" in page
    assert "from 1 to 60" in page


def test_settings_are_saved_and_shown_again(olga, cup):
    path = f"/e/{cup.code}/settings/"
    form = olga.get(path).form(path)
    told = {"name": "Autumn cup", "capacity": "12", "open_for_entry": "1", "approval": None, "end_policy": "one_more"}
    saved = olga.follow(olga.send(form, status=303, **told)).form(path)
    assert {name: saved.values(name) for name in told} == {
        "name": ["Autumn cup"],
        "capacity": ["12"],
        "open_for_entry": ["1"],
        "approval": [],
        "end_policy": ["one_more"],
    }


def test_house_rules_are_changed_and_the_others_stay(olga, cup):
    path = f"/e/{cup.code}/rules/"
    form = olga.get(path).form(path)
    assert form.values("preset") == ["kept"]
    saved = olga.send(form, button=("action", "save"), **{"o.limit": "60"})
    assert saved.goes_to == f"{path}?saved=1"
    cup.refresh_from_db()
    assert cup.options["limit"] == 60
    form = olga.get(path).form(path)
    assert form.values("o.limit") == ["60"]
    olga.send(form, button=("action", "save"), status=303)
    cup.refresh_from_db()
    assert cup.options["limit"] == 60


def test_rules_of_a_published_tournament_are_shown_but_cannot_be_changed(olga, club):
    cup = a_tournament(club, published=1)
    page = olga.get(f"/e/{cup.code}/rules/")
    assert "A round has been published, so you can’t change the rules." in page
    assert [form.action for form in page.forms if form.action.endswith("/rules/")] == []


def test_a_stage_is_added_changed_and_removed(olga, cup):
    base = f"/e/{cup.code}/stages/"
    olga.send(olga.get(f"{base}add/").form("/add/"), name="Final", seating="final", rounds="2", takes="3", status=303)
    page = olga.get(f"{base}2/")
    olga.send(page.form("/stages/2/"), rounds="1", status=303)
    assert list(Stage.objects.values_list("number", "name", "seating", "rounds", "takes")) == [
        (1, "", "fixed", 3, None),
        (2, "Final", "final", 1, 3),
    ]
    olga.send(page.form("/remove/"), status=303)
    assert Stage.objects.count() == 1


def test_outsiders_see_only_public_tournaments_of_a_public_club(club, cup):
    Club.objects.filter(pk=club.pk).update(public=True)
    a_tournament(club, entrants=0, name="Open cup", public=True)
    page = Phone().get(f"/c/{club.code}/tournaments/")
    assert ("Open cup" in page, cup.name in page) == (True, False)


# ── stages ───────────────────────────────────────────────────────────────────


def test_a_stages_page_says_which_points_are_carried_over(olga, cup):
    base = f"/e/{cup.code}/stages/"
    told = {"carry": "head_start", "values": "6 3 0", "rounds": "2"}
    olga.send(olga.get(f"{base}add/").form("/add/"), status=303, **told)
    assert Stage.objects.get(number=2).carry == {"kind": "head_start", "values": ["6", "3", "0"]}
    form = olga.get(f"{base}2/").form("/stages/2/")
    assert (form.values("carry"), form.values("values")) == (["head_start"], ["6 3 0"])
    assert olga.send(form, values="six", status=422)


@pytest.mark.parametrize(
    "kind", ["none", *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("half", "full"))]
)
def test_the_chosen_carry_over_is_applied_and_shown_in_the_form_again(olga, cup, kind):
    base = f"/e/{cup.code}/stages/"
    olga.send(olga.get(f"{base}add/").form("/add/"), status=303, carry=kind)
    final = Stage.objects.get(number=2)
    assert (final.carry, carry_of(final).kind) == ({"kind": kind, "values": []}, kind)
    assert olga.get(f"{base}2/").form("/stages/2/").values("carry") == [kind]


def test_a_stage_carries_everything_over_by_default_and_its_form_says_so(olga, cup):
    base = f"/e/{cup.code}/stages/"
    assert olga.get(f"{base}add/").form("/add/").values("carry") == ["full"]
    final = Stage.objects.create(tournament=cup, number=2, seating="final", rounds=1, takes=3, promise="p" * 64)
    form = olga.get(f"{base}2/").form("/stages/2/")
    assert (carry_of(final).kind, form.values("carry")) == ("full", ["full"])
    olga.send(form, status=303)
    assert Stage.objects.get(number=2).promise == "p" * 64  # nothing was changed
    olga.send(form, status=303, carry="none")
    assert Stage.objects.get(number=2).promise == ""
