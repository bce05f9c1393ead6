"""The house rules of Honshu sanma: defaults and values of version 1, and the effect of each."""

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import RuleViolation
from engine.rulesets import BOOKS
from engine.seats import Wind
from tests.engine.honshu_asking import book, hand, not_played, played, ron, scored, tsumo
from tests.engine.tile_asking import asked

BOOK = BOOKS["honshu"]
OPTIONS = {option.name: option for option in BOOK.options}
# A match file stores only differences from these defaults, so a change here requires a new version of the rules.
DEFAULTS_OF_VERSION_1 = {
    "bazoro": 2,
    "menzen_tsumo": False,
    "kuitan": True,
    "atozuke": False,
    "chiitoi_allow_four": False,
    "ryanpeikou": 0,
    "iipeikou_closed_only": True,
    "shousangen_includes_dragons": True,
    "honroutou_includes_shape": False,
    "north_yakuhai": False,
    "north_aside": True,
    "flowers": False,
    "pinfu_wait": "multi",
    "pinfu_tsumo": True,
    "kazoe_yakuman": True,
    "yakuman_stack": True,
    "yakuman_cap": 3,
    "tsumo_mode": "text",
    "honba_ron": 200,
    "honba_tsumo_each": 100,
    "riichi_stick": 1000,
    "noten_pool": 2000,
    "renchan": "win_or_tenpai",
    "rob_north_any": False,
    "multiple_ron": "all",
    "length": "east_south",
    "bust": "below_zero",
    "target_points": 0,
    "extension": "none",
    "sudden_death": "deal_passes",
    "agari_yame": False,
    "tenpai_yame": False,
    "start_points": 35000,
    "return_points": 40000,
    "uma": (0, 0, 0),
    "sinking_uma": 0,
    "bust_prize": 0,
    **dict.fromkeys(("chip_ippatsu", "chip_ura", "chip_red"), 0),
    "chip_red_when": "always",
    **dict.fromkeys(("chip_yakuman", "chip_points"), 0),
}
HAN_OF_VERSION_1 = {
    **dict.fromkeys(["riichi", "haitei_houtei", "rinshan", "chankan", "menzen_tsumo", "pinfu", "tanyao"], 1),
    **dict.fromkeys(["iipeikou", "yakuhai_dragon", "yakuhai_seat", "yakuhai_round", "yakuhai_north"], 1),
    **dict.fromkeys(["double_riichi", "chanta", "chiitoitsu", "ittsu", "sanankou", "sankantsu"], 2),
    **dict.fromkeys(["iisou_sanjun", "toitoi"], 2),
    **dict.fromkeys(["honitsu", "junchan", "sanrenkou"], 3),
    **dict(zip(["ryanpeikou", "shousangen", "honroutou", "chinitsu"], [0, 4, 5, 6], strict=True)),
}
YAKUMAN_OF_VERSION_1 = {
    **dict.fromkeys(["chiihou", "chinroutou", "chuuren", "daisangen", "suushiihou", "kokushi", "paarenchan"], 1),
    **dict.fromkeys(["ryuuiisou", "suukantsu", "suuankou", "tsuuiisou"], 1),
    "tenhou": 3,
}
BONUS_OF_VERSION_1 = {"bazoro": 2, **dict.fromkeys(["dora", "uradora", "pei_dora", "akadora", "ippatsu", "flower"], 1)}

OPEN = hand("234p 678s 345s 99p", "4p ron", pongs="dR")
INNER = hand("234p 678s 345s 55s", "4p", pongs="7p")
PAIRS = hand("1111p 3p3p 7p7p 2s2s 9m9m EE", "3p")
FLUSH = hand("123p 567p 789p SS", "3p", pongs="dG")
TWICE = hand("223344p 667788s 9m9m", "8s")
DRAGONS = hand("123p 567s dWdW", "7s", pongs="dR dG")
ENDED = hand("9m9m9m dWdW", "9m", pongs="1p 9s E")
NORTHS = hand("234p 678s 345s 99p", "4p", pongs="N")
ONE_TWO = hand("1234p 567p 234s 678s 1p", "1p ron", riichi="riichi")
PINFU = hand("234p 678p 234s 678s 55s", "8s")
RICH = hand("123456789p 234p 99p", "4p ron", riichi="riichi", dora_indicators=["8p"], red=1)
HONOURS = hand("NN", "N", pongs="dR dG dW E")
WHITE = hand("dWdWdW 678s 345s 55p", "dW ron", pongs="9p")
ROBBED = hand("234p 678s 345s NN", "N rob_north", pongs="dR")
SAME = hand("234p 234p 99p dRdRdR", "2p", pongs="S")


