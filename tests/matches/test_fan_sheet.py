"""Hands of the Malaysian fan game on the sheet: by numbers, by list, by tiles; questions, saved values, payments."""

import pytest

from matches.models import Event
from tests.matches.cast import balances
from tests.matches.fan_cast import BESIDE, JOKERS, LIST, begin, save, sheet
from tests.matches.worlds import one_match
from tests.wording import DRAGON_PONG

pytestmark = pytest.mark.django_db
WALL = {"by": "wall"}


# A match of the fan game as the club plays it: from 5 to 10 fan.
started, phone, code = one_match(system="malaysian_fan", preset="club")


def refused(phone, form, htmx=False, **told):
    """The page that refuses a sheet; nothing was saved."""
    before = Event.objects.count()
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, **told)
    assert Event.objects.count() == before
    return page


# ── by numbers ───────────────────────────────────────────────────────────────


def test_the_sheet_offers_the_fan_from_the_minimum_to_the_maximum(phone, code, htmx):
    page = phone.get(f"/m/{code}/hand/?winner=P2", htmx=htmx)
    assert "Won from Wall Ann Cho Fan 5 6 7 8 9 10 Another number of fan" in page
    assert "Maximum hand 10 The tile was robbed from a kong" in page
    assert not {"bonus", "waiting", "limit"} & page.form("/hand/").names
    looked = phone.send(page.form("/hand/"), button=("action", "check"), htmx=htmx, source="wall")
    assert "Choose the number of fan" in looked


@pytest.mark.parametrize(
    ("told", "entry", "points"),
    [
        ({"source": "wall", "points": "7"}, {"win": WALL, "fan": 7}, (14, -7, -7)),
        ({"source": "P2", "points": "5"}, {"win": {"by": "discard", "from": "P2"}, "fan": 5}, (10, -10, 0)),
        (
            {"source": "P3", "points": "6", "how": ["rob_kong"]},
            {"win": {"by": "rob_kong", "from": "P3"}, "fan": 6},
            (12, 0, -12),
        ),
        (
            {"source": "wall", "points": "other", "points_other": "13"},
            {"win": {"by": "wall"}, "fan": 13},
            (20, -10, -10),
        ),
        (
            {"source": "P2", "points": "maximum"},
            {"win": {"by": "discard", "from": "P2"}, "maximum": True},
            (20, -20, 0),
        ),
    ],
)
def test_a_win_by_numbers_pays_its_units(phone, code, htmx, told, entry, points):
    assert save(phone, sheet(phone, code), htmx, **told) == {"winner": "P1", **entry}
    assert balances(code) == points


def test_doubled_units_are_shown_as_units_and_the_hand_by_its_fan(phone):
    code = begin(phone, "malaysian_fan", "doubling")
    save(phone, sheet(phone, code), source="P2", points="8")
    assert balances(code) == (16, -16, 0)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Bea pays Ann −16 Discarder: units 2 × 8 C2.4 Cho pays Ann 0 pays nothing" in page
    assert "Fan 8" in page


def test_a_table_without_a_minimum_offers_every_number(phone):
    code = begin(phone, "malaysian_fan", "first_game")
    assert "Fan 0 1 2 3 4 5 6 7 8 9 10 Another" in phone.get(f"/m/{code}/hand/?winner=P1")


def test_a_maximum_hand_is_named_in_the_ledger_and_among_the_reasons(phone, code):
    save(phone, sheet(phone, code), source="wall", points="maximum")
    assert "Maximum hand" in phone.table(code)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Bea pays Ann −10 maximum hand 10 C2.4" in page
    assert "Maximum hand C2.2 10" in page
    assert phone.get(f"/m/{code}/hands/1/correct/").form("/correct/").values("points") == ["maximum"]


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("numbers", {"points": "other", "points_other": "4"}),
        ("list", {"t.dragon_pong": "2", "t.mixed_suit": "1", "t.faces": "1"}),
        ("tiles", {"tiles": "234p 567p 678p 99p", "melds": "pong:dR", "flowers": ["3"], "faces": "2"}),
    ],
)
def test_a_hand_below_the_minimum_is_refused_with_the_minimum(phone, code, htmx, way, told):
    page = refused(phone, sheet(phone, code, way=way), htmx, source="wall", **told)
    assert "Not enough fan: the hand has 4, and this table’s minimum is 5." in page


