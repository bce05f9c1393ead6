"""Setting up the table: tiles, walls, dice, deal (docs/rules, A1, A17.12). Scoring doesn't depend on it."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.language import gettext_noop as _
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.rule_card import Note, Pieces, pieces_of
from engine.seats import Wind

FLOWERS = Pieces(_("Flowers"), ("flower",), 4)
CLAUSE = "A17.12"


def pieces(deck: Sequence[int]) -> tuple[Pieces, ...]:
    """The tiles of the deck and the flowers."""
    return (*pieces_of(deck), FLOWERS)


SEATS = _(
    "Draw seats at random. %(first)s deals first, %(second)s sits on the dealer’s right, and "
    "%(third)s comes next. Play follows this order."
)
STEPS = (
    _("Turn all tiles face down and shuffle them together. If a tile turns face up, turn it face down again."),
    _(
        "Without flowers, build four walls of stacks two tiles high: %(four)s stacks. Each player "
        "builds the wall in front of them and one player builds the fourth; pushed together they form"
        " a square. With flowers, build three walls: %(three)s stacks."
    ),
    _(
        "The dealer rolls two dice. A 5 or 9 breaks the wall of %(first)s; 2, 6 or 10 that of "
        "%(second)s; 3, 7 or 11 that of %(third)s; any other number breaks the fourth. With three "
        "walls, or if you’re in a hurry, break a wall anywhere."
    ),
    _(
        "From the right end of that wall, count as many stacks as the dice show. Deal from the left "
        "of these stacks, so that the wall is used up clockwise."
    ),
    _(
        "The dealer takes four tiles, then the other players in turn, until everyone has twelve; then"
        " each takes one more. The dealer draws a fourteenth tile and makes the first discard."
    ),
    _("Flowers are set aside immediately. Replacements for them and for kongs come from the other end of the wall."),
)


def steps(house: KoreanJapaneseHouseRules, winds: Sequence[Wind], tiles: int) -> tuple[Note, ...]:
    """The steps before the first discard; `tiles`: the number in the deck, without flowers."""
    values: dict[str, object] = dict(zip(("first", "second", "third"), winds, strict=True))
    values |= {"four": _walls(tiles, 4), "three": _walls(tiles + FLOWERS.total, 3)}
    return (Note(SEATS, "A2.1", values), *(Note(text, CLAUSE, values) for text in STEPS), *_extras(house))


def _extras(house: KoreanJapaneseHouseRules) -> Iterator[Note]:
    """The steps that house rules add."""
    if house.five_bamboo_pair:
        yield Note(_("The two extra 5 bamboo can only be a pair."), "A12.9")
    if house.dead_wall_dora:
        yield Note(_("The last 13 tiles are the dead wall and aren’t drawn. Turn one of them face up."), "A12.1")
    elif house.fictive_hand:
        yield Note(_("The last 13 tiles aren’t played."), "A12.7")
    if house.revealed_dora:
        yield Note(_("Show one tile of the wall before play; if it’s a flower, show another one."), "A12.2")
    if house.dead_wall_dora or house.revealed_dora:
        yield Note(
            _(
                "The dora is the tile that follows the one shown: 9 is followed by 1, 1 bamboo by 9 "
                "bamboo, each wind by the next wind in turn, green by red, red by white, and white "
                "by green."
            ),
            "A12.1",
        )
    if house.red_dora:
        yield Note(_("One 5 circles and one 5 characters are red."), "A12.3")


def _walls(tiles: int, walls: int) -> str:
    """The lengths of the walls in stacks: `4 × 13`, or `2 × 14 + 2 × 13`."""
    least, longer = divmod(tiles // 2, walls)
    lengths = [least + (wall < longer) for wall in range(walls)]
    return " + ".join(f"{len(list(alike))} × {length}" for length, alike in groupby(lengths))
