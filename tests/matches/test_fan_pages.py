"""The Malaysian fan game at the table: entered in every way, corrected, taken away as files, said where it rests."""

import csv
import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches import exports
from matches.models import Event
from matches.reading import open_match
from tests.matches.cast import balances, match_file

pytestmark = pytest.mark.django_db
WALL = {"by": "wall"}
LIST = {"t.dragon_pong": "2", "t.mixed_suit": "1", "t.faces": "2"}
# Two jokers in the hand and one in the pong on the table; Bea is South, so the second flower is hers.
JOKERS = {"tiles": "J2p 34p 567p 5p J6p 7p 99p", "melds": "pong:JdR", "tile": "J6p"}
BESIDE = {"flowers": ["1", "2"], "seasons": ["4"], "faces": "4", "animals": "1"}
ORIGIN = "The source of these rules has only the tiles of this game (C1)."


def begin(phone, system="malaysian_fan", preset="club"):
    """Start a match by a preset; its code."""
    form = phone.get(f"/start/?system={system}&preset={preset}").form("/start/")
    page = phone.send(form, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho")
    return page.goes_to.split("/")[2]


@pytest.fixture
def code(phone):
    """A match of the fan game as the club plays it: from 5 to 10 fan."""
    return begin(phone)


def sheet(phone, code, winner="P1", way="numbers"):
    return phone.get(f"/m/{code}/hand/?winner={winner}&way={way}").form("/hand/")


def save(phone, form, htmx=False, status=None, **told):
    """Save a sheet that is accepted; the entry as the log has it."""
    page = phone.send(form, button=("save", "1"), htmx=htmx, **told)
    assert page.status == (200 if htmx else 303), page
    return Event.objects.order_by("pk").last().payload


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
    assert "Choose the fan" in looked


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


def test_units_that_double_are_told_as_units_and_the_hand_by_its_fan(phone):
    code = begin(phone, "malaysian_fan", "doubling")
    save(phone, sheet(phone, code), source="P2", points="8")
    assert balances(code) == (16, -16, 0)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Bea pays Ann −16 Discarder: units 2 × 8 C2.4 Cho pays Ann 0 Pays nothing" in page
    assert "Fan 8" in page


def test_a_table_without_a_minimum_offers_every_number(phone):
    code = begin(phone, "malaysian_fan", "first_game")
    assert "Fan 0 1 2 3 4 5 6 7 8 9 10 Another" in phone.get(f"/m/{code}/hand/?winner=P1")


def test_a_maximum_hand_is_named_in_the_ledger_and_among_the_reasons(phone, code):
    save(phone, sheet(phone, code), source="wall", points="maximum")
    assert "Maximum hand" in phone.table(code)
    page = phone.get(f"/m/{code}/hands/1/")
    assert "Bea pays Ann −10 Maximum hand 10 C2.4" in page
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
    assert "The hand must reach this table’s minimum of 5 fan; this is 4." in page


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
    assert "2 × Dragon pong C2.1 2 Circles and honours C2.1 1 2 × Face C2.1 2 Robbed kong C2.1 1 Fan 6" in page


def test_maximum_hands_stand_in_the_list_by_their_names(phone, code, htmx):
    payload = save(phone, sheet(phone, code, "P2", "list"), htmx, source="wall", **{"t.three_dragons": "1"})
    assert payload["patterns"] == ["dragon_pong"] * 3 + ["three_dragons"]
    assert balances(code) == (-10, 20, -10)
    assert "Maximum hand, Three dragons C2.2 10" in phone.get(f"/m/{code}/hands/1/")


def test_what_cannot_stand_together_is_said_in_the_list(phone, code, htmx):
    told = {"t.one_suit": "1", "t.own_wind": "1", "source": "wall"}
    page = refused(phone, sheet(phone, code, "P2", "list"), htmx, **told)
    assert "Own wind and Circles alone cannot stand in one hand." in page


# ── by tiles ─────────────────────────────────────────────────────────────────


def test_a_hand_by_tiles_keeps_its_jokers_and_what_lies_beside_it(phone, code, htmx):
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
    told = "Dragon pong C2.1 1 Circles and honours C2.1 1 4 × Face C2.1 4 All four faces C2.1 1 Animal C2.1 1"
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
    assert "Bea wins 20 Ann pays 10, Cho pays 10 No flowers Maximum hand C2.2 10" in looked
    assert "Ann : Maximum hand 10 C2.4 −10" in looked
    assert "The hand must reach" in phone.send(form, button=("action", "check"), htmx=htmx, **bare, flowers=["1"])


def test_the_keypad_has_a_key_for_jokers_and_reads_the_hand_with_them(phone, code):
    page = phone.get(f"/m/{code}/hand/?winner=P2&way=tiles", htmx=True)
    key = page.html.split('data-mark="4"')[1].split("</button>")[0]
    assert "#tile-joker" in key and key.endswith("Joker")
    looked = phone.send(page.form("/hand/"), button=("action", "check"), htmx=True, source="wall", **JOKERS, **BESIDE)
    assert 'data-groups="J2p3p4p 5pJ6p7p 5p6p7p 9p9p"' in looked.html


def test_what_is_asked_beside_the_tiles_is_what_can_be_so(phone, code):
    form = sheet(phone, code, "P2", "tiles")
    everywhere = {"flowers", "seasons", "faces", "animals"}

    def asked(**told):
        """What the sheet over the table asks beside these tiles."""
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
    assert "Flowers 2 is own 1 2 3 4 Seasons 2 is own 1 2 3 4 Faces" in phone.send(form, button=("action", "check"))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"tiles": "234m 567p 678p 99p dR dR dR"}, "The hand holds a tile that this table’s deck does not have"),
        ({"tiles": "2345p 67p", "melds": ""}, "A winning hand has 14 tiles"),
        ({"tiles": "J1p J2p J3p J4p 5p 678p 999p", "melds": "pong:JdR"}, "or more than four jokers"),
    ],
)
def test_tiles_that_are_no_hand_here_are_refused_in_a_sentence(phone, code, htmx, told, sentence):
    assert sentence in refused(phone, sheet(phone, code, way="tiles"), htmx, source="wall", faces="4", **told)


