"""The course of a match: the next dealer, honba, the end (docs/rules, B4, B5.11)."""

from dataclasses import replace

from engine.match.entries import Draw, Entry, Hand
from engine.match.payments import Pot
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.scoring_types import Settlement, TableState, deal
from engine.seats import Points, Seat, Wind, add

WINDS = (Wind.E, Wind.S, Wind.W)
LENGTHS = {"east": 3, "east_south": 6}


def advance(house: HonshuHouseRules, state: TableState, entry: Entry, settled: Settlement) -> TableState:
    """The table after `entry`. After a penalty the hand is played again."""
    balances = add(state.balances, settled.payments)
    hand_no, honba, renchan = state.hand_no, state.honba, state.renchan
    if isinstance(entry, Hand | Draw):
        again = repeats(house, state.dealer, entry, settled)
        honba = honba + 1 if again or isinstance(entry, Draw) else 0
        renchan = renchan + 1 if again else 0
        hand_no += not again
    return replace(
        deal(hand_no, state.length, WINDS),
        balances=balances,
        honba=honba,
        sticks=state.sticks + settled.to_table,
        renchan=renchan,
        finished=hand_no > state.length or bust(house, balances),
    )


def repeats(house: HonshuHouseRules, dealer: Seat, entry: Hand | Draw, settled: Settlement) -> bool:
    """Whether the dealer deals again (B4.5): as a paid winner, or if tenpai in a drawn hand."""
    if house.renchan == "none":
        return False
    if isinstance(entry, Draw):
        return house.renchan == "win_or_tenpai" and dealer in entry.tenpai
    return any(line.payee is dealer and line.payer is not Pot.TABLE for line in settled.lines)


def bust(house: HonshuHouseRules, balances: Points) -> bool:
    """Whether a player has too few points to continue (B4.9)."""
    return house.bust != "off" and min(balances) < (1 if house.bust == "zero" else 0)
