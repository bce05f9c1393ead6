"""Hands of riichi sanma on the sheet, by tiles, offline and with chips: questions, counts and refusals."""

import pytest

from tests.matches.cast import balances
from tests.matches.riichi_cast import check, save, sheet, shown_again, start, win
from tests.matches.worlds import one_match

pytestmark = pytest.mark.django_db


FLAT = "234p 567p 345s 678s 66s"  # all simples, four chows


ORPHANS = "19p19m19s ESWN dR dG dW 9s"


started, phone, code = one_match(system="riichi_sanma", preset="tenhou")


# ── by tiles ─────────────────────────────────────────────────────────────────


TOLD = {
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


def test_tiles_count_riichi_ippatsu_and_every_dora(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    # Riichi, one shot, pinfu, all simples; dora (6 circles), North, red five: 7 han.
    looked = check(phone, form, htmx, **TOLD)
    assert "Bea wins 13,000" in looked and "7 han, Haneman" in looked
    payload = save(phone, form, htmx, **TOLD)
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
    assert "Riichi E6 1 Ippatsu One shot E6 1 Pinfu E6 1 Tanyao All simples E6 1 Dora E1.3 1" in page
    assert "Han 7 Base fu E5 20 fu Concealed hand, won by ron E5 10 fu Fu, rounded up to tens 30" in page
    assert "Haneman E8" in page
    again = {**TOLD, "tiles": "234567p 34567866s"}
    assert shown_again(phone, code, *TOLD) == {
        name: value if isinstance(value, list) else [value] for name, value in again.items()
    }


def test_the_fu_are_explained_while_a_hand_is_entered(phone, code, htmx):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"source": "wall", "tiles": "234p 567p 345s 66s", "melds": "pong:8s", "tile": "5p"}
    looked = check(phone, form, htmx, **told)
    assert "1 han 30 fu" in looked
    assert "Tanyao 1 Base fu 20 fu Tsumo 2 fu Pongs and kongs 2 fu" in looked


def live(phone, code, **told):
    """The fields of the sheet by tiles on the score page, with these values."""
    form = sheet(phone, code, "?winner=P2&way=tiles", htmx=True).form("/hand/")
    said = {"tiles": "", "melds": "", "tile": "", **told}
    changed = phone.post(form.action, form.data(("action", "check")) | said, htmx=True, status=200)
    return {name for name in LOOKED_FOR if f'"{name}"' in changed.html}


LOOKED_FOR = (
    *("riichi", "ippatsu", "ura_indicators", "red", "last_tile", "replacement", "first_draw", "chankan"),
    *("rob_north", "concealed_kong", "furiten", "daisangen", "daisuushii", "suukantsu"),
)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ({}, {"riichi"}),
        ({"riichi": "riichi"}, {"riichi", "ippatsu", "ura_indicators"}),
        ({"source": "wall"}, {"riichi", "last_tile", "first_draw"}),
        ({"source": "wall", "norths": "1"}, {"riichi", "last_tile", "replacement"}),
        ({"source": "wall", "melds": "pong:2p"}, {"last_tile"}),
        ({"source": "wall", "melds": "ckong:2p"}, {"riichi", "last_tile", "replacement"}),
        ({"source": "P1", "tiles": "555p"}, {"riichi", "red", "last_tile", "chankan", "furiten"}),
        ({"source": "P1", "tiles": "NN"}, {"riichi", "last_tile", "chankan", "rob_north", "furiten"}),
        ({"source": "wall", "melds": "pong:dR pong:dG", "tiles": "dW dW dW"}, {"last_tile", "daisangen"}),
        ({"source": "wall", "melds": "pong:E pong:S", "tiles": "WWW NN"}, {"last_tile", "daisuushii"}),
    ],
)
def test_only_possible_questions_are_asked_beside_tiles(phone, code, told, asked):
    assert live(phone, code, **told) == asked


