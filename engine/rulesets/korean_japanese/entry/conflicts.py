"""Checks that ticks can go together (docs/rules, A6, A7, A12, A17.1). Pages grey out what is refused here.

Leaving an implied item unticked is not an error, e.g. `two_dragons` with two dragon pongs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import (
    check_ground,
    check_most,
    check_points,
    refuse_from_wall,
    refuse_together,
    refuse_unknown,
    refuse_unplayed,
)
from engine.rulesets.definitions import Pattern
from engine.rulesets.korean_japanese.entry.compatibility import compatibility
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID, NORTHS, PATTERN_BY_ID
from engine.rulesets.korean_japanese.played_items import OF_BAMBOO, OPTION_OF, bonus_values, most_of, own_bonuses
from engine.rulesets.scoring_types import TableState

BONUS_GROUNDS = {
    "concealed_wall": "concealed",
    "declared_ready_wall": "declared_ready",
    "all_flowers": "flower",
    "revealed_dora_eye": "revealed_dora_tile",
    "revealed_dora_pong": "revealed_dora_tile",
    "revealed_dora_kong": "revealed_dora_tile",
}
FROM_WALL = ("wall", "replacement", "concealed_wall", "declared_ready_wall")


def check_ticks(house: KoreanJapaneseHouseRules, state: TableState, win: Win, ticks: Ticks) -> None:
    """Raise `RuleViolation` for ticks that can't go together at this table."""
    counts = Counter(ticks.patterns)
    for item in counts:
        _check_played(house, PATTERN_BY_ID, item, "patterns", north_bonus=False)
    for item, times in counts.items():
        check_most(PATTERN_BY_ID[item], times, most_of(house, item))
    seen = with_norths(counts, ticks.bonus_items)
    _check_grounds(house, state, win, seen)
    _check_exclusions(house, seen)
    _check_sets(house, seen)
    _check_robbed(house, win, seen)
    check_bonus(house, win, ticks.bonus_items)
    if seen["seven_pairs"]:
        for item in ("revealed_dora_pong", "revealed_dora_kong"):
            if item in ticks.bonus_items:
                _refuse_together("seven_pairs", item)


