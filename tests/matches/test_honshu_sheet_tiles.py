"""Hands of Honshu sanma on the sheet, by tiles: questions, counts and refusals."""

import pytest

from matches.models import Event
from tests.matches.cast import balances
from tests.matches.honshu_cast import check, save, sheet, shown_again
from tests.matches.worlds import one_match

pytestmark = pytest.mark.django_db


FLAT = "234p 567p 345s 678s 66s"  # all simples, four chows


# A match of Ann, Bea and Cho with the preset `text`; Ann deals.
started, phone, code = one_match(system="honshu", preset="text")


def test_tiles_count_riichi_ippatsu_and_every_dora(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {
        "source": "P3",
        "tiles": FLAT,
        "tile": "6s",
        "riichi": "riichi",
        "ippatsu": "1",
        "dora_indicators": "5p",
        "ura_indicators": "E",
        "red": "1",
        "norths": "1",
        "riichi_by": ["P1"],
    }
    # Riichi, pinfu, all simples, one shot, dora (6 circles), red five, North, bazoro 2: 9 han.
    looked = check(phone, form, htmx, **told)
    assert "Bea wins 13,000" in looked
    assert "9 han" in looked
    payload = save(phone, form, htmx, **told)
    assert {key: payload[key] for key in payload if key not in ("concealed", "melds", "winner")} == {
        "win": {"by": "ron", "from": "P3", "tile": "6s"},
        "riichi": "riichi",
        "ippatsu": True,
        "dora_indicators": ["5p"],
        "ura_indicators": ["E"],
        "norths": 1,
        "red": 1,
        "riichi_by": ["P1"],
    }
    assert balances(code) == (34000, 48000, 23000)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Riichi B2 , line 376 1" in page and "Dora B2 , line 438 1" in page and "Bazoro B2 , line 437 2" in page
    asked = ("riichi", "ippatsu", "dora_indicators", "ura_indicators", "norths", "red", "riichi_by", "tile")
    assert shown_again(phone, code, 1, *asked) == {
        "riichi": ["riichi"],
        "ippatsu": ["1"],
        "dora_indicators": ["5p"],
        "ura_indicators": ["E"],
        "norths": ["1"],
        "red": ["1"],
        "riichi_by": ["P1"],
        "tile": ["6s"],
    }


def live(phone, code, **told):
    """The fields of the sheet by tiles on the score page, with these values."""
    form = sheet(phone, code, "?winner=P2&way=tiles", htmx=True).form("/hand/")
    said = {"tiles": "", "melds": "", "tile": "", **told}
    changed = phone.post(form.action, form.data(("action", "check")) | said, htmx=True, status=200)
    return {name for name in LOOKED_FOR if f'"{name}"' in changed.html}


LOOKED_FOR = (
    *("riichi", "ippatsu", "ura_indicators", "red", "last_tile", "replacement", "first_draw", "kokushi_pure"),
    *("chuuren_pure", "chankan", "rob_north", "fourth_kong", "concealed_kong", "furiten"),
)


ORPHANS = "19p19m19s ESWN dR dG dW 9s"


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ({}, {"riichi"}),
        ({"riichi": "riichi"}, {"riichi", "ippatsu", "ura_indicators"}),
        ({"source": "wall"}, {"riichi", "last_tile", "first_draw"}),
        ({"source": "wall", "norths": "1"}, {"riichi", "last_tile", "replacement"}),
        ({"source": "wall", "melds": "pong:2p"}, {"last_tile"}),
        ({"source": "wall", "melds": "ckong:2p"}, {"riichi", "last_tile", "replacement"}),
        ({"source": "wall", "melds": "kong:1p kong:2p kong:3p kong:4p"}, {"last_tile", "replacement", "fourth_kong"}),
        ({"source": "P1", "tiles": "234p"}, {"riichi", "last_tile", "chankan", "furiten"}),
        ({"source": "P1", "tiles": "555p"}, {"riichi", "red", "last_tile", "chankan", "furiten"}),
        ({"source": "P1", "tiles": "NN"}, {"riichi", "last_tile", "chankan", "rob_north", "furiten"}),
        ({"source": "P1", "how": ["chankan"], "tiles": "9p"}, {"riichi", "chankan", "concealed_kong", "furiten"}),
        ({"source": "wall", "tiles": ORPHANS}, {"riichi", "last_tile", "first_draw", "kokushi_pure"}),
        ({"source": "wall", "tiles": "11123456788999p"}, {"riichi", "red", "last_tile", "first_draw", "chuuren_pure"}),
    ],
)
def test_only_possible_questions_are_asked_beside_tiles(phone, code, told, asked):
    assert live(phone, code, **told) == asked


def test_the_fourth_kong_needs_no_winning_tile(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"source": "wall", "how": ["fourth_kong"], "tiles": "9s", "melds": "kong:1p kong:2p kong:3p kong:dR"}
    assert save(phone, form, htmx, **told)["win"] == {"by": "fourth_kong"}
    assert balances(code) == (19000, 59000, 27000)
    assert "Yakuman, Suukantsu B2" in phone.get(f"/m/{code}/hands/1/")


def test_thirteen_orphans_rob_a_concealed_kong_and_the_oath_doubles_them(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"source": "P3", "how": ["chankan"], "tiles": ORPHANS, "concealed_kong": "1", "kokushi_pure": "1"}
    payload = save(phone, form, htmx, **told)
    assert payload["win"] == {"by": "chankan", "from": "P3", "tile": "9s", "concealed_kong": True}
    assert payload["kokushi_pure"] is True
    assert balances(code) == (35000, 99000, -29000)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"tiles": "234p 567p 345s 888s EE"}, "The hand has no yaku. Dora and bazoro don’t count as yaku."),
        ({"tiles": FLAT, "tile": "6s", "furiten": "1"}, "A hand in furiten can only win by self-draw."),
        (
            {"tiles": FLAT, "tile": "6s", "dora_indicators": "5m"},
            "The hand contains a tile that isn’t in this table’s set, or too many copies of one tile.",
        ),
        ({"tiles": FLAT, "tile": "6s", "dora_indicators": "0q"}, "0q isn’t a tile."),
        ({"tiles": "234p 567p 345s", "melds": "pong:6s", "riichi": "riichi"}, "A winning hand has 14 tiles"),
    ],
)
def test_a_hand_that_may_not_be_declared_is_refused_with_the_reason(phone, code, htmx, told, sentence):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="P3", **told)
    assert sentence in page
    assert not Event.objects.exists()
