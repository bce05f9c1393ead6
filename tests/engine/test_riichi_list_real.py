"""The list of riichi sanma: everything that a real hand earns can be ticked, and pays the same."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from engine.hands.hand import TileHand
from engine.match.entries import Ticks, Win
from engine.rulesets.riichi.entry.checklist import RIICHI
from engine.rulesets.riichi_sanma.entry.checklist import RiichiSanmaChecklist
from engine.rulesets.rule_book import RuleBook, Score, TableState
from tests.engine import riichi_questions
from tests.engine.riichi_lists import book
from tests.engine.tile_asking import RANDOM_HANDS, chance
from tests.thorough import SEED, sized

TABLE = {"players", "hand_no", "round", "seats", "honba", "sticks"}


def real_hands(random: Random, number: int) -> Iterator[tuple[RuleBook, TableState, Win, Score]]:
    """Legal hands by tiles, each with its rules and its score. If a kong is robbed, the winner has no other copy of the
    tile."""
    while number:
        house, given = riichi_questions.case(random)
        rules = book(**house)
        if "seats" in given:
            state = rules.table_by_winds(given["round"], given["seats"])
        else:
            state = rules.table_at(given["hand_no"])
        state = rules.with_carry_over(state, given)
        win = rules.read("hand", {key: value for key, value in given.items() if key not in TABLE}).wins[0]
        score = rules.score(state, win)
        if score.legal and (win.by != "chankan" or win.count.concealed.count(win.count.tile) == 1):
            yield rules, state, win, score
            number -= 1


def listed(win: Win, score: Score) -> Win:
    """The ids that a scorer would tick for the hand, one for each occurrence or unit of a yakuman; and its fu."""
    yakuman = score.limit is not None and score.limit.kind == "yakuman"
    times = {item.id: item.points if yakuman else item.times for item in score.items}
    patterns = tuple(item for item, often in times.items() for _time in range(often))
    assert isinstance(win.count, TileHand)
    said = {"open": True} if any(meld.exposed for meld in win.count.melds) else {}
    said |= {} if score.fu is None else {"fu": score.fu}
    said |= {"pao": win.details["pao"]} if "pao" in win.details else {}
    ticks = Ticks(patterns, {item.id: item.points for item in score.bonus_items})
    return win._replace(count=ticks, details=said)


def test_the_items_of_a_real_hand_are_never_refused_and_pay_the_same():
    for rules, state, win, score in real_hands(chance(60), RANDOM_HANDS):
        again = listed(win, score)
        rules.check_win(state, again)
        recounted = rules.score(state, again)
        assert rules.pay_win(state, again, recounted) == rules.pay_win(state, win, score), (win, SEED)
        assert (recounted.points, recounted.fu) == (score.points, score.fu if score.points else None)


def test_the_full_list_of_a_real_hand_is_left_as_it_is():
    """The ticks of a hand imply only items that it has."""
    for rules, state, win, score in real_hands(chance(61), RANDOM_HANDS):
        ticks = listed(win, score)
        full, because = RiichiSanmaChecklist(rules.house, state).completed(ticks)
        assert isinstance(full.count, Ticks) and isinstance(ticks.count, Ticks)
        assert (Counter(full.count.patterns), because) == (Counter(ticks.count.patterns), {}), (win, SEED)


def test_ticking_a_real_hand_in_any_order_meets_no_refused_row():
    """Ticks one row after the other, as on the page: every row that the hand needs stays open."""
    random = chance(62)
    for rules, state, win, score in real_hands(random, sized(20, 400)):
        whole = listed(win, score)
        ticks = whole.count
        wanted = [*dict.fromkeys(ticks.patterns), *ticks.bonus_items]
        random.shuffle(wanted)
        done, earned = Counter(), {}
        for item in wanted:
            rows = rules.sheet.list_rows(state, whole._replace(count=Ticks(tuple(done.elements()), dict(earned))))
            row = next(row for row in rows if row.item.id == item)
            if item in ticks.bonus_items:
                assert row.refusal is None or row.times, (item, str(row.refusal), done, SEED)
                assert ticks.bonus_items[item] in row.values
                earned[item] = ticks.bonus_items[item]
            else:
                assert row.times or row.refusal is None, (item, str(row.refusal), done, SEED)
                done[item] = ticks.patterns.count(item)
        last = rules.sheet.complete(state, whole._replace(count=Ticks(tuple(done.elements()), earned)))
        assert Counter(last.count.patterns) == Counter(ticks.patterns)


def test_completing_some_ticks_adds_only_items_of_the_hand():
    random = chance(63)
    for rules, state, win, score in real_hands(random, sized(75, 1500)):
        whole = listed(win, score)
        ticks = whole.count
        alone = score.limit is not None and (score.limit.kind == "yakuman" or score.items[0].id == "renhou")
        some = tuple(item for item in ticks.patterns if alone or item in RIICHI or random.random() < 0.5)
        once = rules.sheet.complete(state, whole._replace(count=Ticks(some, {})))
        assert rules.sheet.complete(state, once) == once
        assert Counter(once.count.patterns) <= Counter(ticks.patterns), (some, once.count, ticks, SEED)
        if once.count.patterns:
            RiichiSanmaChecklist(rules.house, state).check(once, once.count)
