"""The data that a rule book declares: options, presets, patterns, checklist rows, fields, penalties."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from engine.errors import RuleViolation
from engine.hands.tiles import read_tiles
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.fields import Payload, flag, not_one_of, number_list, one_of, player_list, seat_by_item, whole_number
from engine.rulesets.custom_items import BONUS, PREFIX, OwnItem, read_items
from engine.rulesets.rule_card import Note
from engine.seats import Wind

OptionValue = bool | int | str | None | tuple[str, ...] | tuple[int, ...] | tuple[OwnItem, ...]

EMPTY: Mapping[str, str] = MappingProxyType({})

CHIPS = 11


@dataclass(frozen=True, slots=True)
class HouseRuleValues:
    """The house rules of one table.

    Each rule book has a subclass with one field per option: a `switch`, `number`, `choice` or another `house_rule`.
    `options_of` derives the options from it.
    """

    def value(self, option: str) -> Any:
        """Return the value of the option with this name."""
        return getattr(self, option)

    def as_dict(self) -> dict[str, Any]:
        """Return all values by option name."""
        return {option.name: getattr(self, option.name) for option in fields(self)}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule.

    `takes`: "switch", "number" (`least` to `most`), "choice" (of `choices`: value → label), "list" (ids from `choices`,
    or a key of `whole`, which means a full list), "places" (three numbers that sum to 0, for first, second and third
    place) or "own" (custom items, whose kinds are the `choices`). If `optional`, None is allowed too.
    """

    name: str
    takes: str
    default: OptionValue
    label: str
    clause: str
    help: str = ""
    example: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    whole: Mapping[str, str] = field(default_factory=dict)
    least: int = 0
    most: int = 9_999
    optional: bool = False
    unset: str = ""  # the meaning of None, as a label
    group: str = "game"

    def read(self, value: object) -> OptionValue:
        """Read a value of this option. Raises `RuleViolation` with the option's name."""
        if value is None and self.optional:
            return None
        if self.takes == "switch":
            return flag({self.name: value}, self.name)
        if self.takes == "number":
            return whole_number({self.name: value}, self.name, self.least, self.most)
        if self.takes == "own":
            return read_items(value, self.name, self.choices)
        if self.takes == "places":
            return self._read_places(value)
        if self.takes == "list" and isinstance(value, list | tuple) and all(map(self._is_choice, value)):
            return tuple(value)
        if self._is_choice(value) if self.takes == "choice" else isinstance(value, str) and value in self.whole:
            return value  # type: ignore[return-value]
        raise not_one_of(self.name, (*self.whole, *self.choices))

    def plain(self, value: OptionValue) -> Any:
        """Return a value of this option in match-file format."""
        return tuple(item.plain() for item in value) if self.takes == "own" else value  # type: ignore[union-attr]

    def _is_choice(self, value: object) -> bool:
        return any(value == choice and type(value) is type(choice) for choice in self.choices)

    def _read_places(self, value: object) -> tuple[int, ...]:
        places = value if isinstance(value, list | tuple) else ()
        whole = all(type(place) is int and self.least <= place <= self.most for place in places)
        if not whole or len(places) != 3 or sum(places):
            raise RuleViolation(
                self.name,
                _("%(key)s must be three whole numbers from %(least)s to %(most)s that add up to 0."),
                key=self.name,
                least=self.least,
                most=self.most,
            )
        return tuple(places)


def house_rule(takes: str, default: OptionValue, label: str, clause: str, help: str = "", **more: Any) -> Any:
    """A field of `HouseRuleValues` with its `Option`; `more`: further attributes of the option."""
    return field(default=default, metadata={"option": Option("", takes, default, label, clause, help, **more)})


def switch(label: str, clause: str, default: bool = False, **more: Any) -> Any:
    """A house rule that is on or off."""
    return house_rule("switch", default, label, clause, **more)


def number(default: int | None, label: str, clause: str, **more: Any) -> Any:
    """A house rule that takes a number."""
    return house_rule("number", default, label, clause, **more)


def choice(label: str, clause: str, choices: Mapping[Any, str], **more: Any) -> Any:
    """A house rule that takes one of `choices`; the default is the first."""
    return house_rule("choice", more.pop("default", next(iter(choices))), label, clause, choices=choices, **more)


