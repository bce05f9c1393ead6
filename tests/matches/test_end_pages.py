"""The result and related pages: places, the value of a point, players, files, removal, rematch."""

import re

import pytest

from matches.models import Event, LedgerRow, Match, MatchDevice, MatchLink, Sitting
from tests.matches.cast import balances, link, match_file
from tests.matches.worlds import one_match
from tests.wording import NOT_SAVED, from_the_wall, who_won

pytestmark = pytest.mark.django_db
started, phone, code = one_match()


def test_the_result_of_an_unfinished_match_says_so_far(phone, code):
    page = phone.get(f"/m/{code}/end/")
    assert "Score so far" in page
    assert "0 hands" in page
    assert "End match" not in page
    assert "pays" not in page.text.split("Running balance")[0]
    phone.hand(code)
    page = phone.get(f"/m/{code}/end/")
    assert "1 hand " in page
    assert "1 Ann 1 hand won, best 16 +16 2 Bea 0 hands won −8 2 Cho 0 hands won −8" in page
    assert "Bea pays Ann 8 Cho pays Ann 8" in page


def test_what_a_point_is_worth_is_shown_in_money(phone, code):
    phone.hand(code)
    form = phone.get(f"/m/{code}/end/").form("/value/")
    phone.send(form, value="0.10", unit="€", status=303)
    page = phone.get(f"/m/{code}/end/")
    assert "Bea pays Ann 8 = 0.80 € Cho pays Ann 8 = 0.80 €" in page
    form = page.form("/value/")
    assert (form.values("value"), form.values("unit")) == (["0.1"], ["€"])
    for typed, worth in (("0,25", "2.00"), ("\uff12", "16.00"), ("0.0625", "0.50"), ("0.0001", "0.0008")):
        phone.send(form, value=typed, unit="matches", status=303)
        assert f"Bea pays Ann 8 = {worth} matches" in phone.get(f"/m/{code}/end/")
    phone.send(form, value="", unit="", status=303)
    assert "= " not in phone.get(f"/m/{code}/end/").text


def test_a_renamed_player_has_the_new_name_everywhere(phone, code):
    phone.hand(code)
    form = phone.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P1")
    assert form.values("name") == ["Ann"]
    assert phone.send(form, name="  Anna   Maria ").goes_to == f"/m/{code}/players/?saved=1"
    for where in ("", "end/", "hands/1/", "history/", "sheet/", "balance/"):
        page = phone.get(f"/m/{code}/{where}")
        assert "Anna Maria" in page, where
        # Her old name is only in the sentence about the change.
        told = page.text.replace("from Ann to Anna Maria ", "") if where == "history/" else page.text
        assert "Ann " not in told.replace("Anna Maria ", ""), where


def test_a_replaced_player_keeps_the_earlier_hands(phone, code):
    phone.hand(code)
    phone.hand(code, "P2", "P1")
    form = phone.get(f"/m/{code}/players/").form("/players/", what="replace", chair="P1")
    assert form.values("from_hand") == ["3"]
    phone.send(form, name="Dan", status=303)
    phone.hand(code, "P1", "P3")
    page = phone.table(code)
    assert f"1 {from_the_wall('Ann')}" in page
    assert "2 Bea from Ann" in page
    assert "3 Dan from Cho" in page
    assert "Ann wins" in phone.get(f"/m/{code}/hands/1/")
    assert "Dan wins" in phone.get(f"/m/{code}/hands/3/")
    assert "Ann from hand 1 Dan from hand 3" in phone.get(f"/m/{code}/players/")
    history = phone.get(f"/m/{code}/history/")
    assert from_the_wall("Ann") in history
    assert "Dan from Cho" in history


def test_a_table_can_end_its_match_early_and_play_again(phone, code):
    phone.hand(code)
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"), status=303)
    page = phone.get(f"/m/{code}/end/")
    assert "Match finished" in page
    assert "The match ended early, before its last hand." in page
    assert page.form("/rematch/").action.endswith("/rematch/")


