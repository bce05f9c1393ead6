"""The fields of the hand form for tiles, which the keypad fills."""

from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from matches.entry.entry_form import ReasonForm, Text
from matches.entry.tapped_tiles import FIELDS, Tapped, read


class TileFields(ReasonForm):
    """`tile_hand` is the hand as far as it is tapped, once the form was looked at."""

    tiles = Text()
    melds = Text()
    tile = Text()

    tile_hand: TileHand | None = None

    def _tiles(self, win: dict[str, Any]) -> dict[str, Any]:
        """The tiles as the log takes them; the one that won goes into `win`."""
        try:
            tapped = self._read_tiles()
        except RuleViolation as violation:
            self.refuse(violation)
            return {}
        self.tile_hand = tapped.hand
        if not tapped.concealed:
            self.add_error("tiles", _("Enter the tiles of the hand."))
        if tapped.won:
            win["tile"] = tapped.won
        return tapped.entry

    def tapped(self) -> Tapped | None:
        """The tiles as they stand in the fields, if they can be read."""
        try:
            return self._read_tiles()
        except RuleViolation:
            return None

    @property
    def tile_fields(self) -> dict[str, str]:
        """What stands in the fields of the keypad; kept while the hand is counted in another way."""
        return {field: str(self.typed(field)).strip() for field in FIELDS}

    def _read_tiles(self) -> Tapped:
        return read(self.tile_fields, self.book.sheet.marks)
