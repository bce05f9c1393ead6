"""All that a rule book may differ in, with defaults. Shared code asks a rule book, never which one it is.

Written against every book of docs/rules: hand-points and goulash, han with deposits and dealer
repeats, fan with a maximum. A rule book is a subclass in one file (or one folder), data first.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.hands.tiles import KINDS, count
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Entry, Hand, Numbers, Penalty, Ticks, Win, read_draw, read_penalty
from engine.match.fields import LONGEST_ECHO, OBJECT, Payload, not_one_of
from engine.match.payments import PaymentLine, transfers
from engine.match_places import Final
from engine.rulesets.definitions import Detail, HouseRuleValues, NumberField, Option, OptionValue, Pattern, Preset
from engine.rulesets.entry_sheet import EntrySheet
from engine.rulesets.rule_card import Note, RuleCard
from engine.rulesets.scoring_types import Item as Item
from engine.rulesets.scoring_types import LimitHand as LimitHand
from engine.rulesets.scoring_types import Score as Score
from engine.rulesets.scoring_types import Settlement as Settlement
from engine.rulesets.scoring_types import TableState as TableState
from engine.rulesets.scoring_types import moved as moved
from engine.rulesets.wording import Words
from engine.seats import Points, Seat, Wind
from engine.tournament.scoring.scheme import Scheme


class RuleBook(ABC):
    """One rule book at one table: the class is the book, an instance has the table's house rules."""

    key: str
    version: int
    title: str
    # The options, and the dataclass with a field for each of them; `house` has the values at this table.
    options: tuple[Option, ...]
    house_rules: type[HouseRuleValues]
    house: HouseRuleValues
    presets: tuple[Preset, ...]
    patterns: tuple[Pattern, ...]
    numbers: tuple[NumberField, ...]
    # What an entry says besides; what a question may ask (engine.json_api); what a match knows before a hand.
    details: tuple[Detail, ...] = ()
    types: tuple[str, ...] = ("hand", "claim", "match")
    knows: tuple[str, ...] = ("hand_no", "round", "seats")
    last_hand_no = 27  # of a question; which lengths a match can have is another matter
    no_room = _("The match already has all its %(length)s hands.")
    win_by: tuple[str, ...]
    # Which of them are a win from the wall and one on a discard.
    by_wall = "wall"
    by_discard = "discard"
    lengths: tuple[int, ...]
    groups: Mapping[str, str]
    # The kinds of fixed value, the lowest first.
    limit_kinds: tuple[str, ...] = ()
    nothing = Settlement((), ())
    # Where it stands what a hand of fixed value pays, what an opponent owes less, and that of two winners of one tile
    # only one is paid.
    limit_clause = ""
    discount_clause = ""
    unpaid_clause = ""
    # The bonus item that every win earns beside `Score.bonus_items`, if there is one.
    winning_item = ""
    # Why a hand may not be declared, in a sentence by the reason of its score; `%(least)s` is the minimum.
    refusals: Mapping[str, str] = MappingProxyType({})
    # Reasons against tiles that are a whole hand all the same, so that the waiting helper shows them.
    short_of: frozenset[str] = frozenset({"minimum_not_reached"})
    # Whether balances begin at 0 and are shown with their sign; whether points may lie on the table between hands.
    signed_balances = True
    deposits = False
    # The most that a penalty may be, to each opponent.
    most_penalty = 9_999
    # Whether one of two players who claim the same tile gets it alone, and whether bonus-points decide between them.
    plays_claims = False
    claims_compare_bonus = False
    # Whether two players may win on the same tile, in one entry.
    two_win = False
    # Whether an entry may say which opponents were waiting.
    knows_waiting = False
    # What pages call things in this game; what the form of a hand asks: the count by numbers, and the further ways to
    # win; what the rule card says: the items by their kind.
    words = Words()
    sheet_type: type[EntrySheet[Any]] = EntrySheet
    card_type: type[RuleCard[Any]] = RuleCard

    def __init__(self, chosen: Mapping[str, object]) -> None:
        """`chosen`: the house rules that differ from the defaults. Raises `RuleViolation`."""
        defaults = {option.name: option.default for option in self.options}
        self.house = self.house_rules(**{**defaults, **self.read_options(chosen)})
        self.settle_house()

    @cached_property
    def sheet(self) -> EntrySheet[Any]:
        """What the form of a hand asks at this table."""
        return self.sheet_type(self)

    @cached_property
    def card(self) -> RuleCard[Any]:
        """What the rule card says of this table."""
        return self.card_type(self)

    @classmethod
    def read_options(cls, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        """House rules as this book takes them, in the order of its list. Raises `RuleViolation`."""
        if not chosen:
            return {}
        known = {option.name: option for option in cls.options}
        for name in chosen:
            if name not in known:
                raise RuleViolation(
                    str(name)[:LONGEST_ECHO],
                    _("%(key)s isn’t a house rule of this rule book."),
                    key=str(name)[:LONGEST_ECHO],
                )
        return {name: option.read(chosen[name]) for name, option in known.items() if name in chosen}

    def settle_house(self) -> None:  # noqa: B027 - a default
        """Refuse house rules that contradict each other. Default: none do."""

    @property
    def changed(self) -> dict[str, Any]:
        """The house rules that differ from the defaults, as a match file has them."""
        values = self.house.as_dict()
        return {each.name: each.plain(values[each.name]) for each in self.options if values[each.name] != each.default}

    @property
    def own_items(self) -> tuple[Pattern, ...]:
        """What this table counts beside the book: bonus items and limit hands of its own. Default: nothing."""
        return ()

    @property
    def known_items(self) -> tuple[Pattern, ...]:
        """Every item that an entry at this table may name."""
        return (*self.patterns, *self.own_items)

    @property
    def played_items(self) -> tuple[Pattern, ...]:
        """Every item that this table plays, in the order of the rule card. Default: all of them."""
        return self.known_items

    # ── the course of a match ────────────────────────────────────────────────

    @property
    def winds(self) -> tuple[Wind, ...]:
        """The winds of the seats and of the rounds, the dealer's first."""
        return (Wind.E, Wind.S, Wind.W)

    @abstractmethod
    def start(self) -> TableState:
        """The table before the first hand."""

    @abstractmethod
    def table_at(self, hand_no: int, carry: int) -> TableState:
        """The table before a hand, without a match around it."""

    def table_by_winds(self, round_wind: object, seats: object, carry: int) -> TableState:
        """The same from the round wind and each chair's wind, three deals a round. Raises `RuleViolation`."""
        names = [wind.value for wind in self.winds]
        if round_wind not in names:
            raise not_one_of("round", names)
        given = seats if isinstance(seats, Mapping) else {}
        for deal in range(1, 4):
            state = self.table_at(3 * names.index(str(round_wind)) + deal, carry)
            if {seat.value: wind.value for seat, wind in state.seat_winds.items()} == given:
                return state
        raise RuleViolation(
            "seats", _("seats must be a wind for each player in turn: %(allowed)s."), allowed=tuple(names)
        )

    @abstractmethod
    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        """The table after `entry`; balances included, `finished` where no entry may follow."""

    def extend(self, state: TableState, length: int) -> TableState:
        """The same table with a longer match. Raises `RuleViolation`."""
        if length not in self.lengths or length <= state.length:
            raise RuleViolation(
                "match_length",
                _("match_length must be longer: %(lengths)s hands."),
                lengths=tuple(str(n) for n in self.lengths if n > state.length) or "–",
            )
        return replace(state, length=length, finished=False)

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

    # ── one entry ────────────────────────────────────────────────────────────

    def read(self, kind: str, payload: Payload) -> Entry:
        """The entry in `payload`; `kind`: hand, draw or penalty. Raises `RuleViolation`."""
        if not isinstance(payload, OBJECT):
            raise RuleViolation("payload", _("payload must be an object with names and values."))
        if kind == "hand":
            return self.read_hand(payload)
        if kind == "draw":
            return self.read_draw(payload)
        if kind == "penalty":
            return self.read_penalty(payload)
        raise RuleViolation("kind", _("kind must be hand, draw or penalty."))

    def read_draw(self, payload: Payload) -> Draw:
        """A hand that nobody won. Default: nothing but that. Raises `RuleViolation`."""
        return read_draw(payload)

    def read_penalty(self, payload: Payload) -> Penalty:
        """What an irregularity costs. Default: nothing but that. Raises `RuleViolation`."""
        return read_penalty(payload)

    @abstractmethod
    def read_hand(self, payload: Payload) -> Hand:
        """A won hand, by numbers or by list. Raises `RuleViolation`."""

    def check(self, state: TableState, entry: Entry) -> None:
        """Refuse what cannot stand at this table now. Raises `RuleViolation`."""
        if state.finished:
            raise RuleViolation("entry", _("The match has finished, so no entry can follow its last hand."))
        if isinstance(entry, Hand):
            for win in entry.wins:
                self.check_win(state, win)

    def known(self, state: TableState) -> dict[str, object]:
        """What a match knows before a hand, by the keys of `knows`."""
        seats = {seat.value: wind.value for seat, wind in state.seat_winds.items()}
        return {"hand_no": state.hand_no, "round": state.round_wind.value, "seats": seats}

    def check_given(self, state: TableState, win: Win) -> None:
        """Refuse an entry that says of the table what the match knows better. Raises `RuleViolation`."""
        if not win.given:
            return
        known = self.known(state)
        for key, value in win.given.items():
            if type(value) is not type(known[key]) or value != known[key]:
                raise RuleViolation(
                    key, _("%(key)s must agree with the match: %(value)s."), key=key, value=str(known[key])
                )

    def with_carry_over(self, state: TableState, given: Payload) -> TableState:
        """`state` with what a question says of it beside its winds. Raises `RuleViolation`. Default: nothing."""
        return state

    def check_declared(self, state: TableState, seats: Collection[Seat]) -> None:  # noqa: B027 - a default
        """Refuse what is said `early` by somebody who cannot. Raises `RuleViolation`. Default: everybody can."""

    def declared(self, state: TableState, seats: frozenset[Seat]) -> TableState:
        """The table once `seats` have said what is asked `early`. Default: nothing moves."""
        return state

    def declared_in(self, entry: Entry) -> frozenset[Seat]:
        """Who had said what is asked `early` in the hand of `entry`. Default: nobody."""
        return frozenset()

    @abstractmethod
    def check_win(self, state: TableState, win: Win) -> None:
        """Refuse a win that contradicts itself, the house rules or the table."""

    def check_declarable(self, state: TableState, win: Win) -> None:
        """Refuse a hand that may not be declared, in the sentence of `refusals`. Raises `RuleViolation`."""
        score = self.score(state, win)
        if not score.legal:
            fields = {Numbers: self.numbers[0].name, Ticks: "patterns", TileHand: "tiles"}
            raise RuleViolation(
                fields[type(win.count)],
                self.refusals[score.reason or "not_a_legal_hand"],
                least=self.minimum,
                points=score.points,
            )

    @abstractmethod
    def score(self, state: TableState, win: Win) -> Score:
        """What `win` is worth, as entered; contradictions do not stop it."""

    def settle(self, state: TableState, entry: Entry) -> Settlement:
        """What `entry` pays. Never refuses: what was accepted once stays countable."""
        if isinstance(entry, Draw):
            return Settlement((), self.pay_draw(state, entry))
        if isinstance(entry, Penalty):
            return Settlement((), transfers(entry.points, "penalty", self.penalty_clause))
        scores = tuple([self.score(state, win) for win in entry.wins])
        lines: list[PaymentLine] = []
        for win, score in zip(entry.wins, scores, strict=True):
            if score.legal:
                lines += self.pay_win(state, win, score)
        return Settlement(scores, tuple(lines))

    penalty_clause = "A14"

    @property
    def alone(self) -> tuple[NumberField, ...]:
        """Numbers each of which stands alone instead of `numbers`. Default: none."""
        return ()

    @property
    def minimum(self) -> int | None:
        """The least count of a hand that may be declared. Default: there is no such number."""
        return None

    def pay_draw(self, state: TableState, entry: Draw) -> tuple[PaymentLine, ...]:
        """What a drawn hand pays. Default: nothing."""
        return ()

    @abstractmethod
    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[PaymentLine, ...]:
        """The lines of one winning hand."""

    @property
    def limits_played(self) -> tuple[Pattern, ...]:
        """The hands of fixed value at this table. Default: none."""
        return ()

    def plays_limit(self, kind: str) -> bool:
        """Whether hands of this fixed value are played. Default: there are none."""
        return False

    def limit_value(self, kind: str) -> int:
        """What one unit of a limit pays; only asked where `plays_limit`."""
        raise NotImplementedError

    def so_far(self, state: TableState, seat: Seat, hand: TileHand) -> tuple[Item, ...]:
        """What the sets of an unfinished hand earn already. Default: nothing is certain."""
        return ()

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        """Every way to read the tiles of `win`, the paid one first. Default: the one score."""
        return (self.score(state, win),)

    @property
    def deck(self) -> tuple[int, ...]:
        """How many of each tile this table plays with. Default: a book that reads no tiles."""
        return (0,) * KINDS

    def copies(self, hand: TileHand) -> Sequence[int]:
        """How many copies of each tile a hand holds. Default: all of its tiles are copies."""
        return count(hand.tiles)

    def carried(self, state: TableState) -> int:
        """What the next winner gets on top from each opponent. Default: nothing is carried."""
        return 0

    def flags(self, then: TableState, now: TableState, entry: Entry) -> tuple[str, ...]:
        """What the scorer should look at again, since `entry` was made at the table `then` but
        a correction has moved it to the table `now`. Ids; default: nothing."""
        return ()

    # ── answers ──────────────────────────────────────────────────────────────

    @abstractmethod
    def tell_score(self, state: TableState, score: Score) -> dict[str, Any]:
        """The count of a hand as docs/formats.md has it, with chairs for names and without the payments."""

    def tell_entry(self, before: TableState, settled: Settlement, after: TableState) -> dict[str, Any]:
        """What an entry of a match leaves, likewise; an answer has a list for each key (`entry_keys`)."""
        return {"payments": settled.payments, "ledger": after.balances, "carry_after": after.goulash}

    entry_keys: tuple[str, ...] = ("payments", "ledger", "carry_after")

    def settle_match(self, points: Points, order: Sequence[Seat] = tuple(Seat)) -> Final | None:
        """What a match that ends with these points comes to; `order` decides between equal points. Raises
        `RuleViolation`. Default: the points are the result."""
        return None

    @property
    def scheme(self) -> Scheme:
        """What a game is worth in a tournament unless its organiser says otherwise. Default: its points."""
        return Scheme()
