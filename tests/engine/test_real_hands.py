"""Every item that a real hand can have can be ticked: random hands, counted naively, compared with the list."""

from collections import Counter

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from engine.match.entries import Ticks
from engine.rulesets.korean_japanese.played_items import played
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import Seat
from tests.engine.hands import RealHand, count, real_hands
from tests.engine.tables import book, refused, table, win_of
from tests.thorough import sized

HOUSES = st.fixed_dictionaries(
    {"min_hand_points": st.just(0)},
    optional={
        "seat_dragons": st.booleans(),
        "north_tile": st.booleans(),
        "north_points_class": st.sampled_from(["hand", "bonus"]),
        "identical_chows": st.sampled_from(["pairs", "once"]),
        "pure_excludes_no_honours": st.booleans(),
        "items_off": st.lists(
            st.sampled_from([item.id for item in book().patterns if item.kind != "limit"]), max_size=3
        ),
    },
)


@st.composite
def situations(draw: st.DrawFn) -> tuple[dict, RealHand, int, str]:
    """(house rules, hand, hand number, winner)"""
    house = draw(HOUSES)
    hand = draw(real_hands(house.get("north_tile", False)))
    return house, hand, draw(st.integers(1, 9)), draw(st.sampled_from(["P1", "P2", "P3"]))


def ticked(house: dict, hand: RealHand, state: TableState, winner: str) -> tuple[Counter, Counter]:
    """The items of the hand that this table plays, with North in its class."""
    seat, round_wind = state.seat_winds[Seat(winner)], state.round_wind
    patterns, bonus = count(hand, seat.value, round_wind.value, house)
    if house.get("north_points_class") == "bonus":
        for item, points in (("north_pair", 2), ("north_kong", 6)):
            if often := patterns.pop(item, 0):
                bonus[item] = often * points
    for item in house.get("items_off", ()):
        patterns.pop(item, None)
        bonus.pop(item, None)
    return patterns, bonus


def entry(hand: RealHand, winner: str, patterns: Counter, bonus: Counter) -> dict:
    opponent = "P2" if winner == "P1" else "P1"
    win = {"by": hand.by} if hand.by == "wall" else {"by": hand.by, "from": opponent}
    return {"winner": winner, "win": win, "patterns": sorted(patterns.elements()), "bonus_items": dict(bonus)}


@settings(max_examples=sized(30, 600))
@given(situations())
def test_the_items_of_a_real_hand_are_never_refused(situation):
    house, hand, hand_no, winner = situation
    rules = book(**house)
    payload = entry(hand, winner, *ticked(house, hand, table(rules, hand_no), winner))
    event("seven pairs" if len(hand.pairs) == 7 else f"{sum(g.shape != 'chow' for g in hand.groups)} pongs")
    assert refused(rules, payload, hand_no) is None


@settings(max_examples=sized(10, 200))
@given(situations())
def test_the_full_list_of_a_real_hand_is_left_as_it_is(situation):
    """The ticks of a hand imply only items that it has."""
    house, hand, hand_no, winner = situation
    rules = book(**house)
    state = table(rules, hand_no)
    patterns, bonus = ticked(house, hand, state, winner)
    full = rules.sheet.complete(state, win_of(rules, entry(hand, winner, patterns, bonus)))
    assert isinstance(full.count, Ticks)
    assert (Counter(full.count.patterns), dict(full.count.bonus_items)) == (patterns, dict(bonus))


@settings(max_examples=sized(8, 150))
@given(situations(), st.randoms(use_true_random=False))
def test_ticking_a_real_hand_in_any_order_meets_no_refused_row(situation, chance):
    """Ticks one row after the other, as on the page: every row that the hand needs stays open."""
    house, hand, hand_no, winner = situation
    rules = book(**house)
    state = table(rules, hand_no)
    patterns, bonus = ticked(house, hand, state, winner)
    wanted = [("pattern", item) for item in patterns.elements()] + [("bonus", item) for item in bonus]
    chance.shuffle(wanted)
    done: Counter = Counter()
    earned: Counter = Counter()
    for kind, item in wanted:
        now = win_of(rules, entry(hand, winner, done, earned))
        row = next(row for row in rules.sheet.list_rows(state, now) if (row.item.kind, row.item.id) == (kind, item))
        if row.times < (patterns[item] if kind == "pattern" else row.values.index(bonus[item]) + 1):
            assert row.refusal is None, (item, str(row.refusal), dict(done))
        if kind == "pattern":
            done[item] += 1
        else:
            earned[item] = bonus[item]
    last = rules.sheet.complete(state, win_of(rules, entry(hand, winner, done, earned)))
    assert isinstance(last.count, Ticks)
    assert Counter(last.count.patterns) == patterns


@settings(max_examples=sized(10, 200))
@given(situations(), st.data())
def test_completing_some_of_the_ticks_is_idempotent_and_stays_within_the_hand(situation, data):
    house, hand, hand_no, winner = situation
    rules = book(**house)
    state = table(rules, hand_no)
    patterns, bonus = ticked(house, hand, state, winner)
    some = Counter(data.draw(st.lists(st.sampled_from(sorted(patterns)), max_size=4)) if patterns else [])
    few = Counter({item: min(often, patterns[item]) for item, often in some.items()})
    once = rules.sheet.complete(state, win_of(rules, entry(hand, winner, few, Counter())))
    assert rules.sheet.complete(state, once) == once
    assert isinstance(once.count, Ticks)
    # If pure hands get nothing for no honours, the list can't tell from all chows that this hand is pure.
    open_still = {"no_honours": 1} if house.get("pure_excludes_no_honours") and "pure" not in few else {}
    if few["three_kongs"] and not few["north_kong"]:
        open_still["kong"] = 3  # the list can't tell yet that one of the three is a kong of North
    assert few <= Counter(once.count.patterns) <= patterns | Counter(open_still)
    assert once.count.bonus_items.items() <= bonus.items()
    rules.check_win(state, once)


@pytest.mark.thorough
def test_the_naive_count_knows_every_pattern():
    """Otherwise the tests above would cover less."""
    rules: RuleBook = book(seat_dragons=True, north_tile=True)
    everything = {item.id for item in rules.patterns if item.kind == "pattern" and played(rules.house, item)}
    seen: set[str] = set()

    @settings(max_examples=800, database=None, derandomize=True)
    @given(real_hands(north=True), st.sampled_from("ESW"))
    def collect(hand, seat):
        seen.update(count(hand, seat, "E", {"seat_dragons": True})[0])

    collect()
    assert seen == everything