def test_a_match_that_was_played_to_its_end_did_not_end_early(phone, code):
    for _hand in range(9):
        phone.hand(code)
    assert "ended early" not in phone.get(f"/m/{code}/end/")
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"), status=303)
    page = phone.get(f"/m/{code}/end/")
    assert "Match finished" in page and "ended early" not in page


def test_a_match_that_ended_early_has_no_next_hand_and_no_dealer(phone, code):
    phone.hand(code)
    assert "Bea East Dealer" in phone.get(f"/m/{code}/screen/")
    assert "2: now" in phone.get(f"/m/{code}/screen/")
    assert "Place Player Points Ann" in phone.get(f"/m/{code}/sheet/")
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"), status=303)
    screen = phone.get(f"/m/{code}/screen/")
    assert "Dealer" not in screen
    assert "2: now" not in screen
    assert "2: upcoming" in screen
    assert "Place Player Points 1 Ann" in phone.get(f"/m/{code}/sheet/")


def test_the_score_sheet_of_honshu_has_lines_for_deals_that_repeat(phone, code):
    honshu = phone.start(system="honshu", preset="text")
    lines = re.findall(r'<tr><th scope="row">(.*?)</th>', phone.get(f"/m/{honshu}/sheet/").tight)
    assert lines[:6] == ["E1", "", "", "E2", "", ""] and lines[-6:] == ["S3", "", "", "", "", ""]
    assert "Write repeated deals, such as E1.1, on the lines without a label." in phone.get(f"/m/{honshu}/sheet/")
    assert "Write repeated deals, such as E1.1, on the lines without a label." not in phone.get(f"/m/{code}/sheet/")


def test_a_watcher_is_not_asked_to_tap(phone, code, watcher):
    asked = "When the first hand ends, tap the winner."
    assert asked in phone.get(f"/m/{code}/")
    assert asked not in watcher.get(f"/m/{code}/")
    assert "No hands played yet." in watcher.get(f"/m/{code}/")


def test_a_saved_name_says_so(phone, code):
    form = phone.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P1")
    assert "Saved ✓" in phone.follow(phone.send(form, name="Anna", status=303))
    assert "Saved ✓" not in phone.get(f"/m/{code}/players/")


def test_the_names_on_a_signed_result_do_not_change(phone, code):
    for _hand in range(9):
        phone.draw(code)
    renaming = phone.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P1")
    replacing = phone.get(f"/m/{code}/players/").form("/players/", what="replace", chair="P1")
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"), status=303)
    for form in (renaming, replacing):
        assert "The match has ended. Reopen it to make changes." in phone.send(form, name="Dan", status=422)
    assert "Ann" in phone.get(f"/m/{code}/end/")


@pytest.mark.parametrize("hand", ["0", "9", "abc", "", "-1", "1000", "1_0"])
def test_a_replacement_from_an_invalid_hand_is_refused_and_kept(phone, code, hand):
    phone.hand(code)
    form = phone.get(f"/m/{code}/players/").form("/players/", what="replace", chair="P2")
    page = phone.send(form, name="Dan", from_hand=hand, status=422)
    assert NOT_SAVED in page
    assert "Choose a hand from 1 to 2." in page
    kept = page.form("/players/", what="replace", chair="P2")
    assert (kept.values("name"), kept.values("from_hand")) == (["Dan"], ["2"])
    assert Sitting.objects.count() == 3


def test_a_change_of_an_unknown_player_is_refused(phone, code):
    for chair in ("P9", "", "Ann", "\0"):
        page = phone.post(f"/m/{code}/players/", {"what": "rename", "chair": chair, "name": "Dan"}, status=422)
        assert "Choose one of the three players." in page
    assert sorted(Sitting.objects.values_list("name", flat=True)) == ["Ann", "Bea", "Cho"]


def test_the_match_can_be_named_and_the_name_removed(phone, code):
    form = phone.get(f"/m/{code}/players/").form("/players/", what="match")
    phone.send(form, name="Friday <b>", status=303)
    assert "Friday <b>" in phone.table(code)
    assert "Friday &lt;b&gt;" in phone.table(code).html
    phone.send(form, name="x" * 41, status=422)
    phone.send(form, name=" ", status=303)
    assert Match.objects.get().name == ""


