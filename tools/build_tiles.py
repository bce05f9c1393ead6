"""Write the faces of tile_faces.py into static/img/tiles.svg, with characters from a CJK serif font.

Handles only fonts and paths, not the values of tiles or the drawing around a face.

    python tools/build_tiles.py [path/to/NotoSerifCJK-Bold.ttc]

Needs fontTools (a build tool, not a requirement of the application). The outlines come from Noto Serif CJK TC Bold, SIL
Open Font License 1.1; the licence is beside the result, as static/img/OFL.txt.
"""

import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTCollection
from tile_faces import FACES, HEIGHT, WIDTH, Face, Glyph

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
FAMILY = "Noto Serif CJK TC"
OUT = Path(__file__).resolve().parent.parent / "static" / "img" / "tiles.svg"


def open_face(path: Path, family: str):
    """The font with this family name in a collection file. Raises `KeyError` if there is none."""
    for font in TTCollection(path).fonts:
        if font["name"].getDebugName(1) == family:
            return font
    raise KeyError(family)


def outline(font, glyph: Glyph) -> str:
    """A <path> in whole font units, translated so that the character's bounding box is centred on the face."""
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


def symbol(font, name: str, parts: Face) -> str:
    """A <symbol> with all parts of a face."""
    body = "".join(outline(font, part) if isinstance(part, Glyph) else part.markup for part in parts)
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>\n'


def main() -> None:
    """Write all faces of FACES into one sprite."""
    font = open_face(Path(sys.argv[1]) if len(sys.argv) > 1 else FONT, FAMILY)
    symbols = "".join(symbol(font, f"tile-{name}", parts) for name, parts in FACES.items())
    OUT.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n{symbols}</defs>\n</svg>\n', "utf-8")


if __name__ == "__main__":
    main()