# ── waits ────────────────────────────────────────────────────────────────────


def test_the_saved_hand_leads_to_what_it_was_waiting_for(phone, code):
    save(phone, sheet(phone, code, "P2", "tiles"), source="wall", **JOKERS, **BESIDE)
    link = next(link for link in phone.get(f"/m/{code}/hands/1/").links if "/waits/?" in link)
    page = phone.get(link)
    assert "Flowers: 1 2, Seasons: 4, Faces: 4, Animals: 1" in page
    assert "Bea is waiting on" in page
    assert "A joker may come in place of any of these tiles." in page


def test_a_joker_takes_no_tile_away_from_those_that_can_come(phone, code):
    # Ann holds two real 9 circles and two jokers for the same: the other two can come, and win by her four jokers.
    page = phone.get(f"/m/{code}/waits/?tiles=234p+567p+J9p+J9p+99p+dR+dR+dR&faces=4")
    assert "Ann is waiting on" in page
    assert "9 circles 2 can still come" in page


# ── the course ───────────────────────────────────────────────────────────────


def test_a_drawn_hand_is_a_draw_that_carries_nothing(phone, code, htmx):
    assert "Draw, no winner" in phone.table(code)
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Draw: nobody wins hand 1 Nobody won, so nobody pays." in page
    phone.send(page.form("/draw/"), htmx=htmx, status=200 if htmx else 303)
    table = phone.table(code)
    assert "Hand 2 of 9" in table and "1 Draw" in table
    assert "Goulash" not in table and "goulash" not in table
    assert balances(code) == (0, 0, 0)


def test_a_correction_of_the_seat_flags_what_was_ticked_for_another(phone, code):
    phone.draw(code)
    own = {"t.own_wind": "1", "t.all_pongs": "1", "t.faces": "4"}
    save(phone, sheet(phone, code, "P1", "list"), source="wall", **own)
    assert balances(code) == (16, -8, -8)
    form = phone.get(f"/m/{code}/hands/2/correct/").form("/correct/")
    assert (form.values("t.faces"), form.values("t.all_faces")) == (["4"], [])  # the second follows from the first
    phone.send(form, button=("action", "save"), status=303, note="four were three", **{"t.faces": "3"})
    assert balances(code) == (12, -6, -6)
    # A hand before it was forgotten: Ann sat elsewhere when she ticked her own wind.
    insert = phone.get(f"/m/{code}/hands/after/1/").form("/after/1/")
    phone.send(insert, button=("action", "save"), status=303, kind="draw", note="forgotten")
    assert "please look again" in phone.table(code)
    flagged = open_match(code).log.rows[-1]
    assert flagged.flags == ("seat_wind",)
    said = "Own wind or own flower was ticked for another seat. Please look again."
    assert said in phone.get(f"/m/{code}/hands/{flagged.seq}/")


def test_two_claims_are_decided_by_the_maximum_hand_and_then_by_fan(phone, code, htmx):
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    assert {"points_P2", "limit_P2"} <= form.names and not {"bonus_P2", "discarder_waited"} & form.names
    told = {"discarder": "P1", "points_P2": "8", "points_P3": "6"}
    looked = phone.send(form, button=("action", "check"), htmx=htmx, **told)
    assert "Bea gets the tile: more fan." in looked
    best = phone.send(form, button=("action", "check"), htmx=htmx, **{**told, "points_P3": ""}, limit_P3="maximum")
    assert "Cho gets the tile: the maximum hand comes first." in best
    phone.send(best.form("/claims/"), button=("action", "save"), htmx=htmx, status=200 if htmx else 303)
    assert balances(code) == (-20, 0, 20)


def played(phone, code):
    """One hand of each sort."""
    save(phone, sheet(phone, code, "P2"), source="wall", points="7")
    phone.draw(code)
    save(phone, sheet(phone, code, "P3", "list"), source="P1", **LIST)
    save(phone, sheet(phone, code, "P1", "tiles"), source="P2", **JOKERS, **BESIDE)
    save(phone, sheet(phone, code, "P2"), source="P3", points="maximum")