@pytest.mark.parametrize(
    ("source", "label"), [("wall", "Last tile of the wall (haitei)"), ("P1", "Last discard (houtei)")]
)
def test_the_last_tile_is_named_after_its_source(phone, code, source, label):
    form = sheet(phone, code, "?winner=P2&way=tiles", htmx=True).form("/hand/")
    told = form.data(("action", "check")) | {"source": source}
    assert label in phone.post(form.action, told, htmx=True, status=200)


def test_house_rules_decide_what_is_asked_beside_tiles(phone):
    code = start(phone, rob_concealed_kong="1", renhou="mangan", pao=["suukantsu"])
    assert live(phone, code, source="P1", tiles="9p", how=["chankan"]) == {
        "riichi", "chankan", "concealed_kong", "furiten"
    }  # fmt: skip
    assert "first_draw" in live(phone, code, source="P1")
    kongs = "kong:1p kong:2p kong:3p kong:4p"
    assert live(phone, code, source="wall", melds=kongs) == {"last_tile", "replacement", "suukantsu"}


def test_a_robbed_concealed_kong_is_refused_where_the_table_says_so(phone, code):
    form = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"source": "P3", "how": ["chankan"], "tiles": ORPHANS, "tile": "9s"}
    assert save(phone, form, **told)["win"] == {"by": "chankan", "from": "P3", "tile": "9s"}


# ── the waiting helper ───────────────────────────────────────────────────────


def test_the_waiting_helper_counts_han_and_fu(phone, code):
    page = phone.get(f"/m/{code}/waits/?holder=P2&tiles=234p567p345s67s66s&riichi=riichi&dora_indicators=5p")
    assert "Bea is waiting for 4 tiles." in page
    assert "4 han 30 fu" in page  # by ron: riichi, pinfu, all simples, dora
    assert "5 han, Mangan" in page  # by self-draw
    assert "Winner’s riichi None Riichi Double" in page


def test_the_helper_asks_for_norths_only_where_they_are_set_aside(phone):
    code = start(phone, north="guest_wind")
    assert "norths" not in phone.get(f"/m/{code}/waits/").form("/waits/").names


# ── the offline sheet ────────────────────────────────────────────────────────


def test_the_offline_bundle_has_han_and_fu(phone, code):
    page = phone.get(f"/m/{code}/later/")
    assert 'name="bonus"' in page.html and 'name="abort"' in page.html


def test_five_taps_enter_a_common_win(phone, code):
    """The winner's card, the payer, the han, the fu, save."""
    win(phone, code, "P2", "P1", "3", "40")
    assert "E1 Bea ron from Ann 3 han 40 fu" in phone.table(code)


# ── previews ─────────────────────────────────────────────────────────────────


def test_the_preview_shows_chips_even_if_there_are_none(phone):
    code = start(phone, "parlour")
    numbers = sheet(phone, code).form("/hand/")
    assert "chips: 0 / 0 / 0" in check(phone, numbers, source="P1", points="3", bonus="40")
    assert "Haneman, chips: −2 / +2 / 0" in check(phone, numbers, source="P1", points="6", chips="2")
    tiles = sheet(phone, code, "?winner=P2&way=tiles").form("/hand/")
    told = {"tiles": FLAT, "tile": "6s", "riichi": "riichi", "ura_indicators": "1p"}
    assert "chips: −1 / +2 / −1" in check(phone, tiles, source="wall", **told)
    two = phone.get(f"/m/{code}/claims/").form("/claims/")
    told = {"discarder": "P2", "points_P1": "5", "points_P3": "6", "chips_P3": "3"}
    assert "chips: 0 / −3 / +3" in check(phone, two, **told)


def test_a_table_without_chips_does_not_mention_them(phone, code):
    assert "chips" not in check(phone, sheet(phone, code).form("/hand/"), source="P1", points="6")


@pytest.mark.parametrize(("north", "said"), [("nukidora", True), ("guest_wind", False)])
def test_the_keypad_says_that_norths_set_aside_are_left_out(phone, north, said):
    page = sheet(phone, start(phone, north=north), "?winner=P2&way=tiles")
    assert ("Leave out Norths set aside" in page.html) is said
