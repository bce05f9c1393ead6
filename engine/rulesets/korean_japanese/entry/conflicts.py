"""Which ticks of a list can stand together (docs/rules, A6 facts, A7, A12, A17.1).

One checker: what it refuses is an error in a file and a greyed-out row on the page. An omission
is no error: two dragon pongs may stand without `two_dragons`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import check_ground, check_most, refuse_from_wall, refuse_together
from engine.rulesets.definitions import Pattern, own_pattern, pattern_index
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUSES, PATTERNS
from engine.rulesets.rule_book import TableState

BY_ID = pattern_index(PATTERNS)
BONUS_BY_ID = pattern_index(BONUSES)

# An item that is only played under a house rule.
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
# Each of these is a pong or kong of its own; the others share the pongs of the hand.
OWN_PONG = frozenset(("dragon_pong", "wind_pong", "bamboo_terminal_pong", "north_kong"))
AT_LEAST_PONGS = {"three_concealed_pongs": 3, "three_kongs": 3, "all_pongs": 4, "all_terminals_honours": 4}
# What an item says of these pongs (which, how many at least), also where the pong itself is switched off (A17.1).
SAYS_PONGS = {
    "two_dragons": ("dragon_pong", 2),
    "seat_dragon": ("dragon_pong", 1),
    "seat_wind": ("wind_pong", 1),
    "round_wind": ("wind_pong", 1),
    "both_bamboo": ("bamboo_terminal_pong", 2),
}
HONOURS = frozenset(
    [
        "dragon_pong",
        "two_dragons",
        "seat_dragon",
        "wind_pong",
        "seat_wind",
        "round_wind",
        "north_pair",
        "north_kong",
        "north_win",
    ]
)
BAMBOO = frozenset(("bamboo_terminal_pong", "both_bamboo"))
WITHOUT = {
    "no_honours": HONOURS,
    "pure_no_honours": HONOURS | BAMBOO,
    "all_chows": HONOURS,
    "pure": BAMBOO,
    # Copies that a hand cannot have: a fifth North, a third kind of terminal in one suit.
    "north_kong": frozenset(("north_pair", "north_win")),
    "all_terminals_honours": frozenset(("pure_no_honours",)),
}
# What an item stands on: (another item, how often at least).
GROUNDS = {
    "two_dragons": ("dragon_pong", 2),
    "seat_dragon": ("dragon_pong", 1),
    "seat_wind": ("wind_pong", 1),
    "round_wind": ("wind_pong", 1),
    "both_bamboo": ("bamboo_terminal_pong", 2),
    "three_kongs": ("kong", 3),
    "all_terminals_honours": ("all_pongs", 1),
    "pure_no_honours": ("pure", 1),
    "seven_pairs": ("concealed", 1),
    "concealed_wall": ("concealed", 1),
}
BONUS_GROUNDS = {
    "concealed_wall": "concealed",
    "declared_ready_wall": "declared_ready",
    "all_flowers": "flower",
    "revealed_dora_eye": "revealed_dora_tile",
    "revealed_dora_pong": "revealed_dora_tile",
    "revealed_dora_kong": "revealed_dora_tile",
}
NORTHS = ("north_pair", "north_kong")
FROM_WALL = ("wall", "replacement", "concealed_wall", "declared_ready_wall")


def check_ticks(house: KoreanJapaneseHouseRules, state: TableState, win: Win, ticks: Ticks) -> None:
    """Refuse ticks that cannot stand together at this table. Raises `RuleViolation`."""
    counts = Counter(ticks.patterns)
    for item in counts:
        _check_played(house, BY_ID, item, "patterns", north_bonus=False)
    for item, times in counts.items():
        check_most(BY_ID[item], times, most_of(house, item))
    seen = with_norths(counts, ticks.bonus_items)
    _check_grounds(house, state, win, seen)
    _check_exclusions(house, seen)
    _check_sets(seen)
    _check_robbed(win, seen)
    check_bonus(house, win, ticks.bonus_items)
    if seen["seven_pairs"]:
        for item in ("revealed_dora_pong", "revealed_dora_kong"):
            if item in ticks.bonus_items:
                _refuse_together("seven_pairs", item)


def with_norths(counts: Counter[str], bonus: Mapping[str, int]) -> Counter[str]:
    """The ticks of patterns, and the North tiles that only the bonus items tell of (A12.4)."""
    norths = {item: bonus[item] // BY_ID[item].points for item in NORTHS if item in bonus}
    won = {"north_win": 1} if "north_win" in bonus else {}
    return Counter({**counts, **norths, **won})


def _check_played(
    house: KoreanJapaneseHouseRules, known: Mapping[str, Pattern], item: str, field: str, *, north_bonus: bool
) -> None:
    """The item exists, its house rule is on, and the table plays it."""
    counted_elsewhere = item in NORTHS and (house.north_points_class == "bonus") != north_bonus
    if item not in known or counted_elsewhere:
        raise RuleViolation(field, _("%(item)s is no item of this list."), item=item)
    option = OPTION_OF.get(item)
    if item in BAMBOO and house.no_bamboo or option and not house.value(option):
        raise RuleViolation(field, _("%(item)s is not played under this table's house rules."), item=known[item].called)
    if item in house.items_off:
        raise RuleViolation(field, _("%(item)s is switched off at this table."), item=known[item].called)


def most_of(house: KoreanJapaneseHouseRules, item: str) -> int:
    """How often `item` can occur in one hand at this table."""
    if item == "identical_chows" and house.identical_chows == "once":
        return 1
    if item == "north_pair" and not house.seven_pairs_allow_four:
        return 1
    return BY_ID[item].most


def grounds_of(
    house: KoreanJapaneseHouseRules, state: TableState, win: Win, counts: Counter[str]
) -> Iterator[tuple[str, str, int]]:
    """(item, what it stands on, how often) for every ticked item that stands on another."""
    for item in counts:
        if item in GROUNDS:
            ground, least = GROUNDS[item]
            if item == "three_kongs":
                unseen = house.north_tile and "north_kong" in house.items_off
                least -= counts["north_kong"] or int(unseen)
            yield item, ground, least
    if counts["pure_no_honours"] and not house.pure_excludes_no_honours:
        yield "pure_no_honours", "no_honours", 1
    both_winds = counts["seat_wind"] and counts["round_wind"]
    if both_winds and state.seat_winds[win.winner] != state.round_wind:
        yield "round_wind", "wind_pong", 2


def _check_grounds(house: KoreanJapaneseHouseRules, state: TableState, win: Win, counts: Counter[str]) -> None:
    for item, ground, least in grounds_of(house, state, win, counts):
        if ground not in house.items_off:
            check_ground(BY_ID[item], BY_ID[ground], counts[ground], least)
    if counts["concealed_wall"] and win.by != "wall":
        refuse_from_wall("patterns", BY_ID["concealed_wall"])


def _check_exclusions(house: KoreanJapaneseHouseRules, counts: Counter[str]) -> None:
    for item, barred in WITHOUT.items():
        if counts[item]:
            for other in counts:
                if counts[other] and other in barred:
                    _refuse_together(item, other)
    if withheld(house, counts) and counts["no_honours"]:
        _refuse_together("pure", "no_honours")


def withheld(house: KoreanJapaneseHouseRules, counts: Counter[str]) -> bool:
    """Whether this table gives a hand of one suit nothing for no honours (A17.11)."""
    return house.pure_excludes_no_honours and bool(counts["pure"] or counts["pure_no_honours"])


def _check_robbed(win: Win, counts: Counter[str]) -> None:
    """The other three of a robbed tile lie in the kong: it can only have finished a chow."""
    if win.by == "rob_kong" and (counts["seven_pairs"] or pongs_needed(counts) == 4):
        raise RuleViolation("patterns", _("A robbed kong can only finish a chow: neither seven pairs nor four pongs."))


def _refuse_together(item: str, other: str) -> None:
    refuse_together(BY_ID[item], BY_ID.get(other) or BONUS_BY_ID[other])


def pongs_needed(counts: Counter[str]) -> int:
    """How many pongs and kongs the ticks take at least."""
    own: dict[str, int] = {}
    least = counts["kong"] + counts["north_kong"]
    for item, times in counts.items():
        if not times:
            continue
        if item in OWN_PONG:
            own[item] = max(times, own.get(item, 0))
        if item in SAYS_PONGS:
            pong, said = SAYS_PONGS[item]
            own[pong] = max(said, own.get(pong, 0))
        least = max(least, AT_LEAST_PONGS.get(item, 0))
    return max(least, sum(own.values()))


def chows_needed(counts: Counter[str]) -> int:
    """How many chows the ticks take at least."""
    identical = counts["identical_chows"]
    if counts["straight"]:
        return max(3 + identical, 4 if counts["all_chows"] else 0)
    return 4 if counts["all_chows"] else 2 * identical


def _check_sets(counts: Counter[str]) -> None:
    pongs, chows = pongs_needed(counts), chows_needed(counts)
    if counts["seven_pairs"] and pongs + chows:
        for other in counts:
            if pongs_needed(Counter([other])) or chows_needed(Counter([other])):
                _refuse_together("seven_pairs", other)
    if pongs + chows > 4:
        raise RuleViolation(
            "patterns",
            _("A hand has four sets; these ticks need more. Pongs: %(pongs)s, chows: %(chows)s."),
            pongs=pongs,
            chows=chows,
        )


def own_bonuses(house: KoreanJapaneseHouseRules) -> dict[str, Pattern]:
    """The table's own bonus items by id (A15.1)."""
    if not house.own_items:
        return {}
    return {item.id: own_pattern(item, "A15.1") for item in house.own_items if item.kind == "bonus"}