def paid(p1: int, p2: int, p3: int) -> dict[str, int]:
    return {"P1": p1, "P2": p2, "P3": p3}


# (house rule, its value, the hand, the compared key, result by default, result with this rule)
OF_A_HAND: list[tuple[str, Any, dict, str, Any, Any]] = [
    ("bazoro", 3, OPEN, "han", 3, 4),
    ("bazoro", 0, OPEN, "reason", None, "below_table"),
    ("menzen_tsumo", True, hand("123p 678s 345s 234p dRdR", "8s"), "reason", "no_yaku", None),
    ("kuitan", False, INNER, "reason", None, "no_yaku"),
    ("atozuke", True, WHITE, "reason", "no_yaku_before_winning_tile", None),
    ("chiitoi_allow_four", True, PAIRS, "reason", "not_a_legal_hand", None),
    ("ryanpeikou", 3, TWICE, "patterns", {"chiitoitsu": 2}, {"ryanpeikou": 3, "pinfu": 1}),
    ("iipeikou_closed_only", False, SAME, "han", 7, 8),
    ("shousangen_includes_dragons", False, DRAGONS, "han", 6, 8),
    ("honroutou_includes_shape", True, ENDED, "han", 10, 8),
    ("north_yakuhai", True, NORTHS, "reason", "no_yaku", None),
    ("north_yakuhai", True, hand("123p 678p 234s 678s NN", "8s"), "reason", None, "no_yaku"),
    ("pinfu_wait", "ryanmen", ONE_TWO, "han", 4, 3),
    ("pinfu_tsumo", False, PINFU, "han", 4, 3),
    ("kazoe_yakuman", False, RICH, "payments", paid(0, 32000, -32000), paid(0, 24000, -24000)),
    ("yakuman_stack", False, HONOURS, "payments", paid(-32000, 48000, -16000), paid(-16000, 24000, -8000)),
    ("yakuman_cap", 1, HONOURS, "payments", paid(-32000, 48000, -16000), paid(-16000, 24000, -8000)),
    ("tsumo_mode", "split_half", FLUSH, "payments", paid(-4000, 6000, -2000), paid(-5000, 8000, -3000)),
    ("tsumo_mode", "thirds", FLUSH, "payments", paid(-4000, 6000, -2000), paid(-5400, 8100, -2700)),
    ("honba_ron", 1000, {**OPEN, "honba": 1}, "payments", paid(0, 1200, -1200), paid(0, 2000, -2000)),
    ("honba_tsumo_each", 1000, {**FLUSH, "honba": 1}, "payments", paid(-4100, 6200, -2100), paid(-5000, 8000, -3000)),
    ("riichi_stick", 500, {**OPEN, "sticks": 2}, "sticks", 2000, 1000),
    ("rob_north_any", True, ROBBED, "reason", "north_robbed_only_by_kokushi", None),
]
BOTH = {"wins": [ron("P1", "P2"), ron("P3", "P2")]}
DRAW = {"draw": True}
# (house rule, its value, entries of a match, the compared key, result by default, result with this rule)
LAST = [DRAW] * 5  # of an East and a South round, the sixth hand is next
ENOUGH = {"penalty": {"P3": 10000, "P1": -10000}}
OF_A_MATCH: list[tuple[str, Any, list[dict], str, Any, Any]] = [
    ("noten_pool", 3000, [{"tenpai": ["P2"]}], "payments", [paid(-1000, 2000, -1000)], [paid(-1500, 3000, -1500)]),
    ("renchan", "win", [{"tenpai": ["P1"]}, DRAW], "dealers", ["P1", "P1"], ["P1", "P2"]),
    ("renchan", "none", [tsumo("P1"), DRAW], "dealers", ["P1", "P1"], ["P1", "P2"]),
    ("multiple_ron", "head_bump", [BOTH], "payments", [paid(1500, -2500, 1000)], [paid(0, -1000, 1000)]),
    ("start_points", 25000, [DRAW], "points", [paid(35000, 35000, 35000)], [paid(25000, 25000, 25000)]),
]
CHIPS = hand("234p 678s 345s 55p", "5p", hidden="dR", riichi="riichi", ippatsu=True, ura_indicators=["4p"], red=1)
# (house rules, P2's, P1's and P3's chips)
OF_CHIPS = [
    ({"chip_ippatsu": 3}, CHIPS, (6, -3, -3)),
    ({"chip_ura": 2}, CHIPS, (8, -4, -4)),
    ({"chip_red": 2}, CHIPS, (4, -2, -2)),
    ({"chip_red": 2, "chip_red_when": "closed"}, CHIPS, (4, -2, -2)),
    ({"chip_red": 2, "chip_red_when": "riichi"}, {**CHIPS, "riichi": None}, (0, 0, 0)),
    ({"chip_red": 2, "chip_red_when": "closed"}, hand("234p 678s 345s 55p", "5p", pongs="dR", red=1), (0, 0, 0)),
    ({"chip_yakuman": 5}, HONOURS, (20, -10, -10)),
    ({"chip_yakuman": 5}, hand("NN", "N ron", pongs="dR dG dW E"), (10, 0, -10)),
    ({"chip_yakuman": 5, "yakuman_cap": 1}, HONOURS, (10, -5, -5)),
    ({"chip_yakuman": 5}, RICH, (0, 0, 0)),  # a counted yakuman
    ({"chip_points": 500}, CHIPS, (0, 0, 0)),
]
# (house rules, entries, why the match ends; "" if it goes on)
OF_THE_END = [
    ({}, [*LAST, DRAW], "last_hand"),
    ({}, [{"penalty": {"P1": 35100, "P2": -35100}}], "bust"),
    ({"agari_yame": True}, [*LAST, tsumo("P3")], "agari_yame"),
    ({"agari_yame": True}, [*LAST, {"tenpai": ["P3"]}], ""),
    ({"tenpai_yame": True}, [*LAST, {"tenpai": ["P3"]}], "tenpai_yame"),
    ({"tenpai_yame": True}, [*LAST, tsumo("P3")], ""),
    ({"agari_yame": True, "target_points": 40000}, [*LAST, tsumo("P3")], ""),
    ({"agari_yame": True, "target_points": 40000}, [ENOUGH, *LAST, tsumo("P3")], "agari_yame"),
    ({"target_points": 40000}, [*LAST, DRAW], "last_hand"),
    ({"target_points": 40000, "extension": "next_wind"}, [*LAST, DRAW], ""),
    ({"target_points": 40000, "extension": "next_wind"}, [ENOUGH, *LAST, DRAW], "last_hand"),
    ({"target_points": 40000, "extension": "next_wind"}, [*LAST, DRAW, ENOUGH], ""),
    ({"target_points": 40000, "extension": "next_wind"}, [*LAST, DRAW, ENOUGH, DRAW], "target"),
    ({"target_points": 40000, "extension": "next_wind"}, [*LAST, DRAW, ENOUGH, tsumo("P1")], ""),
    (
        {"target_points": 40000, "extension": "return_east", "sudden_death": "any_hand"},
        [*LAST, DRAW, ENOUGH, tsumo("P1")],
        "target",
    ),
    ({"target_points": 40000, "extension": "return_east"}, [*LAST, *[DRAW] * 4], "last_hand"),
]
SETTLED = {"points": {"P1": 52000, "P2": 33000, "P3": 20000}}
# (house rule, its value, P1's, P2's, P3's result of 52000, 33000, 20000: by default 27, -7, -20)
OF_A_SETTLEMENT = [
    ("return_points", 35000, (17.0, -2.0, -15.0)),
    ("uma", [15, 0, -15], (42.0, -7.0, -35.0)),
    ("uma", [5, 10, -15], (32.0, 3.0, -35.0)),
    ("sinking_uma", 10, (47.0, -17.0, -30.0)),
    ("start_points", 40000, (27.0, -7.0, -20.0)),
]


