"""Replaying the events of a match: invariants of every match, and the text of every refusal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.match.ledger import Log, LoggedEvent, MatchLog, SettledEntry, check, replay
from engine.seats import NOTHING, add
from tests.engine.logs import DRAW, FINE, FOUL, HAND, RULES, correct, play, refusal
from tests.engine.random_logs import GAMES, matches
from tests.engine.tables import book, by_list
from tests.thorough import amount, sized


def bare(row: SettledEntry) -> tuple:
    """A row without event numbers: its entry, payments and resulting state."""
    return (row.kind, row.payload, row.before, row.payments, row.after)


def entries_of(log: MatchLog) -> list[tuple[str, dict]]:
    return [(row.kind, dict(row.payload)) for row in log.rows]


# ── random matches, of every game ────────────────────────────────────────────

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
some = settings(max_examples=amount("HYPOTHESIS_EXAMPLES", 6, 200))  # of each game


@every_game
@some
@given(data=st.data())
def test_no_point_is_lost_on_the_way(game, data):
    """The sum of points and sticks on the table is constant; payments between players sum to 0."""
    facts = data.draw(matches(game))
    start = game.rules.start()
    for length in range(len(facts) + 1):
        log = replay(game.rules, facts[:length])
        state = start
        for row in log.rows:
            assert sum(row.settlement.exchanged) == sum(row.settlement.chips) == 0
            assert row.after.chips == (add(state.chips, row.settlement.chips) if game.rules.plays_chips else NOTHING)
            assert sum(row.payments) == -row.settlement.to_table
            assert row.balances == add(state.balances, row.payments)
            assert row.after.sticks == state.sticks + row.settlement.to_table >= 0
            assert sum(row.balances) + row.after.sticks == sum(start.balances)
            state = row.after
        assert (log.state.balances, log.state.sticks) == (state.balances, state.sticks)


@given(matches(GAMES["korean_japanese"]))
def test_every_prefix_can_be_continued(facts):
    for length in range(len(facts) + 1):
        log = replay(RULES, facts[:length])
        assert log.state.hand_no == 1 + sum(row.ends_hand for row in log.rows) <= log.state.length + 1
        assert log.state.finished == (log.state.hand_no > log.state.length)


@every_game
@some
@given(data=st.data())
def test_a_replayed_log_equals_entering_its_entries_from_scratch(game, data):
    """After undo, redo, corrections, insertions and closing, only the entries that count remain."""
    log = replay(game.rules, data.draw(matches(game)))
    longer = log.state.length > game.rules.start().length
    length = [("extend", {"match_length": log.state.length})] if longer else []
    fresh = replay(
        game.rules, [LoggedEvent(at, *event) for at, event in enumerate([*length, *entries_of(log)], start=1)]
    )
    assert [bare(row) for row in log.rows] == [bare(row) for row in fresh.rows]
    assert log.state == fresh.state


@every_game
@some
@given(data=st.data())
def test_replaying_event_by_event_equals_replaying_all_at_once(game, data):
    facts = data.draw(matches(game))
    log = Log(game.rules)
    for at, fact in enumerate(facts, start=1):
        log.add(fact)
        assert log.now == replay(game.rules, facts[:at]) == check(game.rules, facts[: at - 1], fact)
    assert log.now.standing == {fact.seq for fact in standing(facts)}


@every_game
@some
@given(data=st.data())
def test_undo_and_redo_restore_the_exact_rows(game, data):
    facts = data.draw(matches(game))
    log = replay(game.rules, facts)
    if log.undoable is None or log.closed:
        return
    undo = LoggedEvent(log.last_seq + 1, "undo", {"target": log.undoable.seq})
    undone = check(game.rules, facts, undo)
    before = replay(game.rules, [fact for fact in standing(facts) if fact.seq != log.undoable.seq])
    assert (undone.rows, undone.state, undone.voided) == (before.rows, before.state, before.voided)
    redone = check(game.rules, [*facts, undo], LoggedEvent(undo.seq + 1, "redo", {}))
    assert (redone.rows, redone.state, redone.voided) == (log.rows, log.state, log.voided)
    assert redone.undoable == log.undoable


def standing(facts: list[LoggedEvent]) -> list[LoggedEvent]:
    """The events that still count, calculated independently: an undo removes the last one."""
    stack: list[LoggedEvent] = []
    taken: list[LoggedEvent] = []
    for fact in facts:
        if fact.kind == "undo":
            taken.append(stack.pop())
        elif fact.kind == "redo":
            stack.append(taken.pop())
        elif fact.kind not in ("close", "reopen"):
            stack.append(fact)
    return stack


@every_game
@settings(max_examples=sized(6, 60))
@given(data=st.data())
def test_a_corrected_entry_equals_an_entry_that_was_right_from_the_start(game, data):
    events = data.draw(st.lists(game.entries, min_size=1, max_size=game.rules.start().length))
    at = data.draw(st.integers(0, len(events) - 1))
    kind, payload = data.draw(game.entries)
    way = data.draw(st.sampled_from(["replace", "void", "insert"]))
    facts = [LoggedEvent(seq, *event) for seq, event in enumerate(events, start=1)]
    replacement = None if way == "void" else {"kind": kind, "payload": payload}
    place = {"after": at} if way == "insert" else {"target": at + 1}
    correction = LoggedEvent(len(facts) + 1, "correct", {**place, "replace": replacement})
    right = list(events)
    right[at : at if way == "insert" else at + 1] = [] if way == "void" else [(kind, payload)]
    afresh = replay(game.rules, [LoggedEvent(seq, *event) for seq, event in enumerate(right, start=1)])
    try:
        log = check(game.rules, facts, correction)
    except RuleViolation as violation:
        if violation.field == "correct":  # one hand too many
            assert any(row.before.finished for row in afresh.rows)
        else:  # it isn't valid at that position
            assert game.rules is not RULES
        return
    assert [bare(row) for row in log.rows] == [bare(row) for row in afresh.rows]
    assert log.state == afresh.state


# ── the course of a match, written out ───────────────────────────────────────

NINE_HANDS = """
1 E E S W
2 E W E S
3 E S W E
4 S E S W
5 S W E S
6 S S W E
7 W E S W
8 W W E S
9 W S W E
"""


@pytest.mark.parametrize("event", [DRAW, HAND, FOUL], ids=["draw", "hand", "penalty"])
def test_seats_of_a_nine_hand_match(event):
    log = replay(RULES, play(RULES, *[event] * 9))
    seen = [f"{row.hand_no} {row.before.round_wind} {' '.join(map(str, row.before.seat_winds))}" for row in log.rows]
    assert seen == NINE_HANDS.split("\n")[1:-1]
    assert [str(row.before.dealer) for row in log.rows] == ["P1", "P2", "P3"] * 3
    assert log.state.finished


def test_a_double_match_repeats_the_same_seats():
    rules = book(match_length=27)
    log = replay(rules, play(rules, *[DRAW] * 27))
    winds = [(row.before.round_wind, row.before.seat_winds) for row in log.rows]
    assert winds[:9] == winds[9:18] == winds[18:]
    assert (len(log.rows), log.state.goulash, log.state.finished) == (27, 27, True)


def test_under_the_wind_shift_north_comes_first_and_west_is_gone():
    rules = book(wind_set="NES")
    log = replay(rules, play(rules, *[DRAW] * 9))
    assert [str(row.before.round_wind) for row in log.rows] == ["N"] * 3 + ["E"] * 3 + ["S"] * 3
    assert list(map(str, log.rows[1].before.seat_winds)) == ["S", "N", "E"]


def test_a_fine_does_not_change_the_hand_the_dealer_or_the_goulash():
    log = replay(RULES, play(RULES, DRAW, FINE, HAND))
    fine = log.rows[1]
    assert fine.before.balances != fine.after.balances
    assert (fine.hand_no, fine.after.hand_no, fine.after.goulash, fine.ends_hand) == (2, 2, 1, False)
    assert log.rows[2].hand_no == 2


def test_the_goulash_grows_to_its_cap_survives_a_penalty_and_goes_to_the_next_winner():
    log = replay(RULES, play(RULES, DRAW, DRAW, DRAW, FOUL, HAND, HAND))
    assert [row.after.goulash for row in log.rows] == [1, 2, 3, 3, 0, 0]
    assert log.rows[4].payments.as_dict() == {"P1": 36, "P2": -22, "P3": -14}  # 12 more from each
    assert log.rows[5].payments.as_dict() == {"P1": 12, "P2": -10, "P3": -2}


def test_a_leftover_goulash_is_carried_into_an_extended_match():
    facts = play(RULES, *[DRAW] * 9, ("extend", {"match_length": 18}), HAND)
    log = replay(RULES, facts)
    assert log.rows[-1].payments.as_dict() == {"P1": 36, "P2": -22, "P3": -14}
    assert (log.state.length, log.state.finished) == (18, False)


def test_a_penalty_gives_nothing_to_a_player_who_is_left_out():
    log = replay(RULES, play(RULES, FINE))
    assert log.rows[0].payments.as_dict() == {"P1": 10, "P2": -10, "P3": 0}


# ── corrections ──────────────────────────────────────────────────────────────


def test_a_corrected_hand_moves_the_goulash_of_the_next_one():
    log = replay(RULES, play(RULES, DRAW, HAND, correct(HAND, target=1)))
    assert [row.payments.p1 for row in log.rows] == [12, 12]
    assert [(row.seq, row.source) for row in log.rows] == [(1, 3), (2, 2)]


def test_a_log_with_many_corrections_is_not_recalculated_for_each():
    class Counted(type(RULES)):
        settled = 0

        def settle(self, state, entry):
            Counted.settled += 1
            return super().settle(state, entry)

    steps = [HAND] * 9 + [correct(DRAW if number % 2 else HAND, target=1) for number in range(99)]
    facts = play(RULES, *steps)
    assert replay(Counted({}), facts).rows == replay(RULES, facts).rows
    assert Counted.settled <= 2 * 9  # each hand as it is now, and at most once as it was entered


def test_an_entry_is_parsed_once_however_often_corrections_recalculate_it():
    class Counted(type(RULES)):
        reads = 0

        def read(self, kind, payload):
            Counted.reads += 1
            return super().read(kind, payload)

    facts = play(RULES, *[HAND] * 9, *[correct(DRAW if number % 2 else HAND, target=1) for number in range(99)])
    log = Log(Counted({}))
    assert [log.take(fact).rows for fact in facts][-1] == replay(RULES, facts).rows
    assert Counted.reads <= 2 * len(facts)  # once for the check, once for the payments


def test_a_voided_hand_does_not_count_and_can_be_restored():
    log = replay(RULES, play(RULES, HAND, HAND, correct(None, target=1)))
    assert ([row.seq for row in log.rows], list(log.voided), log.state.hand_no) == ([2], [1], 2)
    back = replay(RULES, play(RULES, HAND, HAND, correct(None, target=1), correct(DRAW, target=1)))
    assert ([row.kind for row in back.rows], list(back.voided)) == (["draw", "hand"], [])
    assert back.rows[1].payments.p1 == 22


def test_a_voided_entry_does_not_change_the_goulash_at_its_position():
    log = replay(RULES, play(RULES, DRAW, DRAW, HAND, correct(None, target=2)))
    assert [(row.after.goulash, row.payments.p1) for row in log.rows] == [(1, 0), (0, 22)]


def test_a_forgotten_hand_is_inserted_at_its_position():
    log = replay(RULES, play(RULES, HAND, HAND, correct(DRAW, after=0), correct(FOUL, after=1)))
    assert [row.seq for row in log.rows] == [3, 1, 4, 2]
    assert [row.hand_no for row in log.rows] == [1, 2, 3, 4]


def test_the_last_correction_of_an_entry_counts():
    log = replay(RULES, play(RULES, HAND, correct(DRAW, target=1), correct(FOUL, target=1)))
    assert [(row.kind, row.source) for row in log.rows] == [("penalty", 3)]


def test_an_inserted_hand_can_be_corrected_by_its_own_number():
    log = replay(RULES, play(RULES, HAND, correct(DRAW, after=1), correct(FOUL, target=2)))
    assert [(row.seq, row.source, row.kind) for row in log.rows] == [(1, 1, "hand"), (2, 3, "penalty")]


def test_an_entry_inserted_after_a_voided_one_is_checked_with_its_own_winds():
    """Hand 1 is void, so the next entry is hand 1 of P1's deal: East is seat and round wind."""
    ticked = ("hand", by_list("wind_pong seat_wind round_wind", hand_no=1, round="E"))
    log = replay(RULES, play(RULES, HAND, *[DRAW] * 4, correct(None, target=1), correct(ticked, after=1)))
    assert [row.kind for row in log.rows] == ["hand"] + ["draw"] * 4


