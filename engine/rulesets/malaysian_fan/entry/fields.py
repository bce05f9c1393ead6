"""What an entry says beside who won and what was counted, as data: sheets are built from it (docs/formats.md)."""

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Detail

OUTSIDE = (
    Detail("flowers", "numbers", _("Flowers"), "C2.1", most=4),
    Detail("seasons", "numbers", _("Seasons"), "C2.1", most=4),
    Detail("faces", "number", _("Faces"), "C2.1", most=4),
    Detail("animals", "number", _("Animals"), "C2.1", most=4),
)
OF_WIN = (
    Detail("first_tile", "switch", _("Won on the first tile"), "C2.2", ("win",)),
    Detail("last_tile", "switch", _("Won on the last tile"), "C2.2", ("win",)),
    Detail("replacement", "switch", _("Won on a replacement tile"), "C2.1", ("win",)),
    Detail("double_kong", "switch", _("Won on the replacement for the second of two kongs"), "C2.2", ("win",)),
)
DETAILS = (*OUTSIDE, *OF_WIN)