def name_of(case: object) -> str:
    return case if isinstance(case, str) else ""


def test_the_defaults_of_version_1():
    assert book().version == 1
    assert book().house.as_dict() == DEFAULTS_OF_VERSION_1


def test_the_han_of_version_1():
    found = {kind: {p.id: p.points for p in BOOK.patterns if p.kind == kind} for kind in ("pattern", "bonus", "limit")}
    assert found == {"pattern": HAN_OF_VERSION_1, "bonus": BONUS_OF_VERSION_1, "limit": YAKUMAN_OF_VERSION_1}


@pytest.mark.parametrize(("option", "value", "given", "key", "before", "after"), OF_A_HAND, ids=name_of)
def test_a_house_rule_changes_a_hand(option, value, given, key, before, after):
    assert (scored(given)[key], scored(given, **{option: value})[key]) == (before, after)


@pytest.mark.parametrize(
    ("worth", "counted"), [(1, "iisou_sanjun"), (2, "iisou_sanjun"), (3, "ryanpeikou"), (4, "ryanpeikou")]
)
def test_four_identical_chows_count_as_three_unless_two_pairs_are_worth_more(worth, counted):
    found = scored(hand("111122223333p 9m9m", "3p"), ryanpeikou=worth)["patterns"]
    assert found == {"junchan": 3, "pinfu": 1, counted: max(worth, 2)}


