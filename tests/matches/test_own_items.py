"""A club's custom items in a house rules profile: added, renamed, ticked at the table."""

import pytest

from tests.matches.cast import balances
from tests.matches.houses import OWN, SONG, change, save, saved_code, says, start

pytestmark = pytest.mark.django_db


def test_a_club_adds_its_own_items_on_the_page(phone):
    code = saved_code(save(phone, **OWN))
    change(phone, code, **{"own.1.name": "Eight winds", "own.1.kind": "half"})
    assert says()[-1][2] == {"own_items": [SONG, {"key": "eight_winds", "name": "Eight winds", "kind": "half"}]}
    page = phone.get(f"/house/{code}/")
    assert "“Club song” 3 (up to 2 per hand): Sung before the win., “Eight winds” Half-limit 20" in page


def test_a_renamed_item_keeps_its_key_and_an_item_without_a_name_is_removed(phone):
    code = saved_code(save(phone, **OWN))
    change(phone, code, **{"own.0.name": "Anthem"})
    assert says()[-1][2] == {"own_items": [SONG | {"name": "Anthem"}]}
    change(phone, code, **{"own.0.name": "", "own.0.note": ""})
    assert says()[-1][2] == {}


def test_one_more_item_is_offered_without_losing_what_was_typed(phone):
    form = phone.get("/house/new/").form("/house/new/")
    page = phone.send(form, button=("action", "more"), status=200, name="Friday club", **OWN)
    again = page.form("/house/new/")
    assert (again.values("name"), again.values("own.0.name")) == (["Friday club"], ["Club song"])
    assert "own.1.name" in again.names
    page = phone.send(again, button=("action", "more"), status=200)
    assert "own.2.name" in page.form("/house/new/").names
    assert says() == []


@pytest.fixture
def own_table(phone):
    """A match with a custom bonus and a custom half-limit."""
    code = saved_code(save(phone, **OWN))
    change(phone, code, **{"own.1.name": "Eight winds", "own.1.kind": "half"})
    return start(phone, code)


def test_an_own_bonus_is_ticked_in_the_list(phone, own_table):
    form = phone.get(f"/m/{own_table}/hand/?winner=P1&way=list").form("/hand/")
    told = {"source": "wall", "way": "list", "t.all_pongs": "1", "b.own:club_song": "2"}
    phone.send(form, button=("save", "1"), status=303, **told)
    assert balances(own_table) == (24, -12, -12)  # 3, and 2 for winning, 1 from the wall, 2 × 3 of the club's own
    page = phone.get(f"/m/{own_table}/hands/1/")
    assert "Club song" in page and "A15.1" in page


def test_an_own_bonus_is_ticked_beside_tiles_and_comes_back_when_corrected(phone, own_table):
    form = phone.get(f"/m/{own_table}/hand/?winner=P1&way=tiles").form("/hand/")
    told = {"source": "P2", "way": "tiles", "tiles": "234p 678m 55p", "melds": "pong:E pong:dR", "tile": "4p"}
    phone.send(form, button=("save", "1"), status=303, **told, **{"b.own:club_song": "1"})
    assert balances(own_table) == (18, -13, -5)
    again = phone.get(f"/m/{own_table}/hands/1/correct/").form("/correct/")
    assert again.values("b.own:club_song") == ["1"]


@pytest.mark.parametrize("way", ["numbers", "list"])
def test_an_own_limit_hand_is_chosen_by_its_name(phone, own_table, way):
    form = phone.get(f"/m/{own_table}/hand/?winner=P1&way={way}").form("/hand/")
    field = "points" if way == "numbers" else "limit"
    phone.send(form, button=("save", "1"), status=303, source="P2", way=way, **{field: "own:eight_winds"})
    assert balances(own_table) == (60, -40, -20)
    assert "Half-limit, Eight winds" in phone.get(f"/m/{own_table}/hands/1/")
    again = phone.get(f"/m/{own_table}/hands/1/correct/").form("/correct/")
    assert again.values(field) == ["own:eight_winds"]
