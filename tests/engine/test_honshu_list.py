"""The list of Honshu sanma: everything that a real hand earns can be ticked, exclusions have reasons."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.match.entries import Ticks, Win
from engine.rulesets import BOOKS
from engine.rulesets.definitions import ListRow
from engine.rulesets.honshu.entry.checklist import UNITS, HonshuChecklist
from engine.rulesets.riichi.entry.checklist import RIICHI
from engine.rulesets.rule_book import RuleBook, Score, TableState
from engine.seats import Seat
from tests.engine import honshu_questions
from tests.engine.honshu_asking import book, refusal, ron
from tests.engine.tile_asking import RANDOM_HANDS, asked, chance
from tests.thorough import SEED, sized

BOOK = BOOKS["honshu"]
TABLE = {"players", "hand_no", "honba", "sticks", "renchan_count"}
YAKUMAN = {item.id for item in BOOK.patterns if item.kind == "limit"}


def real_hands(random: Random, number: int) -> Iterator[tuple[RuleBook, TableState, Win, Score]]:
    """Legal hands by tiles, each with its rules and its score. If a kong is robbed, the winner has no other copy of the
    tile."""
    while number:
        house = honshu_questions.house_rules(random)
        given = honshu_questions.question(random, house)
        rules = book(**house)
        state = rules.with_carry_over(rules.table_at(given["hand_no"]), given)
        win = rules.read("hand", {key: value for key, value in given.items() if key not in TABLE}).wins[0]
        score = rules.score(state, win)
        if score.legal and (win.by != "chankan" or win.count.concealed.count(win.count.tile) == 1):
            yield rules, state, win, score
            number -= 1


def ticked(score: Score) -> Ticks:
    """The ids that a scorer would tick for the hand: one for each occurrence, or for each unit of a yakuman."""
    times = {item.id: item.points if score.limit else item.times for item in score.items}
    patterns = tuple(item for item, often in times.items() for _time in range(often))
    return Ticks(patterns, {item.id: item.points for item in score.bonus_items if item.id != "bazoro"})


def test_the_items_of_a_real_hand_are_never_refused_and_pay_the_same():
    for rules, state, win, score in real_hands(chance(50), RANDOM_HANDS):
        listed = win._replace(count=ticked(score))
        rules.check_win(state, listed)
        again = rules.score(state, listed)
        assert rules.pay_win(state, listed, again) == rules.pay_win(state, win, score), (win, SEED)


def test_the_full_list_of_a_real_hand_is_left_as_it_is():
    """The ticks of a hand imply only items that it has."""
    for rules, state, win, score in real_hands(chance(51), RANDOM_HANDS):
        ticks = ticked(score)
        full, because = HonshuChecklist(rules.house, state).completed(win._replace(count=ticks))
        assert isinstance(full.count, Ticks)
        assert (Counter(full.count.patterns), because) == (Counter(ticks.patterns), {}), (win, SEED)


def test_ticking_a_real_hand_in_any_order_meets_no_refused_row():
    """Ticks one row after the other, as on the page: every row that the hand needs stays open."""
    random = chance(52)
    for rules, state, win, score in real_hands(random, sized(30, 300)):
        ticks = ticked(score)
        wanted = [*dict.fromkeys(ticks.patterns), *ticks.bonus_items]
        random.shuffle(wanted)
        done, earned = Counter(), {}
        for item in wanted:
            rows = rules.sheet.list_rows(state, win._replace(count=Ticks(tuple(done.elements()), dict(earned))))
            row = next(row for row in rows if row.item.id == item)
            if item in ticks.bonus_items:
                assert row.refusal is None, (item, str(row.refusal), done, SEED)
                earned[item] = ticks.bonus_items[item]
            else:
                assert row.times or row.refusal is None, (item, str(row.refusal), done, SEED)
                done[item] = ticks.patterns.count(item)
        last = rules.sheet.complete(state, win._replace(count=Ticks(tuple(done.elements()), earned)))
        assert Counter(last.count.patterns) == Counter(ticks.patterns)


def test_completing_some_ticks_adds_only_items_of_the_hand():
    random = chance(53)
    for rules, state, win, score in real_hands(random, sized(100, 1000)):
        ticks = ticked(score)
        some = tuple(item for item in ticks.patterns if item in (*UNITS, *RIICHI) or random.random() < 0.5)
        once = rules.sheet.complete(state, win._replace(count=Ticks(some, {})))
        assert rules.sheet.complete(state, once) == once
        if set(some) or not score.limit:
            assert Counter(once.count.patterns) <= Counter(ticks.patterns), (some, once.count, ticks, SEED)
        if once.count.patterns:
            HonshuChecklist(rules.house, state).check(once, once.count)


# ── what cannot be together ──────────────────────────────────────────────────


def rows(patterns: str = "", bonus: dict[str, int] | None = None, by: str = "ron", at: int = 1, **house) -> dict:
    """The rows by id, for P2 (South in the first hand)."""
    rules = book(**house)
    return {row.item.id: row for row in rules.sheet.list_rows(rules.table_at(at), won(patterns, bonus, by))}


def won(patterns: str = "", bonus: dict[str, int] | None = None, by: str = "ron", ready: bool = False) -> Win:
    source = None if by in ("tsumo", "fourth_kong") else Seat.P3
    return Win(Seat.P2, by, source, Ticks(tuple(patterns.split()), bonus or {}), declared_ready=ready)


def implied(found: dict[str, ListRow]) -> dict[str, str | None]:
    """The rows ticked automatically, each with the ticks that imply it."""
    return {name: row.follows_from for name, row in found.items() if row.times and not row.ticked}


def refused(patterns: str, bonus: dict[str, int] | None = None, by: str = "ron", **house) -> str:
    rules = book(**house)
    entry = {**ron("P2", "P3", patterns=patterns.split()), "bonus_items": bonus or {}}
    entry["win"] = {"by": by} if by in ("tsumo", "fourth_kong") else {"by": by, "from": "P3"}
    said = refusal(rules, rules.start(), "hand", entry)
    return said[1] if said else ""


SINGLE = "isn’t possible with this win."
TOGETHER = "can’t be in the same hand."
BARRED = [
    ("rinshan", "ron", SINGLE),
    ("chankan", "ron", SINGLE),
    ("chankan", "tsumo", SINGLE),
    ("haitei_houtei", "chankan", SINGLE),
    ("toitoi", "chankan", SINGLE),
    ("chiitoitsu", "chankan", SINGLE),
    ("honroutou", "chankan", SINGLE),
    ("tenhou tenhou tenhou", "tsumo", SINGLE),  # P2 does not deal
    ("chiihou", "ron", SINGLE),
    ("paarenchan", "tsumo", SINGLE),
    ("suuankou", "ron", SINGLE),  # the pair's tile won, so that it is double
    ("riichi", "rob_north", "Only kokushi musou can rob a North that was set aside."),
    *((pair, "tsumo", TOGETHER) for pair in ("rinshan haitei_houtei",)),
    *(
        (pair, "ron", TOGETHER)
        for pair in (
            "riichi double_riichi",
            "tanyao yakuhai_dragon",
            "tanyao ittsu",
            "tanyao chanta",
            "tanyao honroutou",
            "tanyao honitsu",
            "pinfu sanankou",
            "pinfu yakuhai_seat",
            "pinfu toitoi",
            "pinfu chiitoitsu",
            "chiitoitsu iipeikou",
            "chiitoitsu toitoi",
            "chiitoitsu sankantsu",
            "chiitoitsu shousangen",
            "toitoi ittsu",
            "toitoi chanta",
            "toitoi junchan",
            "chanta junchan",
            "chanta honroutou",
            "chanta sanrenkou",
            "junchan yakuhai_round",
            "honroutou junchan",
            "honroutou sanrenkou",
            "honroutou chinitsu",
            "honitsu chinitsu",
            "honitsu junchan",
            "chinitsu yakuhai_dragon",
            "ittsu sanankou",
            "ittsu iisou_sanjun",
            "ittsu shousangen",
            "iipeikou iisou_sanjun",
            "iipeikou sankantsu",
            "sanrenkou shousangen",
            "sanrenkou ittsu",
            "shousangen yakuhai_dragon",
            "daisangen suushiihou",
            "daisangen ryuuiisou",
            "tsuuiisou chinroutou",
            "tsuuiisou ryuuiisou",
            "chuuren daisangen",
            "kokushi suuankou suuankou",
            "kokushi tsuuiisou",
            "chinroutou ryuuiisou",
        )
    ),
    ("yakuhai_dragon yakuhai_seat yakuhai_round ittsu", "ron", "No hand can have all the items you ticked."),
    ("sanankou yakuhai_dragon iipeikou", "ron", TOGETHER),
    ("tsuuiisou riichi", "ron", "Nothing else counts with a yakuman, so “Tsuuiisou” and “Riichi” can’t be combined."),
    ("riichi riichi", "ron", "Possible counts for “Riichi” in one hand: 1."),
    ("yakuhai_dragon yakuhai_dragon yakuhai_dragon", "ron", "Possible counts for “Yakuhai: dragon” in one hand: 1, 2."),
    ("tenhou", "tsumo", "Possible counts for “Tenhou” in one hand: 3."),
    ("chuuren chuuren", "ron", "Possible counts for “Chuuren poutou” in one hand: 1, 3."),
    ("kokushi kokushi kokushi", "ron", "Possible counts for “Kokushi musou” in one hand: 1, 2."),
    ("nonsense", "ron", "“nonsense” isn’t an item in this list."),
    ("dora", "ron", "“dora” isn’t an item in this list."),
    ("menzen_tsumo", "tsumo", "“Menzen tsumo” isn’t played under this table’s house rules."),
    ("ryanpeikou", "ron", "“Ryanpeikou” isn’t played under this table’s house rules."),
    ("yakuhai_north", "ron", "“Yakuhai: North” isn’t played under this table’s house rules."),
    ("suuankou suuankou", "fourth_kong", "A win with the fourth kong counts as suukantsu."),
    ("toitoi", "fourth_kong", "A win with the fourth kong counts as suukantsu."),
    ("suukantsu tsuuiisou", "fourth_kong", SINGLE),
]


@pytest.mark.parametrize(("patterns", "by", "reason"), BARRED)
def test_what_cannot_be_together_is_refused(patterns, by, reason):
    assert reason in refused(patterns, by=by), refused(patterns, by=by)


ALLOWED = [
    ("pinfu chanta", "ron"),
    ("pinfu iipeikou honitsu riichi", "ron"),
    ("toitoi sanankou sankantsu sanrenkou", "ron"),
    ("shousangen honroutou toitoi yakuhai_seat honitsu", "tsumo"),
    ("junchan iisou_sanjun chinitsu", "ron"),
    ("honroutou chiitoitsu honitsu riichi", "ron"),
    ("pinfu rinshan", "tsumo"),
    ("suuankou tsuuiisou suukantsu suushiihou", "tsumo"),
    ("suukantsu suuankou daisangen", "fourth_kong"),
    ("kokushi kokushi chiihou", "tsumo"),
    ("kokushi", "chankan"),
    ("kokushi kokushi", "rob_north"),
    ("yakuhai_dragon yakuhai_dragon yakuhai_seat toitoi", "ron"),
]


@pytest.mark.parametrize(("patterns", "by"), ALLOWED)
def test_what_can_be_together_is_not(patterns, by):
    assert refused(patterns, by=by) == ""


BONUS = [
    ("tanyao", {"ippatsu": 1}, "“Ippatsu” needs “Riichi”."),
    ("tanyao", {"uradora": 3}, "“Uradora” needs “Riichi”."),
    ("tanyao", {"dora": 25}, "“Dora” must be worth from 1 to 24 han."),
    ("tanyao", {"pei_dora": 5}, "“Kita” must be worth from 1 to 4 han."),
    ("riichi", {"ippatsu": 2}, "“Ippatsu” must be worth from 1 to 1 han."),
    ("chanta", {"akadora": 1}, "“Chanta” and “Akadora” can’t be in the same hand."),
    ("honroutou", {"akadora": 1}, "“Honroutou” and “Akadora” can’t be in the same hand."),
    ("suushiihou", {"dora": 1}, "Nothing else counts with a yakuman, so “Suushiihou” and “Dora” can’t be combined."),
]


@pytest.mark.parametrize(("patterns", "bonus", "reason"), BONUS)
def test_an_impossible_bonus_is_refused(patterns, bonus, reason):
    assert refused(patterns, bonus) == reason


def test_norths_in_the_hand_leave_one_to_set_aside():
    assert refused("yakuhai_north", {"pei_dora": 1}, north_yakuhai=True) == ""
    assert TOGETHER in refused("yakuhai_north", {"pei_dora": 2}, north_yakuhai=True)


IMPLIED = [
    ("", {}, "chankan", {}, {"chankan": ""}),
    ("tanyao", {"ippatsu": 1}, "ron", {}, {"riichi": "ippatsu"}),
    ("double_riichi", {"uradora": 2}, "ron", {}, {}),
    ("pinfu", {}, "tsumo", {"menzen_tsumo": True}, {"menzen_tsumo": "pinfu"}),
    ("tanyao", {}, "tsumo", {"menzen_tsumo": True}, {}),
    ("sanrenkou yakuhai_dragon", {}, "ron", {}, {"toitoi": "sanrenkou"}),
    ("shousangen", {}, "ron", {"shousangen_includes_dragons": False}, {"yakuhai_dragon": "shousangen"}),
    (
        "sanankou shousangen yakuhai_dragon yakuhai_dragon yakuhai_north",  # three pongs, and perhaps a chow
        {},
        "ron",
        {"shousangen_includes_dragons": False, "north_yakuhai": True},
        {},
    ),
    (
        "shousangen yakuhai_dragon yakuhai_dragon yakuhai_north yakuhai_seat",
        {},
        "ron",
        {"shousangen_includes_dragons": False, "north_yakuhai": True},
        {"toitoi": "shousangen"},
    ),
    ("", {}, "fourth_kong", {}, {"suukantsu": ""}),
]


@pytest.mark.parametrize(("patterns", "bonus", "by", "house", "expected"), IMPLIED)
def test_what_follows_from_ticks(patterns, bonus, by, house, expected):
    assert implied(rows(patterns, bonus, by, **house)) == expected


def test_a_declared_riichi_ticks_itself():
    rules = book()
    found = {row.item.id: row for row in rules.sheet.list_rows(rules.table_at(1), won("tanyao", ready=True))}
    assert implied(found) == {"riichi": ""}


def test_four_concealed_pongs_by_ron_wait_for_the_pair_before_the_discarder_is_known():
    rules = book()
    (row,) = (
        row
        for row in rules.sheet.list_rows(rules.table_at(1), Win(Seat.P2, "ron", None, Ticks()))
        if row.item.id == "suuankou"
    )
    assert str(row.refusal) == "“Suuankou” isn’t possible with this win."


def test_one_wind_of_seat_and_round_is_two_ticks():
    """In hand 5 P2 is East and the round is South; in hand 4 P2 is South in the South round."""
    assert implied(rows("yakuhai_seat", at=4)) == {"yakuhai_round": "yakuhai_seat"}
    assert implied(rows("yakuhai_seat", at=5)) == {}


def test_a_yakuman_ticks_all_its_units():
    assert {item: rows(item, by="tsumo", at=2)[item].times for item in ("tenhou", "suuankou", "chuuren")} == {
        "tenhou": 3,
        "suuankou": 1,
        "chuuren": 1,
    }
    assert rows("suuankou", by="ron")["suuankou"].times == 2
    assert rows("chuuren chuuren")["chuuren"].times == 3


def test_eight_deals_kept_tick_themselves():
    rules = book()
    state = replace(rules.table_at(2), renchan=8)
    found = {row.item.id: row for row in rules.sheet.list_rows(state, won())}
    assert implied(found) == {"paarenchan": ""}


def test_the_list_has_what_the_table_plays_but_for_bazoro():
    every = {item.id for item in BOOK.patterns} - {"bazoro"}
    assert set(rows(menzen_tsumo=True, ryanpeikou=3, north_yakuhai=True, flowers=True)) == every
    assert every - set(rows()) == {"menzen_tsumo", "ryanpeikou", "yakuhai_north", "flower"}
    assert set(rows()) - set(rows(north_aside=False)) == {"pei_dora"}


def test_the_points_of_one_or_more_of_a_row():
    found = rows(ryanpeikou=3)
    assert {item: found[item].values for item in ("yakuhai_dragon", "ryanpeikou", "chinitsu", "suuankou")} == {
        "yakuhai_dragon": (1, 2),
        "ryanpeikou": (3,),
        "chinitsu": (6,),
        "suuankou": (1, 2),
    }
    assert (found["pei_dora"].values, found["dora"].most) == ((1, 2, 3, 4), 24)
    assert book().sheet.bonus_values("pei_dora") == (1, 2, 3, 4) and book().sheet.bonus_values("riichi") == ()


def test_a_free_row_stays_acceptable_when_it_is_ticked():
    """The list and the check agree: the check accepts every row that the list leaves open."""
    rules = book(menzen_tsumo=True, ryanpeikou=3, north_yakuhai=True)
    state = rules.table_at(1)
    for start in ("", "yakuhai_dragon", "chiitoitsu", "pinfu riichi", "sanankou", "daisangen", "honitsu ittsu"):
        for by in ("tsumo", "ron", "chankan"):
            for row in rules.sheet.list_rows(state, won(start, by=by)):
                if row.item.kind != "bonus" and row.refusal is None and row.times < row.most:
                    more = won(f"{start} {row.item.id}", by=by)
                    rules.check_win(state, rules.sheet.complete(state, more))


def test_a_tick_that_no_longer_fits_is_flagged():
    """P2 is South in the first deal; where a forgotten hand comes before it, P2 deals."""
    entries = [ron("P2", "P3", patterns=["yakuhai_seat", "yakuhai_dragon"])]
    reply = asked("honshu", "match", options={}, input={"hands": entries})
    assert "error" not in reply
    rules = book()
    entry = rules.read("hand", entries[0])
    assert rules.flags(rules.table_at(1), rules.table_at(2), entry) == ("yakuhai_seat",)
    assert rules.flags(rules.table_at(1), rules.table_at(1), entry) == ()
    first = rules.read("hand", {**ron("P2", "P3", patterns=["chiihou"]), "win": {"by": "tsumo"}})
    assert rules.flags(rules.table_at(1), rules.table_at(2), first) == ("chiihou",)