def test_pinfu_is_the_yaku_that_a_discard_needs_when_every_awaited_tile_would_have_brought_it():
    found = scored(hand("123p 678p 234s 789s 55s", "9s ron"))
    assert (found["reason"], found["patterns"]) == (None, {"pinfu": 1})


@pytest.mark.parametrize(("option", "value", "entries", "key", "before", "after"), OF_A_MATCH, ids=name_of)
def test_a_house_rule_changes_a_match(option, value, entries, key, before, after):
    assert (played(*entries)[key], played(*entries, **{option: value})[key]) == (before, after)


@pytest.mark.parametrize(("option", "value", "final"), OF_A_SETTLEMENT, ids=name_of)
def test_a_house_rule_changes_a_settlement(option, value, final):
    reply = asked("honshu", "settlement", options={option: value}, input=SETTLED)
    assert tuple(reply["result"]["final"].values()) == final


@pytest.mark.parametrize(("options", "given", "chips"), OF_CHIPS)
def test_the_chips_of_a_hand(options, given, chips):
    found = scored(given, **options)
    moved = found.pop("chips")
    assert tuple(moved[player] for player in ("P2", "P1", "P3")) == chips
    others = {name: value for name, value in options.items() if not name.startswith("chip_")}
    assert found == scored(given, **others), "chips are beside the points"


def test_chips_that_were_entered_are_given_by_each_payer():
    given = [ron("P2", "P3", chips=2), tsumo("P1", chips=1), ron("P2", "P3", patterns=["riichi"], chips=3), DRAW]
    assert played(*given, chip_ura=1)["chips"] == [paid(0, 2, -2), paid(2, -1, -1), paid(0, 3, -3), paid(0, 0, 0)]
    both = {"wins": [ron("P1", "P2", chips=1), ron("P3", "P2", chips=2)]}
    assert played(both, chip_ura=1)["chips"] == [paid(1, -3, 2)]
    assert played(both, chip_ura=1, multiple_ron="head_bump")["chips"] == [paid(0, -2, 2)]


@pytest.mark.parametrize(("options", "entries", "ended"), OF_THE_END)
def test_why_a_match_ends(options, entries, ended):
    rules = book(bust="off" if ended != "bust" else "below_zero", **options)
    state = rules.start()
    for given in entries:
        assert not state.finished
        kind = next((kind for key, kind in (("penalty", "penalty"), ("winner", "hand")) if key in given), "draw")
        entry = rules.read(kind, given)
        state = rules.advance(state, entry, rules.settle(state, entry))
    assert (state.ended, state.finished) == (ended, bool(ended))


@pytest.mark.parametrize(("extension", "winds"), [("next_wind", "SW"), ("return_east", "SE")])
def test_an_extension_has_its_wind(extension, winds):
    rules = book(target_points=40000, extension=extension)
    state = replace(rules.start(), hand_no=6, round_wind=Wind.S)
    entry = rules.read("draw", DRAW)
    after = rules.advance(state, entry, rules.settle(state, entry))
    assert state.round_wind.value + after.round_wind.value == winds
    assert [each.hand_no for each in rules.ahead(after)] == [7, 8, 9]


def test_a_match_that_goes_on_after_its_extension_has_the_wind_of_its_round():
    rules = book(length="east", target_points=40000, extension="return_east")
    state = rules.start()
    for _hand in range(3):
        entry = rules.read("draw", DRAW)
        state = rules.advance(state, entry, rules.settle(state, entry))
    assert (state.hand_no, state.round_wind) == (4, Wind.E)
    longer = rules.extend(state, 6)
    assert (longer.length, longer.round_wind, longer.ended) == (6, Wind.S, "")