def test_a_match_is_archived_and_restored(phone, code):
    phone.hand(code)
    form = phone.get(f"/m/{code}/end/").form("/archive/")
    assert phone.send(form).goes_to == "/"
    assert "1 archived match" in phone.get("/")
    assert "In progress" not in phone.get("/")
    phone.send(form, status=303)
    phone.send(phone.get(f"/m/{code}/end/").form("/archive/"), status=303)
    assert "archived match" not in phone.get("/")
    assert balances(code) == (16, -8, -8)


def test_a_match_is_deleted_only_after_the_box_is_ticked_and_then_wholly(phone, code, watcher):
    phone.hand(code)
    page = phone.get(f"/m/{code}/delete/")
    assert "The match between Ann , Bea and Cho will be deleted for good" in page
    refused = phone.send(page.form("/delete/"), status=422)
    assert "Tick the box first" in refused
    for almost in ("no", "", "YES", "yes "):
        phone.send(refused.form("/delete/"), sure=almost, status=422)
    assert Match.objects.filter(code=code).exists()
    assert phone.send(refused.form("/delete/"), sure="yes").goes_to == "/"
    for where in ("", "end/", "match.json", "hands/1/"):
        phone.get(f"/m/{code}/{where}", status=404)
        watcher.get(f"/m/{code}/{where}", status=404)
    phone.send(refused.form("/delete/"), sure="yes", status=404)
    for model in (Event, LedgerRow):
        assert model.objects.count() == 0
    # What is left is the watcher's own match.
    left = (Match, Sitting, MatchDevice, MatchLink)
    assert [model.objects.count() for model in left] == [1, 3, 1, 2]


def test_a_rematch_is_started_once_and_the_next_one_deals(phone, code):
    for _hand in range(9):
        phone.draw(code)
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"))
    form = phone.get(f"/m/{code}/end/").form("/rematch/")
    first, second = phone.send(form).goes_to, phone.send(form).goes_to
    assert first == second != f"/m/{code}/"
    assert Match.objects.count() == 2
    assert f"{who_won(1)} Bea East Dealer 0 Cho South 0 Ann West 0" in phone.get(first)


def test_the_house_rules_are_shown_with_the_differences(phone):
    code = phone.start(preset="experts", shown_preset="x")
    page = phone.get(f"/m/{code}/rules/")
    assert "7 written rules: 3" in page
    short, full = page.text.split("All house rules, with examples")
    assert (short.count("written rules:"), full.count("written rules:")) == (2, 2)


def test_the_watch_link_is_shown_as_text_and_qr_code(phone, code):
    page = phone.get(f"/m/{code}/share/")
    assert f"http://testserver{link(code, 'watching')}" in page
    assert "<svg" in page.html
    share = re.search('data-share="([^"]*)"', phone.get(f"/m/{code}/end/").html).group(1)
    assert share == f"http://testserver{link(code, 'watching')}"


def test_every_page_of_a_match_works_before_the_first_hand(phone, code):
    for where in ("end/", "sheet/", "balance/", "history/", "rules/", "share/", "players/", "delete/"):
        phone.get(f"/m/{code}/{where}")
    data, document = match_file(phone, code)
    assert (document["events"], document["ledger"]) == ([], [])
    for file in ("match.csv", "match.xlsx"):
        assert phone.client.get(f"/m/{code}/{file}").status_code == 200


def test_the_demo_match_can_be_watched_and_copied_once(phone, code, stranger):
    phone.hand(code)
    stranger.post(f"/m/{code}/copy/", status=404)
    Match.objects.filter(code=code).update(is_demo=True)
    form = stranger.table(code).form("/copy/")
    first, second = stranger.send(form).goes_to, stranger.send(form).goes_to
    assert first == second
    page = stranger.get(first)
    assert f"1 {from_the_wall('Ann')}" in page
    assert who_won(2) in page
    stranger.hand(first.split("/")[2], "P2")
    assert balances(code) == (16, -8, -8)
