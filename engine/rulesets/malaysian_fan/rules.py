"""The rules of the Malaysian fan game (docs/rules, C1 to C3)."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Entry, Hand, Win
from engine.match.fields import Payload
from engine.match.payments import PaymentLine
from engine.rulesets.definitions import NumberField, Pattern
from engine.rulesets.malaysian_fan import wording
from engine.rulesets.malaysian_fan.entry.reader import DETAILS, read_win
from engine.rulesets.malaysian_fan.house import MOST_DOUBLINGS, MOST_FAN, OPTIONS, PRESETS, MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import GROUPS, ITEMS, MAXIMA, worded
from engine.rulesets.malaysian_fan.scoring import best_score
from engine.rulesets.malaysian_fan.scoring.table import DECK, MalaysianFanTable, real_tiles
from engine.rulesets.rotating_deal import PassingDeal
from engine.rulesets.scoring_types import Item, Score, TableState
from engine.seats import Seat


class MalaysianFanRules(PassingDeal):
    """Rules with a minimum and a maximum number of fan; by default, the discarder pays for both opponents."""

    house_rules = MalaysianFanHouseRules
    house: MalaysianFanHouseRules

    key = "malaysian_fan"
    version = 1
    title = _("Malaysian (fan)")
    numbers = (
        NumberField(
            "fan",
            _("Fan"),
            0,
            MOST_FAN,
            another=_("Another number of fan"),
            choose=_("Choose the number of fan"),
            required=_("Choose the number of fan, or a maximum hand."),
        ),
    )
    words = wording.WORDS
    limit_kinds = ("maximum",)
    limits_played = MAXIMA
    limit_clause = "C2.2"
    refusals = wording.REFUSALS
    plays_claims = True
    options = OPTIONS
    presets = PRESETS
    patterns = (*ITEMS, *MAXIMA)
    groups = GROUPS
    details = DETAILS
    deck = DECK

    def settle_house(self) -> None:
        """Refuse a maximum below the minimum, and too many doublings (C3.8)."""
        least, most = self.house.min_fan, self.house.max_fan
        if most < least:
            raise RuleViolation("max_fan", _("max_fan must be at least min_fan, which is %(least)s."), least=least)
        if self.house.unit == "doubling" and most - least > MOST_DOUBLINGS:
            raise RuleViolation(
                "max_fan",
                _("With doubling, max_fan can be at most %(most)s, which is %(doublings)s above min_fan."),
                most=least + MOST_DOUBLINGS,
                doublings=MOST_DOUBLINGS,
            )

    @property
    def played_items(self) -> tuple[Pattern, ...]:
        return tuple(worded(item, self.house.small_dragons_total) for item in self.patterns)

    def read_hand(self, payload: Payload) -> Hand:
        return Hand((read_win(payload),))

    def score(self, state: TableState, win: Win) -> Score:
        if isinstance(win.count, TileHand):
            return self.readings(state, win)[0]
        return best_score.typed(self.table(state, win.winner), win, win.count)

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        hand = win.count
        assert isinstance(hand, TileHand)
        reason = best_score.refusal(hand)
        scores = [] if reason else best_score.scores(self.table(state, win.winner), win, hand)
        if scores:
            return tuple(scores)
        return (Score(win.winner, points=0, legal=False, reason=reason or "not_a_legal_hand"),)

    def copies(self, hand: TileHand) -> Sequence[int]:
        return real_tiles(hand)

    def table(self, state: TableState, winner: Seat) -> MalaysianFanTable:
        """The table as seen from the winner's seat."""
        return MalaysianFanTable(self.house, state.seat_winds[winner])

    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[PaymentLine, ...]:
        """The payments of a win; the house rule `payment` decides who pays for a discard (C2.4)."""
        value = score.limit.value if score.limit else self.house.units(score.points or 0)
        rule = "limit_maximum" if score.limit else "fan"
        payers = dict.fromkeys(win.winner.others, 1)
        if win.source is not None and self.house.payment == "discarder_double":
            payers = {win.source: 2}
        return tuple(
            PaymentLine(payer, win.winner, times * value, rule, "C2.4", times, value)
            for payer, times in payers.items()
            if value
        )

    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        """The count of a hand. Maximum hands also have a `fan_total` (C3.9)."""
        counted = score.counted or score
        return {
            "legal": score.legal,
            "reason": score.reason,
            "patterns": {item.id: item.points for item in counted.items},
            "maximum": list(score.limit.names) if score.limit else [],
            "fan_total": counted.points,
        }

    def so_far(self, state: TableState, seat: Seat, hand: TileHand) -> tuple[Item, ...]:
        return best_score.so_far(self.table(state, seat), hand)

    def limit_value(self, kind: str) -> int:
        return self.house.units(self.house.max_fan)

    def flags(self, then: TableState, now: TableState, entry: Entry) -> tuple[str, ...]:
        return ("seat_wind",) if super().flags(then, now, entry) else ()

    def ticked_facts(self, state: TableState, winner: Seat) -> Mapping[str, object]:
        return dict.fromkeys(("own_wind", "own_flower"), state.seat_winds[winner])

    @property
    def minimum(self) -> int:
        return self.house.min_fan
