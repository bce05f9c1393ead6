"""The drawings on each tile face, in units of a face 60 wide and 72 high.

Contains only drawings: build_tiles.py takes characters from a font, and the engine has the values of tiles. The
circles, sticks, bird, flower and other pictures are drawn here by hand; no font and no picture was traced.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

WIDTH, HEIGHT = 60, 72
GREEN, BLUE, RED, BLACK, IVORY = "#15694A", "#1E4C8A", "#B22F1B", "#23282B", "#FFFAEC"
Point = tuple[float, float]


@dataclass(frozen=True)
class Glyph:
    """One character of a face: its ink, its em size in face units, and the height of its centre."""

    char: str
    ink: str
    em: float = 40
    centre: float = HEIGHT / 2


@dataclass(frozen=True)
class Drawn:
    """A face, or part of one, that is not in the font: SVG markup in face units."""

    markup: str


Part = Glyph | Drawn
Face = tuple[Part, ...]


def rings(ink: str, radius: float, centres: Iterable[Point]) -> Drawn:
    """Circles in one ink: a broad ring around a dot, which must stay separate at a width of 18 px."""
    middle, broad = radius * 0.83, radius * 0.34
    outer = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{middle:.3g}"/>' for x, y in centres)
    dots = "".join(f"M{x:g} {y:g}h0" for x, y in centres)
    return Drawn(
        f'<g fill="none" stroke="{ink}" stroke-width="{broad:.3g}">{outer}'
        f'<path d="{dots}" stroke-width="{radius:.3g}" stroke-linecap="round"/></g>'
    )


def sticks(ink: str, length: float, centres: Iterable[Point], lean: float = 0, broad: float = 7) -> Drawn:
    """Bamboo in one ink: rods with round ends and a joint; `lean` in degrees, clockwise."""
    half, rise = broad / 2, length / 2 - broad / 2 - 1.1
    rod = (
        f"m{-half:g}-1.1v{-rise:g}a{half:g} {half:g} 0 0 1 {broad:g} 0v{rise:g}z"
        f"m0 2.2v{rise:g}a{half:g} {half:g} 0 0 0 {broad:g} 0v{-rise:g}z"
    )
    turn = "".join(f'<path transform="translate({x:g} {y:g}) rotate({lean:g})" d="M0 0{rod}"/>' for x, y in centres)
    straight = "".join(f"M{x:g} {y:g}{rod}" for x, y in centres)
    return Drawn(f'<g fill="{ink}">{turn}</g>' if lean else f'<path fill="{ink}" d="{straight}"/>')


# One circle is a wheel: a disc with eight holes around a hub.
HOLES = ((30, 21.6), (40.2, 25.8), (44.4, 36), (40.2, 46.2), (30, 50.4), (19.8, 46.2), (15.6, 36), (19.8, 25.8))
WHEEL = Drawn(
    f'<circle cx="30" cy="36" r="22" fill="{GREEN}"/><g fill="{IVORY}"><circle cx="30" cy="36" r="8.6"/>'
    + "".join(f'<circle cx="{x:g}" cy="{y:g}" r="2.9"/>' for x, y in HOLES)
    + f'</g><circle cx="30" cy="36" r="5.6" fill="{RED}"/>'
)

# One bamboo is a bird: tail, body, wing, crest and beak, eye.
BIRD = Drawn(
    '<g fill="none" stroke-width="4.4" stroke-linecap="round">'
    f'<path stroke="{RED}" d="M34 53c-1 7-5.5 12-12.5 15"/>'
    f'<path stroke="{BLUE}" d="M28.5 54c-2 6-7.5 10-14.5 12"/>'
    f'<path stroke="{GREEN}" d="M24 52c-3 5-8 7.6-16 8.6"/></g>'
    f'<path fill="{GREEN}" d="M27.4 22.5c-.6-8.5 4.6-14 11.8-14c6.8 0 11.3 5.2 11 12.3c-.2 8-1.7 14.2-3.9 21'
    'c-2.8 9-9.8 15.2-18.3 14.5c-8.3-.7-12.6-7.8-10.5-15.8c1.9-7.3 10.5-9.2 9.9-18z"/>'
    f'<path fill="{BLUE}" stroke="{IVORY}" stroke-width="2.4" stroke-linejoin="round" '
    'd="M37.5 33c-7.5 1.5-13.5 6.8-14.6 15.6c8.2.4 14.4-5 14.6-15.6z"/>'
    f'<path fill="{RED}" d="M35.4 9.4c-1.8-2.2-2.5-4.8-2.2-7.4c2 .6 3.7 1.8 4.7 3.4c.9-2.2 2.2-3.7 4-4.6'
    'c.9 2 1.2 3.9.7 5.7c1.2-.8 2.4-1.1 3.8-1c-.2 2.3-1.3 4.2-3.1 5.4zM49.5 15.5l9 5.1l-9 3.5z"/>'
    f'<circle cx="42.3" cy="17.5" r="3.9" fill="{IVORY}"/><circle cx="42.8" cy="17.5" r="2.1" fill="{BLACK}"/>'
)

# The frame of the white dragon: a broad line around a thin one.
WHITE_FRAME = Drawn(
    f'<g fill="none" stroke="{BLUE}" stroke-linejoin="round">'
    '<rect x="12" y="11.5" width="36" height="49" rx="1.5" stroke-width="4"/>'
    '<rect x="19" y="18.5" width="22" height="35" rx=".5" stroke-width="1.5"/></g>'
)

# A plum blossom on its stalk.
BLOSSOM = Drawn(
    f'<path fill="none" stroke="{GREEN}" stroke-width="3" stroke-linecap="round" d="M30 40c1 9 0 17-3 26"/>'
    f'<path fill="{GREEN}" d="M31 57c1-7 7-11 16-11c-1 8-7 12-16 11zM28.5 64c-2-6-7-9-15-8c2 6 7 9 15 8z"/>'
    f'<g fill="{RED}"><circle cx="30" cy="15.5" r="8.8"/><circle cx="41.9" cy="24.1" r="8.8"/>'
    '<circle cx="37.4" cy="38.1" r="8.8"/><circle cx="22.6" cy="38.1" r="8.8"/>'
    '<circle cx="18.1" cy="24.1" r="8.8"/></g>'
    f'<path stroke="{IVORY}" stroke-width="1.8" stroke-linecap="round" '
    'd="M30 28v-10M30 28l9.5-3.1M30 28l5.9 8.1M30 28l-5.9 8.1M30 28l-9.5-3.1"/>'
    f'<circle cx="30" cy="28" r="5" fill="{IVORY}"/><circle cx="30" cy="28" r="2.8" fill="{RED}"/>'
)

# A season: the sun over two hills.
SUN = Drawn(
    f'<circle cx="30" cy="25" r="9.5" fill="{RED}"/><path stroke="{RED}" stroke-width="3.4" stroke-linecap="round" '
    'd="M30 10V7M30 40v3M15 25h-3M45 25h3M19.4 14.4l-2.1-2.1M40.6 14.4l2.1-2.1M19.4 35.6l-2.1 2.1M40.6 35.6l2.1 2.1"/>'
    f'<path fill="{BLUE}" d="M28 65c3-11 8-16 14-16c5 0 9 5 11 16z"/>'
    f'<path fill="{GREEN}" stroke="{IVORY}" stroke-width="1.8" d="M6 66c3-14 8-20 15-20c8 0 13 7 17 20z"/>'
)

# A face: round, with a cap of hair.
MAN = Drawn(
    f'<ellipse cx="30" cy="38" rx="18" ry="22" fill="none" stroke="{BLACK}" stroke-width="3.6"/>'
    f'<path fill="{BLACK}" d="M10.5 36c-1.6-17 7-26.5 19.5-26.500s21.1 9.5 19.5 26.5'
    'c-4.5-3.5-6.5-7.5-7.5-11.500c-5 3.5-17 4.5-22 0c-2 4-5 8-9.5 11.500z"/>'
    f'<g fill="{BLUE}"><circle cx="22.5" cy="38" r="3.2"/><circle cx="37.5" cy="38" r="3.2"/></g>'
    f'<path fill="none" stroke="{RED}" stroke-width="3.6" stroke-linecap="round" d="M22 48.500c4.5 5 11.5 5 16 0"/>'
)

# An animal: the head of a cat.
CAT = Drawn(
    f'<path fill="{GREEN}" d="M12.5 10.500l13 9.500c3-.7 6-.7 9 0l13-9.500c2 8 2.5 15 1.5 21c3 6 3.5 11 1.5 16'
    'c-3 8-10.5 13-20.5 13s-17.5-5-20.5-13c-2-5-1.5-10 1.5-16c-1-6-.5-13 1.5-21z"/>'
    f'<g fill="{IVORY}"><ellipse cx="21" cy="36" rx="4.6" ry="5.4"/><ellipse cx="39" cy="36" rx="4.6" ry="5.4"/></g>'
    f'<path stroke="{BLACK}" stroke-width="2.8" stroke-linecap="round" d="M21 33.500v5M39 33.500v5"/>'
    f'<path fill="{RED}" stroke="{IVORY}" stroke-width="1.8" d="M25.5 45h9l-4.5 5.500z"/>'
    f'<path fill="none" stroke="{IVORY}" stroke-width="1.8" stroke-linecap="round" '
    'd="M30 50.500v2.500M15 46.500l5.5 1.500M14.5 53l6-1.500M45 46.500l-5.5 1.500M45.5 53l-6-1.5"/>'
)


def star(outer: float, inner: float, at: Point) -> str:
    """The outline of a star with five points, one of them at the top."""
    radii = (outer, inner) * 5
    corners = ((at[0] + r * sin(pi * n / 5), at[1] - r * cos(pi * n / 5)) for n, r in enumerate(radii))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"


# A joker: a star with a rim that separates it from another face below it.
JOKER = Drawn(
    f'<path fill="{RED}" stroke="{IVORY}" stroke-width="8" stroke-linejoin="round" paint-order="stroke" '
    f'd="{star(26, 11.5, (30, 37))}"/><path fill="{IVORY}" d="{star(12, 5.3, (30, 37))}"/>'
)

# A tile face down.
BACK = Drawn(
    '<path fill="#2C7A63" d="M0 0h60v72H0z"/>'
    f'<g fill="none" stroke="{IVORY}" stroke-width="2" opacity=".55"><rect x="8" y="8" width="44" height="56" rx="4"/>'
    '<path d="M30 20l11 16l-11 16l-11-16z"/></g>'
)

# Red fives also have a red corner, for people who cannot see red ink.
CORNER = Drawn(f'<path fill="{RED}" d="M60 0v17L43 0z"/>')

FOUR = ((18, 21.5), (42, 21.5), (18, 50.5), (42, 50.5))
FIVE = ((16.5, 18.5), (43.5, 18.5), (16.5, 53.5), (43.5, 53.5))

CIRCLES: dict[str, Face] = {
    "1p": (WHEEL,),
    "2p": (rings(GREEN, 10.6, ((30, 20.5),)), rings(BLUE, 10.6, ((30, 51.5),))),
    "3p": (rings(BLUE, 8.8, ((16, 17),)), rings(RED, 8.8, ((30, 36),)), rings(GREEN, 8.8, ((44, 55),))),
    "4p": (rings(BLUE, 9.2, (FOUR[0], FOUR[3])), rings(GREEN, 9.2, FOUR[1:3])),
    "5p": (rings(BLUE, 8.2, (FIVE[0], FIVE[3])), rings(GREEN, 8.2, FIVE[1:3]), rings(RED, 8.2, ((30, 36),))),
    "6p": (rings(GREEN, 8, ((19, 15.5), (41, 15.5))), rings(RED, 8, ((19, 37.5), (41, 37.5), (19, 56.5), (41, 56.5)))),
    "7p": (
        rings(GREEN, 6.6, ((14, 12.5), (30, 18.5), (46, 24.5))),
        rings(RED, 7.2, ((19.5, 42.5), (40.5, 42.5), (19.5, 59.5), (40.5, 59.5))),
    ),
    "8p": (rings(BLUE, 7, tuple((x, y) for x in (20, 40) for y in (12.6, 28.2, 43.8, 59.4))),),
    "9p": tuple(rings(ink, 7.1, ((13, y), (30, y), (47, y))) for ink, y in ((GREEN, 16), (RED, 36), (BLUE, 56))),
}

COLUMNS = (13, 30, 47)
BAMBOO: dict[str, Face] = {
    "1s": (BIRD,),
    "2s": (sticks(GREEN, 27, ((30, 20.5),)), sticks(BLUE, 27, ((30, 51.5),))),
    "3s": (sticks(BLUE, 27, ((30, 20.5),)), sticks(GREEN, 27, ((17, 51.5), (43, 51.5)))),
    "4s": (sticks(GREEN, 27, ((18, 20.5), (42, 51.5))), sticks(BLUE, 27, ((42, 20.5), (18, 51.5)))),
    "5s": (
        sticks(GREEN, 24, ((14, 20), (46, 52))),
        sticks(BLUE, 24, ((46, 20), (14, 52))),
        sticks(RED, 24, ((30, 36),)),
    ),
    "6s": (sticks(GREEN, 27, tuple((x, 20.5) for x in COLUMNS)), sticks(BLUE, 27, tuple((x, 51.5) for x in COLUMNS))),
    "7s": (
        sticks(RED, 17, ((30, 13.5),)),
        sticks(GREEN, 18, ((13, 36), (47, 36), (13, 57), (47, 57))),
        sticks(BLUE, 18, ((30, 36), (30, 57))),
    ),
    "8s": (
        sticks(GREEN, 25, ((9, 20.5), (51, 20.5)), broad=6.4),
        sticks(GREEN, 25, ((22, 20.5),), -30, broad=6.4),
        sticks(GREEN, 25, ((38, 20.5),), 30, broad=6.4),
        sticks(BLUE, 25, ((9, 51.5), (51, 51.5)), broad=6.4),
        sticks(BLUE, 25, ((22, 51.5),), 30, broad=6.4),
        sticks(BLUE, 25, ((38, 51.5),), -30, broad=6.4),
    ),
    "9s": (
        sticks(GREEN, 17.8, tuple((x, y) for x in COLUMNS[::2] for y in (15, 36, 57))),
        sticks(RED, 17.8, tuple((30, y) for y in (15, 36, 57))),
    ),
}


def character(number: str, ink: str = BLACK) -> Face:
    """A number above the character for ten thousand, which is always red."""
    return (Glyph(number, ink, 29, 21.5), Glyph("萬", RED, 29, 52.5))


FACES: dict[str, Face] = {
    **CIRCLES,
    "5pr": (rings(RED, 8.2, (*FIVE, (30, 36))), CORNER),
    **{f"{place}m": character(number) for place, number in enumerate("一二三四五六七八九", 1)},
    "5mr": (*character("五", RED), CORNER),
    **BAMBOO,
    "E": (Glyph("東", BLUE),),
    "S": (Glyph("南", BLUE),),
    "W": (Glyph("西", BLUE),),
    "N": (Glyph("北", BLUE),),
    "dR": (Glyph("中", RED, 46),),
    "dG": (Glyph("發", GREEN, 44),),
    "dW": (WHITE_FRAME,),
    "flower": (BLOSSOM,),
    "season": (SUN,),
    "face": (MAN,),
    "animal": (CAT,),
    "joker": (JOKER,),
    "back": (BACK,),
}
