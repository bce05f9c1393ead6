"""Readers for Honshu sanma entries: hands, draws and penalties. They check only the format, not the rules."""

from collections.abc import Mapping
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.hands.tiles import TILES
from engine.language import gettext_noop as _
from engine.match.fields import Payload, whole_number
from engine.rulesets.definitions import Detail
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.payments import FIRST_ROW
from engine.rulesets.riichi.entry.reader import MOST_CHIPS, MOST_HAN, RIICHI, EntryReader, How

# The details of an entry besides the winner and the count (docs/formats.md); entry sheets are built from them.
DETAILS = (
    Detail("riichi", "choice", _("Winner’s riichi"), "B2", ("tiles", "hand"), choices=RIICHI),
    Detail("ippatsu", "switch", _("Won within one round of turns after riichi"), "B2"),
    Detail("dora_indicators", "tiles", _("Dora indicators"), "B2"),
    Detail("ura_indicators", "tiles", _("Uradora indicators"), "B2"),
    Detail("norths", "number", _("Norths set aside"), "B2", most=4),
    Detail("flowers", "number", _("Flowers set aside"), "B1.9", most=4),
    Detail("red", "number", _("Red fives"), "B2", most=8),
    Detail("furiten", "switch", _("The winner is in furiten"), "B1"),
    Detail("first_draw", "switch", _("Won on the first draw"), "B2"),
    Detail("kokushi_pure", "switch", _("Discarded no 1, 9, wind or dragon"), "B2"),
    Detail("chuuren_pure", "switch", _("Discarded no tile of the hand’s suit"), "B2"),
    Detail("chips", "number", _("Chips from each payer"), "B4.14", ("count",), most=MOST_CHIPS),
    Detail("riichi_by", "players", _("Players who declared riichi"), "B4.3", ("hand", "draw")),
    Detail("tenpai", "players", _("Tenpai players"), "B4.4", ("draw",)),
)
FROM_WALL = ("tsumo", "fourth_kong")
CARRIED = ("honba", "sticks", "renchan_count")
FIVES = frozenset(TILES[f"5{suit}"] for suit in "pms")


class HonshuReader(EntryReader[HonshuHouseRules]):
    """Reads the entries of Honshu sanma."""

    details = DETAILS
    by = ("tsumo", "ron", "chankan", "rob_north", "fourth_kong")
    drawn = FROM_WALL
    knows = ("hand_no", "round", "seats", *CARRIED)
    numbers = frozenset({"han", "yakuman", "chips"})
    without_tile = frozenset({"fourth_kong"})

    def read_numbers(self, payload: Payload, house: HonshuHouseRules) -> Mapping[str, int | str | bool]:
        if "yakuman" not in payload:
            return {"han": whole_number(payload, "han", FIRST_ROW, MOST_HAN)}
        if "han" in payload:
            raise RuleViolation("yakuman", _("yakuman can’t be combined with han."))
        return {"yakuman": whole_number(payload, "yakuman", 1, house.yakuman_cap)}

    def read_count_details(self, payload: Payload, house: HonshuHouseRules) -> Mapping[str, Any]:
        if "chips" in payload and not house.plays_chips:
            raise RuleViolation("chips", _("chips must be left out: this table plays without chips."))
        return super().read_count_details(payload, house)

    def check_how(self, how: How, special: Mapping[str, Any], house: HonshuHouseRules) -> None:
        super().check_how(how, special, house)
        if special.get("flowers") and not house.flowers:
            raise RuleViolation("flowers", _("flowers must be 0: this table plays without flowers."))

    def most_red(self, hand: TileHand, house: HonshuHouseRules) -> int:
        return sum(tile in FIVES for tile in hand.tiles)


READER = HonshuReader()
BY_KEY = READER.by_key
