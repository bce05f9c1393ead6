"""Cut the tile faces out of a CJK serif into static/img/tiles.svg.

Knows fonts and paths only: what a tile is worth, or looks like around its face, is not its business.

    python tools/build_tiles.py [path/to/NotoSerifCJK-Bold.ttc]

Needs fontTools (a build tool, not a requirement of the application). The outlines come from Noto Serif
CJK TC Bold, SIL Open Font License 1.1; the licence lies beside the result as static/img/OFL.txt.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTCollection

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
FAMILY = "Noto Serif CJK TC"
OUT = Path(__file__).resolve().parent.parent / "static" / "img" / "tiles.svg"

# The face is 60 units wide and 72 high; the ivory body around it is drawn by css/app.css (.tile).
WIDTH, HEIGHT = 60, 72
GREEN, BLUE, RED, BLACK = "#15694A", "#1E4C8A", "#B22F1B", "#23282B"


@dataclass(frozen=True)
class Glyph:
    """One character of a face: its ink, its em size in face units, the height of its centre."""

    char: str
    ink: str
    em: float = 40
    centre: float = HEIGHT / 2


@dataclass(frozen=True)
class Drawn:
    """A face, or a part of one, that no font has: SVG markup in face units."""

    markup: str


Part = Glyph | Drawn

# The frame of the white dragon: a broad line around a thin one.
WHITE_FRAME = Drawn(
    f'<g fill="none" stroke="{BLUE}" stroke-linejoin="round">'
    '<rect x="12" y="11.5" width="36" height="49" rx="1.5" stroke-width="4"/>'
    '<rect x="19" y="18.5" width="22" height="35" rx=".5" stroke-width="1.5"/></g>'
)

FACES: dict[str, tuple[Part, ...]] = {
    "tile-E": (Glyph("東", BLUE),),
    "tile-S": (Glyph("南", BLUE),),
    "tile-W": (Glyph("西", BLUE),),
    "tile-N": (Glyph("北", BLUE),),
    "tile-dR": (Glyph("中", RED, 46),),
    "tile-dG": (Glyph("發", GREEN, 44),),
    "tile-dW": (WHITE_FRAME,),
}


def open_face(path: Path, family: str):
    """The font of that family name inside a collection file; KeyError if it holds none."""
    for font in TTCollection(path).fonts:
        if font["name"].getDebugName(1) == family:
            return font
    raise KeyError(family)


def outline(font, glyph: Glyph) -> str:
    """A <path> in whole font units, moved so that the character's box is centred on the face."""
    glyphs = font.getGlyphSet()
    drawing = glyphs[font.getBestCmap()[ord(glyph.char)]]
    bounds, path = BoundsPen(glyphs), SVGPathPen(glyphs, ntos=lambda n: str(round(n)))
    drawing.draw(bounds)
    drawing.draw(path)
    left, bottom, right, top = bounds.bounds
    scale = glyph.em / font["head"].unitsPerEm
    x = WIDTH / 2 - scale * (left + right) / 2
    y = glyph.centre + scale * (bottom + top) / 2
    move = f"translate({x:.2f} {y:.2f}) scale({scale:g} {-scale:g})"
    return f'<path fill="{glyph.ink}" transform="{move}" d="{path.getCommands()}"/>'


def symbol(font, name: str, parts: tuple[Part, ...]) -> str:
    """One <symbol> with all parts of a face."""
    body = "".join(outline(font, part) if isinstance(part, Glyph) else part.markup for part in parts)
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>\n'


def main() -> None:
    """Write every face of FACES into one sprite."""
    font = open_face(Path(sys.argv[1]) if len(sys.argv) > 1 else FONT, FAMILY)
    symbols = "".join(symbol(font, name, parts) for name, parts in FACES.items())
    OUT.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n{symbols}</defs>\n</svg>\n', "utf-8")


if __name__ == "__main__":
    main()
