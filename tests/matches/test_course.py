"""The course of a match: undo and redo, extending, closing and reopening it."""

import pytest

from matches.log.state import open_match
from matches.models import Event, EventNote, LedgerRow, Match
from tests.matches.cast import balances, payments
from tests.matches.worlds import one_match
from tests.wording import from_the_wall, hand_of

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

ANN, BEA = (16, -8, -8), (-8, 16, -8)


def finish(phone, code, hands=9):
    """Play the rest of a match of this length: Ann wins the first hand, the others are goulashes."""
    phone.hand(code)
    for _hand in range(hands - 1):
        phone.draw(code)
    assert open_match(code).log.state.finished


def close(phone, code):
    assert phone.send(phone.get(f"/m/{code}/end/").form("/close/")).goes_to == f"/m/{code}/end/"


def reopen(phone, code, note="a hand is missing", **options):
    return phone.send(phone.get(f"/m/{code}/end/").form("/reopen/"), note=note, **options)


def done(page, htmx):
    assert page.status == (200 if htmx else 303), page


def test_undo_removes_hand_after_hand_and_redo_restores_them(phone, code, htmx):
    phone.hand(code)
    phone.hand(code, "P2")
    phone.draw(code)
    for what, left in (("hand 3", [ANN, BEA]), ("hand 2", [ANN]), ("hand 1", [])):
        assert f"Undo {what}" in phone.table(code)
        done(phone.undo(code, htmx), htmx)
        assert payments(code) == left
    assert "Undo" not in phone.table(code)
    assert [form for form in phone.table(code).forms if "/undo/" in form.action] == []
    for there in ([ANN], [ANN, BEA], [ANN, BEA, (0, 0, 0)]):
        done(phone.redo(code, htmx), htmx)
        assert payments(code) == there
    assert Event.objects.count() == 9
    assert LedgerRow.objects.count() == 3


def test_a_new_hand_leaves_nothing_to_redo(phone, code, htmx):
    phone.hand(code)
    phone.undo(code)
    assert "Redo" in phone.table(code)
    form = phone.table(code).form("/redo/")
    phone.hand(code, "P2")
    assert "Redo" not in phone.table(code)
    phone.send(form, htmx=htmx, status=409)
    place = {"key": "a-key-of-22-characters", "expected_seq": "4"}
    page = phone.post(f"/m/{code}/redo/", place, htmx=htmx, status=422)
    assert "There’s nothing to redo." in page
    assert payments(code) == [BEA]


def test_undo_of_anything_but_the_latest_is_refused(phone, code, htmx):
    phone.hand(code)
    phone.hand(code, "P2")
    place = {"key": "a-key-of-22-characters", "expected_seq": "3"}
    page = phone.post(f"/m/{code}/undo/", {**place, "target": "1"}, htmx=htmx, status=422)
    assert "Only the latest entry can be undone: number 2." in page
    for target in ("", "abc", "-1", "1e3", "9" * 30):
        phone.post(f"/m/{code}/undo/", {**place, "target": target}, htmx=htmx, status=422)
    assert payments(code) == [ANN, BEA]


def test_the_history_says_what_was_undone(phone, code):
    phone.hand(code)
    phone.undo(code)
    history = phone.get(f"/m/{code}/history/")
    assert f"2 Phone 1 undid hand 1: {from_the_wall('Ann')}" in history
    entered = f"1 Phone 1 entered hand 1: {from_the_wall('Ann')}. Ann +16, Bea −8, Cho −8"
    assert f"{entered} undone" in history
    phone.redo(code)
    again = phone.get(f"/m/{code}/history/")
    assert entered in again and f"{entered} undone" not in again
    assert f"3 Phone 1 redid hand 1: {from_the_wall('Ann')}" in again


def test_a_match_goes_on_to_18_and_27_hands_with_its_goulash(phone, code, htmx):
    finish(phone, code)
    end = phone.get(f"/m/{code}/end/")
    assert "Play on to 18 hands Play on to 27 hands" in end
    assert "The goulash is carried over: the next winner gets +40 from each opponent." in end
    done(phone.send(end.form("/extend/"), match_length="18", htmx=htmx), htmx)
    assert hand_of(10, 18) in phone.table(code)
    phone.hand(code, "P2")
    assert payments(code)[-1] == (-48, 96, -48)
    for _hand in range(8):
        phone.draw(code)
    end = phone.get(f"/m/{code}/end/")
    assert "Play on to 27 hands" in end
    assert "Play on to 18 hands" not in end
    done(phone.send(end.form("/extend/"), match_length="27", htmx=htmx), htmx)
    assert hand_of(19, 27) in phone.table(code)
    assert balances(code) == (16 - 48, -8 + 96, -8 - 48)


def test_an_extension_can_be_undone(phone, code, htmx):
    finish(phone, code)
    phone.send(phone.get(f"/m/{code}/end/").form("/extend/"), match_length="18")
    assert "Undo extension" in phone.table(code)
    done(phone.undo(code, htmx), htmx)
    assert "All 9 hands played" in phone.table(code)