def test_the_spreadsheets_have_the_fan_and_the_maximum_hands(phone, code):
    played(phone, code)
    reading = open_match(code)
    rows = list(csv.DictReader(io.StringIO(exports.csv_text(reading))))
    columns = ("entry", "result", "hand_points", "bonus_points", "limit", "goulash")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("hand", "Bea from the wall", "7", "", "", "0"),
        ("draw", "Draw", "", "", "", ""),
        ("hand", "Cho from Ann", "5", "", "", "0"),
        ("hand", "Ann from Bea", "9", "", "", "0"),
        ("hand", "Bea from Cho", "", "", "maximum", "0"),
    ]
    cells = openpyxl.load_workbook(io.BytesIO(exports.xlsx_bytes(reading)))["Ledger"]
    assert [row[6].value for row in cells.iter_rows(min_row=2)] == [7, None, 5, 9, None]
    page = phone.get(f"/m/{code}/sheet/")
    for text in ("Bea from the wall 7 fan", "2 Bea Draw", "Maximum hand"):
        assert text in page


def test_a_match_file_brings_the_same_match_to_another_phone(phone, code, stranger):
    played(phone, code)
    data, told = match_file(phone, code)
    assert told["system"] == "malaysian_fan"
    form = stranger.get("/import/").form("/import/")
    page = stranger.post("/import/", {**form.data(), "file": SimpleUploadedFile("match.json", data)})
    copy = page.goes_to.split("/")[2]
    assert match_file(stranger, copy)[0] == data
    assert balances(copy) == balances(code)


def test_the_result_and_what_was_so_far_are_in_the_words_of_the_game(phone, code):
    played(phone, code)
    assert "Draws 1" in phone.get(f"/m/{code}/balance/")
    page = phone.get(f"/m/{code}/end/")
    assert "Bea 2 hands won, best 20" in page and "Goulash" not in page
    for address in ("history/", "balance/", "rules/"):
        phone.get(f"/m/{code}/{address}")


# ── where the rules come from ────────────────────────────────────────────────


def test_a_profile_of_house_rules_is_made_shared_and_played(phone, code):
    form = phone.get("/house/new/?system=malaysian_fan&preset=doubling").form(
        "/house/new/?system=malaysian_fan&preset=doubling"
    )
    page = phone.send(form, name="Penang", **{"o.min_fan": "3"})
    address = page.goes_to.split("?")[0]
    assert ORIGIN in phone.get(address)
    answer = phone.client.get(f"{address}house-rules.json")
    told = phone.get("/house/import/").form("/house/import/")
    brought = phone.post("/house/import/", {**told.data(), "file": SimpleUploadedFile("house.json", answer.content)})
    profile = brought.goes_to.split("/")[2]
    start = phone.get(f"/start/?preset={profile}").form("/start/")
    started = phone.send(start, button=("action", "start"), P1="Ann", P2="Bea", P3="Cho")
    book = open_match(started.goes_to.split("/")[2]).book
    assert (book.key, book.house["unit"], book.house["min_fan"]) == ("malaysian_fan", "doubling", 3)


@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("malaysian_fan", ORIGIN),
        ("malaysian_recap", "it is the Korean/Japanese game with other house rules (C2)."),
    ],
)
def test_pages_say_what_a_book_rests_on_where_it_is_chosen_and_on_its_card(phone, system, says):
    assert says in phone.get(f"/start/?system={system}")
    assert says in phone.get("/house/")
    assert says in phone.get(f"/rules/{system}/club/")


def test_a_book_that_rests_on_the_description_alone_says_nothing_of_it(phone):
    for address in ("/start/", "/rules/korean_japanese/club/"):
        assert "The source of these rules" not in phone.get(address)


def test_the_card_has_every_item_with_its_fan_and_the_pieces_in_pictures(phone):
    page = phone.get("/rules/malaysian_fan/club/")
    assert "84 tiles in all" in page
    for text in ("Dragon pong Pong or kong of a dragon C2.1 each 1", "Four jokers C2.2 10", "All four faces C2.1 +1"):
        assert text in page
    for face in ("flower", "season", "face", "animal", "joker"):
        assert f"#tile-{face}" in page.html
        assert f'aria-label="{face}"' in page.html


def test_the_recap_is_played_with_its_own_house_rules(phone):
    code = begin(phone, "malaysian_recap", "club")
    phone.draw(code)
    assert "next winner +1 from each" in phone.table(code)
    phone.hand(code, winner="P1", source="P3", points="4", bonus="2")
    assert balances(code) == (14, -1, -13)  # Cho pays for both: twice 4 and 2; each pays the goulash
    for way in ("list", "tiles"):
        phone.get(f"/m/{code}/hand/?winner=P1&way={way}")
    for address in ("hands/2/", "card/", "end/", "sheet/", "waits/", "claims/", "rules/"):
        phone.get(f"/m/{code}/{address}")
