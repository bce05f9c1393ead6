"""QR codes as SVG shapes, without size or colour of their own."""

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """An inline SVG of `text`, which a camera reads; the quiet zone is part of it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=4, xmldecl=False, svgns=False, omitsize=True, svgclass=None, lineclass=None
    )
    return mark_safe(out.getvalue().decode())
