"""Two phones at one table, or one phone that sends twice: nothing is duplicated or overwritten."""

import pytest

from matches.models import Event, Match
from tests.matches.cast import balances, payments
from tests.matches.worlds import one_match
from tests.wording import from_the_wall, hand_saved

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

ANN = (16, -8, -8)  # Ann from the wall, 5 hand-points
BEA = (-6, 16, -10)  # Bea from Cho, 4 hand-points, 6 bonus-points: different from the saved hand


def sheet(phone, code, winner="P1"):
    return phone.get(f"/m/{code}/hand/?winner={winner}").form("/hand/")


def ok(htmx):
    return 200 if htmx else 303


def test_an_entry_for_an_earlier_state_shows_both_and_saves_mine_as_the_next_hand(phone, code, second, htmx):
    mine, theirs = sheet(phone, code, "P1"), sheet(second, code, "P2")
    second.send(theirs, source="P3", points="7", status=303)
    page = phone.send(mine, source="wall", points="5", htmx=htmx, status=409)
    if htmx:
        assert page.headers["HX-Retarget"] == "#sheet"
    assert "Hand 1: Bea from Cho" in page
    assert "Ann loses 2, Bea gains 18, Cho loses 16" in page
    assert "phone 2" in page
    assert "The table is now on hand 2" in page
    assert payments(code) == [(-2, 18, -16)]
    again = page.form("/hand/")
    assert (again.values("winner"), again.values("source"), again.values("points")) == (["P1"], ["wall"], ["5"])
    assert again.values("expected_seq") == ["2"]
    assert again.values("key") != mine.values("key")
    saved = phone.follow(phone.send(again))
    assert hand_saved(2) in saved
    phone.send(again, status=303)
    assert payments(code) == [(-2, 18, -16), ANN]


def test_my_hand_may_replace_the_saved_one(phone, code, second, htmx):
    mine, theirs = sheet(phone, code, "P1"), sheet(second, code, "P2")
    second.send(theirs, source="P3", points="7", status=303)
    page = phone.send(mine, source="wall", points="5", htmx=htmx, status=409)
    assert "Save my entry instead" in page
    phone.send(page.form("/correct/"), htmx=htmx, status=ok(htmx))
    assert payments(code) == [ANN]
    assert [event.kind for event in Event.objects.order_by("seq")] == ["hand", "correct"]


def test_a_goulash_may_replace_a_hand(phone, code, second, htmx):
    mine, theirs = phone.get(f"/m/{code}/draw/").form("/draw/"), sheet(second, code, "P2")
    second.send(theirs, source="P3", points="7", status=303)
    page = phone.send(mine, htmx=htmx, status=409)
    phone.send(page.form("/correct/"), htmx=htmx, status=ok(htmx))
    assert payments(code) == [(0, 0, 0)]


def test_the_result_of_two_claims_may_replace_the_saved_hand(phone, code, second, htmx):
    mine = phone.get(f"/m/{code}/claims/").form("/claims/")
    second.send(sheet(second, code, "P2"), source="P3", points="7", status=303)
    told = {"discarder": "P3", "points_P1": "6", "points_P2": "5"}
    page = phone.send(mine, button=("action", "save"), htmx=htmx, status=409, **told)
    phone.send(page.form("/correct/"), htmx=htmx, status=ok(htmx))
    assert [event.kind for event in Event.objects.order_by("seq")] == ["hand", "correct"]
    assert [(row[0] > 0, sum(row)) for row in payments(code)] == [(True, 0)]


def test_two_hands_saved_meanwhile_are_not_replaced_by_one(phone, code, second):
    mine = sheet(phone, code, "P1")
    second.send(sheet(second, code, "P2"), source="P3", points="7", status=303)
    second.send(sheet(second, code, "P2"), source="P3", points="6", status=303)
    page = phone.send(mine, source="wall", points="5", status=409)
    assert "Save my entry instead" not in page
    assert "Save my entry too" in page


