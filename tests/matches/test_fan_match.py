"""A match of the Malaysian fan game: waits, draws, corrections, claims, files, and the sources of its rules."""

import csv
import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.files import exports
from matches.log.state import open_match
from people.exports import xlsx_bytes
from tests.matches.cast import balances, match_file
from tests.matches.fan_cast import BESIDE, JOKERS, LIST, begin, save, sheet
from tests.matches.worlds import one_match
from tests.wording import DRAGON_PONG, from_the_wall, hand_of

pytestmark = pytest.mark.django_db
ORIGIN = "The source of these rules lists only this game’s tiles (C1)"


# A match of the fan game with the club preset: 5 to 10 fan.
started, phone, code = one_match(system="malaysian_fan", preset="club")


# ── waits ────────────────────────────────────────────────────────────────────


def test_the_saved_hand_links_to_its_waits(phone, code):
    save(phone, sheet(phone, code, "P2", "tiles"), source="wall", **JOKERS, **BESIDE)
    link = next(link for link in phone.get(f"/m/{code}/hands/1/").links if "/waits/?" in link)
    page = phone.get(link)
    assert "Flowers: 1 2, Seasons: 4, Faces: 4, Animals: 1" in page
    assert "Bea is waiting for" in page
    assert "Counted as a plain win:" in page


def test_a_joker_does_not_reduce_the_tiles_that_are_left(phone, code):
    # Ann holds two real 9 circles and two jokers as 9 circles: the other two real ones are still waits.
    page = phone.get(f"/m/{code}/waits/?tiles=234p+567p+J9p+J9p+99p+dR+dR+dR&faces=4")
    assert "Ann is waiting for" in page
    assert "9 circles 2 left" in page


# ── course of the match ──────────────────────────────────────────────────────


def test_a_drawn_hand_is_a_draw_that_carries_nothing(phone, code, htmx):
    assert "Draw, no winner" in phone.table(code)
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Draw: nobody wins hand 1 Nobody won, so nobody pays." in page
    phone.send(page.form("/draw/"), htmx=htmx, status=200 if htmx else 303)
    table = phone.table(code)
    assert hand_of(2) in table and "1 Draw" in table
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
    # A forgotten hand is inserted before it, so Ann's seat wind was a different one.
    insert = phone.get(f"/m/{code}/hands/after/1/").form("/after/1/")
    phone.send(insert, button=("action", "save"), status=303, kind="draw", note="forgotten")
    assert "needs checking" in phone.table(code)
    flagged = open_match(code).log.rows[-1]
    assert flagged.flags == ("seat_wind",)
    said = "“Own wind” or “Own flower or season” was ticked for a different seat. Check the ticks again."
    assert said in phone.get(f"/m/{code}/hands/{flagged.seq}/")


def test_two_claims_are_decided_by_the_maximum_hand_and_then_by_fan(phone, code, htmx):
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    assert {"points_P2", "limit_P2"} <= form.names and not {"bonus_P2", "discarder_waited"} & form.names
    told = {"discarder": "P1", "points_P2": "8", "points_P3": "6"}
    looked = phone.send(form, button=("action", "check"), htmx=htmx, **told)
    assert "Bea gets the tile: their hand has more fan." in looked
    best = phone.send(form, button=("action", "check"), htmx=htmx, **{**told, "points_P3": ""}, limit_P3="maximum")
    assert "Cho gets the tile: a maximum hand has priority." in best
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
    rows = list(csv.DictReader(io.StringIO(exports.ledger_table(reading).csv())))
    columns = ("entry", "result", "hand_points", "bonus_points", "limit", "goulash")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("hand", from_the_wall("Bea"), "7", "", "", "0"),
        ("draw", "Draw", "", "", "", ""),
        ("hand", "Cho from Ann", "5", "", "", "0"),
        ("hand", "Ann from Bea", "9", "", "", "0"),
        ("hand", "Bea from Cho", "", "", "maximum", "0"),
    ]
    cells = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([exports.ledger_table(reading)])))["Ledger"]
    assert [row[6].value for row in cells.iter_rows(min_row=2)] == [7, None, 5, 9, None]
    page = phone.get(f"/m/{code}/sheet/")
    for text in (f"{from_the_wall('Bea')} 7 fan", "2 Bea Draw", "Maximum hand"):
        assert text in page


def test_a_match_file_restores_the_match_on_another_phone(phone, code, stranger):
    played(phone, code)
    data, told = match_file(phone, code)
    assert told["system"] == "malaysian_fan"
    form = stranger.get("/import/").form("/import/")
    page = stranger.post("/import/", {**form.data(), "file": SimpleUploadedFile("match.json", data)})
    copy = page.goes_to.split("/")[2]
    assert match_file(stranger, copy)[0] == data
    assert balances(copy) == balances(code)


def test_the_result_and_the_interim_result_use_the_terms_of_the_game(phone, code):
    played(phone, code)
    assert "Draws 1" in phone.get(f"/m/{code}/balance/")
    page = phone.get(f"/m/{code}/end/")
    assert "Bea 2 hands won, best 20" in page and "Goulash" not in page
    for address in ("history/", "balance/", "rules/"):
        phone.get(f"/m/{code}/{address}")


# ── sources of the rules ─────────────────────────────────────────────────────


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
    assert (book.key, book.house.unit, book.house.min_fan) == ("malaysian_fan", "doubling", 3)


@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("malaysian_fan", ORIGIN),
        (
            "malaysian_recap",
            "The source of these rules calls this game Malaysian, but it’s the Korean/Japanese game "
            "with different house rules (C2)",
        ),
    ],
)
def test_the_source_of_a_rule_book_is_shown_where_it_is_chosen_and_on_its_card(phone, system, says):
    assert says in phone.get(f"/start/?system={system}")
    assert says in phone.get("/house/")
    assert says in phone.get(f"/rules/{system}/club/")


def test_a_rule_book_based_only_on_the_description_shows_no_source(phone):
    for address in ("/start/", "/rules/korean_japanese/club/"):
        assert "The source of these rules" not in phone.get(address)


def test_the_card_has_every_item_with_its_fan_and_the_pieces_in_pictures(phone):
    page = phone.get("/rules/malaysian_fan/club/")
    assert "84 tiles in total" in page
    for text in (
        f"{DRAGON_PONG} Pong or kong of a dragon C2.1 1 each",
        "Four jokers C2.2 10",
        "All four faces C2.1 +1",
    ):
        assert text in page
    for face in ("flower", "season", "face", "animal", "joker"):
        assert f"#tile-{face}" in page.html
        assert f'aria-label="{face}"' in page.html


def test_the_recap_is_played_with_its_own_house_rules(phone):
    code = begin(phone, "malaysian_recap", "club")
    phone.draw(code)
    assert "the next winner gets +1 from each opponent" in phone.table(code)
    phone.hand(code, winner="P1", source="P3", points="4", bonus="2")
    assert balances(code) == (14, -1, -13)  # Cho pays for both: twice 4 and 2; each pays the goulash
    for way in ("list", "tiles"):
        phone.get(f"/m/{code}/hand/?winner=P1&way={way}")
    for address in ("hands/2/", "card/", "end/", "sheet/", "waits/", "claims/", "rules/"):
        phone.get(f"/m/{code}/{address}")