def test_a_flower_is_worth_a_han_and_spoils_nothing():
    orphans = hand("1p9p 1m9m 1s9s E S W N dW dG dR dR", "dR", first_draw=True, kokushi_pure=True, flowers=4)
    assert scored(orphans, flowers=True)["patterns"] == {"chiihou": 1, "kokushi": 2}
    assert scored({**OPEN, "flowers": 2}, flowers=True)["bonus_items"] == {"bazoro": 2, "flower": 2}


def test_an_east_round_alone_is_over_sooner():
    assert len(played(*[DRAW] * 4)["points"]) == 4
    assert "finished" in not_played(*[DRAW] * 4, length="east")


@pytest.mark.parametrize(("bust", "over"), [("below_zero", False), ("zero", True), ("off", False)])
def test_bust_ends_a_match(bust, over):
    entries = [{"penalty": {"P1": 35000, "P2": -35000}}, DRAW]
    reply = asked("honshu", "match", options={"bust": bust}, input={"hands": entries})
    assert ("error" in reply) == over


def test_every_house_rule_and_every_choice_changes_something():
    more = [(name, value) for options, *_rest in (*OF_CHIPS, *OF_THE_END) for name, value in options.items()]
    more += [("flowers", True), ("north_aside", False), ("bust_prize", 10)]
    cases = (*OF_A_HAND, *OF_A_MATCH, *OF_A_SETTLEMENT, *more)
    tried = {(case[0], case[1]) for case in cases if not isinstance(case[1], list)} | {("length", "east")}
    tried |= {("bust", "zero"), ("bust", "off")}
    choices = {(name, each) for name, option in OPTIONS.items() for each in option.choices if each != option.default}
    assert set(OPTIONS) == {case[0] for case in cases} | {"length", "bust"}
    assert choices - tried == set()


@pytest.mark.parametrize("option", OPTIONS)
def test_a_default_may_be_given_explicitly(option):
    default = OPTIONS[option].default
    assert book(**{option: default}).changed == {}
    assert scored(OPEN, **{option: default}) == scored(OPEN)


WRONG: dict[str, list[object]] = {
    "switch": [1, 0, "true", None, []],
    "number": ["3", 3.0, True, -1, 10**9, None, [3]],
    "choice": ["nonsense", "", 1.5, None, [], {}, True],
    "places": [None, 0, [], [0, 0], [1, 0, 0], [0, 0, 0, 0], [1.0, 0, -1.0], ["1", "0", "-1"], [True, 0, -1], {}],
}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_a_wrong_value_is_refused_by_the_option_s_name(option):
    for value in WRONG[option.takes]:
        with pytest.raises(RuleViolation) as violation:
            book(**{option.name: value})
        assert violation.value.field == option.name
        assert str(violation.value).startswith((f"{option.name} must ", f"{option.name} can ")), value


def test_a_pool_that_two_players_cannot_share_is_refused():
    with pytest.raises(
        RuleViolation,
        match=r"noten_pool \(the total noten payment\) must be an even number, because two players may share it.",
    ):
        book(noten_pool=2001)


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("text", {}),
        ("tenhou", {"menzen_tsumo": True, "atozuke": True, "rob_north_any": True, "uma": [15, 0, -15]}),
        ("kansai", {"tsumo_mode": "split_half", "honba_ron": 1000, "honba_tsumo_each": 1000, "sinking_uma": 10}),
        ("kansai", {"flowers": True, "north_aside": False, "extension": "return_east", "bust_prize": 10}),
    ],
)
def test_a_preset_is_a_set_of_house_rules(preset, told):
    options = next(each.options for each in BOOK.presets if each.key == preset)
    rules = book(**options)
    assert rules.changed == dict(options)
    assert told.items() <= {key: list(v) if isinstance(v, tuple) else v for key, v in rules.changed.items()}.items()


def test_every_house_rule_has_an_example_and_every_preset_its_words():
    assert all(option.example for option in BOOK.options)
    assert [preset.key for preset in BOOK.presets] == ["text", "tenhou", "kansai"]
    assert all(preset.label and preset.help for preset in BOOK.presets)
