"""The rules that riichi books share: sticks, honba, dealer repeats, two winners (docs/rules, B4, E2, E10)."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Entry, Hand, Penalty, Win
from engine.match.fields import Payload, whole_number
from engine.match.payments import PaymentLine, totals
from engine.rulesets.definitions import NumberField
from engine.rulesets.riichi.entry.reader import EntryReader
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.rulesets.riichi.payments import collected, deposits, pay_tenpai
from engine.rulesets.riichi.progression import ROUND, advance, is_bust, table_at
from engine.rulesets.riichi.scoring.deck import DECK
from engine.rulesets.riichi.scoring.decompositions import Held
from engine.rulesets.riichi.scoring.table import SeatTable
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import Score, Settlement, TableState, deal, moved
from engine.seats import NOTHING, PerSeat, Seat, Wind, add

MOST_CARRY = 999
SEATS = tuple(Seat)
# Translated, because each language abbreviates the winds with letters of its own.
HAND_LABELS = {Wind.E: _("E%(hand)s"), Wind.S: _("S%(hand)s"), Wind.W: _("W%(hand)s"), Wind.N: _("N%(hand)s")}
Lines = tuple[PaymentLine, ...]


class RiichiRules(RuleBook):
    """Rules for a match that starts with points. The dealer can deal again, and sticks stay on the table.

    `reader`: reads the entries; `length_of`: the number of deals by `length`; `carry_keys`: the keys by which a
    JSON question can describe earlier hands; `honba_clause`, `stick_clause`, `noten_clause`: the clauses of payments.
    """

    house: RiichiHouseRules
    reader: EntryReader[Any]
    length_of: dict[str, int]
    carry_keys: tuple[str, ...]
    honba_clause: str
    stick_clause: str
    noten_clause: str

    by_wall = "tsumo"
    by_discard = "ron"
    deck = DECK
    signed_balances = False
    deposits = True
    two_win = True
    types = ("hand", "match", "draw", "settlement")
    no_room = _("This change isn’t possible: the match would have ended before its last entry.")

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

    # ── the course of a match ────────────────────────────────────────────────

    def start(self) -> TableState:
        begins = self.house.start_points
        return replace(deal(1, self.length_of[self.house.length], self.winds), balances=PerSeat(begins, begins, begins))

    @property
    def deals_repeat(self) -> bool:
        return self.house.renchan != "none"

    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        return advance(self.house, state, entry, settlement)

    def extend(self, state: TableState, length: int) -> TableState:
        if is_bust(self.house, state.balances):
            raise RuleViolation(
                "match_length", _("match_length: the match can’t be extended because a player has no points left.")
            )
        extended = super().extend(state, length)
        return replace(extended, round_wind=table_at(self.house, state.hand_no, length).round_wind, ended="")

    def ahead(self, state: TableState) -> tuple[TableState, ...]:
        if state.hand_no <= state.length:
            return super().ahead(state)
        later = range(state.hand_no + 1, state.length + ROUND + 1)
        tables = (table_at(self.house, number, state.length) for number in later)
        return () if state.finished else (state, *tables)

    # The score of a hand with the right number of tiles, without chips, at the table as the winner sees it.
    score_held: Callable[[Any, Seat, Held], Score]

    def table(self, state: TableState, winner: Seat) -> SeatTable:
        """The table as seen from the winner's seat."""
        raise NotImplementedError

    def paid(self, dealer: Seat, winner: Seat, source: Seat | None, score: Score, honba: int, sticks: int) -> Lines:
        """The payments for a win, including honba and sticks. `sticks`: the total points of the sticks on the table."""
        raise NotImplementedError

    @property
    def plays_chips(self) -> bool:
        return self.house.plays_chips

    def known(self, state: TableState) -> dict[str, object]:
        stick = self.house.riichi_stick
        carry = {"honba": state.honba, "sticks": state.sticks // stick if stick else 0, "renchan_count": state.renchan}
        return {**super().known(state), **{key: carry[key] for key in self.carry_keys}}

    def with_carry_over(self, state: TableState, given: Payload) -> TableState:
        carry = {key: whole_number(given, key, 0, MOST_CARRY) for key in self.carry_keys if key in given}
        if not carry:
            return state
        return replace(
            state,
            honba=carry.get("honba", state.honba),
            sticks=carry.get("sticks", 0) * self.house.riichi_stick,
            renchan=carry.get("renchan_count", 0),
        )

    # ── one entry ────────────────────────────────────────────────────────────

    def read_hand(self, payload: Payload) -> Hand:
        return self.reader.read_hand(payload, self.house)

    def read_draw(self, payload: Payload) -> Draw:
        return self.reader.read_draw(payload)

    def read_penalty(self, payload: Payload) -> Penalty:
        return self.reader.read_penalty(payload)

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
        laid = totals(self._deposits(seats))
        return moved(state, laid, sticks=state.sticks - sum(laid))

    def declared_in(self, entry: Entry) -> frozenset[Seat]:
        return entry.riichi_by if isinstance(entry, Penalty) else self.sticks_by(entry)

    def _deposits(self, seats: frozenset[Seat]) -> Lines:
        return deposits(self.house.riichi_stick, seats, self.stick_clause)

    def settle(self, state: TableState, entry: Entry) -> Settlement:
        """Settle riichi sticks, then wins. Honba and sticks go to the first winner in turn order (B4.10, E10.1)."""
        if isinstance(entry, Penalty):
            return super().settle(state, entry)
        laid = self._deposits(self.sticks_by(entry))
        if isinstance(entry, Draw):
            return Settlement((), laid + self.pay_draw(state, entry))
        scores = tuple([self.score(state, win) for win in entry.wins])
        pairs: Iterable[tuple[Win, Score]] = zip(entry.wins, scores, strict=True)
        if len(scores) > 1:
            pairs = sorted(pairs, key=lambda pair: pair[0].source.steps_to(pair[0].winner) if pair[0].source else 0)
        sticks = state.sticks
        for line in laid:
            sticks += line.points
        if sticks != state.sticks:  # only then, because copying the table is slow
            state = replace(state, sticks=sticks)
        lines, chips = laid, NOTHING
        for win, score in pairs:
            if score.legal:
                lines += self.pay_win(state, win, score)
                chips = add(chips, score.chips) if score.chips is not NOTHING else chips
                if len(scores) == 1 or self.house.multiple_ron == "head_bump":
                    break
                state = replace(state, honba=0, sticks=0)
        return Settlement(scores, lines, chips)

    def pay_draw(self, state: TableState, entry: Draw) -> Lines:
        return tuple(pay_tenpai(self.house.noten_pool, entry.tenpai, self.noten_clause))

    def with_sticks(self, lines: Lines, winner: Seat, sticks: int) -> Lines:
        """`lines` with the payment for the sticks on the table, worth `sticks` points in total."""
        return lines + collected(winner, sticks, self.stick_clause) if sticks else lines

    # ── words ────────────────────────────────────────────────────────────────

    def hand_title(self, state: TableState) -> Note:
        """The title of a hand, e.g. "East 2 · 1 honba"."""
        if state.finished:
            return Note(_("The match has finished"))
        deal = {"wind": state.round_wind, "deal": _deal(state), "honba": state.honba}
        text = _("%(wind)s %(deal)s · %(honba)s honba") if state.honba else _("%(wind)s %(deal)s")
        return Note(text, values=deal)

    def hand_label(self, state: TableState) -> Note:
        """The short name of a hand: "E2", or "E2.1" with one honba."""
        deal = _deal(state)
        return Note(
            HAND_LABELS[state.round_wind], values={"hand": f"{deal}.{state.honba}" if state.honba else str(deal)}
        )

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        sticks = (Note(_("%(points)s in sticks"), self.stick_clause, {"points": state.sticks}),)
        return self._honba_note(state) + (sticks if state.sticks else ())

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        sticks = (Note(_("%(points)s in sticks left on the table"), self.stick_clause, {"points": after.sticks}),)
        return self._honba_note(after) + (sticks if after.sticks else ())

    def _honba_note(self, state: TableState) -> tuple[Note, ...]:
        note = Note(_("%(honba)s honba"), self.honba_clause, {"honba": state.honba})
        return (note,) if state.honba and not state.finished else ()

    # ── answers ──────────────────────────────────────────────────────────────

    entry_keys: tuple[str, ...] = ("payments", "points", "dealers", "honba")

    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        return {
            "legal": score.legal,
            "reason": score.reason,
            "patterns": {item.id: item.points for item in score.items},
            "bonus_items": {item.id: item.points for item in score.bonus_items},
            "han": score.points,
            "sticks": state.sticks if score.legal else 0,
        }

    def entry_to_json(self, before: TableState, settled: Settlement, after: TableState) -> dict[str, Any]:
        return {
            "payments": settled.exchanged,
            "points": after.balances,
            "dealers": before.dealer,
            "honba": before.honba,
        }


def _deal(state: TableState) -> int:
    """The number of the deal within its round, from 1."""
    return (state.hand_no - 1) % 3 + 1