def options_of(house_rules: type[HouseRuleValues], examples: Mapping[str, str] = EMPTY) -> tuple[Option, ...]:
    """The options declared by the fields of `house_rules`. `examples`: an example sentence by option name."""
    options = {option.name: option.metadata["option"] for option in fields(house_rules)}
    return tuple(
        replace(option, name=name, example=examples.get(name, option.example)) for name, option in options.items()
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; `options` contains only the values that differ from the defaults."""

    key: str
    label: str
    help: str
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Pattern:
    """An item of the rule card: anything that earns points.

    `kind`: "pattern", "bonus" or "limit"; `points`: the value of one occurrence; `added`: whether it is added to
    another item's points, and therefore shown with a plus; `line`: its line in the source text, or 0 if it has none;
    `gloss`: what a romanised Japanese name means.
    """

    id: str
    name: str
    points: int
    clause: str
    line: int
    group: str
    kind: str = "pattern"
    condition: str = ""
    added: bool = False
    most: int = 1
    gloss: str = ""

    @property
    def is_own(self) -> bool:
        """Whether this is a custom item, whose name isn't translated."""
        return self.id.startswith(PREFIX)

    @property
    def called(self) -> Term | str:
        """The name as used in refusals."""
        return self.name if self.is_own else Term(self.name)


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of the checklist.

    `times`: how often the item counts; `ticked`: how often the player ticked it; `most`: how often it can count;
    `follows_from`: the id of the item that implies it ("": the way of winning); `refusal`: why one more can't be
    ticked; `values`: the total points for 1, 2, … `most`; `wind`: the wind that the item means for this winner.
    """

    item: Pattern
    times: int
    ticked: int
    most: int
    follows_from: str | None
    refusal: RuleViolation | None
    values: tuple[int, ...]
    wind: Wind | None = None


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number field for a count entered directly, e.g. hand-points.

    `chips`: the numbers offered as buttons; a second field with buttons takes only these numbers. `another`, `less`,
    `more`: labels of the other controls; `choose`: the prompt; `required`: the error if it is empty; `notes_drawn`:
    notes shown only if the hand can be self-drawn. `up_to`: a second field is shown only up to this count (0: always).
    """

    name: str
    label: str
    least: int
    most: int
    chips: tuple[int, ...] = ()
    another: str = _("Another number")
    choose: str = _("Choose the value")
    required: str = _("Choose the value of the hand.")
    less: str = _("One less")
    more: str = _("One more")
    notes: tuple[Note, ...] = ()
    notes_drawn: tuple[Note, ...] = ()
    up_to: int = 0


def chips(least: int, most: int | None = None) -> tuple[int, ...]:
    """Up to `CHIPS` consecutive numbers to offer as buttons, from `least` to at most `most`."""
    return tuple(range(least, least + CHIPS if most is None else min(most + 1, least + CHIPS)))


@dataclass(frozen=True, slots=True)
class Detail:
    """A detail of an entry besides the winner and the count; if left out, it is false, 0, None or empty.

    `takes`: "switch", "number" (0 to `most`), "numbers" (all different, 1 to `most`), "choice" (of `choices`), "tiles"
    or "players" (lists), "seats" (a player for some of the `choices`). `beside`, where it can be given: "tiles" (hands
    entered by tiles), "hand" (all hands), "winner" (each winner), "count" (winners without tiles), "draw" or "win" (a
    key of `win`).
    """

    key: str
    takes: str
    label: str
    clause: str
    beside: tuple[str, ...] = ("tiles",)
    most: int = 0
    choices: Mapping[str, str] = field(default_factory=dict)

    def read(self, payload: Payload) -> Any:
        """Read the value from `payload`, which must contain the key. Raises `RuleViolation`."""
        if self.takes == "tiles":
            return read_tiles(payload[self.key], self.key)
        if self.takes == "switch":
            return flag(payload, self.key)
        if self.takes == "number":
            return whole_number(payload, self.key, 0, self.most)
        if self.takes == "numbers":
            return number_list(payload, self.key, self.most)
        if self.takes == "players":
            return player_list(payload, self.key)
        if self.takes == "seats":
            return seat_by_item(payload, self.key, self.choices)
        return None if payload[self.key] is None else one_of(payload, self.key, self.choices)


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A common penalty: the offender pays `points` to each opponent.

    `says`: the key of an entry that only names the offender, because the rule book knows the payments; `points` is then
    None if the opponents are paid different amounts.
    """

    key: str
    label: str
    points: int | None
    ends_hand: bool
    says: str = ""


def pattern_maker(kind: str, clause: str) -> Callable[..., Pattern]:
    """Return a function that makes patterns of this `kind`, with this `clause` unless another is given."""

    def make(item: str, name: str, points: int, line: int, group: str, condition: str = "", **more: Any) -> Pattern:
        values = {"clause": clause, "kind": kind, **more}
        return Pattern(id=item, name=name, points=points, line=line, group=group, condition=condition, **values)

    return make


def own_pattern(item: OwnItem, clause: str) -> Pattern:
    """Convert a custom item to a pattern. `clause`: the clause that allows custom items."""
    group, kind = ("own", "bonus") if item.kind == BONUS else (item.kind, "limit")
    return Pattern(item.id, item.name, item.points, clause, 0, group, kind, item.note, most=item.most)


def pattern_index(patterns: Sequence[Pattern]) -> Mapping[str, Pattern]:
    """Index the patterns by id."""
    return MappingProxyType({pattern.id: pattern for pattern in patterns})
