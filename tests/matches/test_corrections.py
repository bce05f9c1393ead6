"""Corrections: the page shows all changes before saving, and then applies exactly these."""

import re

import pytest

from matches.log.state import open_match
from matches.models import Event, LedgerRow
from tests.matches.cast import balances, payments
from tests.matches.worlds import one_match
from tests.wording import from_the_wall

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

ANN, DRAW = (16, -8, -8), (0, 0, 0)


def play(phone, code):
    """Ann from the wall, a goulash, Bea from Cho, Cho from the wall."""
    phone.hand(code, "P1")
    phone.draw(code)
    phone.hand(code, "P2", "P3", "7")
    phone.hand(code, "P3", "wall", "4")
    assert payments(code) == [ANN, DRAW, (-7, 28, -21), (-7, -7, 14)]
    assert balances(code) == (2, 13, -15)


def form(phone, code, where, kind=""):
    address = f"/m/{code}/hands/{where}/"
    return phone.get(address + (f"?kind={kind}" if kind else "")).form(address)


def saved(phone, page, htmx):
    """The page after a saved change."""
    assert page.status == (200 if htmx else 303), page.text
    return page if htmx else phone.follow(page)


def checked(phone, the_form, htmx, **changes):
    """The preview of a change. Asserts that nothing is saved."""
    before = Event.objects.count()
    page = phone.send(the_form, button=("action", "check"), htmx=htmx, status=200, **changes)
    assert Event.objects.count() == before
    return page


def stored(code):
    """The ledger rows in the database."""
    rows = LedgerRow.objects.filter(match__code=code).order_by("position")
    return [(row.d1, row.d2, row.d3) for row in rows], [(row.b1, row.b2, row.b3) for row in rows]


def agrees(code):
    """Assert that the stored rows equal the replayed events."""
    log = open_match(code).log
    assert stored(code) == ([tuple(r.payments) for r in log.rows], [tuple(r.balances) for r in log.rows])


def test_a_correction_shows_before_and_after_for_every_later_hand_and_then_saves_it(phone, code, htmx):
    play(phone, code)
    the_form = form(phone, code, "1/correct")
    assert the_form.values("points") == ["5"]
    assert (the_form.values("winner"), the_form.values("source"), the_form.values("bonus")) == (["P1"], ["wall"], ["3"])
    told = {"winner": "P2", "source": "P1", "points": "10", "bonus": "2"}
    assert "corrected" not in phone.table(code)
    page = checked(phone, the_form, htmx, **told)
    # Ann pays 22 and Cho 2 to Bea instead: Ann 38 less, Bea 32 more, Cho 6 more.
    assert f"Saved {from_the_wall('Ann')} Ann +16 Bea −8 Cho −8 New Bea from Ann Ann −22 Bea +24 Cho −2" in page
    assert "2 Goulash was +16 −22 was −8 +24 was −8 −2" in page
    assert "3 Bea from Cho was +9 −29 was +20 +52 was −29 −23" in page
    assert f"4 {from_the_wall('Cho')} was +2 −36 was +13 +45 was −15 −9" in page
    assert "Ann loses 38, Bea gains 32, Cho gains 6" in page
    page = saved(phone, phone.send(the_form, htmx=htmx, note="the wrong winner", **told), htmx)
    assert "Saved ✓ correction" in page
    assert payments(code) == [(-22, 24, -2), DRAW, (-7, 28, -21), (-7, -7, 14)]
    assert balances(code) == (-36, 45, -9)
    agrees(code)
    assert "1 Bea from Ann 10 hand-points corrected" in phone.table(code)
    reason = phone.get(f"/m/{code}/hands/1/")
    assert "Bea wins +24" in reason
    assert "the wrong winner" in reason
    assert "Corrected" in reason
    history = phone.get(f"/m/{code}/history/")
    assert f"Phone 1 changed hand 1: {from_the_wall('Ann')} → Bea from Ann, Ann −38" in history
    assert f"Phone 1 entered hand 1: {from_the_wall('Ann')}. Ann +16, Bea −8, Cho −8 corrected later" in history


def test_a_goulash_becomes_a_win_and_the_later_hand_pays_less(phone, code, htmx):
    play(phone, code)
    the_form = form(phone, code, "2/correct", "hand")
    told = {"winner": "P3", "source": "P1", "points": "3"}
    page = checked(phone, the_form, htmx, **told)
    assert "Saved Goulash Nobody pays New Cho from Ann Ann −8 Bea −2 Cho +10" in page
    # Bea's hand got 5 from each for the goulash; now it does not.
    assert "3 Bea from Cho Wins 18 (was 28)" in page
    saved(phone, phone.send(the_form, htmx=htmx, **told), htmx)
    assert payments(code) == [ANN, (-8, -2, 10), (-2, 18, -16), (-7, -7, 14)]
    agrees(code)


