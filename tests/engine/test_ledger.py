"""The fold over a match's events: what holds for every match, and what every refusal says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.ledger import Fact, MatchLog, Row, check, replay
from engine.rulesets.base import RuleBook
from engine.seats import PerSeat
from tests.engine.strategies import wins
from tests.engine.tables import book, by_list, by_numbers

DRAW = ("draw", {"draw": True})
HAND = ("hand", by_numbers(4, 2))
FINE = ("penalty", {"penalty": {"P2": -10, "P1": 10}, "ends_hand": False})
FOUL = ("penalty", {"penalty": {"P1": 10, "P2": 10, "P3": -20}})


def play(rules: RuleBook, *events: tuple[str, dict]) -> list[Fact]:
    """A log of `events`, each of them checked."""
    facts: list[Fact] = []
    for kind, payload in events:
        new = Fact(len(facts) + 1, kind, payload)
        check(rules, facts, new)
        facts.append(new)
    return facts


def bare(row: Row) -> tuple:
    """A row without the numbers of its events: what it says, pays and leaves."""
    return (row.kind, row.payload, row.before, row.payments, row.after)


def entries_of(log: MatchLog) -> list[tuple[str, dict]]:
    return [(row.kind, dict(row.payload)) for row in log.rows]


# ── random matches ───────────────────────────────────────────────────────────


def penalties() -> st.SearchStrategy[dict]:
    amounts = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).filter(any)
    return st.builds(
        lambda two, ends: {"penalty": {"P1": two[0], "P2": two[1], "P3": -sum(two)}, "ends_hand": ends},
        amounts,
        st.booleans(),
    )


def entries() -> st.SearchStrategy[tuple[str, dict]]:
    return st.one_of(
        wins({}).map(lambda payload: ("hand", payload)),
        st.just(DRAW),
        penalties().map(lambda payload: ("penalty", payload)),
    )


@st.composite
def proposals(draw: st.DrawFn, log: MatchLog) -> tuple[str, dict]:
    """Some next event; not every one of them is acceptable, `matches` leaves out what is refused."""
    kind = draw(
        st.sampled_from(["entry"] * 5 + ["undo", "undo", "redo", "replace", "void", "insert", "extend", "close"])
    )
    target = draw(st.integers(0, log.last_seq))
    kind_of, payload = draw(entries())
    replacement = {"kind": kind_of, "payload": payload}
    if log.closed:
        return "reopen", {"reason": "misread"}
    return {
        "entry": (kind_of, payload),
        "undo": ("undo", {"target": log.undoable.seq if log.undoable else 1}),
        "redo": ("redo", {}),
        "replace": ("correct", {"target": target, "replace": replacement}),
        "void": ("correct", {"target": target, "replace": None}),
        "insert": ("correct", {"after": target, "replace": replacement}),
        "extend": ("extend", {"match_length": draw(st.sampled_from([18, 27]))}),
        "close": ("close", log.state.balances.as_dict()),
    }[kind]


@st.composite
def matches(draw: st.DrawFn, rules: RuleBook, most: int = 14) -> list[Fact]:
    """A log of up to `most` accepted events."""
    facts: list[Fact] = []
    log = replay(rules, facts)
    for _ in range(draw(st.integers(0, most))):
        new = Fact(log.last_seq + 1, *draw(proposals(log)))
        try:
            log = check(rules, facts, new)
        except RuleViolation:
            continue
        facts.append(new)
    return facts


RULES = book(goulash_cap=12)


@given(matches(RULES))
def test_every_prefix_sums_to_zero_and_counts_on(facts):
    for length in range(len(facts) + 1):
        log = replay(RULES, facts[:length])
        balances = PerSeat(0, 0, 0)
        for row in log.rows:
            assert sum(row.payments) == 0
            balances = PerSeat(*(sum(pair) for pair in zip(balances, row.payments, strict=True)))
            assert row.balances == balances
        assert log.state.balances == balances
        assert log.state.hand_no == 1 + sum(row.ends_hand for row in log.rows) <= log.state.length + 1
        assert log.state.finished == (log.state.hand_no > log.state.length)


@given(matches(RULES))
def test_what_is_folded_is_what_entering_it_afresh_would_give(facts):
    """Undo, redo, corrections, insertions, closing: nothing but the entries that count is left of them."""
    log = replay(RULES, facts)
    length = [("extend", {"match_length": log.state.length})] if log.state.length > 9 else []
    fresh = replay(RULES, [Fact(at, *event) for at, event in enumerate([*length, *entries_of(log)], start=1)])
    assert [bare(row) for row in log.rows] == [bare(row) for row in fresh.rows]
    assert log.state == fresh.state


@given(matches(RULES))
def test_undo_brings_back_the_exact_rows_and_redo_takes_them_again(facts):
    log = replay(RULES, facts)
    if log.undoable is None or log.closed:
        return
    undo = Fact(log.last_seq + 1, "undo", {"target": log.undoable.seq})
    undone = check(RULES, facts, undo)
    before = replay(RULES, [fact for fact in standing(facts) if fact.seq != log.undoable.seq])
    assert (undone.rows, undone.state, undone.voided) == (before.rows, before.state, before.voided)
    redone = check(RULES, [*facts, undo], Fact(undo.seq + 1, "redo", {}))
    assert (redone.rows, redone.state, redone.voided) == (log.rows, log.state, log.voided)
    assert redone.undoable == log.undoable


def standing(facts: list[Fact]) -> list[Fact]:
    """The events that still stand, worked out a second time: an undo takes back the last one."""
    stack: list[Fact] = []
    taken: list[Fact] = []
    for fact in facts:
        if fact.kind == "undo":
            taken.append(stack.pop())
        elif fact.kind == "redo":
            stack.append(taken.pop())
        elif fact.kind not in ("close", "reopen"):
            stack.append(fact)
    return stack


@settings(max_examples=60)
@given(st.data())
def test_a_corrected_entry_equals_an_entry_made_right_at_once(data):
    events = data.draw(st.lists(entries(), min_size=1, max_size=9))
    at = data.draw(st.integers(0, len(events) - 1))
    kind, payload = data.draw(entries())
    way = data.draw(st.sampled_from(["replace", "void", "insert"]))
    facts = [Fact(seq, *event) for seq, event in enumerate(events, start=1)]
    replacement = None if way == "void" else {"kind": kind, "payload": payload}
    place = {"after": at} if way == "insert" else {"target": at + 1}
    correction = Fact(len(facts) + 1, "correct", {**place, "replace": replacement})
    right = list(events)
    right[at : at if way == "insert" else at + 1] = [] if way == "void" else [(kind, payload)]
    afresh = replay(RULES, [Fact(seq, *event) for seq, event in enumerate(right, start=1)])
    try:
        log = check(RULES, facts, correction)
    except RuleViolation as violation:
        assert violation.field == "correct"  # one hand too many
        assert any(row.before.finished for row in afresh.rows)
        return
    assert [bare(row) for row in log.rows] == [bare(row) for row in afresh.rows]
    assert log.state == afresh.state


# ── the course of a match, literally ─────────────────────────────────────────

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
def test_the_nine_hand_table_whatever_happens(event):
    log = replay(RULES, play(RULES, *[event] * 9))
    seen = [f"{row.hand_no} {row.before.round_wind} {' '.join(map(str, row.before.seat_winds))}" for row in log.rows]
    assert seen == NINE_HANDS.split("\n")[1:-1]
    assert [str(row.before.dealer) for row in log.rows] == ["P1", "P2", "P3"] * 3
    assert log.state.finished


def test_a_double_match_plays_the_same_table_again():
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


def test_a_fine_leaves_the_hand_the_dealer_and_the_goulash_alone():
    log = replay(RULES, play(RULES, DRAW, FINE, HAND))
    fine = log.rows[1]
    assert fine.before.balances != fine.after.balances
    assert (fine.hand_no, fine.after.hand_no, fine.after.goulash, fine.ends_hand) == (2, 2, 1, False)
    assert log.rows[2].hand_no == 2


def test_the_goulash_grows_to_its_cap_survives_a_penalty_and_goes_to_the_next_winner():
    log = replay(RULES, play(RULES, DRAW, DRAW, DRAW, FOUL, HAND, HAND))
    assert [row.after.goulash for row in log.rows] == [1, 2, 3, 3, 0, 0]
    assert log.rows[4].payments.as_dict() == {"P1": 36, "P2": -22, "P3": -14}  # 12 on top from each
    assert log.rows[5].payments.as_dict() == {"P1": 12, "P2": -10, "P3": -2}


def test_a_leftover_goulash_goes_on_into_a_longer_match():
    facts = play(RULES, *[DRAW] * 9, ("extend", {"match_length": 18}), HAND)
    log = replay(RULES, facts)
    assert log.rows[-1].payments.as_dict() == {"P1": 36, "P2": -22, "P3": -14}
    assert (log.state.length, log.state.finished) == (18, False)


def test_a_penalty_on_a_player_left_out_is_nothing_for_him():
    log = replay(RULES, play(RULES, FINE))
    assert log.rows[0].payments.as_dict() == {"P1": 10, "P2": -10, "P3": 0}


# ── corrections ──────────────────────────────────────────────────────────────


def correct(replacement: tuple[str, dict] | None, **place: int) -> tuple[str, dict]:
    new = None if replacement is None else {"kind": replacement[0], "payload": replacement[1]}
    return "correct", {**place, "replace": new}


def test_a_corrected_hand_moves_the_goulash_of_the_next_one():
    log = replay(RULES, play(RULES, DRAW, HAND, correct(HAND, target=1)))
    assert [row.payments.p1 for row in log.rows] == [12, 12]
    assert [(row.seq, row.source) for row in log.rows] == [(1, 3), (2, 2)]


def test_a_voided_hand_is_not_counted_and_can_come_back():
    log = replay(RULES, play(RULES, HAND, HAND, correct(None, target=1)))
    assert ([row.seq for row in log.rows], list(log.voided), log.state.hand_no) == ([2], [1], 2)
    back = replay(RULES, play(RULES, HAND, HAND, correct(None, target=1), correct(DRAW, target=1)))
    assert ([row.kind for row in back.rows], list(back.voided)) == (["draw", "hand"], [])
    assert back.rows[1].payments.p1 == 22


def test_a_forgotten_hand_goes_where_it_belongs():
    log = replay(RULES, play(RULES, HAND, HAND, correct(DRAW, after=0), correct(FOUL, after=1)))
    assert [row.seq for row in log.rows] == [3, 1, 4, 2]
    assert [row.hand_no for row in log.rows] == [1, 2, 3, 4]


def test_the_last_correction_of_an_entry_counts():
    log = replay(RULES, play(RULES, HAND, correct(DRAW, target=1), correct(FOUL, target=1)))
    assert [(row.kind, row.source) for row in log.rows] == [("penalty", 3)]


def test_an_inserted_hand_can_be_corrected_by_its_own_number():
    log = replay(RULES, play(RULES, HAND, correct(DRAW, after=1), correct(FOUL, target=2)))
    assert [(row.seq, row.source, row.kind) for row in log.rows] == [(1, 1, "hand"), (2, 3, "penalty")]


def test_an_entry_put_in_after_a_voided_one_is_checked_at_its_own_table():
    """Hand 1 is void, so what follows it is hand 1 of P1's deal: East is seat and round wind."""
    ticked = ("hand", by_list("wind_pong seat_wind round_wind", hand_no=1, round="E"))
    log = replay(RULES, play(RULES, HAND, *[DRAW] * 4, correct(None, target=1), correct(ticked, after=1)))
    assert [row.kind for row in log.rows] == ["hand"] + ["draw"] * 4


