"""Chips, a second score beside the points, on pages, in the database and in files, if the table plays with them."""

import csv
import io
import json

import openpyxl
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from engine.rulesets import BOOKS, rule_book
from matches import actions
from matches.files import exports, match_file
from matches.log.state import open_match
from matches.models import LedgerRow, Match, MatchDevice, Sitting
from operations.ledger_check import verified
from tests.engine.honshu_asking import hand
from tests.matches.cast import Phone
from tests.matches.cast import match_file as file_of
from tests.matches.table import PHONE, at, new_key, read, start

pytestmark = pytest.mark.django_db
CHIPS = {"chip_ippatsu": 1, "chip_points": 500}
TSUMO = {"winner": "P1", "win": {"by": "tsumo"}, "han": 2, "fu": 30, "chips": 3}
RON = {"winner": "P2", "win": {"by": "ron", "from": "P3"}, "han": 3, "fu": 40, "chips": 2}
DRAW = {"tenpai": ["P1"]}


def enter(match, *entries):
    for kind, payload in entries:
        actions.record_entry(kind=kind, payload=payload, **at(match))


def table(options=CHIPS, **changes):
    """East 1: Ann by self-draw; East 1.1: Bea from Cho; then a drawn hand."""
    match = start(system="riichi_sanma", options=options, **changes)
    enter(match, ("hand", TSUMO), ("hand", RON), ("draw", DRAW))
    return match


def chips_of(match):
    """The chips of a match. Asserts that log, ledger and match summary agree."""
    log = tuple(read(match).log.state.chips)
    *_, last = LedgerRow.objects.filter(match=match)
    assert (last.c1, last.c2, last.c3) == log == tuple(Match.objects.get(pk=match.pk).chips)
    return log


def test_the_database_has_the_chips_after_each_entry():
    match = table()
    rows = list(LedgerRow.objects.filter(match=match).values_list("c1", "c2", "c3"))
    assert rows == [(6, -3, -3), (6, -1, -5), (6, -1, -5)]
    assert chips_of(match) == (6, -1, -5)
    assert [errors for _events, errors in verified([match.pk])] == [[]]


def test_the_database_refuses_chips_that_do_not_sum_to_zero():
    match = table()
    with pytest.raises(IntegrityError):
        Match.objects.filter(pk=match.pk).update(c1=7)


def test_the_ledger_row_refuses_chips_that_do_not_sum_to_zero():
    match = table()
    with pytest.raises(IntegrityError):
        LedgerRow.objects.filter(match=match).update(c2=7)


def test_undo_redo_correction_and_removal_move_the_chips():
    match = table()
    actions.undo_last(target=3, **at(match))
    actions.undo_last(target=2, **at(match))
    assert chips_of(match) == (6, -3, -3)
    actions.redo(**at(match))
    assert chips_of(match) == (6, -1, -5)
    actions.correct_entry(target=1, kind="hand", payload=TSUMO | {"chips": 1}, **at(match))
    assert chips_of(match) == (2, 1, -3)
    actions.void_entry(target=2, **at(match))
    assert chips_of(match) == (2, -1, -1)
    actions.insert_entry(after=0, kind="hand", payload=RON | {"chips": 9}, **at(match))
    assert chips_of(match) == (2, 8, -10)


def test_a_corrected_number_of_chips_rewrites_the_rows_although_no_points_move():
    match = table()
    actions.correct_entry(target=1, kind="hand", payload=TSUMO | {"chips": 0}, **at(match))
    rows = list(LedgerRow.objects.filter(match=match).values_list("c1", "c2", "c3"))
    assert rows == [(0, 0, 0), (0, 2, -2), (0, 2, -2)]


def test_an_extension_keeps_the_chips():
    match = table(options=CHIPS | {"length": "east"})
    actions.extend_match(match_length=6, **at(match))
    assert chips_of(match) == (6, -1, -5)


def test_a_closed_match_is_settled_with_its_chips_and_the_sittings_have_them():
    match = table()
    actions.close_match(balances=read(match).log.state.balances, **at(match))
    final = exports.final_of(read(match))
    shares = {share.seat.value: share.tenths for share in final.shares if share.rule == "chips"}
    assert shares == {"P1": 30, "P2": -5, "P3": -25}
    assert sum(final.tenths) == 0
    sat = dict(Sitting.objects.filter(match=match).values_list("chair", "chips"))
    assert sat == {"P1": 6, "P2": -1, "P3": -5}


