"""Short ways to tick a list and to write the expected error."""

from engine.rulesets.korean_japanese.items import BONUSES, PATTERNS
from tests.engine.tables import book, by_list, refused

FREE = {"min_hand_points": 0}
NAME = {item.id: item.name for item in (*BONUSES, *PATTERNS)}
NORTH = {**FREE, "north_tile": True}


def ticks(patterns: str, house: dict | None = None, **said: object) -> tuple[str, str] | None:
    return refused(book(**{**FREE, **(house or {})}), by_list(patterns, **said))


def bonus(items: dict[str, int], house: dict | None = None, **said: object) -> tuple[str, str] | None:
    return refused(book(**{**FREE, **(house or {})}), by_list("", items, **said))


def together(item: str, other: str) -> tuple[str, str]:
    return "patterns", f"“{NAME[item]}” and “{NAME[other]}” can’t be in the same hand."


def sets(pongs: int, chows: int) -> tuple[str, str]:
    return "patterns", f"A hand has four sets, but the items you ticked need more. Pongs: {pongs}, chows: {chows}."


def needs(item: str, ground: str, least: int = 1) -> tuple[str, str]:
    often = f"at least {least}× " if least > 1 else ""
    return "patterns", f"“{NAME[item]}” needs {often}“{NAME[ground]}”."


def from_wall(field: str, item: str) -> tuple[str, str]:
    return field, f"“{NAME[item]}” needs a self-draw."
