"""The interface of a rule book, with defaults. Shared code calls it and never checks which book it has."""

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
from engine.match.payments import Final, PaymentLine, transfers
from engine.rulesets.definitions import Detail, HouseRuleValues, NumberField, Option, OptionValue, Pattern, Preset
from engine.rulesets.entry_sheet import EntrySheet
from engine.rulesets.rule_card import Note, RuleCard
from engine.rulesets.scoring_types import Item, Score, Settlement, TableState, deal
from engine.rulesets.wording import Words
from engine.seats import NOTHING, Points, Seat, Wind
from engine.tournament.scoring.scheme import Scheme

LONGER = _("match_length must be greater than the current length. Possible numbers of hands: %(lengths)s.")
LONGEST = _("match_length can’t be extended: the match already has its maximum number of hands.")
WRONG_SEATS = _("seats must give each player’s wind, in turn order: %(allowed)s.")
OTHER_FACT = _("%(key)s must be the same as in the match: %(value)s.")
SEATS = tuple(Seat)


class RuleBook(ABC):
    """A rule book: the class holds the rules, and an instance applies them with the house rules of one table."""

    key: str
    version: int
    title: str
    # The options, the dataclass with a field for each, and this table's values.
    options: tuple[Option, ...]
    house_rules: type[HouseRuleValues]
    house: HouseRuleValues
    presets: tuple[Preset, ...]
    patterns: tuple[Pattern, ...]
    numbers: tuple[NumberField, ...]
    # The details of an entry, the types of JSON questions (engine.json_api), the facts that a match knows by itself.
    details: tuple[Detail, ...] = ()
    types: tuple[str, ...] = ("hand", "claim", "match")
    knows: tuple[str, ...] = ("hand_no", "round", "seats")
    last_hand_no = 27  # in JSON questions
    # The keys that mark an entry as a drawn hand or a penalty, and those of a drawn hand that need to know the dealer.
    draw_keys: tuple[str, ...] = ("draw", "tenpai")
    penalty_keys: tuple[str, ...] = ("penalty",)
    asks_draw: frozenset[str] = frozenset()
    no_room = _("This match already has all %(length)s hands.")
    win_by: tuple[str, ...]
    by_wall, by_discard = "wall", "discard"  # the two normal ways of winning among them
    lengths: tuple[int, ...]
    groups: Mapping[str, str]
    limit_kinds: tuple[str, ...] = ()  # of limit hands, the lowest first
    nothing = Settlement((), ())
    # The clauses for limit hands, for an opponent's discount, and for paying only one of two winners.
    limit_clause = discount_clause = unpaid_clause = ""
    # The bonus item that every win earns, if there is one; `Score.bonus_items` doesn't include it.
    winning_item = ""
    # Sentences by `Score.reason`; `%(least)s` is the minimum.
    refusals: Mapping[str, str] = MappingProxyType({})
    # Reasons that apply to complete hands, which the waiting helper shows.
    short_of: frozenset[str] = frozenset({"minimum_not_reached"})
    # Whether balances start at 0 and are shown with a sign; whether points can stay on the table between hands.
    signed_balances, deposits = True, False
    most_penalty = 9_999  # to each opponent
    # Whether only one of two players who claim a tile gets it, and whether bonus-points decide between them.
    plays_claims = claims_compare_bonus = False
    # Whether a table can have chips beside its points (see `plays_chips`).
    knows_chips, chip_clause = False, ""
    # Whether one entry can have two winners on the same tile, and name the opponents who were waiting.
    two_win = knows_waiting = False
    words = Words()
    sheet_type: type[EntrySheet[Any]] = EntrySheet
    card_type: type[RuleCard[Any]] = RuleCard

    def __init__(self, chosen: Mapping[str, object]) -> None:
        """Apply the house rules `chosen`; all others have their defaults. Raises `RuleViolation`."""
        defaults = {option.name: option.default for option in self.options}
        self.house = self.house_rules(**{**defaults, **self.read_options(chosen)})
        self.settle_house()

    @cached_property
    def sheet(self) -> EntrySheet[Any]:
        """The entry sheet of this table."""
        return self.sheet_type(self)

    @cached_property
    def card(self) -> RuleCard[Any]:
        """The rule card of this table."""
        return self.card_type(self)

    @classmethod
    def read_options(cls, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        """Read house rules, in the order of the options. Raises `RuleViolation`."""
        if not chosen:
            return {}
        known = {option.name: option for option in cls.options}
        unknown = [str(name)[:LONGEST_ECHO] for name in chosen if name not in known]
        if unknown:
            raise RuleViolation(unknown[0], _("%(key)s isn’t a house rule in this rule book."), key=unknown[0])
        return {name: option.read(chosen[name]) for name, option in known.items() if name in chosen}

    def settle_house(self) -> None:  # noqa: B027 - a default
        """Refuse house rules that contradict each other. Default: none do."""

    @property
    def changed(self) -> dict[str, Any]:
        """The house rules that differ from the defaults, in match-file format."""
        values = [(option, self.house.value(option.name)) for option in self.options]
        return {option.name: option.plain(value) for option, value in values if value != option.default}

    @property
    def own_items(self) -> tuple[Pattern, ...]:
        """The custom items of this table. Default: none."""
        return ()

    @property
    def known_items(self) -> tuple[Pattern, ...]:
        """Every item that an entry at this table can contain."""
        return (*self.patterns, *self.own_items)

    @property
    def played_items(self) -> tuple[Pattern, ...]:
        """Every item that this table plays, in the order of the rule card. Default: all of them."""
        return self.known_items

    # ── the course of a match ────────────────────────────────────────────────

    @property
    def winds(self) -> tuple[Wind, ...]:
        """The winds in order, both for the seats and for the rounds, starting with the dealer's."""
        return (Wind.E, Wind.S, Wind.W)

    @abstractmethod
    def start(self) -> TableState:
        """The table before the first hand."""

    def table_at(self, hand_no: int) -> TableState:
        """The table before hand number `hand_no`, for a hand that belongs to no match."""
        return deal(hand_no, max(self.lengths), self.winds)

    def table_by_winds(self, round_wind: object, seats: object) -> TableState:
        """The table before a hand with this round wind and these winds of the players. Raises `RuleViolation`."""
        names = [wind.value for wind in self.winds]
        if round_wind not in names:
            raise not_one_of("round", names)
        given = seats if isinstance(seats, Mapping) else {}
        for place in range(1, 4):
            state = self.table_at(3 * names.index(str(round_wind)) + place)
            if {seat.value: wind.value for seat, wind in state.seat_winds.items()} == given:
                return state
        raise RuleViolation("seats", WRONG_SEATS, allowed=tuple(names))

    @abstractmethod
    def advance(self, state: TableState, entry: Entry, settlement: Settlement) -> TableState:
        """The table after `entry`, with the new balances; it is `finished` if no entry may follow."""

    def extend(self, state: TableState, length: int) -> TableState:
        """Return `state` with the match extended to `length` hands. Raises `RuleViolation`."""
        longer = tuple(each for each in self.lengths if each > state.length)
        if length not in longer:
            raise RuleViolation("match_length", LONGER if longer else LONGEST, lengths=longer)
        return replace(state, length=length, finished=False)

    def ahead(self, state: TableState) -> tuple[TableState, ...]:
        """The current table and those of the later deals, not counting repeats; none if the match is finished."""
        later = range(state.hand_no + 1, state.length + 1)
        return () if state.finished else (state, *(deal(number, state.length, self.winds) for number in later))

    @property
    def deals_repeat(self) -> bool:
        """Whether a deal can be repeated. Default: no."""
        return False

    def hand_title(self, state: TableState) -> Note:
        """The title of the current hand, or of a finished match. Default: the hand's number."""
        return Note("%(hand)s", values={"hand": state.hand_no})

    def hand_label(self, state: TableState) -> Note:
        """The short name of a hand, as in “Save hand 3”. Default: its number."""
        return Note("%(hand)s", values={"hand": state.hand_no})

    def length_said(self, length: int) -> Note:
        """A description of the match length, e.g. “9 hands”. Default: the number of hands."""
        return Note(_("%(hands)s hands"), values={"hands": length})

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        """Notes on the carry-over into the next hand. Default: none."""
        return ()

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        """The ledger's notes on a drawn hand. `after`: the table after it. Default: none."""
        return ()

    def entry_said(self, entry: Entry) -> Note | None:
        """The special name of an entry without a winner, such as a kind of drawn hand, or None. Default: None."""
        return None

    # ── one entry ────────────────────────────────────────────────────────────

    def read(self, kind: str, payload: Payload) -> Entry:
        """Read an entry. `kind`: "hand", "draw" or "penalty". Raises `RuleViolation`."""
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
        """Read a drawn hand. Raises `RuleViolation`."""
        return read_draw(payload)

    def read_penalty(self, payload: Payload) -> Penalty:
        """Read a penalty. Raises `RuleViolation`."""
        return read_penalty(payload)

    @abstractmethod
    def read_hand(self, payload: Payload) -> Hand:
        """Read a hand that was won. Raises `RuleViolation`."""

    def check(self, state: TableState, entry: Entry) -> None:
        """Raise `RuleViolation` if the entry isn't valid at this table now."""
        if state.finished:
            raise RuleViolation("entry", _("The match has finished. You can’t add an entry after its last hand."))
        if isinstance(entry, Hand):
            for win in entry.wins:
                self.check_win(state, win)

    def known(self, state: TableState) -> dict[str, object]:
        """The facts that a match knows before a hand, keyed as in `knows`."""
        seats = {seat.value: wind.value for seat, wind in state.seat_winds.items()}
        return {"hand_no": state.hand_no, "round": state.round_wind.value, "seats": seats}

    def check_given(self, state: TableState, win: Win) -> None:
        """Raise `RuleViolation` if the entry contradicts the match's own facts."""
        if not win.given:
            return
        known = self.known(state)
        for key, value in win.given.items():
            if type(value) is not type(known[key]) or value != known[key]:
                raise RuleViolation(key, OTHER_FACT, key=key, value=str(known[key]))

    def with_carry_over(self, state: TableState, given: Payload) -> TableState:
        """`state` with the carry-over from a JSON question. Raises `RuleViolation`. Default: unchanged."""
        return state

    def check_declared(self, state: TableState, seats: Collection[Seat]) -> None:  # noqa: B027 - a default
        """Raise `RuleViolation` if one of `seats` may not make the `early` declaration. Default: all may."""

    def declared(self, state: TableState, seats: frozenset[Seat]) -> TableState:
        """The table after `seats` have made the `early` declaration. Default: unchanged."""
        return state

    def declared_in(self, entry: Entry) -> frozenset[Seat]:
        """The players who made the `early` declaration in this hand. Default: none."""
        return frozenset()

    def check_win(self, state: TableState, win: Win) -> None:
        """Raise `RuleViolation` for a win that contradicts itself, the house rules or the table."""
        self.check_given(state, win)
        self.check_count(state, win)
        self.check_declarable(state, win)

    def check_count(self, state: TableState, win: Win) -> None:
        """Raise `RuleViolation` for an impossible count. Default: only for ticks that the checklist refuses."""
        if isinstance(win.count, Ticks) and self.sheet.checklist:
            self.sheet.checklist(self.house, state).check(win, win.count)

    def check_declarable(self, state: TableState, win: Win) -> None:
        """Raise `RuleViolation`, with a sentence from `refusals`, for a hand that may not be declared."""
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
        """The score of `win` as entered, even if `check_win` would refuse it."""

    def settle(self, state: TableState, entry: Entry) -> Settlement:
        """The scores and payments of `entry`. Never raises for an entry that has been accepted."""
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
        """Number fields that can be filled in instead of `numbers`. Default: none."""
        return ()

    @property
    def minimum(self) -> int | None:
        """The minimum count of a hand that may be declared. Default: none."""
        return None

    def pay_draw(self, state: TableState, entry: Draw) -> tuple[PaymentLine, ...]:
        """The payments of a drawn hand. Default: none."""
        return ()

    @abstractmethod
    def pay_win(self, state: TableState, win: Win, score: Score) -> tuple[PaymentLine, ...]:
        """The payments of one winning hand."""

    @property
    def limits_played(self) -> tuple[Pattern, ...]:
        """The limit hands of this table. Default: none."""
        return ()

    def plays_limit(self, kind: str) -> bool:
        """Whether limit hands of this kind are played."""
        return any(limit.group == kind for limit in self.limits_played)

    def limit_value(self, kind: str) -> int:
        """The value of a limit hand of this kind (or of one yakuman); called only if `plays_limit`."""
        raise NotImplementedError

    def so_far(self, state: TableState, seat: Seat, hand: TileHand) -> tuple[Item, ...]:
        """The items that an unfinished hand has earned already. Default: none."""
        return ()

    def readings(self, state: TableState, win: Win) -> tuple[Score, ...]:
        """The scores of all readings of a hand entered by tiles, the paid one first, or only the refusal."""
        return (self.score(state, win),)

    @property
    def deck(self) -> tuple[int, ...]:
        """The number of copies of each tile at this table. Default: none, for a book that reads no tiles."""
        return (0,) * KINDS

    def copies(self, hand: TileHand) -> Sequence[int]:
        """The number of copies of each tile that a hand holds, without jokers."""
        return count(hand.tiles)

    def carried(self, state: TableState) -> int:
        """The carry-over that the next winner gets from each opponent. Default: 0."""
        return 0

    def flags(self, then: TableState, now: TableState, entry: Entry) -> tuple[str, ...]:
        """The ticked items to check again after a correction moved `entry` from the table `then` to `now`."""
        flagged: list[str] = []
        for win in entry.wins if isinstance(entry, Hand) else ():
            if isinstance(win.count, Ticks):
                old, new = (self.ticked_facts(state, win.winner) for state in (then, now))
                flagged += [item for item in old if item in win.count.patterns and old[item] != new[item]]
        return tuple(dict.fromkeys(flagged))

    def ticked_facts(self, state: TableState, winner: Seat) -> Mapping[str, object]:
        """The items that depend on the table, each with the fact that it depends on. Default: none."""
        return {}

    @property
    def plays_chips(self) -> bool:
        """Whether this table has chips in addition to points; chips are won and lost in hands and sum to 0."""
        return False

    # ── answers ──────────────────────────────────────────────────────────────

    @abstractmethod
    def score_to_json(self, state: TableState, score: Score) -> dict[str, Any]:
        """The count of a hand in the format of docs/formats.md, with seats instead of names and without payments."""

    def entry_to_json(self, before: TableState, settled: Settlement, after: TableState) -> dict[str, Any]:
        """The result of a match entry in the format of docs/formats.md, with the keys in `entry_keys`."""
        return {"payments": settled.payments, "ledger": after.balances, "carry_after": after.goulash}

    entry_keys: tuple[str, ...] = ("payments", "ledger", "carry_after")

    def settle_match(self, points: Points, order: Sequence[Seat] = SEATS, chips: Points = NOTHING) -> Final | None:
        """The final result, or None if the points are the result. `order`: decides ties. Raises `RuleViolation`."""
        return None

    @property
    def scheme(self) -> Scheme:
        """The scoring scheme of tournaments, unless the organiser changes it. Default: the points are the result."""
        return Scheme()
