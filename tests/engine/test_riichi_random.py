"""Riichi sanma compared with the oracle, a slow second implementation: random hands, matches, draws, settlements."""

from collections import Counter

from engine.rulesets import BOOKS
from tests.engine import riichi_match_oracle, riichi_matches, riichi_oracle, riichi_questions, riichi_readings
from tests.engine.honshu_questions import PLAYERS
from tests.engine.riichi_asking import HANDS, MATCHES, SYSTEM, house_of, not_played, result
from tests.engine.tile_asking import asked, chance
from tests.thorough import SEED

BOOK = BOOKS[SYSTEM]
REASONS = (
    *("exposed_chow", "wrong_tile_count", "tile_not_in_deck", "winning_tile_missing"),
    *("declared_ready_needs_concealed", "not_a_legal_hand", "furiten", "north_robbed_only_by_kokushi"),
    *("no_yaku", "no_yaku_before_winning_tile"),
)
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman")
FU_ITEMS = ("base", "closed_ron", "tsumo", "sets", "pair", "wait", "chiitoitsu")


def answered(random) -> tuple[dict, dict, dict]:
    """(house rules, question, result of the engine)"""
    house, given = riichi_questions.case(random)
    reply = asked(SYSTEM, options=house, input=given)
    assert "result" in reply, (reply, given, house, SEED)
    return house, given, reply["result"]


def test_random_hands_are_worth_what_the_oracle_says():
    random = chance(60)
    for _hand in range(HANDS):
        house, given, found = answered(random)
        assert found == riichi_oracle.result(house_of(house), given), (house, given, SEED)


def test_the_random_hands_have_every_item_every_limit_and_every_reason():
    """Otherwise the test above would cover less. The first hand of each kind is also checked with the oracle."""
    doubles = {f"double {item}" for item in riichi_readings.DOUBLE}
    limits = {f"limit {kind}" for kind in LIMITS}
    bonuses = {"dora", "uradora", "pei_dora", "akadora"}
    everything = {*(item.id for item in BOOK.patterns), *REASONS, *FU_ITEMS, *doubles, *limits, *bonuses, "chips"}
    random, seen = chance(61), set()
    for _hand in range(6_000):
        house, given, found = answered(random)
        things = {*found["patterns"], *found["bonus_items"], *found["fu_items"], found["reason"]}
        things |= {f"limit {found['limit']['kind']}"} if found["limit"] else set()
        things |= {
            f"double {item}"
            for item, units in found["patterns"].items()
            if item in riichi_readings.YAKUMAN and units == 2
        }
        things |= {"chips"} if any(found["chips"].values()) else set()
        if not things <= seen:
            assert found == riichi_oracle.result(house_of(house), given), (house, given, SEED)
        seen |= things
        if everything <= seen:
            break
    assert everything - seen == set(), SEED


def test_random_matches_agree_with_the_oracle():
    random, ended = chance(62), Counter()
    for _match in range(MATCHES):
        options = riichi_matches.table(random)
        entries, slow = riichi_matches.match(random, options)
        reply = asked(SYSTEM, "match", options=options, input={"hands": entries})
        assert reply.get("result") == slow.result, (options, entries, reply, SEED)
        ended[slow.ended] += 1
        if slow.ended:
            assert "has finished" in not_played(*entries, {"tenpai": []}, **options), (options, entries, SEED)
    assert set(ended) - {None} <= {"bust", "cold", "agari_yame", "tenpai_yame", "target", "last_hand"}
    assert len(set(ended) - {None}) >= 5, ended


def test_random_draws_pay_what_the_oracle_says():
    random = chance(63)
    for _draw in range(MATCHES):
        house = house_of(options := riichi_matches.table(random))
        tenpai, nagashi = ([player for player in PLAYERS if random.random() < 0.5] for _list in "12")
        given = {"tenpai": tenpai, **({"nagashi": nagashi} if house["nagashi_mangan"] else {})}
        given["hand_no"] = random.randint(1, 9)
        due = riichi_match_oracle.undecided(
            house, PLAYERS[(given["hand_no"] - 1) % 3], tenpai, given.get("nagashi", [])
        )
        assert result("draw", given, **options) == {"payments": due}, (options, given, SEED)


def test_random_settlements_agree_with_the_oracle():
    random = chance(64)
    for _settlement in range(5 * MATCHES):
        options, given = riichi_matches.settlement(random)
        final = riichi_match_oracle.settlement(house_of(options), given)
        assert sum(round(10 * each) for each in final.values()) == 0
        assert result("settlement", given, **options) == {"final": final}, (options, given, SEED)


def test_the_defaults_and_presets_are_those_of_the_rules():
    assert {option.name: option.default for option in BOOK.options} == {
        name: as_kept(value) for name, value in riichi_oracle.DEFAULTS.items()
    }
    assert {preset.key: dict(preset.options) for preset in BOOK.presets} == {
        name: {option: as_kept(value) for option, value in differs.items()}
        for name, differs in riichi_oracle.PRESETS.items()
    }


def as_kept(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def test_random_hands_by_list_and_by_numbers_pay_what_their_tiles_pay():
    random, compared = chance(66), 0
    for _hand in range(HANDS // 2):
        house, given = riichi_questions.case(random)
        given = {key: given[key] for key in given.keys() - {"seats", "round", "honba", "sticks"}} | {"hand_no": 1}
        found = result("hand", given, **house)
        if not found["legal"] or not riichi_matches.can_be_robbed(given):
            continue
        compared += 1
        for entry in (riichi_matches.listed(given, found), riichi_matches.numbered(given, found)):
            told = result("match", {"hands": [entry]}, **house)
            same = (told["payments"], told["chips"]) == ([found["payments"]], [found["chips"]])
            assert same, (house, given, entry, told, SEED)
    assert compared > HANDS / 5
