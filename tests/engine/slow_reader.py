"""Every reading of a hand's tiles, found by brute force: slow, simple, and independent of the engine.

Tiles are strings. A reading is ("sets", sets, pair), ("pairs", pairs) or ("orphans",); a set is
(kind, lowest tile, exposed); sets and pairs are sorted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

ENDS = ("1p", "9p", "1m", "9m", "1s", "9s")
DRAGONS = ("dW", "dG", "dR")


def winds(house: Mapping) -> tuple[str, ...]:
    """The winds used as seat and round winds."""
    return tuple(house.get("wind_set", "ESW"))


def cut(tiles: tuple[str, ...], pair: str | None = None) -> set[tuple]:
    """All (sets, pair) that use up `tiles`: the first tile is in the pair, a pong or a chow."""
    if not tiles:
        return {((), pair)} if pair else set()
    first, found = tiles[0], set()
    if pair is None and tiles.count(first) >= 2:
        found |= cut(without(tiles, [first] * 2), first)
    if tiles.count(first) >= 3:
        found |= more(("pong", first, False), cut(without(tiles, [first] * 3), pair))
    run = chow(first)
    if run and set(run) <= set(tiles):
        found |= more(("chow", first, False), cut(without(tiles, run), pair))
    return found


def more(new: tuple, rest: Iterable[tuple]) -> set[tuple]:
    return {(tuple(sorted((new, *sets))), pair) for sets, pair in rest}


def without(tiles: tuple[str, ...], gone: list[str]) -> tuple[str, ...]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def chow(first: str) -> list[str]:
    """The chow that begins with this tile; none in bamboo and honours (A4.2)."""
    if first[-1] not in "pm" or int(first[0]) > 7:
        return []
    return [f"{int(first[0]) + step}{first[-1]}" for step in range(3)]


def readings(house: Mapping, concealed: Iterable[str], melds: Iterable[tuple[str, str, bool]] = ()) -> set[tuple]:
    """Every reading that is a legal hand with these house rules (A4.1)."""
    tiles, melds = tuple(sorted(concealed)), tuple(melds)
    found = {("sets", tuple(sorted((*sets, *melds))), pair) for sets, pair in cut(tiles) if len(sets) + len(melds) == 4}
    if house.get("north_tile"):
        found = {reading for reading in found if not any(each[:2] == ("pong", "N") for each in reading[1])}
    if not melds:
        found |= seven_pairs(house, tiles) | orphans(house, tiles)
    return found


def seven_pairs(house: Mapping, tiles: tuple[str, ...]) -> set[tuple]:
    pairs = tiles[::2]
    if len(tiles) != 14 or pairs != tiles[1::2] or "seven_pairs" in house.get("items_off", ()):
        return set()
    if len(set(pairs)) < 7 and not house.get("seven_pairs_allow_four"):
        return set()
    return {("pairs", pairs)}


def orphans(house: Mapping, tiles: tuple[str, ...]) -> set[tuple]:
    played = house.get("limits", "all")
    if house.get("no_bamboo") or played == "none" or (played != "all" and "thirteen_orphans" not in played):
        return set()
    kinds = {*ENDS, *DRAGONS, *winds(house), *(["N"] if house.get("north_tile") else [])}
    held = Counter(tiles)
    more_than_one = [kind for kind in kinds if held[kind] > 1]
    if len(tiles) == 14 and set(held) == kinds and len(more_than_one) == 1:
        return {("orphans",)}
    return set()