def test_the_sent_hand_is_shown_beside_the_saved_one(phone, code, second, htmx):
    mine, theirs = sheet(phone, code, "P1"), sheet(second, code, "P2")
    second.send(theirs, source="P3", points="7")
    page = phone.send(mine, source="wall", points="5", htmx=htmx, status=409)
    assert "Bea from Cho" in page
    assert from_the_wall("Ann") in page


def test_the_sent_hand_is_shown_with_its_payments_in_the_current_state(phone, code, second, htmx):
    mine = sheet(phone, code, "P1")
    second.draw(code)
    page = phone.send(mine, source="wall", points="5", htmx=htmx, status=409)
    assert "Ann gains 26, Bea loses 13, Cho loses 13" in page  # 2 × (5 + 3 + goulash 5)
    phone.send(page.form("/hand/"), status=303)
    assert payments(code) == [(0, 0, 0), (26, -13, -13)]


def test_the_same_form_again_is_already_saved_and_nothing_is_duplicated(phone, code, htmx):
    form = sheet(phone, code)
    told = {"source": "wall", "points": "5"}
    phone.send(form, htmx=htmx, status=ok(htmx), **told)
    again = phone.send(form, htmx=htmx, status=ok(htmx), **told)
    assert "Already saved: hand 1" in (again if htmx else phone.follow(again))
    assert payments(code) == [ANN]
    phone.draw(code)
    later = phone.send(form, htmx=htmx, status=ok(htmx), **told)
    assert "Already saved: hand 1" in (later if htmx else phone.follow(later))
    assert payments(code) == [ANN, (0, 0, 0)]


def test_the_same_key_with_other_values_shows_both_and_overwrites_nothing(phone, code, htmx):
    form = sheet(phone, code)
    phone.send(form, source="wall", points="5", status=303)
    page = phone.send(form, source="wall", points="9", htmx=htmx, status=409)
    assert f"Hand 1: {from_the_wall('Ann')}" in page
    assert payments(code) == [ANN]
    assert Event.objects.get().payload["hand_points"] == 5


def repeated(phone, code, form, htmx, **told):
    """Send a form twice, assert that it creates exactly one event, and return the second response."""
    before = Event.objects.count()
    first = phone.send(form, htmx=htmx, **told)
    assert first.status == ok(htmx), first.text
    assert Event.objects.count() == before + 1
    again = phone.send(form, htmx=htmx, **told)
    assert again.status == ok(htmx), again.text
    assert Event.objects.count() == before + 1
    return again if htmx else phone.follow(again)


@pytest.mark.both_databases
def test_every_form_may_be_sent_twice(phone, code, htmx):
    for address in ("draw/", "penalty/"):
        told = {"offender": "P1", "what": "other", "amount": "3"} if address == "penalty/" else {}
        assert "Already saved" in repeated(phone, code, phone.get(f"/m/{code}/{address}").form(address), htmx, **told)
    phone.hand(code)
    for address in ("hands/3/correct/", "hands/after/1/", "hands/3/void/"):
        form = phone.get(f"/m/{code}/{address}").form(address)
        told = {"winner": "P2", "source": "wall", "points": "4"} if "void" not in address else {}
        assert "Already saved" in repeated(phone, code, form, htmx, **told), address
    for address in ("undo/", "redo/"):
        assert "Already saved" in repeated(phone, code, phone.table(code).form(address), htmx)


def test_the_forms_of_the_end_may_be_sent_twice(phone, code):
    for _hand in range(9):
        phone.draw(code)
    end = phone.get(f"/m/{code}/end/")
    repeated(phone, code, end.form("/close/"), False)
    repeated(phone, code, phone.get(f"/m/{code}/end/").form("/reopen/"), False, note="one hand is missing")
    form = phone.get(f"/m/{code}/end/").form("/extend/")
    repeated(phone, code, form, False, match_length="18")
    assert Event.objects.count() == 12


