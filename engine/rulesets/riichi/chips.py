"""Chips, a second count that a winner gets from each payer (docs/rules, B4.14, E14)."""

from collections.abc import Mapping
from typing import Any

from engine.hands.hand import Meld
from engine.rulesets.riichi.deck import dora
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.seats import NOTHING, PerSeat, Points, Seat


def chips_of(winner: Seat, source: Seat | None, each: int) -> Points:
    """Each player's change in chips if every payer gives `each`: the discarder, or both on a self-draw."""
    if not each:
        return NOTHING
    payers = winner.others if source is None else (source,)
    return PerSeat.of(lambda seat: each * len(payers) if seat is winner else -each if seat in payers else 0)


def chips_earned(
    house: RiichiHouseRules,
    special: Mapping[str, Any],
    everything: int,
    melds: tuple[Meld, ...],
    ready: bool,
    units: int,
    *,
    ippatsu: bool = True,
    uradora: bool = True,
) -> int:
    """The chips that each payer gives for a hand entered by tiles.

    `special`: as in `TileHand`; `everything`: all tiles (packed), including Norths set aside; `ready`: whether riichi
    was declared; `units`: the yakuman that are paid; `ippatsu`, `uradora`: whether the table plays them.
    """
    chips = units * house.chip_yakuman
    if ready:
        if ippatsu and special.get("ippatsu"):
            chips += house.chip_ippatsu
        if uradora and "ura_indicators" in special:
            chips += house.chip_ura * (dora(everything, special["ura_indicators"]) or 0)
    concealed = not any(meld.exposed for meld in melds)
    if {"always": True, "closed": concealed, "riichi": ready}[house.chip_red_when]:
        chips += house.chip_red * int(special.get("red", 0))
    return chips