def test_a_seat_wind_that_no_longer_fits_is_flagged():
    """P1 is East in hand 1; where a forgotten hand comes before it, P1 is West, and the round is the same."""
    ticked = ("hand", by_list("wind_pong seat_wind dragon_pong"))
    log = replay(RULES, play(RULES, ticked, correct(DRAW, after=0)))
    assert [row.flags for row in log.rows] == [(), ("seat_wind",)]
    assert log.rows[1].payments.p1 == 2 * 3 + 2 + 2 + 10


def test_a_round_wind_that_no_longer_fits_is_flagged():
    ticked = ("hand", by_list("wind_pong round_wind dragon_pong"))
    events = [DRAW, DRAW, ticked, correct(FINE, after=1), correct(DRAW, after=1)]
    assert [row.flags for row in replay(RULES, play(RULES, *events)).rows][-1] == ("round_wind",)


def test_undoing_the_correction_takes_the_flag_away():
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
        assert refusal(facts, event) == ("kind", "The match is closed. Reopen it to change anything.")
    assert not replay(RULES, play(RULES, HAND, CLOSE, ("reopen", {"reason": "misread"}), DRAW)).closed


def test_after_reopening_the_hand_before_the_close_can_be_undone():
    log = replay(RULES, play(RULES, HAND, CLOSE, ("reopen", {}), ("undo", {"target": 1})))
    assert (log.rows, log.redoable) == ((), Fact(1, *HAND))


