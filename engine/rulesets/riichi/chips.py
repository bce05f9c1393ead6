"""Chips, which are counted separately from points; a winner gets them from each payer (docs/rules, B4.14, E14)."""

from engine.match.entries import Win
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.rulesets.riichi.scoring.deck import dora
from engine.rulesets.riichi.scoring.decompositions import Held, everything_of
from engine.rulesets.scoring_types import Score
from engine.seats import NOTHING, PerSeat, Points, Seat


def chips_of(winner: Seat, source: Seat | None, each: int) -> Points:
    """Each player's change in chips if the discarder, or each opponent on a self-draw, gives `each` chips."""
    if not each:
        return NOTHING
    payers = winner.others if source is None else (source,)
    return PerSeat.of(lambda seat: each * len(payers) if seat is winner else -each if seat in payers else 0)


def with_chips(
    house: RiichiHouseRules,
    win: Win,
    hand: Held,
    score: Score,
    units: int,
    *,
    ippatsu: bool = True,
    uradora: bool = True,
) -> Score:
    """`score` with the chips of a hand entered by tiles.

    `units`: the yakuman that are paid; `ippatsu`, `uradora`: whether the table plays them.
    """
    if not score.legal:
        return score
    each = _earned(house, hand, units, ippatsu, uradora)
    return score._replace(chips=chips_of(win.winner, win.source, each))


def _earned(house: RiichiHouseRules, hand: Held, units: int, ippatsu: bool, uradora: bool) -> int:
    """The chips that each payer gives."""
    held, melds, _tile, _by, _way, ready, special = hand
    chips = units * house.chip_yakuman
    if ready:
        if ippatsu and special.get("ippatsu"):
            chips += house.chip_ippatsu
        if uradora and "ura_indicators" in special:
            chips += house.chip_ura * (dora(everything_of(held, melds, special), special["ura_indicators"]) or 0)
    concealed = not any(meld.exposed for meld in melds)
    if {"always": True, "closed": concealed, "riichi": ready}[house.chip_red_when]:
        chips += house.chip_red * int(special.get("red", 0))
    return chips
