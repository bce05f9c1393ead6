"""The rules of riichi sanma (docs/rules, E)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Entry, Numbers, Ticks, Win
from engine.match.fields import Payload
from engine.match.payments import Final, PaymentLine
from engine.rulesets.definitions import NumberField, Pattern
from engine.rulesets.riichi.payments import pay_tenpai
from engine.rulesets.riichi.rules import Lines, RiichiRules
from engine.rulesets.riichi.wording import REFUSALS
from engine.rulesets.riichi_sanma import payments, progression, wording
from engine.rulesets.riichi_sanma.entry.reader import DETAILS, FU, LOW_FU, NEEDS_FU, READER, Chombo
from engine.rulesets.riichi_sanma.house import OPTIONS, PRESETS, RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import BONUSES, GROUPS, RENHOU, YAKU, YAKUMANS
from engine.rulesets.riichi_sanma.played_items import known_items, played_items
from engine.rulesets.riichi_sanma.progression import SanmaDraw
from engine.rulesets.riichi_sanma.scoring import best_score
from engine.rulesets.riichi_sanma.scoring.table import RiichiSanmaTable
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import Score, Settlement, TableState
from engine.seats import NOTHING, Points, Seat, Wind
from engine.tournament.scoring.scheme import Scheme


class RiichiSanmaRules(RiichiRules):
    """Rules of modern three-player riichi: yaku, han and fu, and North set aside as dora."""

    house_rules = RiichiSanmaHouseRules
    house: RiichiSanmaHouseRules

    key = "riichi_sanma"
    version = 1
    title = _("Riichi sanma")
    words = wording.WORDS
    limit_kinds = (*payments.LIMITS, "yakuman")
    limits_played = YAKUMANS
    limit_clause = "E8"
    unpaid_clause = "E10.1"
    refusals = REFUSALS
    short_of = frozenset({"no_yaku", "no_yaku_before_winning_tile"})
    most_penalty = 48_000  # the price of a dealer's yakuman
    options = OPTIONS
    presets = PRESETS
    patterns = (*YAKU, *BONUSES, *(item for item in YAKUMANS if item.id != RENHOU))
    groups = GROUPS
    numbers = (
        NumberField(
            "han",
            _("Han"),
            1,
            99,
            another=_("Another number of han"),
            choose=_("Choose the number of han"),
            required=_("Choose the number of han, or a limit such as mangan."),
        ),
    )
    details = DETAILS
    reader = READER
    knows = READER.knows
    win_by = READER.by
    carry_keys = ("honba", "sticks")
    honba_clause, stick_clause, noten_clause = "E2.5", "E2.6", "E11.1"
    length_of = progression.LENGTHS
    lengths = tuple(progression.LENGTHS.values())
    penalty_clause = "E15"
    draw_keys = ("draw", "tenpai", "nagashi", "abort")
    penalty_keys = ("penalty", "chombo")
    knows_chips = True
    chip_clause = "E14"
    asks_draw = frozenset({"nagashi"})

    @property
    def known_items(self) -> tuple[Pattern, ...]:
        return known_items(self.house)

    @cached_property
    def played_items(self) -> tuple[Pattern, ...]:
        return tuple(played_items(self.house))

    # ── the course of a match (E2, E12, E13) ─────────────────────────────────

    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        return progression.advance(self.house, state, entry, settlement)

    def settle_match(self, points: Points, order: Sequence[Seat] = tuple(Seat), chips: Points = NOTHING) -> Final:
        return progression.settle(self.house, points, order, chips)

    @property
    def scheme(self) -> Scheme:
        return progression.scheme(self.house)

    # ── one entry ────────────────────────────────────────────────────────────

    def read_draw(self, payload: Payload) -> Draw:
        return READER.read_sanma_draw(payload, self.house)

    def check_count(self, state: TableState, win: Win) -> None:
        super().check_count(state, win)
        if isinstance(win.count, Numbers) and "fu" in win.count.values:
            _check_fu(int(win.count.values["fu"]), int(win.count.values["han"]), win)
        if isinstance(win.count, Ticks):
            self._check_fu_of_list(state, win)

    def _check_fu_of_list(self, state: TableState, win: Win) -> None:
        """Refuse missing fu, and fu that contradict the ticks."""
        assert isinstance(win.count, Ticks)
        score = self.score(state, win)
        given, fixed = win.details.get("fu"), best_score.fixed_fu(win, win.count.patterns)
        if given is not None and fixed not in (None, given):
            raise RuleViolation("fu", _("With these yaku, the hand has %(fu)s fu."), fu=fixed)
        if given in LOW_FU and fixed is None and (score.points or 0) in range(1, NEEDS_FU + 1):
            raise RuleViolation("fu", _("With these yaku, the hand has 30 fu or more."))
        if score.legal and score.points is not None and score.points <= NEEDS_FU:
            if score.fu is None:
                raise RuleViolation("fu", _("A hand of up to 4 han needs its fu: %(allowed)s."), allowed=FU)
            _check_fu(score.fu, score.points, win)

    score_held = staticmethod(best_score.score_held)

    def score(self, state: TableState, win: Win) -> Score:
        if isinstance(win.count, TileHand):
            return best_score.best(self.table(state, win.winner), win, win.count)
        return best_score.typed(self.house, win, win.count)

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        assert isinstance(win.count, TileHand)
        return best_score.every(self.table(state, win.winner), win, win.count)

    @cached_property
    def _tables(self) -> dict[tuple[Wind, Wind], RiichiSanmaTable]:
        return {}

    def table(self, state: TableState, winner: Seat) -> RiichiSanmaTable:
        """The table as seen from the winner's seat."""
        key = (state.seat_winds[winner], state.round_wind)
        known = self._tables.get(key)
        if known is None:
            known = self._tables[key] = RiichiSanmaTable(self.house, *key)
        return known

    def settle(self, state: TableState, entry: Entry) -> Settlement:
        if isinstance(entry, Chombo):
            return Settlement((), tuple(payments.pay_chombo(self.house, state.dealer, entry.offender)))
        return super().settle(state, entry)

    def pay_draw(self, state: TableState, entry: Draw) -> tuple[PaymentLine, ...]:
        if isinstance(entry, SanmaDraw) and entry.abort:
            return ()
        if isinstance(entry, SanmaDraw) and entry.nagashi:
            players = [seat for seat in Seat if seat in entry.nagashi]
            return tuple(payments.pay_nagashi(self.house.tsumo_mode, state.dealer, players))
        return tuple(pay_tenpai(self.house.noten_pool, entry.tenpai, self.noten_clause))

    def pay_win(self, state: TableState, win: Win, score: Score) -> Lines:
        liable = self._liable(win, score)
        return self.paid(state.dealer, win.winner, win.source, score, state.honba, state.sticks, liable)

    def paid(
        self,
        dealer: Seat,
        winner: Seat,
        source: Seat | None,
        score: Score,
        honba: int,
        sticks: int,
        liable: payments.Liable = (),
    ) -> Lines:
        rule = score.limit.kind if score.limit else "han"
        due = payments.Due(self._basic(score), rule, winner, dealer, source, honba, liable)
        return self.with_sticks(payments.pay(self.rates, due), winner, sticks)

    def _basic(self, score: Score) -> int:
        if score.limit:
            return score.limit.value
        return payments.value_of(self.house.kiriage, self.house.kazoe_yakuman, score.points or 0, score.fu or 0).basic

    def _liable(self, win: Win, score: Score) -> payments.Liable:
        """The players who answer for yakuman (E10). A hand entered by numbers has the yakuman named in `pao`."""
        pao = win.details.get("pao")
        if not pao or not score.limit or score.limit.kind != "yakuman":
            return ()
        units = {item.id: item.points for item in score.items}
        if not score.items:
            double = self.house.doubled
            units = {item: 2 if item in double else 1 for item in pao}
        paid = score.limit.value // payments.YAKUMAN
        return payments.liable_for(self.house, pao, units, paid)

    @cached_property
    def rates(self) -> payments.WinRates:
        """The house rules that payments depend on."""
        return payments.rates_of(self.house)

    def limit_value(self, kind: str) -> int:
        return 4 * (payments.YAKUMAN if kind == "yakuman" else payments.LIMITS[kind][1])  # a ron by a ko (E9)

    def plays_limit(self, kind: str) -> bool:
        return kind != "counted_yakuman" or self.house.kazoe_yakuman

    def ticked_facts(self, state: TableState, winner: Seat) -> Mapping[str, object]:
        deals = state.dealer is winner
        return {
            "yakuhai_seat": state.seat_winds[winner],
            "yakuhai_round": state.round_wind,
            "tenhou": deals,
            "chiihou": deals,
            "renhou": deals,
        }

    # ── answers ──────────────────────────────────────────────────────────────

    entry_keys = ("payments", "points", "dealers", "honba", "rounds", "sticks", "chips", "ended")

    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        limit = score.limit
        return {
            **super().score_to_json(state, score),
            "fu": score.fu,
            "fu_items": {item.id: item.points for item in score.fu_items},
            "limit": {"kind": limit.kind, "names": list(limit.names), "value": limit.value} if limit else None,
            "chips": score.chips,
        }

    def entry_to_json(self, before: TableState, settled: Settlement, after: TableState) -> dict[str, Any]:
        return {
            **super().entry_to_json(before, settled, after),
            "rounds": before.round_wind.value,
            "sticks": self.known(after)["sticks"],
            "chips": settled.chips,
            "ended": after.ended or None,
        }

    # ── words ────────────────────────────────────────────────────────────────

    def entry_said(self, entry: Entry) -> Note | None:
        if isinstance(entry, Chombo):
            return Note(_("Chombo, %(player)s"), "E15", {"player": entry.offender})
        if isinstance(entry, SanmaDraw) and entry.abort:
            return Note(wording.ABORTED[entry.abort], "E11.3")
        if isinstance(entry, SanmaDraw) and len(entry.nagashi) == 1:
            return Note(_("Nagashi mangan, %(player)s"), "E11.2", {"player": next(iter(entry.nagashi))})
        return Note(_("Nagashi mangan"), "E11.2") if isinstance(entry, SanmaDraw) and entry.nagashi else None

    def hand_title(self, state: TableState) -> Note:
        title = super().hand_title(state)
        if state.finished or state.hand_no <= state.length:
            return title
        honba = bool(state.honba)
        text = _("Extension, %(wind)s %(deal)s · %(honba)s honba") if honba else _("Extension, %(wind)s %(deal)s")
        return Note(text, values=title.values)

    def hand_label(self, state: TableState) -> Note:
        """The short name of a hand, as in other riichi books, but with a plus in a second East round: "+E1"."""
        label = super().hand_label(state)
        if state.hand_no <= state.length or state.round_wind is not Wind.E:
            return label
        return Note(_("+E%(hand)s"), values=label.values)

    def length_said(self, length: int) -> Note:
        """The match length by its last round, because deals can be repeated and the number of hands isn't fixed."""
        return Note(wording.LENGTHS[length])


def _check_fu(fu: int, han: int, win: Win) -> None:
    """Refuse fu that no hand with `han` has (E5.2)."""
    if fu == 20 and (win.source is not None or han < 2):
        raise RuleViolation("fu", _("20 fu are possible only on a tsumo with 2 han or more."))
    least = 2 if win.source is not None else 3
    if fu == 25 and han < least:
        raise RuleViolation("fu", _("25 fu need at least 2 han, or at least 3 on a tsumo."))