def test_a_table_without_chips_has_none_in_its_sittings_nor_in_its_files():
    match = table(options={})
    actions.close_match(balances=read(match).log.state.balances, **at(match))
    assert set(Sitting.objects.filter(match=match).values_list("chips", flat=True)) == {None}
    reading = read(match)
    assert [column for column in exports.columns(reading.book) if "chip" in column] == []
    assert exports.standings_table(reading).columns == ("rank", "player", "name", "points", "result")
    assert all("chips" not in row for row in match_file.document(reading)["ledger"])


# ── files ────────────────────────────────────────────────────────────────────


def test_the_tables_have_the_chips_of_each_entry_and_of_each_player():
    match = table()
    actions.close_match(balances=read(match).log.state.balances, **at(match))
    reading = read(match)
    rows = list(csv.DictReader(io.StringIO(exports.ledger_table(reading).csv())))
    names = [f"{kind}_P{no}" for kind in ("chip_change", "chips") for no in (1, 2, 3)]
    assert [[int(row[name]) for name in names] for row in rows] == [
        [6, -3, -3, 6, -3, -3],
        [0, 2, -2, 6, -1, -5],
        [0, 0, 0, 6, -1, -5],
    ]
    standings = exports.standings_table(reading)
    assert standings.columns == ("rank", "player", "name", "points", "chips", "result")
    assert [(row[1], row[3], row[4], row[5]) for row in standings.rows] == [
        ("P1", 39000, 6, 37.0),
        ("P2", 38400, -1, -2.1),
        ("P3", 27600, -5, -34.9),
    ]


def test_the_file_of_a_match_with_chips_has_them_in_its_ledger_and_is_imported_unchanged(tmp_path):
    match = table()
    content = match_file.dump(match_file.document(read(match)))
    assert [row["chips"] for row in json.loads(content)["ledger"]] == [
        {"P1": 6, "P2": -3, "P3": -3},
        {"P1": 6, "P2": -1, "P3": -5},
        {"P1": 6, "P2": -1, "P3": -5},
    ]
    copy = actions.import_match(device=PHONE, data=content, key=new_key())
    assert match_file.dump(match_file.document(open_match(copy.code))) == content
    assert chips_of(copy) == (6, -1, -5)
    path = tmp_path / "match.json"
    path.write_bytes(content)
    out = io.StringIO()
    call_command("verify_match", str(path), stdout=out)
    assert "Chips: Ann +6, Bea -1, Cho -5." in out.getvalue()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda row: row["chips"].update(P1=7, P2=-2), "Row 2 of ledger differs"),
        (lambda row: row.pop("chips"), "Row 2 of ledger differs"),
        (lambda row: row.update(chips={"P1": 6, "P2": -6}), "ledger[1].chips.P3 is missing."),
        (lambda row: row.update(chips=None), "ledger[1].chips must be an object."),
        (lambda row: row["chips"].update(P1="6"), "ledger[1].chips.P1 must be a whole number."),
    ],
)
def test_a_file_with_wrong_chips_is_refused(tmp_path, capsys, change, reason):
    document = match_file.document(read(table()))
    change(document["ledger"][1])
    path = tmp_path / "match.json"
    path.write_bytes(match_file.dump(document))
    with pytest.raises((SystemExit, CommandError)) as stopped:
        call_command("verify_match", str(path))
    assert reason in f"{capsys.readouterr().err} {stopped.value}"


def test_a_file_may_not_claim_chips_of_a_table_without_them():
    document = match_file.document(read(table(options={})))
    document["ledger"][0]["chips"] = {"P1": 6, "P2": -3, "P3": -3}
    problems = [str(problem) for problem in match_file.problems(match_file.read(match_file.dump(document)))]
    assert len(problems) == 1 and "Row 1 of ledger differs" in problems[0]


# ── pages ────────────────────────────────────────────────────────────────────


@pytest.fixture
def played(phone):
    """The code of a match with parlour rules, started and played on the pages."""
    code = phone.start(system="riichi_sanma", preset="parlour")
    match = Match.objects.get(code=code)
    device = MatchDevice.objects.get(match=match).device
    for kind, payload in (("hand", TSUMO), ("hand", RON)):
        actions.record_entry(kind=kind, payload=payload, **at(match, device=device))
    return code


