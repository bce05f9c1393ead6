"""The house rules of Honshu sanma: defaults and values of version 1, and what each of them changes."""

from typing import Any

import pytest

from engine.errors import RuleViolation
from engine.rulesets import BOOKS
from tests.engine.honshu_asking import book, hand, not_played, played, ron, scored, tsumo
from tests.engine.tile_asking import asked

BOOK = BOOKS["honshu"]
OPTIONS = {option.name: option for option in BOOK.options}
# A match file keeps only what differs from these: a change here is a new version of the rules.
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
    "start_points": 35000,
    "return_points": 40000,
    "uma": (0, 0, 0),
    "sinking_uma": 0,
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
BONUS_OF_VERSION_1 = {"bazoro": 2, **dict.fromkeys(["dora", "uradora", "pei_dora", "akadora", "ippatsu"], 1)}

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


# (house rule, its value, the hand, what is looked at, by default, by this rule)
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
# (house rule, its value, entries of a match, what is looked at, by default, by this rule)
OF_A_MATCH: list[tuple[str, Any, list[dict], str, Any, Any]] = [
    ("noten_pool", 3000, [{"tenpai": ["P2"]}], "payments", [paid(-1000, 2000, -1000)], [paid(-1500, 3000, -1500)]),
    ("renchan", "win", [{"tenpai": ["P1"]}, DRAW], "dealers", ["P1", "P1"], ["P1", "P2"]),
    ("renchan", "none", [tsumo("P1"), DRAW], "dealers", ["P1", "P1"], ["P1", "P2"]),
    ("multiple_ron", "head_bump", [BOTH], "payments", [paid(1500, -2500, 1000)], [paid(0, -1000, 1000)]),
    ("start_points", 25000, [DRAW], "points", [paid(35000, 35000, 35000)], [paid(25000, 25000, 25000)]),
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
def test_four_identical_chows_are_three_of_them_unless_twice_two_are_worth_more(worth, counted):
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


def test_an_east_round_alone_is_over_sooner():
    assert len(played(*[DRAW] * 4)["points"]) == 4
    assert "finished" in not_played(*[DRAW] * 4, length="east")


@pytest.mark.parametrize(("bust", "over"), [("below_zero", False), ("zero", True), ("off", False)])
def test_bust_ends_a_match(bust, over):
    entries = [{"penalty": {"P1": 35000, "P2": -35000}}, DRAW]
    reply = asked("honshu", "match", options={"bust": bust}, input={"hands": entries})
    assert ("error" in reply) == over


def test_every_house_rule_and_every_choice_changes_something():
    cases = (*OF_A_HAND, *OF_A_MATCH, *OF_A_SETTLEMENT)
    tried = {(case[0], case[1]) for case in cases if not isinstance(case[1], list)} | {("length", "east")}
    tried |= {("bust", "zero"), ("bust", "off")}
    choices = {(name, each) for name, option in OPTIONS.items() for each in option.choices if each != option.default}
    assert set(OPTIONS) == {case[0] for case in cases} | {"length", "bust"}
    assert choices - tried == set()


@pytest.mark.parametrize("option", OPTIONS)
def test_a_default_may_be_said_outright(option):
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


def test_a_pool_that_two_cannot_share_is_refused():
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
