"""The part of the hand's form that takes tiles: what the keypad fills."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hand import TileHand
from engine.tiles import text
from matches.forms import tiles as written
from matches.forms.entry import ReasonForm, Text


class TileFields(ReasonForm):
    """`tile_hand` is the hand as far as it is tapped, once the form was looked at."""

    tiles = Text()
    melds = Text()
    tile = Text()

    tile_hand: TileHand | None = None

    def _tiles(self, win: dict[str, Any]) -> dict[str, Any]:
        """The tiles as the log takes them; the one that won goes into `win`."""
        try:
            self.tile_hand = hand = self._read_tiles()
        except RuleViolation as violation:
            self.refuse(violation)
            return {}
        if not hand.concealed:
            self.add_error("tiles", _("Enter the tiles of the hand."))
        if hand.tile is not None:
            win["tile"] = text(hand.tile)
        return written.entry(hand)

    def tiles_now(self) -> TileHand | None:
        """The tiles as they stand in the fields, if they can be read."""
        try:
            return self._read_tiles()
        except RuleViolation:
            return None

    def _read_tiles(self) -> TileHand:
        return written.read_hand({field: str(self.typed(field)).strip() for field in written.FIELDS})
