"""The items that a table plays under its house rules (docs/rules, A15), and their wording."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern, own_pattern
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID, BONUSES, NORTHS, PATTERN_BY_ID, PATTERNS

OF_BAMBOO = ("bamboo_terminal_pong", "both_bamboo")
# Items that need a house rule.
OPTION_OF = {
    "seat_dragon": "seat_dragons",
    "north_pair": "north_tile",
    "north_kong": "north_tile",
    "north_win": "north_tile",
    "dora_tile": "dead_wall_dora",
    "revealed_dora_tile": "revealed_dora",
    "revealed_dora_eye": "revealed_dora",
    "revealed_dora_pong": "revealed_dora",
    "revealed_dora_kong": "revealed_dora",
    "red_dora": "red_dora",
}

_MATCHING: dict[str, tuple[int, ...]] = {"tiles": (1, 2, 3), "tiles_incl": (1, 2, 3, 4), "players": (1, 2), "off": ()}
NEEDS_FIVES = frozenset(("small_jade_dragon", "bamboo_pongs_five_pair"))
NEEDS_BAMBOO = frozenset(("thirteen_orphans", "great_jade_dragon"))
# Conditions for the rule card; the checklist doesn't need them, because it shows one hand and one way to win.
PLAIN = {
    ("pattern", "three_kongs"): _("Three kongs or more"),
    ("pattern", "both_bamboo"): _("A pong or kong of 1 bamboo and another of 9 bamboo"),
    ("pattern", "concealed_wall"): _("Concealed, and the winning tile came from the wall"),
    ("pattern", "north_pair"): _("In a winning hand, North can only be a pair or a kong"),
    ("pattern", "north_kong"): _("The kong of North earns no other points"),
    ("bonus", "wall"): _("The winning tile came from the wall"),
    ("bonus", "last_tile"): _("The winning tile was the last tile of the wall"),
    ("bonus", "replacement"): _("The winning tile was drawn as a replacement for a kong or a flower"),
    ("bonus", "rob_kong"): _("Another player added the winning tile to a pong"),
    ("bonus", "concealed"): _("In addition to the hand-points for the item of the same name"),
    ("bonus", "concealed_wall"): _("In addition to the hand-points for the item of the same name"),
    ("bonus", "declared_ready"): _("The winner had declared ready"),
    ("bonus", "declared_ready_wall"): _("The winner had declared ready and drew the winning tile"),
    ("bonus", "flower"): _("Any flower, whatever its number"),
    ("bonus", "all_flowers"): _("8 in total, including the flowers themselves"),
    ("bonus", "dora_tile"): _("The tile that follows the turned-up tile"),
    ("bonus", "revealed_dora_tile"): _("The tile that follows the revealed tile"),
    ("bonus", "revealed_dora_eye"): _("3 in total"),
    ("bonus", "revealed_dora_pong"): _("5 in total"),
    ("bonus", "revealed_dora_kong"): _("10 in total"),
    ("bonus", "north_win"): _("The winning tile was a North"),
    ("limit", "three_concealed_kongs"): _("Three or more concealed kongs"),
    ("limit", "four_concealed_kongs"): _("All four kongs made only from your own tiles"),
}
OUTER = _("All pongs, and every tile is a 1, 9, wind or dragon; counts only if the hand isn’t paid as a limit hand")
OUTRANKED = _(
    "Only bamboo and honours; at this table, such a hand always counts as “All terminals and honours” instead"
)
OUTRANKED_KONGS = _(
    "All four kongs concealed; at this table, such a hand always counts as “Four concealed kongs” instead"
)
SEVEN_PAIRS = _("Concealed; four identical tiles may count as two pairs")
UNMIXED = _("Only winds and dragons, or only 1s and 9s")
STRICT_GATES = _("1112345678999 of one suit before the win, and any tile of that suit")
# (kind, item, house rule, its value, the condition in that case)
WORDED = (
    ("bonus", "win", "ready_discount", "declared", _("From each opponent who hadn’t declared ready")),
    ("bonus", "win", "ready_discount", "none", _("From each opponent")),
    (
        "bonus",
        "matching",
        "matching_bonus",
        "tiles_incl",
        _("Copies of the winning tile, including the winning tile itself"),
    ),
    ("bonus", "matching", "matching_bonus", "players", _("Other players who were waiting for the winning tile")),
    (
        "bonus",
        "flower",
        "dead_wall_dora",
        True,
        _("Any flower, whatever its number; each one earns 2 if a flower was turned up"),
    ),
    ("bonus", "last_tile", "last_tile_on_discard", True, _("The last tile of the wall, or the discard after it")),
    ("pattern", "identical_chows", "identical_chows", "once", _("Same suit, same numbers; counts once per hand")),
    ("pattern", "seven_pairs", "seven_pairs_allow_four", True, SEVEN_PAIRS),
    ("pattern", "no_honours", "pure_excludes_no_honours", True, _("No winds or dragons; doesn’t count in a pure hand")),
    ("limit", "all_terminals_honours", "all_terminals_honours_scope", "unmixed", UNMIXED),
    ("limit", "nine_gates", "nine_gates_strict", True, STRICT_GATES),
)
# Their condition assumes that this other item also counts.
TOGETHER = {
    "all_flowers": "flower",
    "revealed_dora_eye": "revealed_dora_tile",
    "revealed_dora_pong": "revealed_dora_tile",
    "revealed_dora_kong": "revealed_dora_tile",
}


def played(house: KoreanJapaneseHouseRules, item: Pattern) -> bool:
    """Whether this table plays `item` and counts it as its `kind`: hand-points or bonus-points."""
    option = OPTION_OF.get(item.id)
    if item.id in NORTHS and house.north_points_class == "bonus":
        return False
    if item.id in OF_BAMBOO and house.no_bamboo:
        return False
    if item.id == "matching" and house.matching_bonus == "off":
        return False
    return item.id not in house.items_off and (option is None or house.value(option))


def most_of(house: KoreanJapaneseHouseRules, item: str) -> int:
    """The maximum number of occurrences of `item` in one hand at this table."""
    if item == "identical_chows" and house.identical_chows == "once":
        return 1
    if item == "north_pair" and not house.seven_pairs_allow_four:
        return 1
    return PATTERN_BY_ID[item].most


def bonus_values(house: KoreanJapaneseHouseRules, item: str) -> tuple[int, ...]:
    """The possible totals of a bonus item, in points."""
    if item == "matching":
        return _MATCHING[house.matching_bonus]
    if item == "flower":
        return (1, 2, 3, 4, 6) if house.dead_wall_dora else (1, 2, 3, 4)
    if item == "all_flowers":
        return (4, 2) if house.dead_wall_dora else (4,)
    if item == "red_dora":
        return (1, 6)
    if item == "revealed_dora_eye":
        return (1, 2) if house.seven_pairs_allow_four else (1,)
    pattern = BONUS_BY_ID.get(item) or PATTERN_BY_ID.get(item) or own_bonuses(house)[item]
    most = 1 if item == "north_pair" and not house.seven_pairs_allow_four else pattern.most
    return tuple(pattern.points * times for times in range(1, most + 1))


def own_bonuses(house: KoreanJapaneseHouseRules) -> dict[str, Pattern]:
    """The custom bonus items of a table by id (A15.1)."""
    if not house.own_items:
        return {}
    return {item.id: own_pattern(item, "A15.1") for item in house.own_items if item.kind == "bonus"}


# ── for the rule card ────────────────────────────────────────────────────────


def played_items(house: KoreanJapaneseHouseRules, limits: tuple[Pattern, ...]) -> Iterator[Pattern]:
    """Yield the patterns, bonus items and possible `limits` of a table, with their conditions at this table."""
    worded = _worded(house, {limit.id for limit in limits})
    for item in _items(house, limits):
        key = (item.kind, item.id)
        alone = TOGETHER.get(item.id) in house.items_off
        yield replace(item, condition="" if alone else worded.get(key) or PLAIN.get(key) or item.condition)


def _items(house: KoreanJapaneseHouseRules, limits: tuple[Pattern, ...]) -> Iterator[Pattern]:
    for item in (*PATTERNS, *BONUSES):
        if played(house, item):
            bonus = item.kind == "bonus"
            most = min(item.most, len(bonus_values(house, item.id))) if bonus else most_of(house, item.id)
            yield replace(item, most=most)
    if house.north_tile and house.north_points_class == "bonus":
        for north in NORTHS:
            if north not in house.items_off:
                yield replace(PATTERN_BY_ID[north], kind="bonus", most=most_of(house, north))
    for limit in limits:
        lacking = limit.id in NEEDS_FIVES and not house.five_bamboo_pair
        if not lacking and not (limit.id in NEEDS_BAMBOO and house.no_bamboo):
            yield limit


def _worded(house: KoreanJapaneseHouseRules, limits: Collection[str]) -> dict[tuple[str, str], str]:
    """The conditions that the house rules change, by (kind, item)."""
    worded = {(kind, item): text for kind, item, option, value, text in WORDED if house.value(option) == value}
    if house.limit_requires_concealed:
        outranked = "four_concealed_kongs" in limits
        worded["limit", "four_kongs"] = OUTRANKED_KONGS if outranked else PLAIN["limit", "four_concealed_kongs"]
    if "all_terminals_honours" in limits:
        worded["pattern", "all_terminals_honours"] = OUTER
        unmixed = house.all_terminals_honours_scope == "unmixed" and not house.no_bamboo
        if not unmixed and not house.five_bamboo_pair:
            worded["limit", "all_bamboo_honours"] = OUTRANKED
    return worded