def test_an_invalid_length_is_refused(phone, code, htmx):
    finish(phone, code)
    form = phone.get(f"/m/{code}/end/").form("/extend/")
    for length in ("9", "10", "36", "0", "-9", "abc", "", "1_8", "99999999999"):
        refused = phone.send(form, match_length=length, htmx=htmx, status=422)
        assert "The match can’t be extended to this length." in refused
    assert "All 9 hands played" in phone.table(code)


def test_a_match_is_closed_and_its_result_stands(phone, code):
    finish(phone, code)
    phone.table(code)
    close(phone, code)
    match = Match.objects.get(code=code)
    assert match.closed
    assert Event.objects.last().payload == {"P1": 16, "P2": -8, "P3": -8}
    end = phone.get(f"/m/{code}/end/")
    assert "Match finished" in end
    assert "1 Ann 1 hand won, best 16 +16 2 Bea" in end
    assert "Rematch, Bea deals first" in end
    page = phone.table(code)
    assert "Match finished" in page
    assert "Undo" not in page


def test_a_closed_match_refuses_every_change_with_a_sentence(phone, code, htmx):
    finish(phone, code)
    good = {"winner": "P1", "source": "wall", "points": "5", "offender": "P1", "what": "other", "amount": "3"}
    forms = [
        (phone.get(f"/m/{code}/hands/2/correct/?kind=hand").form("/correct/"), good),
        (phone.get(f"/m/{code}/hands/2/void/").form("/void/"), {}),
        (phone.get(f"/m/{code}/hands/after/2/?kind=penalty").form("/after/2/"), good),
        (phone.table(code).form("/undo/"), {}),
        (phone.get(f"/m/{code}/end/").form("/extend/"), {"match_length": "18"}),
        (phone.get(f"/m/{code}/penalty/").form("/penalty/"), good),
        (phone.get(f"/m/{code}/draw/").form("/draw/"), {}),
        (phone.get(f"/m/{code}/claims/").form("/claims/"), {"discarder": "P2", "points_P1": "5", "points_P3": "4"}),
    ]
    close(phone, code)
    said = "The match has ended. Reopen it to make changes."
    for form, told in forms:
        told = {name: value for name, value in told.items() if name in form.names or name.startswith("points_")}
        sent = form.data(**told) | {"key": "abcdefghijklmnopqrst-1", "expected_seq": "11"}
        page = phone.post(form.action, sent, htmx=htmx)
        assert page.status == 422, (form.action, page)
        assert said in page or "This match already has all" in page or "last hand" in page, (form.action, page)
        # … and a form opened before it was closed
        page = phone.post(form.action, form.data(**told), htmx=htmx)
        assert page.status in (409, 422), (form.action, page)
    redo = {"key": "abcdefghijklmnopqrst-2", "expected_seq": "11"}
    assert said in phone.post(f"/m/{code}/redo/", redo, htmx=htmx, status=422)
    assert said in phone.post(f"/m/{code}/close/", redo, htmx=htmx, status=422)
    assert Event.objects.count() == 10
    assert Match.objects.get(code=code).closed


def test_a_closed_match_is_reopened_with_a_reason(phone, code, htmx):
    finish(phone, code)
    close(phone, code)
    for nothing in ("", "   ", "\u200b"):
        page = reopen(phone, code, nothing, htmx=htmx, status=422)
        assert "Enter a reason for reopening the match." in page
    assert Match.objects.get(code=code).closed
    done(reopen(phone, code, "hand 3 was Bea's", htmx=htmx), htmx)
    assert not Match.objects.get(code=code).closed
    assert "hand 3 was Bea's" in phone.get(f"/m/{code}/history/")
    assert EventNote.objects.get().text == "hand 3 was Bea's"
    told = {"winner": "P2", "source": "wall", "points": "5"}
    the_form = phone.get(f"/m/{code}/hands/3/correct/?kind=hand").form("/correct/")
    done(phone.send(the_form, htmx=htmx, **told), htmx)
    # One goulash (hand 2) stood before it: 5 from each.
    assert balances(code) == (16 - 13, -8 + 26, -8 - 13)
    close(phone, code)


def test_an_open_match_cannot_be_reopened(phone, code, htmx):
    told = {"key": "abcdefghijklmnopqrst-1", "expected_seq": "1", "note": "why not"}
    assert "The match hasn’t ended, so it can’t be reopened." in phone.post(
        f"/m/{code}/reopen/", told, htmx=htmx, status=422
    )


def test_after_the_last_hand_nothing_is_played_but_penalties(phone, code, htmx):
    finish(phone, code)
    told = {"winner": "P1", "source": "wall", "points": "5", "way": "numbers"}
    place = {"key": "abcdefghijklmnopqrst-1", "expected_seq": "10"}
    for where, sent in (("hand/", told), ("draw/", {})):
        page = phone.post(f"/m/{code}/{where}", {**place, **sent}, htmx=htmx, status=422)
        assert "last hand" in page or "This match already has all" in page, page
    assert len(payments(code)) == 9
    assert "Who won" not in phone.table(code)
    assert "Final balances" in phone.table(code)