def test_a_win_becomes_a_penalty_or_a_goulash(phone, code, htmx):
    play(phone, code)
    the_form = form(phone, code, "1/correct", "penalty")
    told = {"offender": "P3", "what": "other", "amount": "10", "payee": "P1", "ends_hand": "1"}
    page = checked(phone, the_form, htmx, **told)
    assert "New Penalty, Cho Ann +10 Cho −10" in page
    saved(phone, phone.send(the_form, htmx=htmx, **told), htmx)
    assert payments(code)[0] == (10, 0, -10)
    the_form = form(phone, code, "1/correct", "draw")
    saved(phone, phone.send(the_form, htmx=htmx), htmx)
    assert payments(code) == [DRAW, DRAW, (-12, 38, -26), (-7, -7, 14)]
    agrees(code)


def test_the_page_for_a_goulash_previews_its_changes(phone, code):
    play(phone, code)
    page = phone.get(f"/m/{code}/hands/1/correct/?kind=draw")
    assert f"Saved {from_the_wall('Ann')} Ann +16 Bea −8 Cho −8 New Goulash" in page
    assert "3 Bea from Cho Wins 38 (was 28)" in page


def test_a_ticked_seat_wind_that_no_longer_fits_is_flagged(phone, code, htmx):
    listed = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    ticks = {"t.wind_pong": "1", "t.seat_wind": "1", "t.dragon_pong": "1"}
    phone.send(listed, button=("save", "1"), source="wall", status=303, **ticks)
    the_form = form(phone, code, "after/0", "draw")
    page = phone.get(f"/m/{code}/hands/after/0/?kind=draw")
    assert "“Seat wind” was ticked for a different wind. Check the ticks again." in page
    page = saved(phone, phone.send(the_form, htmx=htmx), htmx)
    assert "needs checking" in page
    assert "“Seat wind” was ticked for a different wind. Check the ticks again." in phone.get(f"/m/{code}/hands/1/")


@pytest.mark.parametrize(("after", "place"), [(0, 0), (2, 2), (4, 4)])
def test_a_forgotten_hand_is_inserted_before_the_first_in_the_middle_and_at_the_end(phone, code, htmx, after, place):
    play(phone, code)
    the_form = form(phone, code, f"after/{after}")
    told = {"winner": "P1", "source": "wall", "points": "3", "note": "forgotten"}
    page = checked(phone, the_form, htmx, **told)
    assert f"Saved Not recorded Nobody pays New {from_the_wall('Ann')}" in page
    page = saved(phone, phone.send(the_form, htmx=htmx, **told), htmx)
    new = payments(code)[place]
    goulash = 5 if place == 2 else 0
    assert new == (12 + 2 * goulash, -6 - goulash, -6 - goulash)
    assert len(payments(code)) == 5
    assert [row.hand_no for row in open_match(code).log.rows] == [1, 2, 3, 4, 5]
    history = phone.get(f"/m/{code}/history/").text
    assert re.search(f"Phone 1 added hand [1-5]: {from_the_wall('Ann')}. Ann [+]", history)
    agrees(code)


def test_a_forgotten_hand_is_refused_where_there_is_no_room(phone, code, htmx):
    for _hand in range(9):
        phone.draw(code)
    for after in (0, 5, 9):
        page = phone.get(f"/m/{code}/hands/after/{after}/?kind=draw")
        assert "This match already has all 9 hands." in page
        refused = phone.send(page.form(f"/after/{after}/"), htmx=htmx, status=422)
        assert "This match already has all 9 hands." in refused
        told = {"winner": "P1", "source": "wall", "points": "3"}
        checked_page = checked(phone, form(phone, code, f"after/{after}"), htmx, **told)
        assert ("This match already has all" if after < 9 else "last hand") in checked_page
    assert len(payments(code)) == 9


def test_a_penalty_that_ends_no_hand_is_inserted_after_all_hands_are_played(phone, code, htmx):
    for _hand in range(9):
        phone.draw(code)
    told = {"offender": "P3", "what": "other", "amount": "10"}
    saved(phone, phone.send(form(phone, code, "after/3", "penalty"), htmx=htmx, **told), htmx)
    assert balances(code) == (10, 10, -20)


def test_a_hand_entered_by_mistake_is_removed(phone, code, htmx):
    play(phone, code)
    page = phone.get(f"/m/{code}/hands/2/void/")
    assert "Saved Goulash Nobody pays New Not recorded" in page
    assert "2 Bea from Cho Wins 18 (was 28)" in page
    told = {"note": "entered twice"}
    saved(phone, phone.send(page.form("/hands/2/void/"), htmx=htmx, **told), htmx)
    assert payments(code) == [ANN, (-2, 18, -16), (-7, -7, 14)]
    phone.get(f"/m/{code}/hands/2/", status=404)
    history = phone.get(f"/m/{code}/history/")
    assert "Phone 1 removed hand 2: Goulash. Cancelled payments: Nobody pays" in history
    assert "entered twice" in history
    agrees(code)


