"""The test rule book (strange_book.py): sticks put down during a hand, two winners on one tile, the settlement."""

import io
import re

import openpyxl
import pytest

from engine import rulesets
from matches.models import Event, Match
from tests.matches.cast import balances
from tests.matches.strange_book import Strange, save, seated, sheet
from tests.wording import whole_number

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(phone, monkeypatch):
    """A match of the test rule book."""
    return seated(phone, monkeypatch)


# ── declared during the hand ─────────────────────────────────────────────────


def declare(phone, code, htmx=False, status=None, **button):
    """Tap the button on a card: on="P1" or off="P1"."""
    form = phone.table(code).form("/declare/")
    [pressed] = button.items()
    return phone.send(form, button=pressed, htmx=htmx, status=status or (200 if htmx else 303))


def test_a_stick_is_put_down_on_the_card_before_the_hand_ends(phone, code, htmx):
    page = phone.table(code)
    assert page.form("/declare/").buttons == [("on", "P1"), ("on", "P2"), ("on", "P3")]
    answer = declare(phone, code, htmx, on="P2")
    table = answer if htmx else phone.table(code)
    assert table.form("/declare/").buttons == [("on", "P1"), ("off", "P2"), ("on", "P3")]
    assert "Bea South 990 Stick , Bea" in table
    assert "Lying: 10 in sticks" in table
    assert balances(code) == (1000, 1000, 1000)  # the log stores it with the hand
    declare(phone, code, htmx, on="P2")  # tapped on two phones
    assert "Bea South 990 Stick , Bea" in phone.table(code)
    declare(phone, code, htmx, off="P2")
    assert "Lying:" not in phone.table(code)
    assert not Event.objects.exists()


def test_the_sheets_know_who_put_down_a_stick(phone, code, htmx):
    declare(phone, code, on="P1")
    declare(phone, code, on="P3")
    form = sheet(phone, code, "?winner=P1", htmx=htmx).form("/hand/")
    assert (form.values("sticks_by"), form.values("declared")) == (["P1", "P3"], ["single"])
    other = sheet(phone, code, "?winner=P2", htmx=htmx).form("/hand/")
    assert (other.values("sticks_by"), other.values("declared")) == (["P1", "P3"], [""])
    assert phone.get(f"/m/{code}/draw/", htmx=htmx).form("/draw/").values("sticks_by") == ["P1", "P3"]
    assert phone.get(f"/m/{code}/claims/", htmx=htmx).form("/claims/").values("sticks_by") == ["P1", "P3"]
    payload = save(phone, form, htmx, source="P2", points="2", sticks_by=["P1"], declared="")
    assert payload["sticks_by"] == ["P1"] and "declared" not in payload  # the scorer's input counts
    assert phone.table(code).form("/declare/").buttons == [("on", "P1"), ("on", "P2"), ("on", "P3")]


def test_a_sheet_that_changes_to_another_way_to_count_still_knows_it(phone, code, htmx):
    declare(phone, code, on="P1")
    form = sheet(phone, code, "?winner=P1", htmx=htmx).form("/hand/")
    tiles = phone.send(form, button=("action", "check"), htmx=htmx, way="tiles", sticks_by=["P1", "P2"])
    assert tiles.form("/hand/").values("sticks_by") == ["P1", "P2"]
    assert tiles.form("/hand/").values("declared") == ["single"]


def test_undo_and_redo_of_a_hand_restore_its_sticks(phone, code, htmx):
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    phone.send(form, sticks_by=["P2", "P3"])
    declare(phone, code, on="P1")
    phone.undo(code, htmx)
    assert phone.table(code).form("/declare/").buttons == [("on", "P1"), ("off", "P2"), ("off", "P3")]
    phone.redo(code, htmx)
    assert phone.table(code).form("/declare/").buttons == [("on", "P1"), ("on", "P2"), ("on", "P3")]
    assert balances(code) == (1000, 990, 990)


def test_a_correction_of_an_earlier_hand_keeps_current_declarations(phone, code, htmx):
    phone.hand(code, points="1")
    declare(phone, code, on="P3")
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    assert again.values("sticks_by") == []
    phone.send(again, button=("action", "save"), htmx=htmx, points="2")
    assert phone.table(code).form("/declare/").buttons == [("on", "P1"), ("on", "P2"), ("off", "P3")]


def test_an_open_sheet_learns_of_a_stick_before_it_is_saved(phone, second, code, htmx):
    form = sheet(phone, code, "?winner=P1", htmx=htmx).form("/hand/")
    nobody = phone.get(f"/m/{code}/draw/").form("/draw/")
    declare(second, code, on="P3")
    said = "The players’ declarations have changed in the meantime. Check them, then save."
    page = phone.send(form, button=("save", "1"), htmx=htmx, status=422, source="P2", points="3", sticks_by=["P1"])
    assert said in page
    again = page.form("/hand/")
    assert (again.values("sticks_by"), again.values("points")) == (["P1", "P3"], ["3"])
    drawn = phone.send(nobody, htmx=htmx, status=422)
    assert said in drawn and drawn.form("/draw/").values("sticks_by") == ["P3"]
    assert save(phone, again, htmx)["sticks_by"] == ["P1", "P3"]
    assert balances(code) == (1040, 970, 990)


