"""The rules of the Malaysian fan game (docs/rules, C1 to C3)."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Entry, Hand, Ticks, Win
from engine.match.fields import Payload
from engine.match.payments import PaymentLine
from engine.rulesets.definitions import NumberField, Pattern
from engine.rulesets.malaysian_fan import payments, wording
from engine.rulesets.malaysian_fan.entry import typed_count
from engine.rulesets.malaysian_fan.entry.compatibility import check_ticks
from engine.rulesets.malaysian_fan.entry.reader import DETAILS, read_win
from engine.rulesets.malaysian_fan.house import MOST_DOUBLINGS, MOST_FAN, OPTIONS, PRESETS, MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import GROUPS, ITEMS, MAXIMA, worded
from engine.rulesets.malaysian_fan.scoring import best_score
from engine.rulesets.malaysian_fan.scoring.table import DECK, MalaysianFanTable, real_tiles
from engine.rulesets.rotating_deal import PassingDeal
from engine.rulesets.scoring_types import Item, Score, TableState
from engine.seats import Seat


class MalaysianFanRules(PassingDeal):
    """At least 5 fan to win, at most 10 are paid; the discarder pays for both opponents."""

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
                _("max_fan can be at most %(most)s when fan double: %(doublings)s above min_fan."),
                most=least + MOST_DOUBLINGS,
                doublings=MOST_DOUBLINGS,
            )

    @property
    def played_items(self) -> tuple[Pattern, ...]:
        return tuple(worded(item, self.house.small_dragons_total) for item in self.patterns)

    # ── one hand ─────────────────────────────────────────────────────────────

    def read_hand(self, payload: Payload) -> Hand:
        return Hand((read_win(payload),))

    def check_win(self, state: TableState, win: Win) -> None:
        self.check_given(state, win)
        if isinstance(win.count, Ticks):
            check_ticks(self.house, win, win.count)
        self.check_declarable(state, win)

    def score(self, state: TableState, win: Win) -> Score:
        if isinstance(win.count, TileHand):
            return self.readings(state, win)[0]
        return typed_count.score(self.table(state, win.winner), win, win.count)

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
        """The table from the winner's seat."""
        return MalaysianFanTable(self.house, state.seat_winds[winner])

    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[PaymentLine, ...]:
        return tuple(payments.pay(self.house, win, score))

    def tell_score(self, state: TableState, score: Score) -> dict[str, Any]:
        """The count; `fan_total` is also given for a maximum hand (C3.9)."""
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

    @property
    def limits_played(self) -> tuple[Pattern, ...]:
        return MAXIMA

    def plays_limit(self, kind: str) -> bool:
        return kind in self.limit_kinds

    def limit_value(self, kind: str) -> int:
        return payments.units(self.house, self.house.max_fan)

    def flags(self, then: TableState, now: TableState, entry: Entry) -> tuple[str, ...]:
        return ("seat_wind",) if super().flags(then, now, entry) else ()

    def ticked_facts(self, state: TableState, winner: Seat) -> Mapping[str, object]:
        return dict.fromkeys(("own_wind", "own_flower"), state.seat_winds[winner])

    @property
    def minimum(self) -> int:
        return self.house.min_fan
