"""What an entry says beside who won and what was counted, as data: sheets are built from it (docs/formats.md)."""

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Detail

RIICHI = {"riichi": _("Riichi"), "double": _("Double riichi")}

DETAILS = (
    Detail("riichi", "choice", _("The winner had declared"), "B2", ("tiles", "hand"), choices=RIICHI),
    Detail("ippatsu", "switch", _("Won within the first round after riichi"), "B2"),
    Detail("dora_indicators", "tiles", _("Dora indicators"), "B2"),
    Detail("ura_indicators", "tiles", _("Hidden dora indicators"), "B2"),
    Detail("norths", "number", _("Norths set aside"), "B2", most=4),
    Detail("red", "number", _("Red fives"), "B2", most=8),
    Detail("furiten", "switch", _("The winner is in furiten"), "B1"),
    Detail("first_draw", "switch", _("Won with the first draw"), "B2"),
    Detail("kokushi_pure", "switch", _("Has discarded none of the thirteen orphans"), "B2"),
    Detail("chuuren_pure", "switch", _("Has discarded no tile of the suit"), "B2"),
    Detail("riichi_by", "players", _("Who put down a riichi stick"), "B4.3", ("hand", "draw")),
    Detail("tenpai", "players", _("Who is tenpai"), "B4.4", ("draw",)),
)
BY_KEY = {detail.key: detail for detail in DETAILS}
OF_TILES = tuple(detail for detail in DETAILS if "tiles" in detail.beside)
