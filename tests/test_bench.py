"""The benchmark's arithmetic and reports. No times are asserted, because they vary between runs."""

import json
import subprocess
import sys
from collections import Counter

import pytest

from bench import bars, dealt, hands, meter, peer, report, run, same, seats, speed
from bench.bars import Bar, Result
from bench.seats import Found
from bench.speed import Rates, Round
from engine.json_api import answer
from engine.rulesets import rule_book
from engine.seating import Schedule
from tests.engine import tile_oracle

RATIO = Bar("X1", "a page", "a floor", "ratio", 2.0, 1.5)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The hands entered by tiles in a full run."""
    return dealt.lines(run.FULL.hands)


def test_a_ratio_compares_within_its_round():
    assert bars.ratios([2.0, 9.0], [1.0, 3.0]) == (2.0, 3.0)


def test_the_value_is_the_median_of_the_rounds():
    assert Result(RATIO, (1.0, 9.0, 1.2)).value == 1.2


def test_a_bar_is_missed_from_a_quarter_above_it():
    values = (1.5, 2.0, 2.5, 2.51)
    assert [Result(RATIO, (value,)).verdict for value in values] == ["stretch", "met", "near", "missed"]
    assert list(bars.missed([Result(RATIO, (value,)) for value in values])) == ["X1"]


def test_a_bar_of_at_least_is_missed_from_a_quarter_below_it():
    faster = Bar("X5", "hands", "another's", "ratio", least=4.0, stretch=5.0)
    assert [Result(faster, (value,)).verdict for value in (5.0, 4.0, 3.2, 3.19)] == ["stretch", "met", "near", "missed"]
    assert list(bars.missed([Result(faster, (value,)) for value in (9.0, 3.0)])) == ["X5"]


def test_a_count_above_its_bar_is_missed_at_once():
    queries = Bar("X2", "queries", "", "count", 6)
    assert [Result(queries, (value,)).verdict for value in (6, 7)] == ["met", "missed"]


def test_a_result_without_a_bar_has_no_verdict():
    assert Result(Bar("X3", "to look at", "", "B"), (5,)).verdict == ""


def test_a_result_that_could_not_be_measured_says_so_and_is_neither_met_nor_missed():
    none = Result(RATIO, (), "no such database")
    assert none.verdict == "not measured"
    assert list(bars.missed([none])) == []
    row = report.table([none]).splitlines()[-1]
    assert [cell.strip() for cell in row.strip("|").split("|")][3:] == ["", "", "≤ 2.00×", "≤ 1.50×", "not measured"]
    assert "no such database" in report.details([none])


def test_a_percentile_is_one_of_the_values():
    values = list(range(1, 101))
    assert [bars.percentile(values, share) for share in (0, 0.5, 0.99, 1)] == [1, 50, 99, 100]


def test_the_meter_counts_the_cpu_time_of_child_processes():
    burn = "import time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", burn], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout.readline() == b"done\n"
        assert meter.cpu_ms(child.pid) >= 250
        child.communicate(b"\n")
    assert meter.cpu_ms(child.pid) == 0


def test_each_hand_of_a_match_is_different_and_has_its_own_key():
    for way in (hands.by_numbers, hands.by_list):
        told = [way(seq) for seq in range(1, hands.LENGTH + 1)]
        assert [hand["expected_seq"] for hand in told] == [str(seq) for seq in range(1, hands.LENGTH + 1)]
        assert len({hand["key"] for hand in told}) == hands.LENGTH


def tiles_of(line: str) -> tuple:
    told = json.loads(line)["input"]
    melds = sorted((meld["type"], meld["tile"], meld["exposed"]) for meld in told["melds"])
    return tuple(sorted(told["concealed"])), tuple(melds)


def test_no_two_hands_by_tiles_have_the_same_tiles(lines):
    assert len({tiles_of(line) for line in lines}) == run.FULL.hands == 2000


def test_the_same_seed_deals_the_same_hands(lines):
    few = run.SHORT.hands
    assert dealt.lines(few) == lines[:few]
    assert dealt.lines(few, seed=7) != lines[:few]


def test_every_hand_by_tiles_is_legal_and_worth_what_the_oracle_says(lines):
    house = rule_book(dealt.SYSTEM, {}).house.as_dict()
    for line in lines[: run.SHORT.hands]:
        result, expected = answer(line)["result"], tile_oracle.result(house, json.loads(line)["input"])
        assert result["legal"], line
        assert {key: result[key] for key in expected} == expected, line


def test_the_hands_by_tiles_have_every_shape(lines):
    told = [json.loads(line)["input"] for line in lines]
    results = [answer(line)["result"] for line in lines]
    seen = Counter(each["win"]["by"] for each in told)
    seen.update(f"{meld['type']}, exposed: {meld['exposed']}" for each in told for meld in each["melds"])
    seen.update(each["limit"]["kind"] for each in results if each["limit"])
    seen.update(item for each in results for item in each["patterns"])
    assert not {"wall", "discard", "rob_kong"} - seen.keys()
    assert not {"pong, exposed: True", "kong, exposed: True", "kong, exposed: False"} - seen.keys()
    assert not {"half", "full", "limit:thirteen_orphans", "seven_pairs", "pure", "all_pongs", "straight"} - seen.keys()


def test_the_peer_knows_each_of_its_hands():
    for hand in peer.hands():
        worth = peer.worth(hand)
        yaku = sorted(each.name for each in worth.yaku)
        assert {"han": worth.han, "fu": worth.fu, "cost": worth.cost["total"], "yaku": yaku} == hand["ref"], hand
    assert len({json.dumps({**hand, "id": 0}) for hand in peer.hands()}) == run.FULL.hands


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "way"), [(game, way) for game in speed.GAMES for way in game.bars])
def test_a_round_counts_hands_in_a_process_with_an_empty_cache(game, way):
    found = speed.measured(game.lines(100), way)
    assert min(found.cold.ours, found.cold.theirs, found.warm.ours, found.warm.theirs) > 0


@pytest.mark.thorough
def test_the_bench_imports_without_having_read_a_hand():
    """Otherwise some hands of the first pass would already be cached. `rows_of` reads a table's rules, not hands."""
    ask = """
import gc, bench.speed
from engine.cache import Memo
found = gc.get_objects()
old = [each for each in found if hasattr(each, "cache_info") and each.__module__.startswith("engine.")]
new = [each for each in found if isinstance(each, Memo)]
print("splits" in [each.__qualname__ for each in old], len(new) > 0)
used = {each.__qualname__ for each in old if each.cache_info().currsize}
print(used - {"rows_of"}, [each for each in new if each])
"""
    done = subprocess.run([sys.executable, "-c", ask], cwd=speed.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True True\nset() []\n"


@pytest.mark.parametrize("game", speed.GAMES)
def test_a_hand_that_is_refused_ends_the_bench(game):
    """Refusing a hand is faster than counting it, so it would distort the result."""
    (text,) = game.lines(1)
    line = json.loads(text)
    line["input"]["concealed"].pop()
    for way in map(speed.WAYS.__getitem__, game.bars):
        asked = [way.made_of(each) for each in (json.dumps(line), text)]
        with pytest.raises(SystemExit, match="was answered with .*wrong_tile_count"):
            speed.passed(way, asked[:1], peer.hands()[:1])
        with pytest.raises(SystemExit, match="was answered with"):
            speed.passed(way, asked[1:], [{**peer.hands()[0], "tiles": "1p"}])


@pytest.mark.parametrize("game", speed.GAMES)
def test_both_ways_to_ask_give_the_same_payments(game):
    for line in game.lines(run.SHORT.hands):
        settled, payments = speed.counted(speed.entry(line))
        result, bonus = answer(line)["result"], settled.scores[0].bonus_items
        assert payments.as_dict() == result["payments"]
        assert {item.id: item.points for item in bonus} == result["bonus_items"]


def test_both_games_count_the_same_hands():
    for hand, line in zip(peer.hands(), same.lines(run.FULL.hands), strict=True):
        told = json.loads(line)["input"]
        lying = [meld["tile"] for meld in told["melds"] for _tile in range(3)]
        assert Counter(told["concealed"] + lying) == Counter(same.tiles(hand["tiles"]))
        assert [told["win"]["tile"]] == same.tiles(hand["win"])
        assert told["win"]["by"] == ("tsumo" if hand["tsumo"] else "ron")
        assert ("riichi" in told) == hand["riichi"]


def test_the_share_of_hands_on_which_both_agree_is_shown_in_percent():
    right, other = peer.hands()[:2]
    wrong = {**other, "ref": {"yaku": ["Pinfu"]}}
    assert speed.agreement(run.SHORT.hands) == (Result(speed.AGREED, (100.0,)), Result(speed.ALIKE, (100.0,)))
    assert same.agreed([right, wrong]) == 50.0
    assert [Result(speed.AGREED, (share,)).verdict for share in (100.0, 99.95)] == ["met", "missed"]


def test_hands_a_second_are_printed_as_a_multiple_of_the_peer():
    rounds = [Round(Rates(8000, 2000), Rates(15000, 2000)), Round(Rates(5600, 2000), Rates(23000, 2000))]
    game, name = speed.GAMES[0], peer.NAME
    results = speed.results(game, {"text": [*rounds, rounds[0]], "engine": rounds[1:], "answer": rounds[1:]}, 2000)
    assert report.table(results).splitlines()[2:] == [
        f"| E1 honshu cold       | hands a second from text, each new  | {name} | 4.00×    | 2.80–4.00  "
        "| ≥ 4.00× | ≥ 5.00×  | met  |",
        f"| E1 honshu warm       | the same hands again                | {name} | 7.50×    | 7.50–11.50 "
        "| ≥ 8.00× | ≥ 10.00× | near |",
        f"| E1 honshu entry cold | hands a second as entries, each new | {name} | 2.80×    |            "
        "|         |          |      |",
        f"| E1 honshu entry warm | the same hands again                | {name} | 11.50×   |            "
        "|         |          |      |",
        f"| E1 honshu JSON cold  | hands a second as JSON, each new    | {name} | 2.80×    |            "
        "|         |          |      |",
        f"| E1 honshu JSON warm  | the same hands again                | {name} | 11.50×   |            "
        "|         |          |      |",
    ]
    cold, warm, *_json = report.details(results).splitlines()
    assert cold.startswith(f"- E1 honshu cold: 8,000 hands a second of CPU, {name} 2,000; 2,000 different hands, the")
    assert warm == f"- E1 honshu warm: 15,000 hands a second of CPU, {name} 2,000"


def test_the_report_is_a_table_with_a_line_for_each_result():
    results = [Result(RATIO, (1.0, 1.25, 1.5), "1.25 ms"), Result(Bar("X4", "a file", "", "B", 2048), (1234,))]
    assert report.table(results) == (
        "|    | what   | against | measured | range     | bar       | aim     |         |\n"
        "|----|--------|---------|----------|-----------|-----------|---------|---------|\n"
        "| X1 | a page | a floor | 1.25×    | 1.00–1.50 | ≤ 2.00×   | ≤ 1.50× | stretch |\n"
        "| X4 | a file |         | 1,234 B  |           | ≤ 2,048 B |         | met     |"
    )
    assert report.details(results) == "- X1: 1.25 ms"


def test_the_report_names_machine_and_day_and_keeps_the_words_around_it(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n\n{report.BEGIN}\nold\n{report.END}\n\nAfter.\n")
    text = report.measured([Result(RATIO, (1.0,))], "2026-11-21", 1)
    report.write(page, text)
    assert text.startswith(f"Measured on 2026-11-21: {report.machine()}. 1 round.\n")
    assert page.read_text() == f"Before.\n\n{report.BEGIN}\n{text}{report.END}\n\nAfter.\n"


@pytest.mark.thorough
def test_every_fixed_schedule_is_built_with_as_many_rounds_as_possible():
    found = seats.fixed()
    assert found.shares == dict.fromkeys(range(99, 8, -3), 1.0)


@pytest.mark.parametrize("rounds", [(((0, 1, 2),), ((1, 2, 0),)), (((0, 1, 2),), ((0, 3, 4),))])
def test_a_schedule_that_breaks_its_promise_ends_the_bench(rounds):
    with pytest.raises(SystemExit, match="6 players got a worse schedule than expected: ScheduleQuality"):
        seats.check(Schedule(6, rounds))


def test_rounds_with_all_wishes_are_a_share_of_rounds_without():
    assert seats.wished([9, 18]).shares == {9: 0.75, 18: 1.0}
    assert [seats.granted(9, rounds) for rounds in (3, 4)] == [True, False]


def test_the_rows_of_seating_show_the_worst_size_and_the_mean():
    known = Found({9: 1.0, 12: 0.75}, 12.0, 9.0)
    worst, slowest, read, share, longest = seats.results([known], [Found({9: 0.75, 18: 1.0}, 1.5)])
    assert [each.values for each in (worst, slowest, read, share, longest)] == [
        (75.0,),
        (12.0,),
        (9.0,),
        (87.5,),
        (1.5,),
    ]
    assert [each.verdict for each in (worst, slowest, share, longest)] == ["missed", "met", "missed", "met"]
    assert share.detail == "the mean of the sizes; one round fewer for 9 (0.75)"
