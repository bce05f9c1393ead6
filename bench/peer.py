"""Questions for the package `mahjong`: the hands of bench/data as text, scored by its rules for four or for three."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

HANDS = Path(__file__).resolve().parent / "data" / "sanma_hands.json"
NAME = f"mahjong {version('mahjong')}"
FOUR = OptionalRules(has_open_tanyao=True)
THREE = OptionalRules(has_open_tanyao=True, has_double_yakuman=False, is_three_player=True)
_tiles = TilesConverter.one_line_string_to_136_array


def hands() -> list[dict[str, Any]]:
    """Every hand of the file; `ref` is the known answer of `mahjong`."""
    told: list[dict[str, Any]] = json.loads(HANDS.read_text())["hands"]
    return told


def worth(hand: dict[str, Any], rules: OptionalRules = FOUR) -> HandResponse:
    """The han, fu, yaku and payments of one hand."""
    return HandCalculator.estimate_hand_value(
        _tiles(hand["tiles"]),
        _tiles(hand["win"])[0],
        melds=[Meld(Meld.PON, _tiles(meld)) for meld in hand["melds"]],
        dora_indicators=[_tiles(tile)[0] for tile in hand["dora"]],
        config=HandConfig(
            is_tsumo=hand["tsumo"],
            is_riichi=hand["riichi"],
            player_wind=EAST + hand["seat"],
            round_wind=EAST + hand["round"],
            options=rules,
        ),
    )
