"""How a table is set up: tiles, walls, dice, deal (docs/rules, A1, A17.12). Nothing in the count depends on it."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.language import gettext_noop as _
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.rule_card import Note, Pieces, pieces_of
from engine.seats import Wind

FLOWERS = Pieces(_("Flowers"), ("flower",), 4)
CLAUSE = "A17.12"


def pieces(deck: Sequence[int]) -> tuple[Pieces, ...]:
    """The tiles of the deck, and the flowers, which no hand holds."""
    return (*pieces_of(deck), FLOWERS)


STEPS = (
    (
        _(
            "Draw lots for the seats: %(first)s deals first, %(second)s sits on the dealer’s right, then comes "
            "%(third)s. Play goes round in this order."
        ),
        "A2.1",
    ),
    (_("Turn all tiles face down and mix them together; what turns up is turned down again."), CLAUSE),
    (
        _(
            "Four walls of stacks two tiles high take the deck without its flowers: %(four)s stacks. Each builds the "
            "one in front, somebody the fourth; pushed together they are a square. With the flowers, build three "
            "walls: %(three)s stacks."
        ),
        CLAUSE,
    ),
    (
        _(
            "The dealer throws two dice. 5 or 9 breaks the wall of %(first)s, 2, 6 or 10 that of %(second)s, 3, 7 or "
            "11 that of %(third)s, any other number the fourth. Where there are three walls, or when you are in a "
            "hurry, break one anywhere."
        ),
        CLAUSE,
    ),
    (
        _(
            "Count as many stacks from the right end of that wall as the dice show. Deal from the left of them, so "
            "that the wall is used up clockwise."
        ),
        CLAUSE,
    ),
    (
        _(
            "The dealer takes four tiles, then the others in turn, until all have twelve; then each takes one more. "
            "The dealer draws a fourteenth and makes the first discard."
        ),
        CLAUSE,
    ),
    (_("Flowers are laid aside at once. They and kongs are replaced from the other end of the wall."), CLAUSE),
)


def steps(house: KoreanJapaneseHouseRules, winds: Sequence[Wind], tiles: int) -> tuple[Note, ...]:
    """What is done before the first discard, in order; `tiles` are those of the deck without the flowers."""
    values: dict[str, object] = dict(zip(("first", "second", "third"), winds, strict=True))
    values |= {"four": _walls(tiles, 4), "three": _walls(tiles + FLOWERS.total, 3)}
    return (*(Note(text, clause, values) for text, clause in STEPS), *_extras(house))


def _extras(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    """What house rules add before the first discard."""
    if house.five_bamboo_pair:
        yield Note(_("The two 5 bamboo can only be a pair."), "A12.9")
    if house.dead_wall_dora:
        yield Note(_("The last 13 tiles are a dead wall, which nobody draws from. Turn one of them up."), "A12.1")
    elif house.fictive_hand:
        yield Note(_("The last 13 tiles are not played."), "A12.7")
    if house.revealed_dora:
        yield Note(_("Show one tile of the wall before play; another one, if it is a flower."), "A12.2")
    if house.dead_wall_dora or house.revealed_dora:
        yield Note(
            _(
                "The dora is the next tile after the one that is shown: after 9 comes 1, after 1 bamboo 9 bamboo, "
                "after a wind the next in turn, after green red, then white, then green."
            ),
            "A12.1",
        )
    if house.red_dora:
        yield Note(_("One 5 circles and one 5 characters are red."), "A12.3")


def _walls(tiles: int, walls: int) -> str:
    """How long each wall is: `4 × 13`, or `2 × 14 + 2 × 13`."""
    least, longer = divmod(tiles // 2, walls)
    lengths = [least + (wall < longer) for wall in range(walls)]
    return " + ".join(f"{len(list(alike))} × {length}" for length, alike in groupby(lengths))
