"""What the sheet of a hand and the pages ask of a rule book, with defaults: the base of every rule book.

Words are data, translated where they are shown. Counts and pays nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from engine.language import gettext_noop as _
from engine.rulesets.definitions import NumberField
from engine.rulesets.entry_sheet import Ask, Fixed, Situation, TileMark, WinWay
from engine.rulesets.rule_card import Note
from engine.rulesets.wording import OPTION_GROUPS, CarryOverWording, Words

if TYPE_CHECKING:
    from engine.match.entries import Entry, Win
    from engine.rulesets.rule_book import LimitHand, TableState
    from engine.seats import Seat


class RuleBookDisplay:
    """One rule book as a scorer meets it."""

    numbers: tuple[NumberField, ...]
    by_wall: str
    by_discard: str
    # The kinds of fixed value, the lowest first.
    limit_kinds: tuple[str, ...] = ()

    # How a hand may be counted: by numbers, by list, by tiles.
    counted_by: tuple[str, ...] = ("numbers", "list", "tiles")

    # In a sentence, where the book does not rest on the description alone: how far it does. Shown where it is chosen.
    origin = ""

    # Pieces that stand for a tile, such as jokers.
    marks: tuple[TileMark, ...] = ()

    words = Words()
    # By kind of fixed value; by the rule of a payment's line, with %(sum)s and %(each)s; by the ids of `flags` and of
    # refusals, the latter in a few words.
    limit_names: Mapping[str, str] = {}
    line_words: Mapping[str, str] = {}
    flag_words: Mapping[str, str] = {}
    refusal_words: Mapping[str, str] = {}
    option_groups: Mapping[str, str] = OPTION_GROUPS
    # Where it stands what a hand of fixed value pays, and what an opponent owes less.
    limit_clause = ""
    discount_clause = ""
    # Where it stands that of two winners of one tile only one is paid.
    unpaid_clause = ""
    # The bonus item that every win earns beside `Score.bonus_items`, if there is one.
    winning_item = ""
    # The rules of lines that pay what earlier hands left.
    brought: Mapping[str, CarryOverWording] = {}
    # Reasons against tiles that are a whole hand all the same, so that the waiting helper shows them.
    short_of: frozenset[str] = frozenset({"minimum_not_reached"})
    # Whether balances begin at 0 and are shown with their sign.
    signed_balances = True
    # Whether points may lie on the table between hands.
    deposits = False
    # The most that a penalty may be, to each opponent.
    most_penalty = 9_999
    # Whether one of two players who claim the same tile gets it alone, and whether bonus-points decide between them.
    plays_claims = False
    claims_compare_bonus = False
    # Whether two players may win on the same tile, in one entry.
    two_win = False
    # By the rule of a share in `settle_match`, in a few words.
    share_words: Mapping[str, str] = {}
    # Whether an entry may say which opponents were waiting.
    knows_waiting = False

    # ── the sheet ────────────────────────────────────────────────────────────

    @property
    def ways(self) -> tuple[WinWay, ...]:
        """The ways to win. Default: one from the wall, one on a discard."""
        return (WinWay(self.by_wall, False), WinWay(self.by_discard, True))

    def way_of(self, by: str) -> WinWay | None:
        """The way to win that entries call `by`."""
        return next((way for way in self.ways if way.by == by), None)

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """What is asked for by numbers: the count, and at most one number beside it. Default: `numbers`."""
        return self.numbers

    def known_bonus(self, win: Win) -> int:
        """The second of `number_fields` as far as it follows from how the hand was won. Default: nothing does."""
        return 0

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """Counts known by a name, which stand in place of numbers. Default: none."""
        return ()

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        """What is asked beside the count, in the order of the sheet. Default: the further ways to win."""
        return self.switches(situation)

    def switches(self, situation: Situation) -> tuple[Ask, ...]:
        """The further ways to win, as switches; for two winners those on a player's tile. Beside tiles, which are
        looked at again with each change, those alone apply that fit whose tile it was."""
        if situation.way not in ("numbers", "list", "tiles", "two"):
            return ()
        open_to_all = situation.way in ("numbers", "list")
        return tuple(
            Ask(way.by, way.switch, "way", applies=open_to_all or situation.from_player is way.from_player)
            for way in self.ways
            if way.switch and (way.from_player or situation.way != "two")
        )

    def early(self, state: TableState) -> Ask | None:
        """What players say while the hand is played: asked on their cards, and known when the entry asks for it
        (`Situation.declared`). It takes "players". Default: nothing."""
        return None

    def check_declared(self, state: TableState, seats: Collection[Seat]) -> None:
        """Refuse what is said `early` by somebody who cannot. Raises `RuleViolation`. Default: everybody can."""

    def declared(self, state: TableState, seats: frozenset[Seat]) -> TableState:
        """The table once `seats` have said what is asked `early`. Default: nothing moves."""
        return state

    def declared_in(self, entry: Entry) -> frozenset[Seat]:
        """Who had said what is asked `early` in the hand of `entry`. Default: nobody."""
        return frozenset()

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        """What of the list is known before anybody ticks. Default: nothing."""
        return ()

    def limit_said(self, limit: LimitHand) -> Note:
        """What a hand of fixed value is called. Default: by its kind."""
        return Note(self.limit_names.get(limit.kind, "") or limit.kind)

    def limit_key(self, limit: LimitHand) -> str:
        """What one is called in the spreadsheets. Default: by its kind."""
        return limit.kind

    def limit_worth(self, limit: LimitHand) -> int | None:
        """What it is worth; None where that depends on who wins, and how. Default: its value."""
        return limit.value

    @property
    def reads_tiles(self) -> bool:
        """Whether hands may be counted by their tiles here, and waits found."""
        return "tiles" in self.counted_by

    @property
    def minimum(self) -> int | None:
        """The least count of a hand that may be declared. Default: there is no such number."""
        return None

    # ── the course of a match ────────────────────────────────────────────────

    def ahead(self, state: TableState) -> tuple[TableState, ...]:
        """The tables of the hands to come, the one in play first. Default: no other is certain."""
        return () if state.finished else (state,)

    @property
    def deals_repeat(self) -> bool:
        """Whether a deal may be played again before the next one. Default: no."""
        return False

    def hand_title(self, state: TableState) -> Note:
        """What stands over the table: which hand is played, or that all are."""
        return Note("%(hand)s", values={"hand": state.hand_no})

    def hand_label(self, state: TableState) -> Note:
        """The short name of a hand, as in "Save hand 3". Default: its number."""
        return Note("%(hand)s", values={"hand": state.hand_no})

    def length_said(self, length: int) -> Note:
        """To where a match of this `length` is played. Default: so many hands."""
        return Note(_("%(hands)s hands"), values={"hands": length})

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        """What earlier hands left for the one to come. Default: nothing."""
        return ()

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        """What the ledger says of a drawn hand, by the table that it left. Default: nothing."""
        return ()
