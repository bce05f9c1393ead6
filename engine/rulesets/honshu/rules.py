"""The rules of Honshu sanma (docs/rules, B)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Entry, Hand, Numbers, Penalty, Win
from engine.match.fields import Payload, whole_number
from engine.match.payments import Final, PaymentLine, totals
from engine.rulesets.definitions import NumberField, Pattern
from engine.rulesets.honshu import payments, progression, wording
from engine.rulesets.honshu.entry import reader
from engine.rulesets.honshu.house import OPTIONS, PRESETS, HonshuHouseRules
from engine.rulesets.honshu.items import ADDED, BONUSES, GROUPS, YAKU, YAKUMANS
from engine.rulesets.honshu.scoring import best_score
from engine.rulesets.honshu.scoring.table import DECK, EIGHT, HonshuTable
from engine.rulesets.honshu.scoring.yaku import yaku_of
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import Score, Settlement, TableState, deal, moved
from engine.seats import PerSeat, Points, Seat, Wind
from engine.tournament.scoring.scheme import Scheme

MOST_CARRY = 999
SEATS = tuple(Seat)
Lines = tuple[PaymentLine, ...]


class HonshuRules(RuleBook):
    """Rules for a match with starting points, in which the dealer can deal again and sticks stay on the table."""

    house_rules = HonshuHouseRules
    house: HonshuHouseRules

    key = "honshu"
    version = 1
    title = _("Honshu sanma")
    by_wall = "tsumo"
    by_discard = "ron"
    words = wording.WORDS
    limit_kinds = ("yakuman",)
    limits_played = YAKUMANS
    limit_clause = "B3"
    deck = DECK
    unpaid_clause = "B4.10"
    refusals = wording.REFUSALS
    short_of = frozenset({"no_yaku", "no_yaku_before_winning_tile", "below_table"})
    signed_balances = False
    deposits = True
    two_win = True
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
            reader.MOST_HAN,
            another=_("Another number of han"),
            choose=_("Choose the number of han"),
            required=_("Choose the number of han, or a yakuman."),
        ),
    )
    details = reader.DETAILS
    types = ("hand", "match", "draw", "settlement")
    knows = reader.KNOWS
    no_room = _("This change isn’t possible: the match would have ended before its last entry.")
    win_by = reader.BY
    lengths = tuple(progression.LENGTHS.values())
    penalty_clause = "B5.11"

    def settle_house(self) -> None:
        """Refuse a noten pool that two players can't share equally."""
        if self.house.noten_pool % 2:
            raise RuleViolation(
                "noten_pool",
                _("noten_pool (the total noten payment) must be an even number, because two players may share it."),
            )

    @property
    def alone(self) -> tuple[NumberField, ...]:
        return (NumberField("yakuman", _("Yakuman"), 1, self.house.yakuman_cap),)

    @cached_property
    def played_items(self) -> tuple[Pattern, ...]:
        played = {row.item for row in yaku_of(self.house).rows} | {item.id for item in BONUSES}
        unplayed = set() if self.house.bazoro else {ADDED}
        points = {ADDED: self.house.bazoro, "ryanpeikou": self.house.ryanpeikou}
        return tuple(
            replace(item, points=points.get(item.id, item.points))
            for item in self.patterns
            if item.id in played - unplayed
        )

    # ── the course of a match (B4) ───────────────────────────────────────────

    def start(self) -> TableState:
        begins = self.house.start_points
        first = deal(1, progression.LENGTHS[self.house.length], self.winds)
        return replace(first, balances=PerSeat(begins, begins, begins))

    def known(self, state: TableState) -> dict[str, object]:
        stick = self.house.riichi_stick
        sticks = state.sticks // stick if stick else 0
        return {**super().known(state), "honba": state.honba, "sticks": sticks, "renchan_count": state.renchan}

    def with_carry_over(self, state: TableState, given: Payload) -> TableState:
        carry = {key: whole_number(given, key, 0, MOST_CARRY) for key in reader.CARRIED if key in given}
        if not carry:
            return state
        return replace(
            state,
            honba=carry.get("honba", state.honba),
            sticks=carry.get("sticks", 0) * self.house.riichi_stick,
            renchan=carry.get("renchan_count", 0),
        )

    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        return progression.advance(self.house, state, entry, settlement)

    def extend(self, state: TableState, length: int) -> TableState:
        if progression.bust(self.house, state.balances):
            raise RuleViolation(
                "match_length", _("match_length: the match can’t be extended because a player has no points left.")
            )
        return super().extend(state, length)

    def settle_match(self, points: Points, order: Sequence[Seat] = tuple(Seat)) -> Final:
        return progression.settle(self.house, points, order)

    @property
    def scheme(self) -> Scheme:
        return progression.scheme(self.house)

    # ── one entry ────────────────────────────────────────────────────────────

    def read_hand(self, payload: Payload) -> Hand:
        return reader.read_entry(payload, self.house)

    def read_draw(self, payload: Payload) -> Draw:
        return reader.read_draw(payload)

    def read_penalty(self, payload: Payload) -> Penalty:
        return reader.read_fine(payload)

    def check(self, state: TableState, entry: Entry) -> None:
        super().check(state, entry)
        if isinstance(entry, Hand | Draw):
            self.check_declared(state, self.sticks_by(entry))

    def check_declared(self, state: TableState, seats: Collection[Seat]) -> None:
        stick = self.house.riichi_stick
        for seat in SEATS:
            if seat in seats and stick and state.balances[seat] < stick:
                raise RuleViolation(
                    "riichi_by", _("%(player)s doesn’t have enough points for a riichi stick."), player=seat
                )

    def sticks_by(self, entry: Hand | Draw) -> frozenset[Seat]:
        """The players who put down a stick: those named, and winners with riichi (B5.11)."""
        wins = entry.wins if isinstance(entry, Hand) else ()
        return entry.riichi_by.union([win.winner for win in wins if win.declared_ready])

    def declared(self, state: TableState, seats: frozenset[Seat]) -> TableState:
        laid = totals(payments.deposits(self.house.riichi_stick, seats))
        return moved(state, laid, sticks=state.sticks - sum(laid))

    def declared_in(self, entry: Entry) -> frozenset[Seat]:
        return entry.riichi_by if isinstance(entry, Penalty) else self.sticks_by(entry)

    def check_count(self, state: TableState, win: Win) -> None:
        super().check_count(state, win)
        if isinstance(win.count, Numbers) and win.by == "fourth_kong" and "han" in win.count.values:
            raise RuleViolation("han", _("A win with the fourth kong is a yakuman. Choose yakuman instead of han."))

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

    def settle(self, state: TableState, entry: Entry) -> Settlement:
        """Settle riichi sticks, then wins. Honba and sticks go to the first winner in turn order (B4.3, B4.10)."""
        if isinstance(entry, Penalty):
            return super().settle(state, entry)
        laid = payments.deposits(self.house.riichi_stick, self.sticks_by(entry))
        if isinstance(entry, Draw):
            return Settlement((), laid + self.pay_draw(state, entry))
        scores = tuple([self.score(state, win) for win in entry.wins])
        pairs: Iterable[tuple[Win, Score]] = zip(entry.wins, scores, strict=True)
        if len(scores) > 1:
            pairs = sorted(pairs, key=lambda pair: pair[0].source.steps_to(pair[0].winner) if pair[0].source else 0)
        honba, sticks, lines = state.honba, state.sticks, laid
        for line in laid:
            sticks += line.points
        for win, score in pairs:
            if score.legal:
                lines += self.paid(state.dealer, win.winner, win.source, score, honba, sticks)
                honba = sticks = 0
                if self.house.multiple_ron == "head_bump":
                    break
        return Settlement(scores, lines)

    def pay_draw(self, state: TableState, entry: Draw) -> Lines:
        return tuple(payments.pay_tenpai(self.house, entry.tenpai))

    def pay_win(self, state: TableState, win: Win, score: Score) -> Lines:
        return self.paid(state.dealer, win.winner, win.source, score, state.honba, state.sticks)

    def paid(self, dealer: Seat, winner: Seat, source: Seat | None, score: Score, honba: int, sticks: int) -> Lines:
        """The payments for a win, including honba and sticks. `sticks`: the total points of the sticks on the table."""
        yakuman = score.limit.value if score.limit else 0
        lines = payments.pay(self.rates, score.points, yakuman, winner, dealer, source, honba)
        return lines + payments.collected(winner, sticks) if sticks else lines

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

    entry_keys = ("payments", "points", "dealers", "honba")

    def tell_score(self, state: TableState, score: Score) -> dict[str, Any]:
        return {
            "legal": score.legal,
            "reason": score.reason,
            "patterns": {item.id: item.points for item in score.items},
            "bonus_items": {item.id: item.points for item in score.bonus_items},
            "han": score.points,
            "sticks": state.sticks if score.legal else 0,
        }

    def tell_entry(self, before: TableState, settled: Settlement, after: TableState) -> dict[str, Any]:
        return {
            "payments": settled.exchanged,
            "points": after.balances,
            "dealers": before.dealer,
            "honba": before.honba,
        }

    @property
    def deals_repeat(self) -> bool:
        return self.house.renchan != "none"

    def length_said(self, length: int) -> Note:
        """The end of the last round: the number of hands isn't fixed, because deals can be repeated."""
        return Note(wording.LENGTHS[length])

    def hand_title(self, state: TableState) -> Note:
        """The title of a hand, e.g. "East 2 · 1 honba"."""
        if state.finished:
            return Note(_("The match has finished"))
        deal = {"wind": state.round_wind, "deal": _deal(state), "honba": state.honba}
        text = _("%(wind)s %(deal)s · %(honba)s honba") if state.honba else _("%(wind)s %(deal)s")
        return Note(text, values=deal)

    def hand_label(self, state: TableState) -> Note:
        """The short name of a hand: "E2", or "E2.1" with one honba."""
        label = f"{state.round_wind.value}{_deal(state)}"
        return Note("%(hand)s", values={"hand": f"{label}.{state.honba}" if state.honba else label})

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        honba = (Note(_("%(honba)s honba"), "B4.2", {"honba": state.honba}),)
        sticks = (Note(_("%(points)s in sticks"), "B4.3", {"points": state.sticks}),)
        return (honba if state.honba and not state.finished else ()) + (sticks if state.sticks else ())

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        honba = (Note(_("%(honba)s honba"), "B4.2", {"honba": after.honba}),)
        sticks = (Note(_("%(points)s in sticks left on the table"), "B4.3", {"points": after.sticks}),)
        return (honba if after.honba and not after.finished else ()) + (sticks if after.sticks else ())


def _deal(state: TableState) -> int:
    """The number of the deal within its round, from 1."""
    return (state.hand_no - 1) % 3 + 1