@pytest.mark.both_databases
def test_two_phones_undo_one_hand(phone, code, second, htmx):
    phone.hand(code)
    phone.hand(code, "P2")
    mine, theirs = phone.table(code).form("/undo/"), second.table(code).form("/undo/")
    second.send(theirs, status=303)
    page = phone.send(mine, htmx=htmx, status=409)
    assert "Another phone was faster. Check the table before you undo." in page
    assert "Undone" in page
    assert payments(code) == [ANN]
    assert not [form for form in page.forms if "undo" in form.action]


@pytest.mark.parametrize("what", ["correct", "void"])
def test_a_hand_that_another_phone_has_undone_meanwhile_is_a_conflict(phone, code, second, htmx, what):
    phone.hand(code)
    phone.hand(code, "P2")
    address = f"/m/{code}/hands/2/{what}/"
    form = phone.get(address).form(address)
    second.undo(code)
    page = phone.send(form, htmx=htmx, status=409)
    assert "Undone" in page
    assert "Another phone was faster" in page
    assert payments(code) == [ANN]


def test_a_hand_after_one_that_another_phone_has_removed_is_a_conflict(phone, code, second, htmx):
    phone.hand(code)
    phone.hand(code, "P2")
    form = phone.get(f"/m/{code}/hands/after/2/").form("/hands/after/2/")
    second.undo(code)
    page = phone.send(form, winner="P1", source="wall", points="3", htmx=htmx, status=409)
    assert "Undone" in page
    assert payments(code) == [ANN]


def test_two_corrections_of_one_hand_do_not_overwrite_each_other(phone, code, second, htmx):
    phone.hand(code)
    address = f"/m/{code}/hands/1/correct/"
    mine, theirs = phone.get(address).form(address), second.get(address).form(address)
    second.send(theirs, points="9", bonus="3", note="counted again", status=303)
    page = phone.send(mine, points="6", bonus="3", htmx=htmx, status=409)
    assert "Saved ✓ correction" in page or "Corrected" in page
    assert balances(code) == (24, -12, -12)
    again = phone.send(page.form("/correct/"))
    assert again.status in (200, 303)
    assert balances(code) == (18, -9, -9)


def test_closing_a_match_that_another_phone_changed_meanwhile_is_a_conflict(phone, code, second):
    for _hand in range(9):
        phone.draw(code)
    form = phone.get(f"/m/{code}/end/").form("/close/")
    theirs = second.get(f"/m/{code}/hands/9/correct/?kind=hand").form("/correct/")
    second.send(theirs, winner="P1", source="wall", points="5", status=303)
    page = phone.send(form, status=409)
    assert not Match.objects.get(code=code).closed
    # Nobody confirms balances that they haven't seen.
    assert [form for form in page.forms if "close" in form.action] == []


def test_an_impossible_position_is_a_conflict_without_a_crash(phone, code, htmx):
    phone.hand(code)
    form = sheet(phone, code)
    for place in ("1", "3", "999999"):
        page = phone.send(form, source="wall", points="5", expected_seq=place, htmx=htmx, status=409)
        assert "Needs attention" in page
    assert payments(code) == [ANN]


def test_the_last_hand_sent_twice_is_already_saved_too(phone, code, htmx):
    for _hand in range(8):
        phone.draw(code)
    form = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    told = {"source": "wall", "t.seat_wind": "1", "t.dragon_pong": "1", "t.wind_pong": "1", "t.all_pongs": "1"}
    assert "Already saved: hand 9" in repeated(phone, code, form, htmx, **told)


def test_a_hand_entered_twice_at_the_end_of_the_match_is_a_conflict(phone, code, second, htmx):
    for _hand in range(8):
        phone.draw(code)
    mine, theirs = sheet(phone, code), sheet(second, code, "P2")
    second.send(theirs, source="wall", points="5", status=303)
    page = phone.send(mine, source="wall", points="5", htmx=htmx, status=409)
    assert f"Hand 9: {from_the_wall('Bea')}" in page
    assert from_the_wall("Ann") in page
    refused = phone.send(page.form("/hand/"), status=422)
    assert "This match already has all" in refused or "finished" in refused
    assert len(payments(code)) == 9
