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
    """`text` as a QR code for `_qr.html`."""
    matrix = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)]
    runs = [f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(matrix) for x, width in _dark_runs(row)]
    return QrCode(len(matrix), "".join(runs))


def _dark_runs(row: list[int]) -> list[tuple[int, int]]:
    """(start, length) of each run of dark modules in a row."""
    runs, x = [], 0
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            runs.append((x, length))
        x += length
    return runs