def check_bonus(house: KoreanJapaneseHouseRules, win: Win, bonus: Mapping[str, int]) -> None:
    """Refuse bonus items that the win, the house rules or each other contradict."""
    known = {**BONUS_BY_ID, **{item: BY_ID[item] for item in NORTHS}, **own_bonuses(house)}
    for item, points in bonus.items():
        if item == "win":
            raise RuleViolation("bonus_items", _("bonus_items leaves out the 2 for winning: they are added."))
        _check_played(house, known, item, "bonus_items", north_bonus=True)
        if points not in bonus_values(house, item):
            raise RuleViolation(
                "bonus_items",
                _("%(item)s earns one of: %(values)s."),
                item=known[item].called,
                values=", ".join(map(str, bonus_values(house, item))),
            )
        _check_bonus_win(house, win, item)
    _check_bonus_grounds(house, bonus)


def bonus_values(house: KoreanJapaneseHouseRules, item: str) -> tuple[int, ...]:
    """The points that a bonus item can earn in all."""
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
    pattern = BONUS_BY_ID.get(item) or BY_ID.get(item) or own_bonuses(house)[item]
    most = 1 if item == "north_pair" and not house.seven_pairs_allow_four else pattern.most
    return tuple(pattern.points * times for times in range(1, most + 1))


