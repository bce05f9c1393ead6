"""The part of the hand's form that takes tiles: what the keypad fills, and the switches beside it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hand import TileHand
from engine.language import gettext_noop
from engine.tiles import Tile, parse_tiles, text
from matches.forms import tiles
from matches.forms.choice import Choice
from matches.forms.entry import ReasonForm, Text, Tick

# Small numbers beside the tiles, with their names.
FEW = {
    "flowers": gettext_noop("Flowers"),
    "red_fives": gettext_noop("Red fives"),
    "matching_players": gettext_noop("Further players who waited on it"),
}


class TileFields(ReasonForm):
    """`tile_hand` is the hand as far as it is tapped, once the form was looked at."""

    tiles = Text()
    melds = Text()
    tile = Text()
    discards = Text()
    dora_indicator = Text()
    revealed_indicator = Text()
    flowers = Text()
    red_fives = Text()
    matching_players = Text()
    last_tile = Tick()
    replacement = Tick()
    concealed_kong = Tick()
    declared_ready = Tick()

    tile_hand: TileHand | None = None

    def _tiles(self, win: dict[str, Any]) -> dict[str, Any]:
        """The tiles as the log takes them; what only applies to some wins goes into `win`."""
        try:
            self.tile_hand = hand = tiles.read_hand({field: self.typed(field).strip() for field in tiles.FIELDS})
            turned = {key: self.typed(key) for key in tiles.FIELDS[4:] if self.typed(key)}
            discards = [text(tile) for tile in parse_tiles(self.typed("discards"))]
        except RuleViolation as violation:
            self.refuse(violation)
            return {}
        if not hand.concealed:
            self.add_error("tiles", _("Enter the tiles of the hand."))
        if hand.tile is not None:
            win["tile"] = text(hand.tile)
        applies = {"last_tile": True, "replacement": win["by"] == "wall", "concealed_kong": win["by"] == "rob_kong"}
        win |= {key: True for key, can in applies.items() if can and self.cleaned_data.get(key)}
        counts = {key: self._few(key) for key in FEW}
        extras = {**{key: number for key, number in counts.items() if number}, **turned}
        if discards:
            extras["winner_discards"] = discards
        if self.cleaned_data.get("declared_ready"):
            extras["declared_ready"] = True
        return tiles.entry(hand, extras)

    def _few(self, field: str) -> int:
        """A small number from a stepper; empty is 0."""
        return self.whole(str(self.typed(field) or "0"), field, _(FEW[field]), 0, 4) or 0

    def tiles_now(self) -> TileHand | None:
        """The tiles as they stand in the fields, if they can be read."""
        try:
            return tiles.read_hand({field: self.typed(field).strip() for field in tiles.FIELDS})
        except RuleViolation:
            return None

    @property
    def few(self) -> dict[str, object]:
        """The small numbers beside the tiles, with their names for the steppers."""
        return {name: self.typed(name) or 0 for name in FEW} | {f"{name}_label": _(FEW[name]) for name in FEW}

    @property
    def on(self) -> dict[str, bool]:
        """The switches beside the tiles."""
        names = ("declared_ready", "last_tile", "replacement", "concealed_kong")
        return {name: bool(self.typed(name)) for name in names}

    @property
    def indicators(self) -> dict[str, list[Choice]]:
        """What can lie turned up: nothing, a flower, or a tile of this table's deck."""
        held = [Tile(tile) for tile, copies in enumerate(self.book.deck) if copies]
        named = [("", _("None")), ("flower", _("A flower")), *((text(tile), tiles.tile_name(tile)) for tile in held)]
        return {
            field: [Choice(value, name, self.typed(field) == value) for value, name in named]
            for field in tiles.FIELDS[4:]
        }

    @property
    def discards_shown(self) -> str:
        return str(self.typed("discards"))