def test_every_kind_of_correction_is_undone_and_redone(phone, code, htmx):
    play(phone, code)
    steps = [
        ("3/correct", {"points": "8", "bonus": "4"}, ""),
        ("after/1", {"winner": "P3", "source": "P2", "points": "6"}, ""),
        ("4/void", {}, ""),
        ("1/correct", {}, "draw"),
    ]
    states = [payments(code)]
    for where, told, kind in steps:
        saved(phone, phone.send(form(phone, code, where, kind), htmx=htmx, **told), htmx)
        states.append(payments(code))
    assert len({str(state) for state in states}) == 5
    for state in reversed(states[:-1]):
        assert "Undone" in saved(phone, phone.undo(code, htmx), htmx)
        assert payments(code) == state
        agrees(code)
    for state in states[1:]:
        assert "Redone" in saved(phone, phone.redo(code, htmx), htmx)
        assert payments(code) == state
        agrees(code)
    assert "Redo" not in phone.table(code)


def test_a_correction_that_the_rules_refuse_says_why_and_keeps_what_was_typed(phone, code, htmx):
    play(phone, code)
    the_form = form(phone, code, "1/correct")
    page = phone.send(the_form, htmx=htmx, status=422, winner="P2", source="P2", points="12", note="a long story")
    assert "The winner can’t also be the discarder." in page
    again = page.form("/hands/1/correct/")
    assert (again.values("points"), again.values("note")) == (["12"], ["a long story"])
    assert again.values("key") == the_form.values("key")
    assert balances(code) == (2, 13, -15)


@pytest.mark.parametrize("seq", [1, 2, 3])
def test_a_correction_that_changes_nothing_is_refused_unless_it_has_a_reason(phone, code, htmx, seq):
    play(phone, code)
    the_form = form(phone, code, f"{seq}/correct")
    page = phone.send(the_form, htmx=htmx, status=422)
    assert "The saved entry is the same. Change it, or enter a reason." in page
    assert Event.objects.count() == 4
    saved(phone, phone.send(page.form(f"/hands/{seq}/correct/"), htmx=htmx, note="Checked with Cho"), htmx)
    event = Event.objects.last()
    assert (event.kind, event.payload["target"]) == ("correct", seq)
    assert balances(code) == (2, 13, -15)


def test_corrections_of_missing_entries_are_404(phone, code):
    play(phone, code)
    for where in ("5/correct", "999999/correct", "99/void", "0/void", "0/correct", "after/77"):
        phone.get(f"/m/{code}/hands/{where}/", status=404)
        phone.post(f"/m/{code}/hands/{where}/", {"expected_seq": "5"}, status=404)


def test_a_correction_of_a_hand_by_list_starts_with_its_ticks(phone, code, htmx):
    listed = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    ticks = {"t.dragon_pong": "2", "b.flower": "3", "t.kong": "1"}
    phone.send(listed, button=("save", "1"), source="P2", status=303, **ticks)
    paid = payments(code)
    the_form = form(phone, code, "1/correct")
    sent = {name: the_form.values(name) for name in ticks}
    assert sent == {"t.dragon_pong": ["2"], "b.flower": ["3"], "t.kong": ["1"]}
    saved(phone, phone.send(the_form, htmx=htmx, note="Checked with Bea"), htmx)
    assert payments(code) == paid
    saved(phone, phone.send(form(phone, code, "1/correct"), htmx=htmx, **{"t.kong": "0"}), htmx)
    # A kong less: one hand-point, which the discarder pays twice.
    ((ann, bea, cho),) = paid
    assert payments(code) == [(ann - 2, bea + 2, cho)]


def test_an_explicit_tick_stays_when_the_tick_that_implies_it_is_removed(phone, code, htmx):
    listed = phone.get(f"/m/{code}/hand/?winner=P1&way=list").form("/hand/")
    told = {"t.wind_pong": "1", "t.seat_wind": "1", "t.dragon_pong": "2", "b.declared_ready": "1", "t.concealed": "1"}
    phone.send(listed, button=("save", "1"), source="P2", status=303, **told)
    the_form = form(phone, code, "1/correct")
    # Two dragons always follow from the two pongs, as before.
    assert {name: the_form.values(name) for name in (*told, "t.two_dragons")} == {
        "t.wind_pong": ["1"],
        "t.seat_wind": ["1"],
        "t.dragon_pong": ["2"],
        "b.declared_ready": ["1"],
        "t.concealed": ["1"],
        "t.two_dragons": [],
    }
    fewer = {"t.seat_wind": None, "t.dragon_pong": "1", "b.declared_ready": None}
    saved(phone, phone.send(the_form, htmx=htmx, **fewer), htmx)
    payload = open_match(code).log.rows[0].payload
    assert (payload["patterns"], payload["bonus_items"]) == (
        ["dragon_pong", "wind_pong", "concealed"],
        {"concealed": 2},
    )
