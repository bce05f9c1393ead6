"""The rules of the Korean/Japanese game (docs/rules, A)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import Signed
from engine.language import gettext_noop as _
from engine.match.entries import Count, Draw, Entry, Hand, Numbers, Ticks, Win
from engine.match.fields import Payload, whole_number
from engine.match.payments import PaymentLine
from engine.rulesets.definitions import NumberField, Option, Pattern, own_pattern
from engine.rulesets.korean_japanese import payments, wording
from engine.rulesets.korean_japanese.entry.reader import MOST, read_win
from engine.rulesets.korean_japanese.house import OPTIONS, PRESETS, KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUSES, GROUPS, LIMITS, PATTERNS
from engine.rulesets.korean_japanese.played_items import played_items
from engine.rulesets.korean_japanese.scoring import best_score
from engine.rulesets.korean_japanese.scoring.table import KoreanJapaneseTable, Tables
from engine.rulesets.rotating_deal import PassingDeal
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import Item, LimitHand, Score, TableState
from engine.seats import Seat, Wind

MOST_CARRY = 99
WINNING = 2  # bonus-points for winning
WIND_SETS = {"ESW": (Wind.E, Wind.S, Wind.W), "NES": (Wind.N, Wind.E, Wind.S)}


class KoreanJapaneseRules(PassingDeal):
    """Rules for a match of 9, 18 or 27 hands, in which the deal always passes and the discarder pays more."""

    house_rules = KoreanJapaneseHouseRules
    house: KoreanJapaneseHouseRules

    key = "korean_japanese"
    version = 1
    title = _("Korean/Japanese")
    numbers = (
        NumberField(
            "hand_points",
            _("Hand-points"),
            0,
            MOST,
            another=_("Another number of hand-points"),
            choose=_("Choose hand-points"),
            required=_("Choose the hand-points or a limit."),
        ),
        NumberField(
            "bonus_points", _("Bonus-points"), 0, MOST, less=_("One fewer bonus-point"), more=_("One more bonus-point")
        ),
    )
    words = wording.WORDS
    limit_kinds = ("half", "full")
    limit_clause = "A11"
    refusals = wording.REFUSALS
    discount_clause = "A9"
    winning_item = "win"
    plays_claims = True
    knows_waiting = True
    options: tuple[Option, ...] = OPTIONS
    presets = PRESETS
    patterns = (*PATTERNS, *BONUSES, *LIMITS)
    groups = GROUPS
    knows = ("hand_no", "round", "seats", "goulash_carry")

    def settle_house(self) -> None:
        """Refuse contradictory options (A17.6)."""
        house = self.house
        for option, other, both in (
            ("north_tile", "wind_set", house.north_tile and house.wind_set != "ESW"),
            ("no_bamboo", "five_bamboo_pair", house.no_bamboo and house.five_bamboo_pair),
        ):
            if both:
                raise RuleViolation(
                    option, _("“%(option)s” and “%(other)s” can’t be played together."), option=option, other=other
                )

    @cached_property
    def own_items(self) -> tuple[Pattern, ...]:
        return tuple(own_pattern(item, "A15.1") for item in self.house.own_items)

    @cached_property
    def played_items(self) -> tuple[Pattern, ...]:
        """The items played, worded for this table; custom items last."""
        return (*played_items(self.house, self._recognised), *self.own_items)

    # ── the course of a match (A2, A3) ───────────────────────────────────────

    def goulash_after(self, state: TableState, entry: Entry) -> int:
        """The number of goulashes carried over after `entry`: 0 after a win, unchanged by a penalty (A3, A17.9)."""
        return 0 if isinstance(entry, Hand) else state.goulash + isinstance(entry, Draw)

    # ── one hand ─────────────────────────────────────────────────────────────

    def read_hand(self, payload: Payload) -> Hand:
        return Hand((read_win(payload, self.house, self.deck),))

    def check_count(self, state: TableState, win: Win) -> None:
        if win.all_declared and self.house.three_ready == "draw":
            raise RuleViolation(
                "all_declared", _("At this table, the hand is a goulash if all three players declare ready.")
            )
        limit = self._limit(win.count)
        if not limit:
            super().check_count(state, win)
        elif not self.plays_limit(limit.kind):
            raise RuleViolation("limit", _("Limit hands of this kind aren’t played at this table."))
        # No bonus-points are paid if all three declared ready (A12.6, A17.5).
        least = 0 if win.all_declared and self.house.three_ready == "hand_points_only" else self.winning
        if not limit and isinstance(win.count, Numbers) and int(win.count.values["bonus_points"]) < least:
            raise RuleViolation(
                "bonus_points",
                _("Enter a whole number of bonus-points. Every win earns at least %(least)s."),
                least=least,
            )

    def known(self, state: TableState) -> dict[str, object]:
        return {**super().known(state), "goulash_carry": state.goulash}

    def with_carry_over(self, state: TableState, given: Payload) -> TableState:
        if "goulash_carry" not in given:
            return state
        return replace(state, goulash=whole_number(given, "goulash_carry", 0, MOST_CARRY))

    @property
    def limits_played(self) -> tuple[Pattern, ...]:
        """The limit hands of this table (A11), custom ones last."""
        return (*self._recognised, *(item for item in self.own_items if item.kind == "limit"))

    @cached_property
    def _recognised(self) -> tuple[Pattern, ...]:
        """The limit hands that can be read from tiles."""
        chosen = self.house.limits
        if isinstance(chosen, str):
            return LIMITS if chosen == "all" else ()
        return tuple(limit for limit in LIMITS if limit.id in chosen)

    def limit_value(self, kind: str) -> int:
        full, half = self.house.limit, self.house.half_limit
        return full if kind == "full" else full // 2 if half is None else half

    def score(self, state: TableState, win: Win) -> Score:
        if isinstance(win.count, TileHand):
            return self.readings(state, win)[0]
        if limit := self._limit(win.count):
            return Score(win.winner, limit=limit)
        return best_score.typed(self.house, win, win.count, self.winning)

    def _limit(self, count: Count) -> LimitHand | None:
        """The limit hand entered as a kind or as the id of a custom limit hand, or None if no limit was entered."""
        if isinstance(count, TileHand):
            return None
        entered = count.limit if isinstance(count, Ticks) else count.values.get("limit")
        if entered is None:
            return None
        own = next((item for item in self.own_items if item.id == entered), None)
        kind = own.group if own else str(entered)
        return LimitHand(kind, (own.id,) if own else (), self.limit_value(kind))

    def so_far(self, state: TableState, seat: Seat, hand: TileHand) -> tuple[Item, ...]:
        return best_score.so_far(self.table(state, seat), hand)

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        hand = win.count
        assert isinstance(hand, TileHand)
        table = self.table(state, win.winner)
        reason = best_score.refusal(table, win, hand)
        scores = [] if reason else best_score.scores(table, win, hand, state.goulash, self.winning)
        if scores:
            return tuple(scores)
        return (Score(win.winner, points=0, legal=False, reason=reason or "not_a_legal_hand"),)

    @cached_property
    def winds(self) -> tuple[Wind, ...]:
        """The winds in play (A12.8)."""
        return WIND_SETS[self.house.wind_set]

    @property
    def deck(self) -> tuple[int, ...]:
        return self._tables.deck

    @cached_property
    def _tables(self) -> Tables:
        limit_values = {kind: self.limit_value(kind) for kind in ("half", "full")}
        return Tables(self.house, self.winds, self._recognised, limit_values)

    def table(self, state: TableState, winner: Seat) -> KoreanJapaneseTable:
        """The table as seen from the winner's seat."""
        return self._tables.at(state.seat_winds[winner], state.round_wind, state.dealer.steps_to(winner))

    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[PaymentLine, ...]:
        return payments.pay(self.house, win, score, state.goulash)

    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        limit, items = score.limit, {item.id: item.points for item in score.items}
        return {
            "legal": score.legal,
            "reason": score.reason,
            "limit": limit and {"kind": limit.kind, "names": list(limit.names), "value": limit.value},
            "patterns": {f"limit:{name}": limit.value for name in limit.names} if limit else items,
            "hand_points": None if limit else score.points,
            "bonus_items": {item.id: item.points for item in score.bonus_items},
            "bonus_points": score.bonus_points,
            "bonus_from": dict(score.owed),
        }

    def carried(self, state: TableState) -> int:
        return payments.goulash(self.house, state.goulash)

    def ticked_facts(self, state: TableState, winner: Seat) -> Mapping[str, object]:
        return {"seat_wind": state.seat_winds[winner], "round_wind": state.round_wind}

    @property
    def claims_compare_bonus(self) -> bool:  # type: ignore[override]
        return self.house.claim_tiebreak == "hand_bonus_turn"

    @property
    def winning(self) -> int:
        """The bonus-points for winning, owed by opponents without a discount (A7, A17.1)."""
        return 0 if "win" in self.house.items_off else WINNING

    @property
    def asks_discount(self) -> bool:
        """Whether waiting opponents owe 2 fewer bonus-points at this table (A9)."""
        return self.house.ready_discount == "waiting" and self.winning > 0

    @property
    def minimum(self) -> int:
        return self.house.min_hand_points

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        owed = self.carried(state)
        note = Note(_("the next winner gets %(points)s from each opponent"), "A3.2", {"points": Signed(owed)})
        return (note,) if owed else ()

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        return (Note(_("%(points)s carried over"), "A3.1", {"points": self.carried(after)}),)