def with_norths(counts: Counter[str], bonus: Mapping[str, int]) -> Counter[str]:
    """The ticked patterns, plus the Norths that are counted as bonus items (A12.4)."""
    norths = {item: bonus[item] // PATTERN_BY_ID[item].points for item in NORTHS if item in bonus}
    won = {"north_win": 1} if "north_win" in bonus else {}
    return Counter({**counts, **norths, **won})


def _check_played(
    house: KoreanJapaneseHouseRules, known: Mapping[str, Pattern], item: str, field: str, *, north_bonus: bool
) -> None:
    """Check that the item exists and is played at this table."""
    counted_elsewhere = item in NORTHS and (house.north_points_class == "bonus") != north_bonus
    if item not in known or counted_elsewhere:
        refuse_unknown(field, item)
    option = OPTION_OF.get(item)
    if item in OF_BAMBOO and house.no_bamboo or option and not house.value(option):
        refuse_unplayed(field, known[item])
    if item in house.items_off:
        raise RuleViolation(field, _("%(item)s is off at this table."), item=known[item].called)


def grounds_of(
    house: KoreanJapaneseHouseRules, state: TableState, win: Win, counts: Counter[str]
) -> Iterator[tuple[str, str, int]]:
    """Yield (item, the item that it needs, how often) for the ticks."""
    grounds = compatibility(house).grounds
    for item in counts:
        for ground, least in grounds.get(item, ()):
            unseen = house.north_tile and "north_kong" in house.items_off
            north = counts["north_kong"] or int(unseen) if item == "three_kongs" else 0
            yield item, ground, least - north
    both_winds = counts["seat_wind"] and counts["round_wind"]
    if both_winds and state.seat_winds[win.winner] != state.round_wind:
        yield "round_wind", "wind_pong", 2


def _check_grounds(house: KoreanJapaneseHouseRules, state: TableState, win: Win, counts: Counter[str]) -> None:
    for item, ground, least in grounds_of(house, state, win, counts):
        if ground not in house.items_off:
            check_ground(PATTERN_BY_ID[item], PATTERN_BY_ID[ground], counts[ground], least)
    if counts["concealed_wall"] and win.by != "wall":
        refuse_from_wall("patterns", PATTERN_BY_ID["concealed_wall"])


def _check_exclusions(house: KoreanJapaneseHouseRules, counts: Counter[str]) -> None:
    for item, excluded in reversed(compatibility(house).excluded.items()):
        if counts[item]:
            for other in counts:
                if counts[other] and other in excluded:
                    _refuse_together(item, other)


def withheld(house: KoreanJapaneseHouseRules, counts: Counter[str]) -> bool:
    """Whether this table doesn't count no honours in a hand of one suit (A17.11)."""
    return house.pure_excludes_no_honours and bool(counts["pure"] or counts["pure_no_honours"])


def _check_robbed(house: KoreanJapaneseHouseRules, win: Win, counts: Counter[str]) -> None:
    """Check that a robbed tile can have completed a chow, because the other three copies are in the kong."""
    if win.by == "rob_kong" and (counts["seven_pairs"] or compatibility(house).pongs_needed(counts) == 4):
        raise RuleViolation(
            "patterns", _("A robbed kong can only complete a chow, so it can’t go with seven pairs or four pongs.")
        )


def _refuse_together(item: str, other: str) -> None:
    refuse_together(PATTERN_BY_ID[item], PATTERN_BY_ID.get(other) or BONUS_BY_ID[other])


def _check_sets(house: KoreanJapaneseHouseRules, counts: Counter[str]) -> None:
    sets = compatibility(house)
    pongs, chows = sets.pongs_needed(counts), sets.chows_needed(counts)
    if pongs + chows > 4:
        raise RuleViolation(
            "patterns",
            _("A hand has four sets, but these items need more. Pongs: %(pongs)s, chows: %(chows)s."),
            pongs=pongs,
            chows=chows,
        )


def check_bonus(house: KoreanJapaneseHouseRules, win: Win, bonus: Mapping[str, int]) -> None:
    """Raise `RuleViolation` for bonus items that contradict the win, the house rules or each other."""
    known = {**BONUS_BY_ID, **{item: PATTERN_BY_ID[item] for item in NORTHS}, **own_bonuses(house)}
    for item, points in bonus.items():
        if item == "win":
            raise RuleViolation(
                "bonus_items",
                _("bonus_items must not include the 2 points for winning: these are added automatically."),
            )
        _check_played(house, known, item, "bonus_items", north_bonus=True)
        check_points(known[item], points, bonus_values(house, item))
        _check_bonus_win(house, win, item)
    _check_bonus_grounds(house, bonus)


def _check_bonus_win(house: KoreanJapaneseHouseRules, win: Win, item: str) -> None:
    """Check that a bonus item fits the way of winning."""
    if item in FROM_WALL and win.by != "wall":
        refuse_from_wall("bonus_items", BONUS_BY_ID[item])
    if item == "last_tile":
        allowed = ("wall", "discard") if house.last_tile_on_discard else ("wall",)
        if win.by not in allowed:
            refuse_from_wall("bonus_items", BONUS_BY_ID[item])
    if item == "rob_kong" and win.by != "rob_kong":
        raise RuleViolation("bonus_items", _("“Robbed kong” is only possible when the hand wins by robbing a kong."))
    if item == "matching" and house.matching_bonus == "off":
        raise RuleViolation("bonus_items", _("Matching tiles earn nothing at this table."))


def _check_bonus_grounds(house: KoreanJapaneseHouseRules, bonus: Mapping[str, int]) -> None:
    present = {*bonus, *house.items_off}
    for item, ground in BONUS_GROUNDS.items():
        if item in bonus:
            check_ground(BONUS_BY_ID[item], BONUS_BY_ID[ground], int(ground in present), field="bonus_items")
    if "all_flowers" in bonus and "flower" not in house.items_off:
        flowers = bonus.get("flower", 0)
        if flowers != (6 if bonus["all_flowers"] == 2 else 4):
            raise RuleViolation(
                "bonus_items", _("“All four flowers” can only be ticked when all the flowers are counted.")
            )
    _check_revealed(house, bonus)


def _check_revealed(house: KoreanJapaneseHouseRules, bonus: Mapping[str, int]) -> None:
    """Check that enough revealed dora tiles are ticked for the pair, pong and kong of them."""
    ticked = 4 if "revealed_dora_tile" in house.items_off else bonus.get("revealed_dora_tile", 0)
    needed = 0
    for item, tiles in (("eye", 2), ("pong", 3), ("kong", 4)):
        name = f"revealed_dora_{item}"
        if name in bonus:
            needed += tiles * bonus[name] // BONUS_BY_ID[name].points
            if ticked < needed:
                raise RuleViolation(
                    "bonus_items",
                    _("%(item)s needs %(least)s revealed dora tiles."),
                    item=Term(BONUS_BY_ID[name].name),
                    least=needed,
                )
