"""The organiser's page for scoring schemes, tie-breaks and the value of a bye."""

import pytest

from engine.rulesets import rule_book
from people.models import Club
from tests.tournaments.cast import draw, result
from tests.tournaments.cast import tournament as a_tournament
from tournaments.models import Table, Tournament
from tournaments.setup.counting_rules import scheme_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(olga):
    return a_tournament(Club.objects.get(code=olga.found()), entrants=0)


def scored(olga, cup, **fields):
    path = f"/e/{cup.code}/scoring/"
    page = olga.send(olga.get(path).form(path), **fields)
    cup.refresh_from_db()
    return page


def test_a_scoring_scheme_is_chosen_by_name_and_the_rules_stay(olga, cup):
    scored(olga, cup, worth="30/0/-30", bye="fixed", bye_points="7/2", tie_breaks=["firsts", "lot"])
    told = (cup.scheme, cup.tie_breaks, cup.bye, cup.system)
    assert told == (
        {"basis": "placement", "placement": "30/0/-30"},
        ["firsts", "lot"],
        {"kind": "fixed", "value": "7/2"},
        "korean_japanese",
    )
    path = f"/e/{cup.code}/rules/"
    olga.send(olga.get(path).form(path), button=("action", "save"), status=303, **{"o.limit": "60"})
    cup.refresh_from_db()
    assert (cup.options["limit"], cup.scheme) == (60, {"basis": "placement", "placement": "30/0/-30"})
    form = olga.get(f"/e/{cup.code}/scoring/").form("/scoring/")
    shown = {name: form.values(name) for name in ("worth", "bye", "bye_points")}
    assert shown == {"worth": ["30/0/-30"], "bye": ["fixed"], "bye_points": ["7/2"]}


def test_a_custom_scheme_is_stored_completely_and_shown_again(olga, cup):
    own = {"worth": "own", "basis": "points", "uma": ["15", "0", "-15"], "return_points": "5", "divisor": "2"}
    scored(olga, cup, **own)
    found = {name: cup.scheme[name] for name in ("basis", "uma", "return_points", "divisor")}
    assert found == {"basis": "points", "uma": [15, 0, -15], "return_points": 5, "divisor": 2}
    form = olga.get(f"/e/{cup.code}/scoring/").form("/scoring/")
    assert (form.values("worth"), form.values("uma")) == (["own"], ["15", "0", "-15"])


RARE = {
    "basis": "points",
    "placement_four": [4, 2, 1, 0],
    "uma_four": [15, 5, -5, -15],
    "floating": {"1": [12, -1, -11], "2": ["17/2", "7/2", -12]},
    "sinking": "5/2",
}


def test_scoring_from_an_archive_survives_saving_the_page(olga, cup):
    Tournament.objects.filter(pk=cup.pk).update(scheme=RARE)
    scored(olga, cup, uma=["10", "0", "-10"], status=303)
    assert {name: cup.scheme[name] for name in (*RARE, "uma")} == {**RARE, "uma": [10, 0, -10]}
    olga.post(f"/e/{cup.code}/scoring/", {"worth": "own", "divisor": "2"}, status=303)
    cup.refresh_from_db()
    assert {name: cup.scheme[name] for name in (*RARE, "divisor")} == {**RARE, "divisor": 2}


def test_floating_uma_and_values_for_four_players_are_set_and_removed(olga, cup):
    own = {"worth": "own", "uma_four": ["15", "5", "-5", "-15"], "floating_2": ["8.5", "3,5", "-12"], "sinking": "5"}
    scored(olga, cup, status=303, **own)
    names = ("placement_four", "uma_four", "floating", "sinking")
    assert [cup.scheme[name] for name in names] == [[], [15, 5, -5, -15], {"2": ["17/2", "7/2", -12]}, 5]
    scored(olga, cup, status=303, uma_four=[""] * 4, floating_2=["", " ", ""], sinking="0")
    assert [cup.scheme[name] for name in names] == [[], [], {}, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"worth": "own", "uma": ["15", "0", "-14"]},
        {"worth": "own", "uma": ["x", "0", "0"]},
        {"worth": "own", "divisor": "0"},
        {"worth": "own", "start_points": "30000", "return_points": "30000"},
        {"worth": "own", "uma_four": ["15", "5", "-5", ""]},
        {"worth": "own", "floating_1": ["12", "-1", "-10"]},
        {"worth": "own", "sinking": "-1"},
        {"tie_breaks": ["lot", "lot"]},
        {"bye": "fixed", "bye_points": "many"},
    ],
)
def test_impossible_scoring_is_refused_and_changes_nothing(olga, cup, wrong):
    assert scored(olga, cup, **wrong).status == 422
    assert (cup.scheme, cup.tie_breaks, cup.bye) == ({}, [], {})


def test_a_scheme_with_other_starting_points_than_the_rule_book_is_refused_at_its_field(olga, cup):
    page = scored(olga, cup, worth="own", start_points="30000", return_points="30000")
    assert "Players start with 0 points under this rule book. Use the same starting points here." in page


def ruled(olga, cup, **fields):
    """Save other rules through their page."""
    path = f"/e/{cup.code}/rules/"
    olga.send(olga.get(path).form(path), button=("action", "save"), status=303, **fields)
    cup.refresh_from_db()
    return [cup.scheme.get(name) for name in ("start_points", "return_points", "uma")]


@pytest.fixture
def riichi(olga):
    """A tournament of the Honshu game with a custom scheme."""
    cup = a_tournament(Club.objects.get(code=olga.found()), system="honshu")
    scored(olga, cup, worth="own", uma=["20", "0", "-20"], return_points="45000", status=303)
    return cup


def test_changing_the_starting_points_resets_them_in_a_custom_scheme(olga, riichi):
    assert ruled(olga, riichi, **{"o.noten_pool": "2000"}) == [35000, 45000, [20, 0, -20]]
    assert ruled(olga, riichi, **{"o.start_points": "30000"}) == [None, None, [20, 0, -20]]
    draw(riichi, riichi.stages.get(), "a quiet evening", 1, 1)
    result(Table.objects.filter(round__tournament=riichi).first(), (40000, 30000, 20000))
    for path in ("", "standings/", "screen/", "players/1/", "files/", "scoring/"):
        olga.get(f"/e/{riichi.code}/{path}")


def test_a_custom_scheme_is_dropped_with_its_rule_book_and_a_named_one_stays(olga, riichi):
    old = riichi.scheme
    told = {"options": old, "system": "honshu"}
    assert scheme_for(rule_book("korean_japanese", {}), **told) == {}
    assert scheme_for(rule_book("honshu", {}), **told) == old
    named = {"basis": "placement", "placement": "30/0/-30"}
    assert scheme_for(rule_book("korean_japanese", {}), named, "honshu") == named
    assert scheme_for(rule_book("honshu", {"start_points": 40000}), {"return_points": 38000}, "honshu") == {}
