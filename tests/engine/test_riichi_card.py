"""The rule card of riichi sanma: with any house rules its texts can be filled in, and it shows only what is played."""

import pytest

from engine.rulesets import rule_book
from engine.rulesets.riichi_sanma.card.rule_card import RiichiSanmaCard
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Chapter, Note
from tests.engine.tables import every_table


def book(**house: object) -> RuleBook:
    return rule_book("riichi_sanma", house)


def said(note: Note) -> str:
    return (note.text % note.values).replace("\u00a0", " ")


def chapter(key: str, **house: object) -> Chapter:
    (found,) = (each for each in book(**house).card.chapters if each.key == key)
    return found


def sentences(rules: RuleBook) -> list[str]:
    """Every sentence of the card, filled in."""
    card = rules.card
    notes = [note for each in card.chapters for note in (*each.notes, *(case.sentence for case in each.cases))]
    notes += [meaning for _word, meaning in card.glossary]
    notes += [
        cell for each in card.chapters if each.grid for row in each.grid.rows for cell in row if isinstance(cell, Note)
    ]
    return [*map(said, notes), *(item.condition for item in rules.played_items)]


def settled(rules: RuleBook, key: str) -> list[tuple[int, ...]]:
    """The payments in the examples of a chapter."""
    found = []
    for case in (case for each in rules.card.chapters if each.key == key for case in each.cases):
        state = rules.start()
        for kind, payload in case.before:
            entry = rules.read(kind, payload)
            state = rules.advance(state, entry, rules.settle(state, entry))
        hand = rules.read("hand", case.payload)
        rules.check(state, hand)
        found.append(tuple(rules.settle(state, hand).payments))
    return found


def rows(key: str, **house: object) -> dict[str, tuple]:
    """The table of a chapter: name -> cells."""
    grid = chapter(key, **house).grid
    assert grid
    return {
        said(name): tuple(said(cell) if isinstance(cell, Note) else cell for cell in row) for name, *row in grid.rows
    }


def values(**house: object) -> dict[str, str]:
    rules = book(**house)
    return {item.id: said(value) for item in rules.played_items if (value := rules.card.value(item))}


def test_every_table_has_a_card():
    for rules in every_table("riichi_sanma"):
        assert all("%(" not in sentence for sentence in sentences(rules))
        assert {each.items for each in rules.card.chapters} >= {"pattern", "bonus", "limit"}
        assert all(sum(paid) == 0 for key in ("payments", "pao") for paid in settled(rules, key))
        assert all(each.notes for each in rules.card.chapters)
        used = {note.clause for each in rules.card.chapters for note in each.notes}
        assert used <= {*RiichiSanmaCard.clauses.values(), "E7.4"}


RON, ONE_HONBA = (0, 5200, -5200), (0, 7900, -7900)


@pytest.mark.parametrize(
    ("mode", "ko", "oya"),
    [
        ("loss", (-2600, 3900, -1300), (5200, -2600, -2600)),
        ("split", (-3200, 5200, -2000), (7800, -3900, -3900)),
        ("full", (-3500, 5300, -1800), (7800, -3900, -3900)),
    ],
)
def test_the_cases_pay_as_the_table_pays(mode, ko, oya):
    """3 han 40 fu; after the drawn hand P2 deals, with a honba of 200."""
    assert settled(book(tsumo_mode=mode), "payments") == [RON, ko, oya, ONE_HONBA]


def test_a_liable_player_pays_in_the_cases():
    assert settled(book(), "pao") == [(-16000, 32000, -16000), (-24000, 24000, 0)]
    assert not any(each.key == "pao" for each in book(pao="none").card.chapters)


def test_the_payment_table_has_the_hands_of_the_rules():
    table = rows("payments")
    assert table["1 / 30"] == (1000, 1500, "300 / 500", 500)
    assert table["1 / 50 or 2 / 25"] == (1600, 2400, "400 / 800", 800)
    assert table["3 / 60 or 4 / 30"] == (7700, 11600, "2000 / 3900", 3900)
    assert table["11–12 han, sanbaiman"] == (24000, 36000, "6000 / 12000", 12000)
    assert list(table)[-6:] == [
        "5 han, mangan",
        "6–7 han, haneman",
        "8–10 han, baiman",
        "11–12 han, sanbaiman",
        "13+ han or yakuman",
        "Double yakuman",
    ]
    assert len(table) == 18


def test_the_payment_table_follows_the_house_rules():
    assert "3 / 60 or 4 / 30" not in rows("payments", kiriage=True)
    assert list(rows("payments", kazoe_yakuman=False))[-3:] == ["11+ han, sanbaiman", "Yakuman", "Double yakuman"]
    assert list(rows("payments", yakuman_stack=False))[-1] == "13+ han or yakuman"
    assert not any("/ 20" in name for name in rows("payments", pinfu_tsumo=False))
    assert rows("payments", tsumo_mode="split")["5 han, mangan"] == (8000, 12000, "3000 / 5000", 6000)