# ── refusals ─────────────────────────────────────────────────────────────────


def refusal(facts: list[Fact], event: tuple) -> tuple[str, str] | None:
    try:
        check(RULES, facts, Fact(len(facts) + 1, *event))
    except RuleViolation as violation:
        return violation.field, str(violation)
    return None


FULL = [DRAW] * 9
TAKES_REPLACE = ("target", "A correction takes replace, and target or after.")
NO_ENTRY = "takes the number of an entry of this match"
REFUSALS = {
    "an event of no kind": ([], ("shout", {}), ("kind", "kind takes one of: hand, draw, penalty, correct,")),
    "a payload that is a list": ([], ("extend", []), ("payload", "payload takes an object of names and values.")),
    "a hand that is a list": ([], ("hand", []), ("payload", "payload takes an object of names and values.")),
    "an entry after the last hand": (FULL, HAND, ("entry", "The match is over: no entry follows its last hand.")),
    "a fine after the last hand": (FULL, FINE, ("entry", "The match is over: no entry follows its last hand.")),
    "nothing to undo": ([], ("undo", {"target": 1}), ("kind", "There is nothing to undo.")),
    "an undo of an earlier entry": (
        [HAND, DRAW],
        ("undo", {"target": 1}),
        ("target", "Only the latest entry can be undone: number 2."),
    ),
    "an undo of nothing in particular": ([HAND], ("undo", {}), ("target", "target takes a whole number from 1")),
    "an undo with a reason": ([HAND], ("undo", {"target": 1, "why": ""}), ("why", "why is not known here.")),
    "nothing to redo": ([HAND], ("redo", {}), ("kind", "There is nothing to redo.")),
    "a redo after another entry": (
        [HAND, ("undo", {"target": 1}), DRAW],
        ("redo", {}),
        ("kind", "There is nothing to redo."),
    ),
    "a shorter match": ([], ("extend", {"match_length": 9}), ("match_length", "match_length takes a longer match:")),
    "a match of 19 hands": (
        [],
        ("extend", {"match_length": 19}),
        ("match_length", "match_length takes a longer match: 18, 27 hands."),
    ),
    "an extension to yes": (
        [],
        ("extend", {"match_length": True}),
        ("match_length", "match_length takes a whole number from 1 to 99."),
    ),
    "a longer match than the longest": (
        [("extend", {"match_length": 27})],
        ("extend", {"match_length": 27}),
        ("match_length", "match_length takes a longer match: – hands."),
    ),
    "a close with other balances": (
        [HAND],
        ("close", {"P1": 0, "P2": 0, "P3": 0}),
        ("payload", "A match is closed with its present balances."),
    ),
    "a reopening of an open match": ([], ("reopen", {}), ("kind", "The match is not closed.")),
    "a correction of nothing": ([HAND], ("correct", {"replace": None}), TAKES_REPLACE),
    "a correction by nothing": ([HAND], ("correct", {"target": 1}), TAKES_REPLACE),
    "a correction in two places": ([HAND], ("correct", {"target": 1, "after": 1, "replace": None}), TAKES_REPLACE),
    "a correction of a later entry": ([HAND], correct(DRAW, target=2), ("target", f"target {NO_ENTRY}; 2 is none.")),
    "a void of a later entry": ([HAND], correct(None, target=7), ("target", f"target {NO_ENTRY}; 7 is none.")),
    "a correction of a correction": (
        [HAND, correct(DRAW, target=1)],
        correct(HAND, target=2),
        ("target", f"target {NO_ENTRY}; 2 is none."),
    ),
    "an entry put in after nothing": ([HAND], correct(DRAW, after=5), ("after", f"after {NO_ENTRY}; 5 is none.")),
    "an insertion of nothing": ([HAND], correct(None, after=1), ("replace", "replace takes the forgotten entry.")),
    "a replacement without a payload": (
        [HAND],
        ("correct", {"target": 1, "replace": {"kind": "draw"}}),
        ("replace", "replace takes an object with kind and payload."),
    ),
    "a replacement that is text": (
        [HAND],
        ("correct", {"target": 1, "replace": "draw"}),
        ("replace", "replace takes an object with kind and payload."),
    ),
    "a replacement by an undo": (
        [HAND],
        correct(("undo", {"target": 1}), target=1),
        ("kind", "kind takes hand, draw or penalty."),
    ),
    "a replacement below the minimum": (
        [HAND],
        correct(("hand", by_numbers(2, 2)), target=1),
        ("hand_points", "Hand-points must reach this table's minimum of 3; this is 2."),
    ),
    "a replacement that names another hand": (
        [HAND, DRAW],
        correct(("hand", by_numbers(4, 2, hand_no=2)), target=1),
        ("hand_no", "hand_no must agree with the match: 1."),
    ),
    "a forgotten hand that has no room": (
        FULL,
        correct(HAND, after=3),
        ("correct", "There is no room: the match has its 9 hands already."),
    ),
    "a fine that would end a hand too many": (
        [FINE, *FULL],
        correct(FOUL, target=1),
        ("correct", "There is no room: the match has its 9 hands already."),
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_its_field(name):
    events, new, (field, sentence) = REFUSALS[name]
    said = refusal(play(RULES, *events), new)
    assert said is not None and said[0] == field and said[1].startswith(sentence), said


def test_what_has_room_may_still_be_put_in_after_the_last_hand():
    """The match is over, and a fine that ends no hand, or a hand for another, still finds its place."""
    assert refusal(play(RULES, *FULL), correct(FINE, after=4)) is None
    assert refusal(play(RULES, *FULL), correct(HAND, target=9)) is None


WITH = {"penalty": {"P1": 10, "P2": -10}}
BAD_ENTRIES = [
    ("draw", {}, "draw", "draw takes true."),
    ("draw", {"draw": 1}, "draw", "draw takes true."),
    ("draw", {"draw": True, "tenpai": []}, "tenpai", "tenpai is not known here. It takes one of: draw."),
    ("penalty", {}, "penalty", "penalty takes what each player gains or loses"),
    ("penalty", {"penalty": {"P1": 10, "P2": -9}}, "penalty", "penalty takes what each player gains or loses"),
    ("penalty", {"penalty": {"P1": 0}}, "penalty", "penalty takes what each player gains or loses"),
    ("penalty", {"penalty": {"P4": 10, "P2": -10}}, "penalty", "penalty takes one of the players P1, P2, P3."),
    ("penalty", {"penalty": {"P1": "10", "P2": -10}}, "penalty", "penalty takes a whole number from -99999 to 99999."),
    ("penalty", {"penalty": [10, -10, 0]}, "penalty", "penalty takes an object of names and values."),
    ("penalty", {**WITH, "ends_hand": "no"}, "ends_hand", "ends_hand takes true or false."),
    ("penalty", {**WITH, "payer": "P2"}, "payer", "payer is not known here."),
    ("hand", {}, "winner", "winner takes one of the players P1, P2, P3."),
    ("hand", {**HAND[1], "winner": "Anna"}, "winner", "winner takes one of the players P1, P2, P3."),
    ("hand", {**HAND[1], "winner": "P2"}, "from", "The winner cannot be the discarder too."),
    ("hand", {**HAND[1], "win": {"by": "luck"}}, "win", "win takes by: wall, discard or rob_kong."),
    ("hand", {**HAND[1], "win": "wall"}, "win", "win takes an object of names and values."),
    ("hand", {**HAND[1], "win": {"by": "discard"}}, "from", "from takes one of the players P1, P2, P3."),
    ("hand", {**HAND[1], "win": {"by": "wall", "from": "P2"}}, "from", "A win from the wall is from no player."),
    (
        "hand",
        {**HAND[1], "win": {"by": "discard", "from": "P2", "replacement": True}},
        "replacement",
        "A replacement tile comes from the wall.",
    ),
    ("hand", {**HAND[1], "han": 3}, "han", "han is not known here."),
    ("hand", {**HAND[1], "hand_points": "4"}, "hand_points", "hand_points takes a whole number from 0 to 999."),
    ("hand", {**HAND[1], "hand_points": 4.0}, "hand_points", "hand_points takes a whole number from 0 to 999."),
    ("hand", {**HAND[1], "hand_points": 1000}, "hand_points", "hand_points takes a whole number from 0 to 999."),
    ("hand", {**HAND[1], "hand_points": -1}, "hand_points", "hand_points takes a whole number from 0 to 999."),
    ("hand", {**HAND[1], "bonus_points": 1}, "bonus_points", "Bonus-points take a whole number from 2:"),
    ("hand", {"winner": "P1", "win": {"by": "wall"}, "hand_points": 3}, "bonus_points", "bonus_points takes a whole"),
    ("hand", {**HAND[1], "limit": "half"}, "limit", "limit stands alone, without points."),
    ("hand", {"winner": "P1", "win": {"by": "wall"}, "limit": "double"}, "limit", "limit takes half or full."),
    ("hand", {**by_list("kong"), "limit": "half"}, "limit", "limit stands alone, without points."),
    ("hand", {**by_list("kong"), "hand_points": 3}, "hand_points", "hand_points is not known here."),
    ("hand", {**by_list(), "patterns": "kong"}, "patterns", "patterns takes a list of pattern ids."),
    ("hand", {**by_list(), "patterns": [1]}, "patterns", "patterns takes a list of pattern ids."),
    ("hand", {**by_list(), "bonus_items": ["flower"]}, "bonus_items", "bonus_items takes an object of names and"),
    ("hand", {**by_list(), "bonus_items": {"flower": True}}, "flower", "flower takes a whole number from 1 to 999."),
    ("hand", {**HAND[1], "waiting": {"P1": True}}, "waiting", "waiting takes opponents of the winner."),
    ("hand", {**HAND[1], "waiting": {"P9": True}}, "waiting", "waiting takes one of the players P1, P2, P3."),
    ("hand", {**HAND[1], "waiting": {"P2": 1}}, "waiting", "waiting takes true or false for each player."),
    ("hand", {**HAND[1], "opp_declared": {"P1": True}}, "opp_declared", "opp_declared takes opponents of the"),
    ("hand", {**HAND[1], "declared_ready": "yes"}, "declared_ready", "declared_ready takes true or false."),
    ("hand", {**HAND[1], "hand_no": 2}, "hand_no", "hand_no must agree with the match: 1."),
    ("hand", {**HAND[1], "hand_no": True}, "hand_no", "hand_no must agree with the match: 1."),
    ("hand", {**HAND[1], "round": "S"}, "round", "round must agree with the match: E."),
    ("hand", {**HAND[1], "seats": {"P1": "W", "P2": "E", "P3": "S"}}, "seats", "seats must agree with the match:"),
    ("hand", {**HAND[1], "goulash_carry": 1}, "goulash_carry", "goulash_carry must agree with the match: 0."),
]


@pytest.mark.parametrize(("kind", "payload", "field", "sentence"), BAD_ENTRIES)
def test_an_entry_that_cannot_be_read_says_what_it_takes(kind, payload, field, sentence):
    said = refusal([], (kind, payload))
    assert said is not None and said[0] == field and said[1].startswith(sentence), said


def test_what_the_match_knows_may_be_said_again():
    known = {"hand_no": 1, "round": "E", "seats": {"P1": "E", "P2": "S", "P3": "W"}, "goulash_carry": 0}
    assert refusal([], ("hand", {**HAND[1], **known})) is None


def test_a_chair_that_is_not_waiting_may_be_named_even_the_winner_s():
    assert refusal([], ("hand", {**HAND[1], "waiting": {"P1": False, "P2": False, "P3": True}})) is None
