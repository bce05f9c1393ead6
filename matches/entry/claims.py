"""The form for two players who claim one tile: the count of each hand, and who gets the tile or whether both win."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from engine.match.claims import ClaimVerdict, decide
from engine.match.entries import Win
from engine.rulesets.definitions import NumberField
from engine.rulesets.entry_sheet import Ask, Situation
from engine.rulesets.rule_book import RuleBook, TableState
from engine.seats import Seat
from matches import wording
from matches.entry import question_fields
from matches.entry.entry_form import ReasonForm
from matches.entry.hand import HandForm, asked_beside
from matches.entry.question_fields import WAYS, Asking, known_bonus
from matches.forms.option_fields import Chip
from people.text.lists import labelled

ONE = "one."  # prefix of the fields of a hand transferred from the sheet for one winner
AS_IT_CAME = "as_it_came"  # keep the count of that hand; otherwise count it by numbers


@dataclass(frozen=True, slots=True)
class Claimant:
    """One claimant's fields.

    `numbers`: (field, label, value) for each of the book's questions about a winner; `transferred`: whether the hand
    was transferred from the sheet for one winner; `kept`: whether its count is kept.
    """

    seat: str
    name: str
    points: str
    bonus: str
    fixed: list[Chip]
    numbers: list[tuple[str, str, str]]
    transferred: bool
    kept: bool


class PairForm(ReasonForm, Asking):
    """A form for two hands that claim one tile.

    The hands are entered as numbers, unless a counted hand was transferred from the sheet for one winner. After
    validation, `payload` is the entry and `says` the result in words.
    """

    kind = "hand"

    discarder = forms.CharField(required=False)
    discarder_waited = forms.BooleanField(required=False)

    payload: dict[str, Any]

    def clean(self) -> dict[str, Any]:
        discarder = self.cleaned_data.get("discarder")
        if discarder not in Seat.__members__:
            self.add_error("discarder", _("Choose who discarded the tile."))
            return self.cleaned_data
        claims = [self.claim(seat, Seat(discarder)) for seat in Seat(discarder).others]
        if not self.errors:
            self.attempt(lambda: self.take([claim for claim in claims if claim]))
        return self.cleaned_data

    def take(self, claims: list[dict[str, Any]]) -> None:
        """Set `payload` from the hands, in turn order, starting after the discarder. Raises `RuleViolation`."""
        raise NotImplementedError

    @property
    def says(self) -> str:
        raise NotImplementedError

    @cached_property
    def situation(self) -> Situation:
        return Situation("two", self.state, by=self.by_of(True), from_player=True, declared=self.declared)

    def claim(self, seat: Seat, discarder: Seat) -> dict[str, Any] | None:
        """Return the hand of `seat` as the log stores it; if the hand is invalid, add an error and return None."""
        win = {"by": self.situation.by, "from": discarder.value}
        waited = {"waiting": {discarder.value: True}} if self.cleaned_data.get("discarder_waited") else {}
        if self.keeps(seat):
            transferred = self._transferred_hand(seat)
            return transferred and {**transferred, **waited}
        fixed = next((f for f in self.book.sheet.fixed if f.id == self.typed(f"limit_{seat}")), None)
        if fixed and self.typed(f"points_{seat}"):
            name = wording.isolated(self.names[seat])
            message = _("%(name)s: enter a number or choose “%(fixed)s”, not both.")
            self.add_error(None, message % {"name": name, "fixed": wording.called(fixed)})
            return None
        more = self._numbers_of(seat)
        if fixed:
            return {"winner": seat.value, "win": win, **fixed.says, **waited, **more}
        count = {self.main.name: self._number(seat, self.main, self.typed(f"points_{seat}"))}
        if self.second and asked_beside(self.second, count[self.main.name]):
            least = "" if self.second.chips else self.least_bonus
            count[self.second.name] = self._number(seat, self.second, self.typed(f"bonus_{seat}") or least)
        return None if None in count.values() else {"winner": seat.value, "win": win, **count, **waited, **more}

    def _number(self, seat: Seat, field: NumberField, typed: str) -> int | None:
        return self.whole(typed, "", self._label(seat, field.label), field.least, field.most)

    def _label(self, seat: Seat, label: str) -> str:
        return _("%(name)s, %(field)s") % {"name": wording.isolated(self.names[seat]), "field": _(label)}

    def _numbers_of(self, seat: Seat) -> dict[str, Any]:
        typed = [(ask, self.typed(f"{ask.key}_{seat}")) for ask in self.book.sheet.of_each]
        return {
            ask.key: self.whole(text, "", self._label(seat, ask.label), 0, ask.most)
            for ask, text in typed
            if text not in ("", "0")
        }

    def _transferred_hand(self, seat: Seat) -> dict[str, Any] | None:
        """Return the transferred hand as the log stores it; if the hand is invalid, add errors and return None."""
        assert self.one is not None
        if not self.one.is_valid():
            for sentence in chain(*self.one.errors.values()):
                self.add_error(None, labelled(wording.isolated(self.names[seat]), sentence))
            return None
        excluded = {"waiting", *(ask.key for ask in self.asked)}
        return {key: value for key, value in self.one.payload.items() if key not in excluded}

    @cached_property
    def one(self) -> HandForm | None:
        """The hand transferred from the sheet for one winner; None if none was transferred."""
        transferred: dict[str, list[Any]] = {}
        for name, value in self.transferred_fields:
            transferred.setdefault(name.removeprefix(ONE), []).append(value)
        if transferred.get("winner", [""])[-1] not in Seat.__members__:
            return None
        place = {name: [str(value)] for name, value in self.hidden.items()}
        same = {"source": [self.typed("discarder")], WAYS: self.typed_list(WAYS)}
        data = MultiValueDict({**transferred, **place, **same})
        return HandForm(data, reading=self.reading, state=None if self.appends else self.state)

    @property
    def transferred_fields(self) -> list[tuple[str, str]]:
        given = self.data if self.is_bound else self.initial
        return [(name, value) for name in given if name.startswith(ONE) for value in self.typed_list(name)]

    def keeps(self, seat: Seat) -> bool:
        return self.brought is seat and (bool(self.typed(AS_IT_CAME)) or not self.is_bound)

    @property
    def brought(self) -> Seat | None:
        return self.one.winner_seat if self.one else None

    @property
    def least_bonus(self) -> str:
        return str(known_bonus(self.book, self.situation.by))

    @property
    def asks_waiting(self) -> bool:
        """Whether the form asks if the discarder was waiting. Claimants always count as waiting."""
        return any(ask.key == "waiting" for ask in self.book.sheet.questions(Situation("numbers", self.state)))

    @property
    def discarders(self) -> list[Chip]:
        return self.players("discarder")

    @property
    def claimants(self) -> list[Claimant]:
        return [
            Claimant(
                seat.value,
                self.names[seat],
                self.typed(f"points_{seat}"),
                self.typed(f"bonus_{seat}"),
                [
                    Chip(fixed.id, wording.called(fixed), fixed.id == self.typed(f"limit_{seat}"))
                    for fixed in self.book.sheet.fixed
                ],
                [
                    (f"{ask.key}_{seat}", _(ask.label), self.typed(f"{ask.key}_{seat}"))
                    for ask in self.book.sheet.of_each
                ],
                self.brought is seat,
                self.keeps(seat),
            )
            for seat in Seat
        ]


class ClaimsForm(PairForm):
    """The form for a tile that only one claimant gets. `verdict`: who gets it and why; `payload`: their hand."""

    def take(self, claims: list[dict[str, Any]]) -> None:
        wins: list[Win] = [self.book.read_hand(claim).wins[0] for claim in claims]
        self.verdict: ClaimVerdict = decide(self.book, self.state, wins)
        chosen = next(c for c in claims if c["winner"] == self.verdict.win.winner.value)
        waiting = {seat.value: True for seat in sorted(self.verdict.win.waiting, key=str)}
        self.payload = {**chosen, **({"waiting": waiting} if waiting and self.book.knows_waiting else {})}

    @property
    def says(self) -> str:
        name = wording.isolated(self.names[self.verdict.win.winner])
        return _(self.book.words.claims[self.verdict.reason]) % {"name": name}


class BothForm(PairForm):
    """The form for two winners on the same tile: one entry with two hands. `saved`: the logged entry to correct."""

    def __init__(self, data: Any = None, *, saved: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.saved = {hand["winner"]: hand for hand in (saved or {}).get("wins", ())}

    def claim(self, seat: Seat, discarder: Seat) -> dict[str, Any] | None:
        """Return the saved hand if it is unchanged (it may be counted by tiles); otherwise the hand in the form."""
        saved = self.saved.get(seat.value)
        more = (ask.key for ask in self.book.sheet.of_each)
        fields = (f"{field}_{seat}" for field in ("points", "bonus", "limit", *more))
        same = saved and all(self.typed(name) == self.initial.get(name, "") for name in fields)
        win = {"by": self.situation.by, "from": discarder.value}
        if saved and same and win.items() <= saved["win"].items():
            return dict(saved)
        return super().claim(seat, discarder)

    @property
    def sheet(self) -> str:
        return "two"

    def take(self, claims: list[dict[str, Any]]) -> None:
        payload: dict[str, Any] = {"wins": claims}
        question_fields.enter(payload, self.answers())
        self.book.check(self.state, self.book.read_hand(payload))
        self.payload = payload

    @property
    def says(self) -> str:
        hand = self.book.read_hand(self.payload)
        return wording.who_wins(self.book.settle(self.state, hand), hand, self.names) + "."


SENT = ("winner", "source", "points", "points_other", "bonus", "way", "shown_way", "waiting")
# Fields of the form, not of the hand.
OUTSIDE = ("csrfmiddlewaretoken", "key", "expected_seq", "known", "action", "save")


def from_one(sent: QueryDict, of_each: Iterable[Ask] = ()) -> dict[str, Any]:
    """Return the initial values from the sheet for one winner. A count by tiles or in the list is kept.

    `of_each`: the book's questions about each winner.
    """
    winner, points = sent.get("winner"), sent.get("points", "")
    fields = {name: sent.getlist(name) for name in sent if name not in OUTSIDE}
    rest = {name: values for name, values in fields.items() if name not in SENT}
    if winner not in Seat.__members__:
        return {**sent.dict(), **{name: values[-1] for name, values in rest.items()}}
    if points == "other" or points.isdigit():
        count = {f"points_{winner}": sent.get("points_other", "") if points == "other" else points}
    else:
        count = {f"limit_{winner}": points}
    bonus = {f"bonus_{winner}": sent["bonus"]} if "bonus" in sent else {}
    bonus |= {f"{ask.key}_{winner}": sent[ask.key] for ask in of_each if ask.key in sent}
    counted = {"tiles": ("tiles", "melds"), "list": ("t.", "limit")}.get(sent.get("way", ""), ())
    is_counted = any(sent[name] not in ("", "0") for name in sent if name.startswith(counted))
    transferred = {f"{ONE}{name}": values for name, values in fields.items()} if is_counted else {}
    discarder = sent.get("source", "")
    waited = discarder in sent.getlist("waiting")
    return {**rest, "discarder": discarder, "discarder_waited": waited, **count, **bonus, **transferred}


def initial_of(book: RuleBook, state: TableState, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial values for a logged hand with two winners. Ticked lists and tiles are shown as totals."""
    entry = book.read_hand(payload)
    win = payload["wins"][0]["win"]
    way = book.sheet.way_of(win["by"])
    initial: dict[str, Any] = {"discarder": win["from"], WAYS: [win["by"]] if way and way.switch else []}
    for hand, score in zip(payload["wins"], book.settle(state, entry).scores, strict=True):
        fixed = next((f.id for f in book.sheet.fixed if f.says.items() <= hand.items()), "")
        if score.limit and score.points is None and not fixed:  # counted by list or tiles
            fixed = book.sheet.fixed_as(score.limit)
        points = "" if score.points is None else str(score.points)
        fu = "" if score.fu is None or score.points is None else str(score.fu)
        chair = hand["winner"]
        initial |= {f"limit_{chair}": fixed, f"points_{chair}": points, f"bonus_{chair}": fu}
        initial |= {f"{ask.key}_{chair}": str(hand[ask.key]) for ask in book.sheet.of_each if ask.key in hand}
    situation = Situation("two", state, by=win["by"], from_player=True)
    asked = book.sheet.questions(situation)
    return initial | question_fields.initial_of(asked, payload) | question_fields.declared_of(book, state, asked, entry)
