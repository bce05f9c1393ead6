"""The rule card of Honshu sanma: with any house rules its texts can be filled in and its examples calculated."""

import pytest

from engine.hands.hand import TileHand
from engine.hands.tiles import read_tiles
from engine.rulesets.entry_sheet import Situation
from engine.rulesets.rule_book import RuleBook
from engine.seats import Seat
from tests.engine.honshu_asking import book
from tests.engine.tables import every_table
from tests.engine.tile_asking import tiles


def sentences(rules: RuleBook) -> list[str]:
    """Every sentence of the card, filled in."""
    notes = [
        note for chapter in rules.card.chapters for note in (*chapter.notes, *(case.sentence for case in chapter.cases))
    ]
    notes += [meaning for _word, meaning in rules.card.glossary]
    return [note.text % note.values for note in notes]


def settled(rules: RuleBook) -> list[tuple[int, ...]]:
    """The payments in the examples."""
    found = []
    for case in (case for chapter in rules.card.chapters for case in chapter.cases):
        state = rules.start()
        for kind, payload in case.before:
            entry = rules.read(kind, payload)
            state = rules.advance(state, entry, rules.settle(state, entry))
        found.append(tuple(rules.settle(state, rules.read("hand", case.payload)).payments))
    return found


def test_every_table_has_a_card():
    for rules in every_table("honshu"):
        assert all("%(" not in sentence for sentence in sentences(rules))
        assert {chapter.items for chapter in rules.card.chapters} >= {"pattern", "bonus", "limit"}
        assert all(sum(paid) == 0 for paid in settled(rules))


RON = (0, 8000, -8000)


@pytest.mark.parametrize(
    ("house", "paid"),
    [
        ({}, [RON, (-4000, 6000, -2000), (8000, -4000, -4000)]),
        ({"tsumo_mode": "thirds"}, [RON, (-5400, 8100, -2700), (12000, -6000, -6000)]),
    ],
)
def test_the_cases_pay_as_the_table_pays(house, paid):
    """After the drawn hand P2 deals: mangan is 12000, and the honba 200."""
    assert settled(book(**house)) == [*paid, (0, 12200, -12200)]


def test_the_card_leaves_out_what_is_not_played():
    told = " ".join(sentences(book(bust="off", riichi_stick=0, noten_pool=0, return_points=35000)))
    assert not any(
        word in told
        for word in (
            "at once when",
            "stick of",
            "After a drawn hand, players who aren’t tenpai pay those who are:",
            "The extra points for first place, the oka, are",
        )
    )


KANSAI = next(preset.options for preset in book().presets if preset.key == "kansai")


@pytest.mark.parametrize(
    "words",
    [
        "Set aside every flower",
        "North isn’t set aside",
        "one more East round",
        "as soon as a player has that many",
        "10 (in thousands) to first place if they end with 0 points or fewer",
        "16 han or more but no yakuman earns no chips",
    ],
)
def test_the_kansai_card_shows_its_house_rules(words):
    assert words in " ".join(sentences(book(**KANSAI)))
    assert words not in " ".join(sentences(book()))


def test_flowers_are_among_the_tiles_of_a_table_that_has_them():
    assert [each.faces for each in book(flowers=True).card.pieces if each not in book().card.pieces] == [("flower",)]


@pytest.mark.parametrize(
    ("house", "rinshan"),
    [
        ({}, "a kong or a North set aside"),
        ({"flowers": True}, "a kong, or for a North or flower set aside"),
        ({"north_aside": False}, "a kong"),
        (KANSAI, "a kong or a flower"),
    ],
)
def test_a_replacement_tile_is_for_what_the_table_sets_aside(house, rinshan):
    conditions = {item.id: item.condition for item in book(**house).played_items}
    assert conditions["rinshan"].endswith(f"replacement for {rinshan}")
    assert ("pei_dora" in conditions, "flower" in conditions) == (house.get("north_aside", True), "flowers" in house)


@pytest.mark.parametrize(
    ("house", "way", "keys"),
    [
        ({}, "tiles", {"norths"}),
        ({"flowers": True}, "tiles", {"norths", "flowers"}),
        (KANSAI, "tiles", {"flowers"}),
        (KANSAI, "waits", {"flowers"}),
        ({}, "numbers", set()),
        (KANSAI, "numbers", {"chips"}),
        (KANSAI, "list", {"chips"}),
    ],
)
def test_the_sheet_asks_for_what_the_table_plays(house, way, keys):
    rules = book(**house)
    asked = {ask.key for ask in rules.sheet.questions(Situation(way, rules.start(), Seat.P1, "tsumo"))}
    assert asked & {"norths", "flowers", "chips"} == keys
    assert ("rob_north" in {each.by for each in rules.sheet.ways}) == rules.house.sets_aside


@pytest.mark.parametrize(
    ("concealed", "asked"),
    [("1112345678999p", True), ("11123456789999p", True), ("111234567899p", False), ("111234567899p E", False)],
    ids=["thirteen", "fourteen", "twelve", "an honour"],
)
def test_nine_gates_are_asked_for_pure_ones_as_soon_as_thirteen_tiles_may_be_them(concealed, asked):
    rules, hand = book(), TileHand(read_tiles(tiles(concealed), "concealed"), (), None)
    situation = Situation("tiles", rules.start(), Seat.P1, "tsumo", from_player=False, hand=hand)
    assert [each.applies for each in rules.sheet.questions(situation) if each.key == "chuuren_pure"] == [asked]
