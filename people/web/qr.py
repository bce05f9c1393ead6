"""QR codes as SVG paths, without size or colour."""

from itertools import groupby
from typing import NamedTuple

import segno

QUIET = 4  # width of the white border in modules, which cameras need to find the code


class QrCode(NamedTuple):
    """A square of `size` modules, including the quiet zone, and the path of the dark modules."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """Return `text` as a QR code for `_qr.html`."""
    matrix = list(segno.make(text, error="m", micro=False).matrix_iter(border=QUIET))
    path = ""
    for y, row in enumerate(matrix):
        x = 0
        for dark, modules in groupby(row):
            width = len(list(modules))
            path += f"M{x} {y}h{width}v1h-{width}z" if dark else ""
            x += width
    return QrCode(len(matrix), path)
