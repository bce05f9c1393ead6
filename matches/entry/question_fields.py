"""Fields for the rule book's questions besides the count. Independent of particular books.

The book declares the questions and the players they apply to (`Asking.asked`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.errors import RuleViolation
from engine.hands.tiles import Tile, parse_tiles, text
from engine.match.entries import Entry, Ticks, Win
from engine.rulesets.entry_sheet import Ask, Situation
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import PerSeat, Seat
from matches.entry import tapped_tiles
from matches.forms.option_fields import Chip
from matches.log.state import MatchState
from matches.wording import called, isolated, number, sentence
from people.forms.shared import Refusing
from people.text.cleaning import read_digits, whole_number
from people.text.lists import labelled

OF_SEATS = ("opponents", "players")
SEVERAL = (*OF_SEATS, "numbers")
CHOSEN = ("choice", "tile", "opponent")
WAYS = "how"  # field of the switches for additional ways to win


def field_of(ask: Ask) -> str:
    """Return the field name of a question. The fields of bonus items have the same names as in the checklist."""
    return f"b.{ask.key}" if ask.inside == "bonus_items" else ask.key


@dataclass(frozen=True, slots=True)
class Question:
    """One question for a template.

    `known`: the bonus-points that an additional way to win adds; `to_player`: whether that way is a win on a player's
    tile; `wrong`: whether the answer was refused.
    """

    ask: Ask
    field: str
    label: str
    note: str
    help: str
    value: Any
    on: bool
    choices: list[Chip]
    known: int = 0
    to_player: bool = False
    wrong: bool = False

    @property
    def of_seats(self) -> bool:
        return self.ask.takes in OF_SEATS


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """The questions in one part of the sheet. A button reveals the `folded` questions."""

    shown: list[Question]
    folded: list[Question]

    @classmethod
    def of(cls, questions: list[Question]) -> QuestionGroup:
        folded = [each for each in questions if each.ask.folded and each.ask.takes != "tiles"]
        return cls([each for each in questions if each not in folded], folded)

    @property
    def of_seats(self) -> bool:
        return any(question.of_seats for question in self.shown)

    @property
    def open(self) -> bool:
        return any(question.on for question in self.folded)

    @property
    def applies(self) -> bool:
        return any(question.ask.applies for question in self.folded)


class TableForm(Refusing):
    """Base of forms about the table of `reading`. It has helpers to read fields and show refusals."""

    reading: MatchState
    book: RuleBook

    @property
    def names(self) -> PerSeat[str]:
        return self.reading.names

    @property
    def pad(self) -> list[list[tapped_tiles.Key]]:
        return tapped_tiles.pad(self.book.deck)

    def sentence(self, violation: RuleViolation) -> str:
        return sentence(violation, self.names)

    def refuse(self, violation: RuleViolation, field: str | None = None, label: str = "") -> None:
        """Show a refusal at `field` after its `label`, or at the top if the form has no such field."""
        name, text = field or violation.field, self.sentence(violation)
        self.add_error(name if name in self.fields else None, labelled(label, text) if label else text)

    def attempt(self, step: Callable[[], Any], field: str | None = None, label: str = "") -> Any:
        """Return the result of `step`; if a rule refuses it, show the reason and return None."""
        try:
            return step()
        except RuleViolation as violation:
            self.refuse(violation, field, label)
            return None

    def whole(self, text: str, field: str, label: str, least: int, most: int) -> int | None:
        """Return the whole number in `text`; if it is invalid, add an error at `field` and return None."""
        number: int | None = self.attempt(lambda: whole_number(text, field, least, most), field, label)
        return number

    def typed(self, field: str) -> Any:
        """Return the current value of `field`: as submitted, or its initial value."""
        return (self.data if self.is_bound else self.initial).get(field, "")

    def typed_list(self, field: str) -> list[str]:
        if isinstance(self.data, MultiValueDict) and self.is_bound:
            return list(self.data.getlist(field))
        chosen = (self.data if self.is_bound else self.initial).get(field, [])
        return [chosen] if isinstance(chosen, str) else list(chosen)

    def players(self, field: str) -> list[Chip]:
        return [Chip(seat.value, name, self.typed(field) == seat.value) for seat, name in self.names.items()]

    def declared_since(self) -> tuple[set[str], set[str]]:
        """Return the chairs that declared, and those that withdrew a declaration, since the form was shown."""
        return set(), set()


class Asking(TableForm):
    """Base of forms that ask the rule book's questions for a `situation`."""

    @property
    def situation(self) -> Situation:
        raise NotImplementedError

    @property
    def was_asked(self) -> bool:
        return self.is_bound

    def by_of(self, from_player: bool | None) -> str:
        """Return the way to win: an additional one if its switch is on, else the ordinary one; "" if unknown."""
        if from_player is None:
            return ""
        chosen = self.typed_list(WAYS)
        further = (w.by for w in self.book.sheet.ways if w.switch and w.from_player is from_player and w.by in chosen)
        return next(further, self.book.by_discard if from_player else self.book.by_wall)

    def _current_answer(self, ask: Ask) -> Any:
        """Return the current answer to a question; before it has been asked, the answer known in advance."""
        field, several = field_of(ask), ask.takes in SEVERAL
        if field not in (self.data if self.is_bound else self.initial) and not self.was_asked:
            return list(ask.known) if several else ask.known
        if not several:
            return self.typed(field)
        # If the hand was counted another way, this may not have been asked about the winner.
        winner = self.situation.winner
        hidden = (
            [] if self.was_asked else [chair for chair in ask.known if winner is not None and chair == winner.value]
        )
        early = self.book.sheet.early(self.situation.state)
        more, less = self.declared_since() if early and early.key == ask.key else (set(), set())
        chairs = (chair for chair in self.typed_list(field) if chair not in {*more, *less})
        return list(dict.fromkeys((*chairs, *sorted(more), *hidden)))

    @cached_property
    def asked(self) -> tuple[Ask, ...]:
        return self.book.sheet.questions(self.situation)

    def answers(self) -> dict[str, Any]:
        """Return all answers as part of an entry. Raises `RuleViolation`."""
        answers: dict[str, Any] = {}
        for ask in self.asked:
            enter(answers, self.answer(ask))
        return answers

    def answer(self, ask: Ask) -> dict[str, Any]:
        """Return the answer to one question as part of an entry; empty if there is none. Raises `RuleViolation`."""
        value = self._value(ask) if ask.applies and ask.takes != "way" else None
        if value in (None, "", 0, False, [], {}):
            return {}
        return {ask.inside: {ask.key: value}} if ask.inside else {ask.key: value}

    def _value(self, ask: Ask) -> Any:
        field = field_of(ask)
        if ask.takes in SEVERAL:
            return self._several(ask, field)
        typed = str(self._current_answer(ask) or "").strip()
        if ask.takes == "tiles":
            return [text(tile) for tile in parse_tiles(typed)]
        if ask.takes == "choice" and ask.values:
            return read_digits(typed, 6) or typed  # the engine refuses anything but a number
        if ask.takes in CHOSEN:
            return typed
        if ask.takes == "number":
            times = self.whole(typed, field, called(ask), 0, ask.most) if typed else 0
        else:
            times = bool(typed)
        return ask.values[times - 1] if times and ask.values else times

    def _several(self, ask: Ask, field: str) -> Any:
        chosen = sorted(self._current_answer(ask))
        if ask.takes == "numbers":
            return [self.whole(chair, field, called(ask), 1, ask.most) for chair in chosen]
        winner = self.situation.winner
        if ask.takes == "players":
            return [chair for chair in chosen if not (ask.others and winner is not None and chair == winner.value)]
        return dict.fromkeys((chair for chair in chosen if winner is None or chair != winner.value), True)

    @cached_property
    def questions(self) -> list[Question]:
        return [self._question(ask) for ask in self.asked]

    @property
    def beside_tiles(self) -> list[Question]:
        """The questions that are updated with every tile: all questions before the first one about the players."""
        if self.situation.way != "tiles":
            return []
        first = next((i for i, each in enumerate(self.questions) if each.of_seats), len(self.questions))
        return self.questions[:first]

    @property
    def tile_part(self) -> QuestionGroup:
        return QuestionGroup.of(self.beside_tiles)

    @property
    def first_part(self) -> QuestionGroup:
        """The questions above the count."""
        return QuestionGroup.of([each for each in self.questions if each.ask.first])

    @property
    def other_parts(self) -> list[QuestionGroup]:
        """The other questions in groups; each question about the players has its own group."""
        parts: list[list[Question]] = []
        for question in self.questions[len(self.beside_tiles) :]:
            if question.ask.first:
                continue
            if parts and not question.of_seats and not parts[-1][0].of_seats:
                parts[-1].append(question)
            else:
                parts.append([question])
        return [QuestionGroup.of(part) for part in parts]

    def _question(self, ask: Ask) -> Question:
        field = field_of(ask)
        way = self.book.sheet.way_of(ask.key) if ask.takes == "way" else None
        if way:
            on = way.by in self.typed_list(WAYS)
            plain = self.book.by_discard if way.from_player else self.book.by_wall
            adds = known_bonus(self.book, way.by) - known_bonus(self.book, plain)
            return Question(ask, WAYS, called(ask), "", "", "", on, [], adds, way.from_player)
        value = "" if ask.takes in SEVERAL else self._current_answer(ask)
        return Question(
            ask=ask,
            field=field,
            label=called(ask),
            note=_(ask.note) if ask.note else "",
            help=isolated(ask.help) if ask.own or not ask.help else _(ask.help),
            value=value or ("0" if ask.takes == "number" else ""),
            on=bool(value),
            choices=list(self._offered(ask)),
            wrong=field in self.fields and self.has_error(field),
        )

    def _offered(self, ask: Ask) -> Iterator[Chip]:
        chosen = self._current_answer(ask)
        if ask.takes in OF_SEATS:
            winner = self.situation.winner if ask.takes == "opponents" or ask.others else None
            yield from (Chip(s.value, self.names[s], s.value in chosen) for s in Seat if s is not winner)
        elif ask.takes == "numbers":
            yield from (Chip(str(n), str(n), str(n) in chosen) for n in range(1, ask.most + 1))
        elif ask.takes in CHOSEN:
            named = {"": pgettext("nothing chosen", "None"), **{key: _(said) for key, said in ask.choices.items()}}
            if ask.takes == "choice":
                named |= {str(value): number(value) for value in ask.values}
            if ask.takes == "opponent":
                named |= {s.value: self.names[s] for s in Seat if s is not self.situation.winner}
            if ask.takes == "tile":
                held = [Tile(tile) for tile, copies in enumerate(self.book.deck) if copies]
                named |= {text(tile): tapped_tiles.tile_name(tile) for tile in held}
            yield from (Chip(value, said, str(chosen) == value) for value, said in named.items())