# ── by list ──────────────────────────────────────────────────────────────────


def test_a_win_by_list_is_completed_and_counted(phone, code, htmx):
    form = sheet(phone, code, "P3", "list")
    payload = save(phone, form, htmx, source="P1", how=["rob_kong"], **LIST)
    assert payload == {
        "winner": "P3",
        "win": {"by": "rob_kong", "from": "P1"},
        "patterns": ["dragon_pong", "dragon_pong", "mixed_suit", "faces", "faces", "rob_kong"],
    }
    assert balances(code) == (-12, 0, 12)
    page = phone.get(f"/m/{code}/hands/1/")
    assert f"2 × {DRAGON_PONG} C2.1 2 Circles and honours C2.1 1 2 × Face C2.1 2 Robbed kong C2.1 1 Fan 6" in page


def test_maximum_hands_are_in_the_list_by_name(phone, code, htmx):
    payload = save(phone, sheet(phone, code, "P2", "list"), htmx, source="wall", **{"t.three_dragons": "1"})
    assert payload["patterns"] == ["dragon_pong"] * 3 + ["three_dragons"]
    assert balances(code) == (-10, 20, -10)
    assert "Maximum hand, Three dragons C2.2 10" in phone.get(f"/m/{code}/hands/1/")


def test_exclusions_are_shown_in_the_list(phone, code, htmx):
    told = {"t.one_suit": "1", "t.own_wind": "1", "source": "wall"}
    page = refused(phone, sheet(phone, code, "P2", "list"), htmx, **told)
    assert "“Own wind” and “Only circles” can’t be in the same hand." in page


# ── by tiles ─────────────────────────────────────────────────────────────────


def test_a_hand_by_tiles_keeps_its_jokers_and_bonus_tiles(phone, code, htmx):
    payload = save(phone, sheet(phone, code, "P2", "tiles"), htmx, source="wall", **JOKERS, **BESIDE, replacement="1")
    assert payload == {
        "winner": "P2",
        "win": {"by": "wall", "tile": "J6p", "replacement": True},
        "concealed": ["J2p", "3p", "4p", "5p", "6p", "7p", "5p", "J6p", "7p", "9p", "9p"],
        "melds": [{"type": "pong", "tile": "dR", "exposed": True, "jokers": 1}],
        "flowers": [1, 2],
        "seasons": [4],
        "faces": 4,
        "animals": 1,
    }
    page = phone.get(f"/m/{code}/hands/1/")
    told = f"{DRAGON_PONG} C2.1 1 Circles and honours C2.1 1 4 × Face C2.1 4 All four faces C2.1 1 Animal C2.1 1"
    assert f"{told} Own flower or season C2.1 1 Replacement tile C2.1 1 Fan 10" in page
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert {name: again.values(name) for name in (*JOKERS, *BESIDE, "replacement")} == {
        **{name: [text] for name, text in JOKERS.items()},
        **{name: text if isinstance(text, list) else [text] for name, text in BESIDE.items()},
        "tiles": ["J2p 345675p J6p 799p"],
        "replacement": ["1"],
    }


def test_the_drawn_hand_shows_which_tiles_are_jokers(phone, code):
    save(phone, sheet(phone, code, "P2", "tiles"), source="wall", **JOKERS, **BESIDE)
    html = phone.get(f"/m/{code}/hands/1/").html
    drawn = html.split('class="melds"')[1].split("</section>")[0]
    assert drawn.count("#tile-joker") == drawn.count('aria-label="Joker ') == 3
    for name in ("Joker red dragon", "Joker 2 circles", "Joker 6 circles"):
        assert drawn.count(f'aria-label="{name}"') == 1
    won = drawn.split("tile-won")[1].split(">")[0]
    assert 'aria-label="Joker 6 circles"' in won