def test_a_seat_wind_that_no_longer_fits_is_flagged():
    """P1 is East in hand 1. With a forgotten hand inserted before it, P1 is West in the same round."""
    ticked = ("hand", by_list("wind_pong seat_wind dragon_pong"))
    log = replay(RULES, play(RULES, ticked, correct(DRAW, after=0)))
    assert [row.flags for row in log.rows] == [(), ("seat_wind",)]
    assert log.rows[1].payments.p1 == 2 * 3 + 2 + 2 + 10


def test_a_round_wind_that_no_longer_fits_is_flagged():
    ticked = ("hand", by_list("wind_pong round_wind dragon_pong"))
    events = [DRAW, DRAW, ticked, correct(FINE, after=1), correct(DRAW, after=1)]
    assert [row.flags for row in replay(RULES, play(RULES, *events)).rows][-1] == ("round_wind",)


def test_a_flagged_hand_that_is_corrected_is_no_longer_flagged():
    """The form of the correction showed the new wind."""
    ticked = ("hand", by_list("wind_pong seat_wind dragon_pong"))
    log = replay(RULES, play(RULES, ticked, correct(DRAW, after=0), correct(ticked, target=1)))
    assert [row.flags for row in log.rows] == [(), ()]


def test_undoing_the_correction_removes_the_flag():
    ticked = ("hand", by_list("wind_pong seat_wind dragon_pong"))
    log = replay(RULES, play(RULES, ticked, correct(DRAW, after=0), ("undo", {"target": 2})))
    assert [row.flags for row in log.rows] == [()]


# ── closing ──────────────────────────────────────────────────────────────────

CLOSE = ("close", {"P1": 12, "P2": -10, "P3": -2})


def test_nothing_but_reopening_follows_a_close():
    facts = play(RULES, HAND, CLOSE)
    log = replay(RULES, facts)
    assert (log.closed, log.state.balances.as_dict()) == (True, CLOSE[1])
    for event in (DRAW, HAND, FINE, CLOSE, ("undo", {"target": 1}), ("redo", {}), correct(None, target=1)):
        assert refusal(facts, event) == ("kind", "The match has ended. Reopen it to make changes.")
    assert not replay(RULES, play(RULES, HAND, CLOSE, ("reopen", {"reason": "misread"}), DRAW)).closed


def test_after_reopening_the_hand_before_the_close_can_be_undone():
    log = replay(RULES, play(RULES, HAND, CLOSE, ("reopen", {}), ("undo", {"target": 1})))
    assert (log.rows, log.redoable) == ((), LoggedEvent(1, *HAND))