def test_the_fu_are_those_of_the_rules():
    table = rows("fu")
    assert [cells for (cells,) in table.values()] == [20, 10, 2, "2 / 4", "4 / 8", "8 / 16", "16 / 32", 2, 4, 2, 25]
    assert "Pair of the wind of both seat and round" not in rows("fu", double_wind_fu=2)
    assert "Pair of dragons, North, or the seat or round wind" in rows("fu", north="yakuhai")
    assert "Tsumo, except on a replacement tile" in rows("fu", pinfu_tsumo=False, rinshan_fu=False)


def test_a_yaku_that_is_worth_less_in_an_open_hand_says_so():
    assert values() == {
        "ittsu": "2 (open 1)",
        "chanta": "2 (open 1)",
        "junchan": "3 (open 2)",
        "honitsu": "3 (open 2)",
        "chinitsu": "6 (open 5)",
    }


def test_a_yakuman_that_can_be_double_shows_both_prices():
    doubled = {item: price for item, price in values(double_yakuman="all").items() if "open" not in price}
    assert doubled == {
        "kokushi": "32000 or 64000",
        "suuankou": "32000 or 64000",
        "daisuushii": "64000",
        "chuuren": "32000 or 64000",
    }
    assert values(double_yakuman="all", yakuman_cap=1) == values()
    assert [item.most for item in book().played_items if item.id == "kokushi"] == [1]


def test_chips_are_on_the_card_where_they_are_played():
    assert not any(each.key == "chips" for each in book().card.chapters)
    assert rows("chips", chip_ippatsu=2, chip_red=1, chip_red_when="closed", chip_yakuman=5) == {
        "Ippatsu": (2,),
        "Each red five in a concealed hand": (1,),
        "Each yakuman that is paid": (5,),
    }
    assert chapter("chips", chip_points=500).grid is None
    assert chapter("chips", chip_red=1, chip_ura=1, red_fives=0, uradora=False).grid is None


@pytest.mark.parametrize(
    ("house", "words"),
    [
        ({"north": "guest_wind"}, ("North set aside", "or set aside", "Nukidora", "Kita")),
        ({"north": "yakuhai"}, ("Each North", "robbed North", "rob a North")),
        ({"pao": "none"}, ("liable", "Liability")),
        ({"nagashi_mangan": False}, ("nagashi",)),
        ({"abortive_draws": "none"}, ("abortive", "nine different", "fourth kong")),
        ({"extension": "none"}, ("after the last round", "ends early")),
        ({"target_points": 0}, ("after the last round", "with 0")),
        ({"renchan": "none"}, ("From the last deal on", "deals again after")),
        ({"agari_yame": False, "tenpai_yame": False}, ("From the last deal on",)),
        ({"red_fives": 0}, ("Red five", "red five", "Akadora")),
        ({"ippatsu": False}, ("ippatsu",)),
        ({"bust": "off"}, ("immediately",)),
        ({"riichi_stick": 0, "noten_pool": 0}, ("puts a stick", "noten payment", "aren’t tenpai pay")),
        ({"uma": [0, 0, 0], "return_points": 35000}, ("In addition", "the oka,")),
        ({"kazoe_yakuman": False}, ("13 han", "13+")),
    ],
)
def test_the_card_leaves_out_what_is_not_played(house, words):
    told = " ".join(sentences(book(**house))).lower()
    assert not any(word.lower() in told for word in words), [word for word in words if word.lower() in told]
    usual = " ".join(sentences(book(north="nukidora"))).lower()
    assert any(word.lower() in usual for word in words)


@pytest.mark.parametrize(
    ("house", "word"),
    [
        ({"renhou": "mangan"}, "Renhou is a mangan"),
        ({"rob_concealed_kong": True}, "can also rob a concealed kong"),
        ({"extension": "return_east"}, "one more East round"),
        ({"sudden_death": "any_hand"}, "as soon as a player has that many"),
        ({"cold_points": 70000}, "has 70000 points or more."),
        ({"tenpai_yame": False, "target_points": 0}, "if the dealer is in first place after winning."),
        ({"agari_yame": False}, "40000 points or more after a drawn hand"),
        ({"pao_covers": "yakuman"}, "applies only to that yakuman"),
        ({"pao_honba": "discarder"}, "On a self-draw, the liable player also pays the honba"),
        ({"chombo": "each"}, "pays 10000 to each opponent"),
        ({"rounding": "thousand_5_6"}, "600 or more"),
        ({"ties": "share"}, "share the uma and oka"),
        ({"double_yakuman": ["kokushi_13"]}, "waiting for all thirteen"),
        ({"chip_yakuman": 5}, "earns no chips for a yakuman"),
        ({"kiriage": True}, "4 han with 30 fu or more"),
        ({"pinfu_tsumo": False}, "Pinfu therefore has 30 fu."),
    ],
)
def test_a_house_rule_changes_the_words(house, word):
    assert word in " ".join(sentences(book(**house)))
    assert word not in " ".join(sentences(book()))
