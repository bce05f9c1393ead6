"""Riichi is declared on one phone while another saves the hand: no stick is lost or moved to the next hand."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from engine.errors import RuleViolation
from engine.seats import Seat
from matches import actions
from matches.models import Match, chairs
from tests.matches.cast import Phone, balances, join
from tests.matches.table import OTHER, PHONE, at, read, start
from tests.matches.table import join as joined
from tests.wording import MATCH_OVER

STICK, ROUNDS = 1000, 12
pytestmark = pytest.mark.both_databases

CHANGED = "The players’ declarations have changed in the meantime. Check them, then save."


# ── two phones at the same moment ────────────────────────────────────────────


def at_once(*taps):
    """Run the taps simultaneously, each in its own thread and connection. Returns each outcome or refusal."""
    line = Barrier(len(taps))

    def tapped(tap):
        line.wait(timeout=30)
        try:
            return tap()
        except RuleViolation as violation:
            return violation
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(taps)) as threads:
        return list(threads.map(tapped, taps))


def declare(match, device, chair, on=True):
    """A tap on a card, for the current hand."""
    seq = read(match).version + 1
    return lambda: actions.declare(match=match, device=device, chair=chair, on=on, expected_seq=seq)


def save(match, known):
    """Ann wins as dealer and deals again. The sheet was opened when `known` had declared."""
    payload = {"winner": "P1", "win": {"by": "tsumo"}, "han": 3, "riichi_by": known.split()}
    entry = at(match, known=known)
    return lambda: actions.record_entry(kind="hand", payload=payload, **entry)


@pytest.fixture
def match(transactional_db):
    match = start(system="honshu")
    joined(match)
    connections.close_all()
    return match


def test_two_simultaneous_declarations_for_two_players_are_both_saved(match):
    for _round in range(ROUNDS):
        at_once(declare(match, PHONE, Seat.P1), declare(match, OTHER, Seat.P3))
        assert read(match).declared == {Seat.P1, Seat.P3}
        at_once(declare(match, PHONE, Seat.P1, on=False), declare(match, OTHER, Seat.P2))
        assert read(match).declared == {Seat.P2, Seat.P3}
        at_once(*(declare(match, PHONE, chair, on=False) for chair in Seat))
        assert read(match).declared == frozenset()
    assert read(match).version == 0


def test_a_declaration_while_another_phone_saves_is_saved_or_refused(match):
    """Either the tap is too late and refused, or the sheet is shown again and saved with the stick."""
    for _round in range(ROUNDS):
        declare(match, OTHER, Seat.P2)()
        hand, tap = at_once(save(match, "P2"), declare(match, OTHER, Seat.P3))
        sticks = {"P2"}
        if isinstance(hand, RuleViolation):
            assert (str(hand), not isinstance(tap, RuleViolation)) == (CHANGED, True)
            assert read(match).declared == {Seat.P2, Seat.P3}
            hand, sticks = save(match, "P2 P3")(), {"P2", "P3"}
        else:
            assert str(tap) == "That hand has ended. Check the table before you declare anything."
        assert set(hand.event.payload["riichi_by"]) == sticks
        assert Match.objects.get(pk=match.pk).declared == ""
        state = read(match).table
        assert (sum(state.balances), state.sticks) == (105_000, 0)
    assert len(read(match).log.rows) == ROUNDS


def test_a_hand_saved_on_two_phones_is_stored_once_with_its_sticks(match):
    for no in range(1, 7):
        declare(match, PHONE, Seat.P2)()
        entries = [at(match, device=device, known="P2") for device in (PHONE, OTHER)]
        drawn = {"tenpai": ["P1"], "riichi_by": ["P2"]}

        def record(entry, drawn=drawn):
            try:
                return actions.record_entry(kind="draw", payload=drawn, **entry)
            except actions.Conflict as conflict:
                return conflict

        came = at_once(*(lambda entry=entry: record(entry) for entry in entries))
        assert sorted(type(each).__name__ for each in came) == ["Conflict", "Saved"]
        assert (read(match).version, read(match).declared) == (no, frozenset())
        assert read(match).log.state.sticks == no * STICK


# ── through the pages ────────────────────────────────────────────────────────


@pytest.fixture
def code(phone):
    return phone.start(system="honshu", preset="text")


@pytest.fixture
def second(code):
    other = Phone()
    other.get("/start/")
    join(code, other)
    return other


def tap(phone, code, **button):
    [pressed] = button.items()
    phone.send(phone.table(code).form("/declare/"), button=pressed, status=303)


def declared(code):
    return chairs(Match.objects.get(code=code).declared)


SHEETS = {
    "hand": ("hand/?winner=P1", {"source": "wall", "points": "6"}, ("save", "1")),
    "draw": ("draw/", {"tenpai": ["P1"]}, None),
    "both": ("claims/", {"discarder": "P3", "points_P1": "6", "points_P2": "5"}, ("action", "save")),
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_that_was_open_is_shown_again_with_the_new_stick(phone, code, second, htmx, sheet):
    where, told, button = SHEETS[sheet]
    tap(second, code, on="P1")
    form = phone.get(f"/m/{code}/{where}").form(where.split("?")[0])
    tap(second, code, on="P2")
    tap(second, code, off="P1")
    page = phone.send(form, button=button, htmx=htmx, status=422, riichi_by=["P1", "P3"], **told)
    assert CHANGED in page
    again = page.form(where.split("?")[0])
    assert (sorted(again.values("riichi_by")), again.values("known")) == (["P2", "P3"], ["P2"])
    assert declared(code) == {Seat.P2}
    for _sent in range(2):
        assert phone.send(again, button=button, htmx=htmx).status == (200 if htmx else 303)
    (event,) = read(Match.objects.get(code=code)).events
    assert event.payload["riichi_by"] == ["P2", "P3"]
    assert declared(code) == frozenset()


def test_the_same_sheet_sent_twice_is_saved_once_with_its_stick(phone, code, htmx):
    tap(phone, code, on="P2")
    form = phone.get(f"/m/{code}/draw/").form("/draw/")
    for _sent in range(2):
        assert phone.send(form, htmx=htmx, tenpai=["P1"]).status == (200 if htmx else 303)
    assert balances(code) == (37_000, 33_000, 34_000)


def test_my_hand_saved_as_the_next_uses_the_declarations_of_that_hand(phone, code, second, htmx):
    mine = phone.get(f"/m/{code}/draw/").form("/draw/")
    second.hand(code, "P1", "wall", "6")
    tap(second, code, on="P3")
    page = phone.send(mine, htmx=htmx, status=409, tenpai=["P1"])
    asked = phone.send(page.form("/draw/"), status=422)
    assert CHANGED in asked
    assert asked.form("/draw/").values("riichi_by") == ["P3"]


def test_undoing_a_penalty_that_ended_the_hand_restores_sticks(phone, code, htmx):
    tap(phone, code, on="P2")
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    for _sent in range(2):
        phone.send(form, htmx=htmx, offender="P1", what="false_win")
    assert (declared(code), balances(code)) == (frozenset(), (27_000, 39_000, 39_000))
    phone.undo(code, htmx)
    assert (declared(code), balances(code)) == ({Seat.P2}, (35_000, 35_000, 35_000))


def test_undoing_and_redoing_a_correction_keeps_current_declarations(phone, code, htmx):
    phone.hand(code, "P2", "wall", "6", riichi_by=["P3"])
    tap(phone, code, on="P1")
    form = phone.get(f"/m/{code}/hands/after/0/?kind=draw").form("/hands/after/0/")
    phone.send(form, button=("action", "save"), status=303, tenpai=["P1"], riichi_by=["P2"])
    assert declared(code) == {Seat.P1}
    phone.undo(code, htmx)
    assert declared(code) == {Seat.P1}
    phone.redo(code, htmx)
    assert declared(code) == {Seat.P1}


def test_a_match_that_a_penalty_ends_shows_its_balances_without_the_stick(phone, code):
    tap(phone, code, on="P2")
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    phone.send(form, offender="P1", what="other", amount="9999", status=303)
    phone.send(phone.get(f"/m/{code}/penalty/").form("/penalty/"), offender="P1", what="other", amount="9999")
    page = phone.table(code)
    assert MATCH_OVER in page
    assert "Final balances Ann East −4,996 Bea South 54,998 Cho West 54,998" in page
    assert "On the table" not in page


@pytest.mark.parametrize(("winner", "filled_in"), [("P1", ["riichi"]), ("P2", [""])])
def test_beside_tiles_the_riichi_that_the_winner_has_declared_is_filled_in(phone, code, winner, filled_in):
    tap(phone, code, on="P1")
    form = phone.get(f"/m/{code}/hand/?winner={winner}&way=tiles").form("/hand/")
    assert form.values("riichi") == filled_in
