"""docs/rules/riichi_sanma.md agrees with the program about items, fu, payments, house rules and presets."""

import re

import pytest

from engine.rulesets import BOOKS
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import BONUSES, YAKU, YAKUMANS
from engine.rulesets.riichi_sanma.payments import LIMITS, TSUMO_MODES, value_of
from engine.rulesets.riichi_sanma.scoring.best_score import han_of
from tests.engine.test_rule_documents import SANMA, cells_of, section, shown
from tests.engine.tile_asking import asked, hand

BOOK = BOOKS["riichi_sanma"]
PRICES = [row for row in cells_of("E9") if row[1].isdecimal()]
DRAWN = {"by": "tsumo"}


def test_the_rules_have_every_yaku_with_its_han_in_concealed_and_open_hands():
    house = RiichiSanmaHouseRules(north="nukidora_yakuhai", renhou="mangan")
    closed, opened = han_of(house, False), han_of(house, True)
    expected = [[item.id, str(closed[item.id]), str(opened.get(item.id, "–"))] for item in YAKU]
    assert [row[:3] for row in section("E6")] == expected
    assert [str(item.points) for item in YAKU] == [row[1] for row in expected]


@pytest.mark.parametrize(("clause", "items"), [("E1", BONUSES), ("E7", YAKUMANS)])
def test_the_rules_have_every_yakuman_and_dora(clause, items):
    assert [row[:2] for row in section(clause)] == [[item.id, str(item.points)] for item in items]


def test_the_rules_have_the_fu_of_every_item():
    edge = "123p 456p 234s 999s dR dR"
    hands = [
        hand(edge, "3p ron", riichi="riichi"),
        hand(edge, "3p", win=DRAWN),
        hand("1133p 2255s 99s E E dW dW", "dW", win=DRAWN),
    ]
    items = {item: str(fu) for given in hands for item, fu in fu_items(given).items()}
    assert items.pop("sets") == "8"
    rows = {name: fu for name, fu, _when in section("E5")}
    assert rows.pop("sets") == "2 to 32 each"
    assert rows == items


def test_the_rules_have_the_fu_of_every_set():
    run = "123p 456p 789p 22s"
    for suit, at in (("555s", 1), ("999s", 3)):
        tile = suit[2:]
        pongs = [hand(run, "4p", tile, win=DRAWN), hand(f"{run} {suit}", "4p", win=DRAWN)]
        kongs = [hand(run, "4p", kongs=tile, win=DRAWN), hand(run, "4p", hidden=tile, win=DRAWN)]
        for row, hands in zip(cells_of("E5")[-2:], (pongs, kongs), strict=True):
            assert [str(fu_items(given)["sets"]) for given in hands] == row[at : at + 2]


def fu_items(given: dict) -> dict[str, int]:
    return asked("riichi_sanma", input=given)["result"]["fu_items"]


def test_the_rules_have_the_basic_points_of_every_limit():
    rows = {row[2].strip("`"): row[:2] for row in cells_of("E8") if row[2].startswith("`")}
    written = {
        kind: (int(re.match(r"\d+", han)[0]), int(basic)) for kind, (han, basic) in rows.items() if kind in LIMITS
    }
    assert written == {**LIMITS}


@pytest.mark.parametrize("row", PRICES, ids=lambda row: row[0])
def test_the_rules_have_what_every_hand_pays(row):
    name, basic, to_ko, to_oya, *drawn = row
    for count in map(count_of, name.split(" or ")):
        if "han" in count:
            assert value_of(False, True, count["han"], count["fu"]).basic == int(basic)
        assert paid(count, "P2", "P3") == shares(f"{to_ko} / 0")
        assert paid(count, "P1", "P3") == shares(f"{to_oya} / 0")
        for mode, by_ko, by_oya in zip(TSUMO_MODES, drawn[::2], drawn[1::2], strict=True):
            assert paid(count, "P2", None, tsumo_mode=mode) == shares(by_ko)
            assert paid(count, "P1", None, tsumo_mode=mode) == shares(f"{by_oya} / {by_oya}")


def test_the_table_of_payments_is_read_whole():
    assert len(PRICES) == 19


def count_of(said: str) -> dict:
    """The count of an entry by numbers: "3 han 40 fu", a limit, or "yakuman"."""
    if " " in said:
        han, _han, fu, _fu = said.split()
        return {"han": int(han), "fu": int(fu)}
    return {"yakuman": 1} if said == "yakuman" else {"limit": said}


def shares(said: str) -> list[int] | None:
    """The payments of P3 and then P1 (or P2) in a cell such as "300 / 500"; None for a dash."""
    return None if "–" in said else [int(points) for points in said.split(" / ")]


def paid(count: dict, winner: str, source: str | None, **options: str) -> list[int] | None:
    """The payments of the opponents of `winner`, P3 first, or None if no hand has this count."""
    win = {"by": "ron", "from": source} if source else DRAWN
    entry = {"winner": winner, "win": win, **count}
    reply = asked("riichi_sanma", "match", options={"bust": "off", **options}, input={"hands": [entry]})
    if "error" in reply:
        return None
    return [-points for player, points in reply["result"]["payments"][0].items() if player != winner][::-1]


def test_the_rules_have_every_house_rule_with_its_values_and_default():
    rows = section("E16")
    assert [[name, *rest] for name, _values, *rest in rows] == [
        [option.name, shown(option.default, {}), option.clause] for option in BOOK.options
    ]
    for option, (_name, values, *_rest) in zip(BOOK.options, rows, strict=True):
        if option.takes == "number":
            assert values.split(",")[0] == f"{option.least} to {option.most}"
        elif option.choices:
            assert re.sub("a list of |`", "", values).split(", ") == [*map(str, option.choices)]


def test_the_rules_have_every_preset_with_what_differs():
    presets = SANMA.split("## E17 ")[1].split("## E18 ")[0].split("\n- ")[1:]
    written = dict(re.search(r"\(`(\w+)`\): (.*?)\. ", " ".join(said.split())).groups() for said in presets)
    changes = {
        preset.key: ", ".join(f"`{name}` {shown(value, {})}" for name, value in preset.options.items())
        for preset in BOOK.presets
    }
    assert written == {**changes, "tenhou": "the defaults"}