def test_declarations_stay_when_a_correction_is_undone(phone, code, htmx):
    phone.hand(code, points="1")
    declare(phone, code, on="P1")
    phone.send(phone.get(f"/m/{code}/hands/1/void/").form("/void/"), status=303)
    phone.undo(code, htmx)
    assert phone.table(code).form("/declare/").buttons == [("off", "P1"), ("on", "P2"), ("on", "P3")]


def test_after_a_penalty_during_a_hand_players_can_still_declare(phone, code, htmx):
    form = phone.table(code).form("/declare/")
    fine = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    phone.send(fine, status=303, offender="P2", what="other", amount="10", payee="P1")
    phone.send(form, button=("on", "P3"), htmx=htmx, status=200 if htmx else 303)
    assert ("off", "P3") in phone.table(code).form("/declare/").buttons


def test_no_stick_stays_on_a_match_that_is_over(phone, code):
    phone.hand(code)
    declare(phone, code, on="P3")
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"), status=303)
    assert "Lying:" not in phone.table(code)
    assert "Cho West 950" in phone.table(code)


def test_switching_the_way_to_count_and_back_keeps_the_sticks(phone, code, htmx):
    declare(phone, code, on="P1")
    declare(phone, code, on="P3")
    page = sheet(phone, code, "?winner=P1", htmx=htmx)
    for way in ("tiles", "numbers"):
        page = phone.send(page.form("/hand/"), button=("action", "check"), htmx=htmx, way=way)
    assert page.form("/hand/").values("sticks_by") == ["P1", "P3"]


def test_an_unknown_seat_is_refused_for_a_draw(phone, code, htmx):
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    page = phone.send(form, htmx=htmx, status=422, sticks_by=["P9"])
    assert "sticks_by must be one of these players: P1, P2, P3." in page


def test_a_watcher_sees_the_stick_with_the_next_poll(phone, watcher, code):
    seen = watcher.get(f"/m/{code}/", htmx=True)
    stand = re.search('data-v="([^"]+)"', seen.html).group(1)
    where = f"/m/{code}/?v={stand}"
    assert watcher.get(where, htmx=True, status=204)
    declare(phone, code, on="P2")
    assert "Bea South Stick 990" in watcher.get(where, htmx=True)
    assert not [form for form in watcher.get(f"/m/{code}/").forms if form.action.endswith("/declare/")]


def test_a_late_tap_does_not_declare_for_the_next_hand(phone, code, htmx):
    form = phone.table(code).form("/declare/")
    phone.hand(code)
    page = phone.send(form, button=("on", "P1"), htmx=htmx, status=422)
    assert "That hand has ended. Check the table before you declare anything." in page
    assert Match.objects.get().declared == ""


def test_nobody_declares_without_points_for_a_stick(phone, code, htmx):
    phone.hand(code, source="P3", points="50")
    phone.hand(code, source="P3", points="50")
    page = declare(phone, code, htmx, status=422, on="P3")
    assert "Cho has no stick." in page
    wrong = phone.send(phone.table(code).form("/declare/"), button=("on", "P4"), htmx=htmx, status=422)
    assert "Choose one of the three players." in wrong


# ── two on one tile ──────────────────────────────────────────────────────────


def test_two_win_on_one_tile_in_one_entry(phone, code, htmx):
    assert "Two on one tile" in phone.table(code)
    assert "Another one too" in sheet(phone, code, htmx=True)
    page = phone.get(f"/m/{code}/claims/", htmx=htmx)
    told = {"discarder": "P2", "points_P1": "3", "limit_P3": "top:1", "how": ["robbed"], "sticks_by": ["P3"]}
    looked = phone.send(page.form("/claims/"), button=("action", "check"), htmx=htmx, **told)
    assert "Cho wins 100, Ann wins 30." in looked or "Ann wins 30, Cho wins 100." in looked
    assert "Bea pays 130" in looked
    phone.send(looked.form("/claims/"), button=("action", "save"), htmx=htmx, status=200 if htmx else 303)
    win = {"by": "robbed", "from": "P2"}
    assert Event.objects.get().payload == {
        "wins": [{"winner": "P3", "win": win, "top": 1}, {"winner": "P1", "win": win, "doubles": 3}],
        "sticks_by": ["P3"],
    }
    assert balances(code) == (1030, 870, 1100)
    assert "Cho robs Bea’s kong, Ann robs Bea’s kong Top hand, 3 doubles" in phone.table(code)
    again = phone.get(f"/m/{code}/hands/1/correct/")
    assert "One winner Two winners Nobody Penalty" in again
    form = again.form("/correct/")
    fields = ("kind", "discarder", "points_P1", "limit_P3", "how", "sticks_by")
    assert [form.values(name) for name in fields] == [["two"], ["P2"], ["3"], ["top:1"], ["robbed"], ["P3"]]
    phone.send(form, button=("action", "save"), htmx=htmx, points_P1="4", how=[])
    assert balances(code) == (1040, 860, 1100)


