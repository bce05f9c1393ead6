"""Another rule book in one file, written like docs/adding-a-rule-book.md says: a small Hong Kong game for three.

It shows that a rule book doesn't depend on the others. Only its test registers it. Fan are converted by the table
of A12.10; the values of the patterns are the usual ones of that game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import BY, TileHand, read_how, read_tile_hand
from engine.hands.tiles import OF_WIND, count
from engine.match.entries import Hand, Numbers, Win
from engine.match.fields import Payload, known_keys, seat, whole_number
from engine.match.payments import PaymentLine
from engine.rulesets.definitions import NumberField, Option, Pattern, Preset, pattern_index
from engine.rulesets.malaysian_fan.scoring.best_score import four_sets
from engine.rulesets.malaysian_fan.scoring.fan_count import Facts
from engine.rulesets.rotating_deal import PassingDeal, PassingDealHouseRules
from engine.rulesets.rule_book import Item, Score, TableState

# ── the book as data ─────────────────────────────────────────────────────────

PATTERNS = (
    Pattern("dragon_pong", "Dragon pong", 1, "H1", 1, "sets", most=3),
    Pattern("seat_wind", "Seat wind", 1, "H1", 1, "sets"),
    Pattern("all_chows", "All chows", 1, "H1", 1, "whole"),
    Pattern("all_pongs", "All pongs", 3, "H1", 1, "whole"),
    Pattern("half_flush", "Half flush", 3, "H1", 1, "whole"),
    Pattern("full_flush", "Full flush", 7, "H1", 1, "whole"),
    Pattern("self_drawn", "Self-drawn", 1, "H1", 1, "way"),
)
BY_ID = pattern_index(PATTERNS)
UNITS = ((2, 0), (4, 1), (6, 2), (10, 4), (99, 8))  # up to so many fan: so many units
MOST = 99
OPTIONS = (
    Option("min_fan", "number", 3, "Minimum fan", "H2", most=13),
    Option("match_length", "choice", 9, "Length", "A2.5", choices={9: "9 hands", 18: "18 hands", 27: "27 hands"}),
)


@dataclass(frozen=True, slots=True)
class HongKongHouseRules(PassingDealHouseRules):
    """The house rules of a table, with the names of `OPTIONS`."""

    min_fan: int
    match_length: int


class HongKong(PassingDeal):
    """Fan by the usual patterns, units by the table; the discarder pays for both opponents."""

    house: HongKongHouseRules
    house_rules = HongKongHouseRules
    key = "hong_kong"
    version = 1
    title = "Hong Kong"
    options = OPTIONS
    presets = (Preset("club", "Club", "", {}),)
    patterns = PATTERNS
    groups: Mapping[str, str] = {"sets": "Sets", "whole": "Whole hand", "way": "Type of win"}
    numbers = (NumberField("fan", "Fan", 0, MOST),)
    win_by = BY
    deck = (4,) * 34

    # ── from an entry to a win ───────────────────────────────────────────────

    def read_hand(self, payload: Payload) -> Hand:
        tiles = "concealed" in payload
        counted = ("concealed", "melds") if tiles else ("fan",)
        known_keys(payload, frozenset({"winner", "win", *self.knows, *counted}))
        winner = seat(payload.get("winner"), "winner")
        by, source = read_how(payload, winner)
        given = {key: payload[key] for key in self.knows if key in payload}
        fan = None if tiles else Numbers({"fan": whole_number(payload, "fan", 0, MOST)})
        return Hand((Win(winner, by, source, fan or read_tile_hand(payload), given=given),))

    def check_win(self, state: TableState, win: Win) -> None:
        self.check_given(state, win)
        score = self.score(state, win)
        if not score.legal:
            raise RuleViolation("fan", "This hand can’t be declared: %(reason)s.", reason=score.reason)

    # ── counting ─────────────────────────────────────────────────────────────

    def score(self, state: TableState, win: Win) -> Score:
        if isinstance(win.count, Numbers):
            return self._judged(win, (), int(win.count.values["fan"]))
        return self.readings(state, win)[0]

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        """Every reading of the tiles, the one with most fan first."""
        hand = win.count
        assert isinstance(hand, TileHand)
        if hand.tile not in hand.concealed:
            return (Score(win.winner, points=0, legal=False, reason="winning_tile_missing"),)
        found = [
            self._judged(win, items, sum(item.points for item in items))
            for reading in four_sets(count(hand.concealed), hand.melds, (True, True, True))
            for items in (tuple(_items(Facts(hand, reading, win.by == "wall"), state, win)),)
        ]
        none = Score(win.winner, points=0, legal=False, reason="not_a_legal_hand")
        return tuple(sorted(found, key=lambda score: -(score.points or 0))) or (none,)

    def _judged(self, win: Win, items: tuple[Item, ...], fan: int) -> Score:
        enough = fan >= self.house.min_fan
        reason = None if enough else "minimum_not_reached"
        return Score(win.winner, items=items, points=fan, legal=enough, reason=reason)

    # ── payments and output ──────────────────────────────────────────────────

    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[PaymentLine, ...]:
        fan = score.points or 0
        units = next(unit for most, unit in UNITS if fan <= most)
        payers = {win.source: 2} if win.source else dict.fromkeys(win.winner.others, 1)
        return tuple(
            PaymentLine(payer, win.winner, times * units, "unit_table", "A12.10", times, fan)
            for payer, times in payers.items()
            if units
        )

    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        patterns = {item.id: item.points for item in score.items}
        return {"legal": score.legal, "reason": score.reason, "patterns": patterns, "fan": score.points}


def _items(facts: Facts, state: TableState, win: Win) -> Iterator[Item]:
    """The items of a reading."""
    flush = len(facts.suits - {3}) == 1
    earned = {
        "dragon_pong": facts.dragons,
        "seat_wind": int(facts.has_pong(OF_WIND[state.seat_winds[win.winner]])),
        "all_chows": int(len(facts.chows) == 4),
        "all_pongs": int(facts.all_pongs),
        "half_flush": int(flush and facts.has_honours),
        "full_flush": int(flush and not facts.has_honours),
        "self_drawn": int(facts.by_wall),
    }
    for item, times in earned.items():
        if times:
            yield Item(item, BY_ID[item].points * times, BY_ID[item].clause, times)
