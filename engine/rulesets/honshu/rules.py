"""The rules of Honshu sanma (docs/rules, B)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Numbers, Win
from engine.match.payments import Final
from engine.rulesets.definitions import NumberField, Pattern
from engine.rulesets.honshu import payments, settlement, wording
from engine.rulesets.honshu.entry.reader import CARRIED, DETAILS, READER
from engine.rulesets.honshu.house import OPTIONS, PRESETS, HonshuHouseRules
from engine.rulesets.honshu.items import BONUSES, GROUPS, YAKU, YAKUMANS
from engine.rulesets.honshu.played_items import played_items
from engine.rulesets.honshu.scoring import best_score
from engine.rulesets.honshu.scoring.table import EIGHT, HonshuTable
from engine.rulesets.riichi.entry.reader import MOST_HAN
from engine.rulesets.riichi.rules import Lines, RiichiRules
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import Score, Settlement, TableState
from engine.seats import NOTHING, Points, Seat, Wind
from engine.tournament.scoring.scheme import Scheme


class HonshuRules(RiichiRules):
    """Rules for a match with starting points, in which the dealer can deal again and sticks stay on the table."""

    house_rules = HonshuHouseRules
    house: HonshuHouseRules

    key = "honshu"
    version = 1
    title = _("Honshu sanma")
    words = wording.WORDS
    limit_kinds = ("yakuman",)
    limits_played = YAKUMANS
    limit_clause = "B3"
    unpaid_clause = "B4.10"
    refusals = wording.REFUSALS
    short_of = frozenset({"no_yaku", "no_yaku_before_winning_tile", "below_table"})
    most_penalty = 48_000  # the price of a dealer's yakuman
    options = OPTIONS
    presets = PRESETS
    patterns = (*YAKU, *BONUSES, *YAKUMANS)
    groups = GROUPS
    numbers = (
        NumberField(
            "han",
            _("Han"),
            payments.FIRST_ROW,
            MOST_HAN,
            another=_("Another number of han"),
            choose=_("Choose the number of han"),
            required=_("Choose the number of han, or a yakuman."),
        ),
    )
    details = DETAILS
    reader = READER
    knows = READER.knows
    win_by = READER.by
    carry_keys = CARRIED
    honba_clause, stick_clause, noten_clause = "B4.2", "B4.3", "B4.4"
    length_of = {"east": 3, "east_south": 6}
    lengths = tuple(length_of.values())
    penalty_clause = "B5.11"
    knows_chips = True
    chip_clause = "B4.14"

    def settle_house(self) -> None:
        super().settle_house()
        if self.plays_chips:
            self.entry_keys = (*self.entry_keys, "chips")

    @cached_property
    def played_items(self) -> tuple[Pattern, ...]:
        return tuple(played_items(self.house))

    # ── the end of a match ───────────────────────────────────────────────────

    def settle_match(self, points: Points, order: Sequence[Seat] = tuple(Seat), chips: Points = NOTHING) -> Final:
        return settlement.settle(self.house, points, order, chips)

    @property
    def scheme(self) -> Scheme:
        return settlement.scheme(self.house)

    # ── one entry ────────────────────────────────────────────────────────────

    def check_count(self, state: TableState, win: Win) -> None:
        super().check_count(state, win)
        if isinstance(win.count, Numbers) and win.by == "fourth_kong" and "han" in win.count.values:
            raise RuleViolation("han", _("A win with the fourth kong is a yakuman. Choose yakuman instead of han."))

    score_held = staticmethod(best_score.score_held)

    def score(self, state: TableState, win: Win) -> Score:
        if isinstance(win.count, TileHand):
            return best_score.best(self.table(state, win.winner), win, win.count)
        return best_score.typed(self.house, win, win.count)

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        assert isinstance(win.count, TileHand)
        return best_score.every(self.table(state, win.winner), win, win.count)

    @cached_property
    def _tables(self) -> dict[tuple[Wind, Wind, int], HonshuTable]:
        return {}

    def table(self, state: TableState, winner: Seat) -> HonshuTable:
        """The table as seen from the winner's seat."""
        key = (state.seat_winds[winner], state.round_wind, state.renchan if state.renchan < EIGHT else EIGHT)
        known = self._tables.get(key)
        if known is None:
            known = self._tables[key] = HonshuTable(self.house, *key)
        return known

    def pay_win(self, state: TableState, win: Win, score: Score) -> Lines:
        return self.paid(state.dealer, win.winner, win.source, score, state.honba, state.sticks)

    def paid(self, dealer: Seat, winner: Seat, source: Seat | None, score: Score, honba: int, sticks: int) -> Lines:
        yakuman = score.limit.value if score.limit else 0
        lines = payments.pay(self.rates, score.points, yakuman, winner, dealer, source, honba)
        return self.with_sticks(lines, winner, sticks)

    @cached_property
    def rates(self) -> payments.Rates:
        house = self.house
        return payments.Rates(house.kazoe_yakuman, house.tsumo_mode, house.honba_ron, house.honba_tsumo_each)

    def limit_value(self, kind: str) -> int:
        return 4 * payments.YAKUMAN  # a ron by a ko (B3)

    def ticked_facts(self, state: TableState, winner: Seat) -> Mapping[str, object]:
        deals = state.dealer is winner
        return {
            "yakuhai_seat": state.seat_winds[winner],
            "yakuhai_round": state.round_wind,
            "tenhou": deals,
            "chiihou": deals,
            "paarenchan": deals and state.renchan >= EIGHT,
        }

    # ── answers ──────────────────────────────────────────────────────────────

    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        values = super().score_to_json(state, score)
        return {**values, "chips": score.chips} if self.plays_chips else values

    def entry_to_json(self, before: TableState, settled: Settlement, after: TableState) -> dict[str, Any]:
        values = super().entry_to_json(before, settled, after)
        return {**values, "chips": settled.chips} if self.plays_chips else values

    def length_said(self, length: int) -> Note:
        """The match length by its last round, because deals can be repeated and the number of hands isn't fixed."""
        return Note(wording.LENGTHS[length])