def test_a_maximum_hand_is_named_before_it_is_saved(phone, code, htmx):
    form = sheet(phone, code, "P2", "tiles")
    bare = {"source": "wall", "tiles": "234p 567p 678p 99p", "melds": "pong:dR"}
    looked = phone.send(form, button=("action", "check"), htmx=htmx, **bare)
    assert "Bea wins 20 Ann pays 10, Cho pays 10 No flowers Why? Maximum hand 10" in looked
    assert "Ann : maximum hand 10 −10" in looked
    assert "Not enough fan" in phone.send(form, button=("action", "check"), htmx=htmx, **bare, flowers=["1"])


def test_the_keypad_has_a_key_for_jokers_and_reads_the_hand_with_them(phone, code):
    page = phone.get(f"/m/{code}/hand/?winner=P2&way=tiles", htmx=True)
    key = page.tight.split('data-mark="4"')[1].split("</button>")[0]
    assert "#tile-joker" in key and key.endswith("Joker<small>first</small>")
    looked = phone.send(page.form("/hand/"), button=("action", "check"), htmx=True, source="wall", **JOKERS, **BESIDE)
    assert 'data-groups="J2p3p4p 5pJ6p7p 5p6p7p 9p9p"' in looked.html


def test_only_possible_questions_are_asked_beside_the_tiles(phone, code):
    form = sheet(phone, code, "P2", "tiles")
    everywhere = {"flowers", "seasons", "faces", "animals"}

    def asked(**told):
        """The questions of the sheet on the score page with these tiles."""
        looked = phone.send(form, button=("action", "check"), htmx=True, **told)
        extras = looked.html.split('id="tile-extras"')[1]
        keys = (*everywhere, "first_tile", "last_tile", "replacement", "double_kong", "rob_kong", "concealed_kong")
        return {key for key in keys if f'name="{key}"' in extras or f'value="{key}"' in extras} - everywhere

    open_pong = {"tiles": "234p 567p 678p 99p", "melds": "pong:dR"}
    assert asked(tiles="234p") == set()
    assert asked(source="wall", tiles="234p 567p 678p 99p dR dR dR") == {"first_tile", "last_tile"}
    assert asked(source="wall", **open_pong) == {"last_tile"}
    assert asked(source="wall", **open_pong, faces="1") == {"last_tile", "replacement"}
    assert asked(source="P1", **open_pong, faces="1") == {"last_tile", "rob_kong"}
    kongs = {"tiles": "234p 567p 99p", "melds": "ckong:dR kong:E"}
    assert asked(source="wall", **kongs) == {"last_tile", "replacement", "double_kong"}
    assert asked(source="wall", tiles="234p", first_tile="1") == {"first_tile"}
    assert "Flowers number 2 is your own 1 2 3 4 Seasons number 2 is your own 1 2 3 4 Faces" in phone.send(
        form, button=("action", "check")
    )


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            {"tiles": "234m 567p 678p 99p dR dR dR"},
            (
                "The hand contains a tile that isn’t in this table’s set, too many copies of one tile, or more "
                "than four jokers."
            ),
        ),
        ({"tiles": "2345p 67p", "melds": ""}, "A winning hand has 14 tiles"),
        ({"tiles": "J1p J2p J3p J4p 5p 678p 999p", "melds": "pong:JdR"}, "or more than four jokers"),
    ],
)
def test_tiles_that_are_no_hand_here_are_refused_in_a_sentence(phone, code, htmx, told, sentence):
    assert sentence in refused(phone, sheet(phone, code, way="tiles"), htmx, source="wall", faces="4", **told)
