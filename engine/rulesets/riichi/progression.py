"""The course of a match: the next dealer, honba, the end and the extension (docs/rules, B4, B5.11, E2, E12)."""

from dataclasses import replace

from engine.match.entries import Draw, Entry, Hand
from engine.match.payments import Pot
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.rulesets.scoring_types import Settlement, TableState, deal
from engine.seats import Points, Seat, Wind, add

WINDS = (Wind.E, Wind.S, Wind.W)
ROUND = 3  # deals


def advance(
    house: RiichiHouseRules,
    state: TableState,
    entry: Entry,
    settled: Settlement,
    *,
    aborted: bool = False,
    end_points: int = 0,
) -> TableState:
    """The table after `entry`. After a penalty, the hand is played again.

    `aborted`: whether the entry is an abortive draw; `end_points`: the points at which the match ends at once, or 0.
    """
    hand_no, honba, renchan, again = state.hand_no, state.honba, state.renchan, True
    if isinstance(entry, Hand | Draw):
        again = aborted or repeats(house, state, entry, settled)
        honba = honba + 1 if again or isinstance(entry, Draw) else 0
        renchan = renchan + 1 if again else 0
        hand_no += not again
    balances = add(state.balances, settled.payments)
    if is_bust(house, balances):
        ended = "bust"
    elif end_points and max(balances) >= end_points:
        ended = "cold"
    elif isinstance(entry, Hand | Draw) and not aborted:
        ended = _how_ended(house, state, entry, balances, again)
    else:
        ended = ""
    return replace(
        table_at(house, hand_no, state.length),
        balances=balances,
        honba=honba,
        sticks=state.sticks + settled.to_table,
        renchan=renchan,
        chips=add(state.chips, settled.chips) if house.plays_chips else state.chips,
        finished=bool(ended),
        ended=ended,
    )


def table_at(house: RiichiHouseRules, hand_no: int, length: int) -> TableState:
    """The table before a deal; deals beyond `length` belong to the extension."""
    state = deal(hand_no, length, WINDS)
    if hand_no > length and house.extension == "return_east":
        return replace(state, round_wind=Wind.E)
    return state


def repeats(house: RiichiHouseRules, state: TableState, entry: Hand | Draw, settled: Settlement) -> bool:
    """Whether the dealer deals again: as a paid winner, or if tenpai in a drawn hand (B4.5, E2.3)."""
    if house.renchan == "none":
        return False
    if isinstance(entry, Draw):
        first_round = state.hand_no <= ROUND
        counts = house.renchan == "win_or_tenpai" or house.renchan == "tenpai_from_south" and not first_round
        return counts and state.dealer in entry.tenpai
    return any(line.payee is state.dealer and line.payer is not Pot.TABLE for line in settled.lines)


def is_bust(house: RiichiHouseRules, balances: Points) -> bool:
    """Whether a player has too few points to continue (B4.9, E12.1)."""
    return house.bust_below is not None and min(balances) < house.bust_below


def _how_ended(house: RiichiHouseRules, state: TableState, entry: Hand | Draw, balances: Points, again: bool) -> str:
    """Why a match without a bust player ends with `entry`, as in docs/formats.md; "" if it goes on (B4.13, E12).

    `state`: the table before the entry; `again`: whether the dealer would deal again.
    """
    enough = not house.target_points or max(balances) >= house.target_points
    extended = state.hand_no > state.length
    if again:
        stops = house.agari_yame if isinstance(entry, Hand) else house.tenpai_yame
        first = max(Seat, key=lambda seat: balances[seat])  # of equals, the earlier first dealer
        if stops and state.hand_no >= state.length and enough and first is state.dealer:
            return "agari_yame" if isinstance(entry, Hand) else "tenpai_yame"
        return "target" if extended and enough and house.sudden_death == "any_hand" else ""
    if extended and enough:
        return "target"
    if state.hand_no == state.length and (enough or not house.has_extension):
        return "last_hand"
    return "last_hand" if state.hand_no >= state.length + ROUND else ""
