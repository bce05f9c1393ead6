"""The course of a match in which the deal always passes: nine hands, once, twice or three times (docs/rules, A2)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.hands.hand import BY
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Entry, Hand
from engine.rulesets.definitions import HouseRuleValues, choice
from engine.rulesets.entry_sheet import WinWay
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import Settlement, TableState, deal, moved
from engine.seats import Seat, add

WAYS = (
    WinWay("wall", False),
    WinWay("discard", True),
    WinWay("rob_kong", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s’s kong")),
)


def length_option(**more: Any) -> Any:
    """The house rule for the length of the match (A2.5)."""
    lengths = {9: _("9 hands"), 18: _("18 hands (double match)"), 27: _("27 hands (triple match)")}
    return choice(_("Length of the match"), "A2.5", lengths, **more)


class PassingDealHouseRules(HouseRuleValues):
    """House rules with a `match_length`. Each book declares the field again, to choose its place among the options."""

    match_length: int


class PassingDeal(RuleBook):
    """A rule book with three rounds of three hands, played once, twice or three times (`match_length`, A2.5)."""

    house: PassingDealHouseRules

    win_by = BY
    lengths = (9, 18, 27)

    def start(self) -> TableState:
        return deal(1, self.house.match_length, self.winds)

    def hand_title(self, state: TableState) -> Note:
        text = _("All %(length)s hands played") if state.finished else _("Hand %(hand_no)s of %(length)s")
        return Note(text, values={"hand_no": state.hand_no, "length": state.length})

    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        """Pass the deal (A2.2), except after a penalty that doesn't end the hand."""
        if not isinstance(entry, Hand | Draw) and not entry.ends_hand:
            return moved(state, settlement.payments)
        return replace(
            deal(state.hand_no + 1, state.length, self.winds),
            balances=add(state.balances, settlement.payments),
            goulash=self.goulash_after(state, entry),
            finished=state.hand_no >= state.length,
        )

    def goulash_after(self, state: TableState, entry: Entry) -> int:
        """The number of goulashes carried over after `entry`. Default: 0."""
        return 0


# ── for the rule cards ───────────────────────────────────────────────────────

PLAYERS = dict(zip(("winner", "discarder", "other"), Seat, strict=True))
FROM_WALL: Mapping[str, Any] = {"winner": "P1", "win": {"by": "wall"}}
ON_DISCARD: Mapping[str, Any] = {"winner": "P1", "win": {"by": "discard", "from": "P2"}}
START = Note(
    _("Everyone starts with 0. What one player gains, the others pay. The player with the most points wins."), "A2.6"
)


def rounds(book: PassingDeal) -> Note:
    """A note on the length of a match at this table."""
    once = _("Nine hands in three rounds: %(first)s, %(second)s and %(third)s. Each player deals once per round.")
    repeated = _(
        "%(hands)s hands: the %(first)s, %(second)s and %(third)s rounds, with three hands each, are played "
        "%(times)s times."
    )
    length = book.house.match_length
    winds = dict(zip(("first", "second", "third"), book.winds, strict=True))
    return Note(once if length == 9 else repeated, "A2.3", {**winds, "hands": length, "times": length // 9})