def known_bonus(book: RuleBook, by: str) -> int:
    """Return the bonus-points that follow from the way to win alone."""
    return book.sheet.known_bonus(Win(Seat.P1, by, None, Ticks()))


def enter(payload: dict[str, Any], answers: Mapping[str, Any]) -> None:
    for key, value in answers.items():
        payload[key] = {**payload.get(key, {}), **value} if isinstance(value, dict) else value


def initial_of(questions: tuple[Ask, ...], payload: Mapping[str, Any]) -> dict[str, Any]:
    return {field_of(ask): _shown(ask, _value(ask, payload)) for ask in questions if _value(ask, payload) is not None}


def declared_of(book: RuleBook, state: TableState, questions: tuple[Ask, ...], entry: Entry) -> dict[str, Any]:
    """Return the initial value for the early declarations of a logged entry."""
    early = book.sheet.early(state)
    if early is None or all(ask.key != early.key for ask in questions):
        return {}
    return {field_of(early): sorted(seat.value for seat in book.declared_in(entry))}


def _value(ask: Ask, payload: Mapping[str, Any]) -> Any:
    part = payload.get(ask.inside, {}) if ask.inside else payload
    return part.get(ask.key) if isinstance(part, Mapping) else None


def _shown(ask: Ask, value: Any) -> Any:
    if ask.takes == "opponents":
        return [seat for seat, on in value.items() if on]
    if ask.takes in SEVERAL:
        return list(map(str, value))
    if ask.takes == "tiles":
        return " ".join(value)
    if ask.takes == "number" and ask.values:
        return sum(known <= value for known in ask.values)
    return value