def test_the_pages_of_a_table_with_chips(phone, played):
    page = phone.table(played)
    assert "chips: +6 / −3 / −3" in page and "chips: 0 / +2 / −2" in page
    assert '<span class="chip-n"><span class="visually-hidden">Chips</span>+2<b>−1</b></span>' in page.tight
    assert [f"{count} chip{plural}" in page for count, plural in (("+6", "s"), ("−1", ""), ("−5", "s"))] == [True] * 3
    hand = phone.get(f"/m/{played}/hands/1/")
    assert "chips: +6 / −3 / −3 Ann +6 chips · Bea −3 chips · Cho −3 chips E14" in hand
    screen = phone.get(f"/m/{played}/screen/")
    assert "chips: 0 / +2 / −2" in screen and "−5 chips" in screen
    assert "Chips −5" in phone.get(f"/m/{played}/balance/")
    assert "Chips −5" not in phone.get(f"/m/{played}/card/")


def test_the_result_and_the_printed_sheet_have_the_chips(phone, played):
    phone.send(phone.get(f"/m/{played}/end/").form("/close/"), status=303)
    result = phone.get(f"/m/{played}/end/")
    assert all(count in result for count in ("+6 chips", "−1 chip", "−5 chips"))
    sheet = phone.get(f"/m/{played}/sheet/")
    assert "For each player: the payment for the hand, then the balance, then the chips won or lost." in sheet
    assert sheet.html.count('colspan="3"') == 3
    assert '<td class="n">+6</td>' in sheet.tight and '<td class="n">−5 chips</td>' in sheet.tight


def test_the_files_of_the_pages_have_the_chips(phone, played):
    rows = list(csv.DictReader(io.StringIO(phone.client.get(f"/m/{played}/match.csv?bom=0").content.decode())))
    assert [(row["chip_change_P2"], row["chips_P2"]) for row in rows] == [("-3", "-3"), ("2", "-1")]
    book = openpyxl.load_workbook(io.BytesIO(phone.client.get(f"/m/{played}/match.xlsx").content))
    assert [cell.value for cell in book.worksheets[0][3]][-3:] == [6, -1, -5]
    assert file_of(phone, played)[1]["ledger"][1]["chips"] == {"P1": 6, "P2": -1, "P3": -5}


def test_a_correction_shows_the_chips_before_and_after(phone, played):
    seats = phone.get(f"/m/{played}/hands/2/void/")
    assert "chips: 0 / +2 / −2" in seats


def test_no_page_of_a_table_without_chips_mentions_them():
    phone = Phone()
    code = phone.start(system="riichi_sanma", preset="tenhou")
    match = Match.objects.get(code=code)
    device = MatchDevice.objects.get(match=match).device
    actions.record_entry(kind="hand", payload=TSUMO, **at(match, device=device))
    for part in ("", "hands/1/", "screen/", "balance/", "end/", "sheet/"):
        page = phone.get(f"/m/{code}/{part}")
        assert "chip-n" not in page.html and "chips:" not in page, part


def test_a_kansai_table_of_honshu_counts_chips_and_flowers_and_settles_a_bust_prize():
    preset = next(preset for preset in BOOKS["honshu"].presets if preset.key == "kansai")
    match = start(system="honshu", options=dict(preset.options))
    won = {"winner": "P1", "win": {"by": "tsumo"}, "han": 13, "chips": 2}
    enter(match, ("hand", won), ("draw", DRAW))
    assert chips_of(match) == (4, -2, -2)
    tiles = hand("234p 678s 345s 99p", "4p ron", pongs="dR", flowers=3)
    del tiles["hand_no"]
    enter(match, ("hand", tiles))
    log = read(match).log
    assert [item.id for item in log.rows[-1].settlement.scores[0].bonus_items] == ["bazoro", "flower"]
    enter(match, ("hand", {"winner": "P1", "win": {"by": "ron", "from": "P3"}, "yakuman": 1}))
    state = read(match).log.state
    assert (state.ended, state.finished) == ("bust", True)
    final = rule_book("honshu", preset.options).settle_match(state.balances, chips=state.chips)
    assert [(share.seat.value, share.tenths) for share in final.shares if share.rule == "bust_prize"] == [
        ("P1", 100),
        ("P3", -100),
    ]


def test_the_sheet_of_a_kansai_table_asks_for_chips_and_flowers():
    phone = Phone()
    code = phone.start(system="honshu", preset="kansai")
    page = phone.get(f"/m/{code}/hand/?winner=P1")
    assert page.form("/hand/").values("chips") == ["0"]
    assert "Flowers set aside" in phone.get(f"/m/{code}/hand/?winner=P1&way=tiles")
    phone.hand(code, "P1", "wall", "6", chips="2")
    assert tuple(Match.objects.get(code=code).chips) == (4, -2, -2)