_MATCHING: dict[str, tuple[int, ...]] = {"tiles": (1, 2, 3), "tiles_incl": (1, 2, 3, 4), "players": (1, 2), "off": ()}


def _check_bonus_win(house: KoreanJapaneseHouseRules, win: Win, item: str) -> None:
    """What the bonus says of how the hand was won must agree with how it was won."""
    if item in FROM_WALL and win.by != "wall":
        refuse_from_wall("bonus_items", BONUS_BY_ID[item])
    if item == "last_tile":
        allowed = ("wall", "discard") if house.last_tile_on_discard else ("wall",)
        if win.by not in allowed:
            refuse_from_wall("bonus_items", BONUS_BY_ID[item])
    if item == "rob_kong" and win.by != "rob_kong":
        raise RuleViolation("bonus_items", _("Robbed kong needs a win by robbing a kong."))
    if item == "matching" and house.matching_bonus == "off":
        raise RuleViolation("bonus_items", _("Matching tiles earn nothing at this table."))


def _check_bonus_grounds(house: KoreanJapaneseHouseRules, bonus: Mapping[str, int]) -> None:
    for item, ground in BONUS_GROUNDS.items():
        present = {*bonus, *house.items_off}
        if item in bonus and ground not in present:
            raise RuleViolation(
                "bonus_items",
                _("%(item)s needs %(ground)s."),
                item=Term(BONUS_BY_ID[item].name),
                ground=Term(BONUS_BY_ID[ground].name),
            )
    if "all_flowers" in bonus and "flower" not in house.items_off:
        flowers = bonus.get("flower", 0)
        if flowers != (6 if bonus["all_flowers"] == 2 else 4):
            raise RuleViolation("bonus_items", _("All four flowers needs every flower ticked."))
    _check_revealed(house, bonus)


def _check_revealed(house: KoreanJapaneseHouseRules, bonus: Mapping[str, int]) -> None:
    """The sets of the revealed dora take two, three or four of its tiles, each tile once."""
    there = 4 if "revealed_dora_tile" in house.items_off else bonus.get("revealed_dora_tile", 0)
    taken = 0
    for item, tiles in (("eye", 2), ("pong", 3), ("kong", 4)):
        name = f"revealed_dora_{item}"
        if name in bonus:
            taken += tiles * bonus[name] // BONUS_BY_ID[name].points
            if there < taken:
                raise RuleViolation(
                    "bonus_items",
                    _("%(item)s needs %(least)s revealed dora tiles."),
                    item=Term(BONUS_BY_ID[name].name),
                    least=taken,
                )