def test_the_values_of_one_winner_are_kept_on_the_sheet_for_two(phone, code, htmx):
    form = phone.get(f"/m/{code}/claims/?winner=P3&source=P1&points=2&sticks_by=P2", htmx=htmx).form("/claims/")
    fields = ("discarder", "points_P3", "points_P2", "sticks_by")
    assert [form.values(name) for name in fields] == [["P1"], ["2"], [""], ["P2"]]
    form = phone.get(f"/m/{code}/claims/?winner=P3&points=other&points_other=17", htmx=htmx).form("/claims/")
    assert form.values("points_P3") == ["17"]
    form = phone.get(f"/m/{code}/claims/?winner=P3&source=P1&points=top:2", htmx=htmx).form("/claims/")
    assert [form.values(name) for name in ("limit_P3", "points_P3")] == [["top:2"], [""]]


def test_a_correction_of_two_winners_keeps_unchanged_values(phone, code, htmx):
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    told = {"discarder": "P2", "points_P1": "3", "limit_P3": "top:1", "sticks_by": ["P3"]}
    phone.send(form, button=("action", "save"), status=303, **told)
    saved = Event.objects.get().payload
    again = phone.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    phone.send(again, button=("action", "save"), htmx=htmx, note="looked at")
    assert Event.objects.order_by("pk").last().payload["replace"] == {"kind": "hand", "payload": saved}
    assert balances(code) == (1030, 870, 1100)


def test_a_claim_without_its_count_is_refused_by_name(phone, code, htmx):
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    page = phone.send(form, button=("action", "save"), htmx=htmx, status=422, discarder="P1", points_P2="3")
    assert f"Cho, Doubles: {whole_number(1, 50)}" in page
    assert page.form("/claims/").values("points_P2") == ["3"]


# ── the end ──────────────────────────────────────────────────────────────────


def test_the_result_shows_the_settlement(phone, code):
    assert "in thousands" not in phone.get(f"/m/{code}/end/")
    for winner, source, points in (("P2", "P1", "30"), ("P3", "P1", "5"), ("P1", "P2", "1")):
        phone.hand(code, winner=winner, source=source, points=points)
    while not Match.objects.get().finished:
        phone.draw(code)
    assert balances(code) == (660, 1290, 1050)
    page = phone.get(f"/m/{code}/end/")
    assert "Bea 1 hand won, best 300 1,290 points, in thousands \u22120.1, for the first +0.5 +0.4" in page
    assert "Ann 1 hand won, best 10 660 points, in thousands \u22120.4 \u22120.4" in page
    assert "Ann pays Bea 0.4" in page
    assert "on the table" not in page  # this rule book doesn't define the value of a point
    phone.send(page.form("/value/"), value="0.50", unit="€")
    assert "Ann pays Bea 0.4 = 0.20 €" in phone.get(f"/m/{code}/end/")
    assert "Place Player Points Result 1 Bea 1,290 +0.4" in phone.get(f"/m/{code}/sheet/")
    book = openpyxl.load_workbook(io.BytesIO(phone.client.get(f"/m/{code}/match.xlsx").content))
    assert [[cell.value for cell in row] for row in book.worksheets[1].rows] == [
        ["rank", "player", "name", "points", "result"],
        [1, "P2", "Bea", 1290, 0.4],
        [2, "P3", "Cho", 1050, 0],
        [3, "P1", "Ann", 660, -0.4],
    ]


class Single(Strange):
    """The test rule book with only one winner per tile."""

    key = "single"
    two_win = False


def test_a_book_without_claims_and_two_winners_has_no_sheet_for_two(phone, monkeypatch, htmx):
    monkeypatch.setattr(rulesets, "VERSIONS", (*rulesets.VERSIONS, Single))
    monkeypatch.setitem(rulesets.BOOKS, Single.key, Single)
    code = phone.start(system="single", preset="club", shown_preset="single/club")
    phone.get(f"/m/{code}/claims/", htmx=htmx, status=404)
    for address in ("", "hand/?winner=P1", "hand/"):
        page = phone.get(f"/m/{code}/{address}")
        assert not [link for link in page.links if "/claims/" in link] and "Two" not in page.text.replace("Two top", "")
    phone.hand(code, "P1", "P2", "2")
    assert "Two winners" not in phone.get(f"/m/{code}/hands/1/correct/")
