"""A hand counted by tiles or by list keeps its count on the sheet for two claims to one tile."""

import pytest

from matches.models import Event
from tests.matches.cast import balances

pytestmark = pytest.mark.django_db

TILES = {"way": "tiles", "tiles": "234p 678m 99m", "melds": "pong:dR kong:dG", "tile": "9m", "flowers": "1"}
HONSHU = {"way": "tiles", "tiles": "234567p 345678s 66s", "melds": "", "tile": "6s", "dora_indicators": "E"}


def for_two(phone, code, htmx=False, winner="P2", source="P1", **told):
    """The sheet for two claims, opened from the sheet of `winner`."""
    form = phone.get(f"/m/{code}/hand/?winner={winner}&way={told['way']}").form("/hand/")
    sent = form.data(("action", "two")) | {"source": [source]} | told
    return phone.post(f"/m/{code}/claims/", sent, htmx=htmx, status=200)


def saved(phone, page, htmx=False, **told):
    phone.send(page.form("/claims/"), button=("action", "save"), htmx=htmx, status=200 if htmx else 303, **told)
    return Event.objects.get().payload


def test_tiles_are_kept_on_the_sheet_for_two_and_saved(phone, code, htmx):
    page = for_two(phone, code, htmx, **TILES)
    assert page.html.count("#tile-dR") == 3
    told = saved(phone, page, htmx, points_P3="3")
    assert (told["winner"], told["flowers"], told["waiting"]) == ("P2", 1, {"P3": True})
    assert told["concealed"] == ["2p", "3p", "4p", "6m", "7m", "8m", "9m", "9m"]
    assert [meld["type"] for meld in told["melds"]] == ["pong", "kong"]
    assert told["win"] == {"by": "discard", "from": "P1", "tile": "9m"}


def test_a_list_is_kept_on_the_sheet_for_two(phone, code, htmx):
    page = for_two(phone, code, htmx, **{"way": "list", "t.all_pongs": "1", "t.seat_wind": "1"})
    assert {"all_pongs", "seat_wind"} <= set(saved(phone, page, htmx, points_P3="3")["patterns"])


def test_the_other_player_may_still_get_the_tile(phone, code):
    page = for_two(phone, code, **TILES)
    looked = phone.send(page.form("/claims/"), button=("action", "check"), points_P3="30")
    assert "Cho gets the tile" in looked
    told = saved(phone, looked)
    assert (told["winner"], told["hand_points"]) == ("P3", 30)


def test_numbers_may_replace_the_tiles(phone, code):
    page = for_two(phone, code, **TILES)
    told = saved(phone, page, as_it_came="", points_P2="7", points_P3="3")
    assert (told["winner"], told["hand_points"]) == ("P2", 7)
    assert "concealed" not in told


def test_incomplete_tiles_are_refused_by_name_and_kept(phone, code, htmx):
    page = for_two(phone, code, htmx, **TILES | {"tiles": "234p 678m 9m"})
    told = {"button": ("action", "save"), "points_P3": "3", "htmx": htmx, "status": 422}
    refused = phone.send(page.form("/claims/"), **told)
    assert "Bea: A winning hand has 14 tiles" in refused
    again = phone.send(refused.form("/claims/"), button=("action", "one"), htmx=htmx, status=200).form("/hand/")
    fields = ("winner", "source", "tiles", "melds", "tile", "flowers")
    shown = [again.values(name)[0] for name in fields]
    assert shown == ["P2", "P1", "234p 678m 9m", "pong:dR kong:dG", "9m", "1"]


def test_where_both_win_one_hand_has_its_tiles(phone, htmx):
    code = phone.start(system="honshu", preset="text")
    page = for_two(phone, code, htmx, winner="P1", source="P2", **HONSHU)
    told = saved(phone, page, htmx, points_P3="5", riichi_by=["P3"])
    ann, cho = sorted(told["wins"], key=lambda win: win["winner"])
    assert (ann["winner"], ann["dora_indicators"], len(ann["concealed"])) == ("P1", ["E"], 14)
    assert (cho["winner"], cho["han"], told["riichi_by"]) == ("P3", 5, ["P3"])
    assert sum(balances(code)) == 105_000


def test_a_hand_in_one_line_of_tiles_fits_a_phone(phone):
    code = phone.start(system="honshu", preset="text")
    for tiles, rows in ((HONSHU["tiles"], 4 * [3] + [2]), ("1357p 1357s 99p 1m 9m E S", [7, 7])):
        page = for_two(phone, code, winner="P1", source="P2", **HONSHU | {"tiles": tiles})
        shown = page.tight.split(">Ann</bdi></legend>")[1].split("</fieldset>")[0]
        assert sorted(part.count("<use") for part in shown.split('class="meld"')[1:]) == sorted(rows)


def test_without_scripts_no_input_is_lost_between_the_sheets(phone, code):
    page = phone.get(f"/m/{code}/hand/?winner=P2&way=tiles")
    assert ("action", "two") in page.form("/hand/").buttons
