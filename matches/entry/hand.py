"""The form for a won hand, counted by numbers, checklist or tiles. The engine decides whether it is valid."""

from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.match.entries import Hand, Ticks, Win
from engine.match.payments import totals
from engine.rulesets.definitions import ListRow, NumberField
from engine.rulesets.entry_sheet import Fixed, Situation
from engine.rulesets.rule_book import RuleBook, Settlement, TableState
from engine.seats import Seat
from matches import wording
from matches.entry import question_fields, tapped_tiles
from matches.entry.checklist_fields import TickFields, by_hand
from matches.entry.entry_form import Text
from matches.entry.question_fields import WAYS, Asking, known_bonus
from matches.entry.tapped_tiles import Tapped
from matches.forms.option_fields import Chip
from matches.log.state import MatchState
from people.text.cleaning import read_digits

CHIPS_IN_ROW = 6  # columns of .chips-6 in static/css/app.css
WALL = "wall"  # the value of the chip for self-draw


class HandForm(TickFields, Asking):
    """The form for the winner, the source of the tile and the count.

    `payload`: the hand for the log, incomplete while the form is filled in; `missing`: the next thing to choose.
    """

    kind = "hand"

    winner = Text()
    source = Text()
    how = Text()
    way = Text()
    points = Text()
    points_other = Text()
    bonus = Text()
    tiles = Text()
    melds = Text()
    tile = Text()

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.payload: dict[str, Any] = {}
        self.ticked = {}
        self.hand: Hand | None = None

    @classmethod
    def asked_by(cls, query: QueryDict, reading: MatchState) -> dict[str, Any]:
        """Return the initial values from a query string, including the answers about the opponents."""
        plain = {name: query[name] for name in cls.base_fields if name in query}
        asked = cls(reading=reading, initial=plain).asked
        lists = [WAYS, *(question_fields.field_of(ask) for ask in asked if ask.takes == "opponents")]
        return plain | {name: query.getlist(name) for name in lists if name in query}

    def clean(self) -> dict[str, Any]:
        chairs = tuple(Seat.__members__)
        if self.cleaned_data.get("winner") not in chairs:
            self.add_error("winner", _("Choose who won."))
        if self.cleaned_data.get("source") not in (WALL, *chairs):
            self.add_error("source", _("Choose “Wall” or the player who discarded."))
        win: dict[str, Any] = {"by": self.situation.by}
        if self.situation.from_player:
            win["from"] = self.cleaned_data.get("source")
        payload: dict[str, Any] = {"winner": self.cleaned_data.get("winner"), "win": win}
        if self.by_tiles:
            count = self._tiles(win)
            if (way := self.book.sheet.way_of(win["by"])) and not way.tile:
                win.pop("tile", None)
        else:
            chosen = self._fixed.get(self.typed("limit"))
            listed = {"patterns": [], **chosen.says} if chosen and chosen.in_list else None
            self.ticked = (listed or self._ticks()) if self.by_list else {}
            count = self.ticked or self._numbers()
        self.attempt(lambda: question_fields.enter(payload, self.answers()))
        if not self.errors:
            self._ask_engine({**payload, **count})
        return self.cleaned_data

    @property
    def way_shown(self) -> str:
        way = self.typed("way")
        return way if way in self.book.sheet.counted_by else self.book.sheet.counted_by[0]

    @property
    def by_list(self) -> bool:
        return self.way_shown == "list"

    @property
    def by_tiles(self) -> bool:
        return self.way_shown == "tiles"

    @cached_property
    def situation(self) -> Situation:
        source = self.typed("source")
        from_player = None if not source else source != WALL
        given = self.data if self.is_bound else self.initial
        tapped = self.tapped() if self.by_tiles else None
        return Situation(
            way=self.way_shown,
            state=self.state,
            winner=self.winner_seat,
            by=self.by_of(from_player),
            from_player=from_player,
            hand=tapped.hand if tapped else None,
            answered=frozenset(name for name in given if given.get(name) not in ("", "0", None, False)),
            declared=self.declared,
        )

    @property
    def was_asked(self) -> bool:
        """Whether the submitted page showed the questions for this way of counting."""
        return self.is_bound and self.data.get("shown_way", self.way_shown) == self.way_shown

    def _tiles(self, win: dict[str, Any]) -> dict[str, Any]:
        """Return the tiles as the log stores them, and put the winning tile into `win`."""
        tapped: Tapped | None = self.attempt(lambda: tapped_tiles.read(self.tile_fields, self.book.sheet.marks))
        if tapped is None:
            return {}
        if not tapped.concealed:
            self.add_error("tiles", _("Enter the tiles of the hand."))
        if tapped.won:
            win["tile"] = tapped.won
        return tapped.entry

    def tapped(self) -> Tapped | None:
        try:
            return tapped_tiles.read(self.tile_fields, self.book.sheet.marks)
        except RuleViolation:
            return None

    @property
    def tile_fields(self) -> dict[str, str]:
        """The values of the keypad's fields, even while the hand is counted another way."""
        return {field: str(self.typed(field)).strip() for field in tapped_tiles.FIELDS}

    def _numbers(self) -> dict[str, Any]:
        points = str(self.cleaned_data.get("points") or "")
        if points in self._fixed:
            return dict(self._fixed[points].says)
        main, second = self.main, self.second
        if not points:
            self.add_error("points", _(main.required))
            return {}
        field = "points_other" if points == "other" else "points"
        count = {main.name: self.number(field, _(main.label), main.least, main.most)}
        if second is None or not asked_beside(second, count[main.name]):
            return count
        if self.cleaned_data.get("bonus", "").strip():
            return count | {second.name: self.number("bonus", _(second.label), second.least, second.most)}
        if second.chips:
            self.add_error("bonus", _(second.required))
            return count
        return count | {second.name: self.known_bonus}

    @property
    def known_bonus(self) -> int:
        if not self.typed("source"):
            return self.least_bonus
        return known_bonus(self.book, self.situation.by)

    @property
    def least_bonus(self) -> int:
        """The bonus-points that every ordinary win on a discard has."""
        return known_bonus(self.book, self.book.by_discard)

    @cached_property
    def _fixed(self) -> Mapping[str, Fixed]:
        return {fixed.id: fixed for fixed in self.book.sheet.fixed}

    def _ask_engine(self, payload: dict[str, Any]) -> None:
        try:
            entry = self.book.read_hand(payload)
            if isinstance(entry.wins[0].count, Ticks) and not self.limit_chosen:
                win = self.book.sheet.complete(self.state, entry.wins[0])
                entry, payload = entry._replace(wins=(win,)), completed(payload, win)
            self.payload, self.hand = payload, entry
            self.book.check(self.state, entry)
        except RuleViolation as violation:
            self.refuse(violation, self._field_of(violation.field))

    def _field_of(self, key: str) -> str:
        named = {key for fixed in self._fixed.values() for key in fixed.says}
        fields = {**dict.fromkeys(("win", "from"), "source"), **dict.fromkeys((*named, self.main.name), "points")}
        if self.second:
            fields[self.second.name] = "bonus"
        return fields.get(key, key)

    def settlement(self) -> Settlement | None:
        if self.hand is None or self.errors:
            return None
        return self.book.settle(self.state, self.hand)

    @property
    def point_changes(self) -> str:
        """Each player's change in points. The page sends it back to confirm that it was shown."""
        settlement = self.settlement()
        return ",".join(map(str, totals(settlement.lines))) if settlement else ""

    @property
    def missing(self) -> str:
        """The next thing to choose, in words; "" if nothing is missing."""
        if not self.typed("winner"):
            return _("Choose who won")
        if not self.typed("source"):
            return _("Choose who paid")
        if self.by_tiles:
            return ""
        if self.by_list:
            ticked = self.ticked.get("patterns") or self.limit_chosen
            return "" if ticked or not self.errors else _("Tick what the hand has")
        points = self.typed("points")
        typed = self.typed("points_other") if points == "other" else points
        if not typed:
            return _(self.main.choose)
        second = None if points in self._fixed else self.second
        if second and second.chips and not self.typed("bonus") and asked_beside(second, read_digits(typed, 2)):
            return _(second.choose)
        return ""

    @property
    def winner_seat(self) -> Seat | None:
        winner = self.typed("winner")
        return Seat(winner) if winner in Seat.__members__ else None

    @property
    def counted_by(self) -> list[Chip]:
        named = {"numbers": _("Numbers"), "list": _("List"), "tiles": _("Tiles")}
        return [Chip(way, named[way], way == self.way_shown) for way in self.book.sheet.counted_by]

    @property
    def winners(self) -> list[Chip]:
        return self.players("winner")

    @property
    def sources(self) -> list[Chip]:
        chosen = self.typed("source")
        opponents = [seat for seat in Seat if seat is not self.winner_seat]
        return [
            Chip(WALL, _("Wall"), chosen == WALL, known_bonus(self.book, self.book.by_wall)),
            *(Chip(s.value, self.names[s], chosen == s.value, self.least_bonus) for s in opponents),
        ]

    @property
    def point_chips(self) -> list[Chip]:
        chosen, second = self.typed("points"), self.second
        return [
            Chip(str(n), str(n), chosen == str(n), alone=second is not None and not asked_beside(second, n))
            for n in self.main.chips
        ]

    @property
    def points_fill_rows(self) -> bool:
        """Whether the number buttons fill whole rows, so that the button for another number starts a new row."""
        return len(self.main.chips) % CHIPS_IN_ROW == 0 and bool(self.main.chips)

    @property
    def other_is_alone(self) -> bool:
        """Whether a number without a button of its own never needs a second number."""
        return self.second is not None and 0 < self.second.up_to <= max(self.main.chips, default=0)

    @property
    def second_chips(self) -> list[Chip]:
        chosen = str(self.typed("bonus"))
        return [Chip(str(n), str(n), chosen == str(n)) for n in self.second.chips] if self.second else []

    @property
    def fixed_chips(self) -> list[Chip]:
        chosen = self.typed("limit" if self.by_list else "points")
        offered = [fixed for fixed in self._fixed.values() if fixed.in_list or not self.by_list]
        return [self._fixed_chip(fixed, chosen) for fixed in offered if not fixed.rare or self.by_list]

    @property
    def rare_chips(self) -> list[Chip]:
        """The buttons for rare hands of fixed value, which are hidden at first."""
        rare = [] if self.by_list else [fixed for fixed in self._fixed.values() if fixed.rare]
        return [self._fixed_chip(fixed, self.typed("points")) for fixed in rare]

    def _fixed_chip(self, fixed: Fixed, chosen: str) -> Chip:
        value = None if fixed.value is None else wording.number(fixed.value)
        return Chip(fixed.id, wording.called(fixed), chosen == fixed.id, value, alone=True)

    @property
    def own_fixed(self) -> bool:
        """Whether the table has its own limit hands, which can't be read from tiles."""
        return any(item.kind == "limit" for item in self.book.own_items)

    @property
    def other_points(self) -> str:
        """A typed number that isn't on a chip; "" if a chip is chosen."""
        typed = str(self.typed("points"))
        if typed == "other":
            return str(self.typed("points_other"))
        offered = {choice.value for choice in (*self.point_chips, *self.fixed_chips, *self.rare_chips)}
        return "" if typed in offered else typed

    @property
    def points_are_other(self) -> bool:
        """Whether the number is typed instead of chosen with a chip."""
        typed = self.typed("points")
        return typed == "other" or bool(self.other_points) or not (self.main.chips or typed in self._fixed)

    @property
    def limit_chosen(self) -> bool:
        return self.typed("limit") in self._fixed

    @property
    def bonus_notes(self) -> list[str]:
        return [wording.note(note) for note in self.second.notes] if self.second else []

    @property
    def bonus_notes_drawn(self) -> list[str]:
        return [wording.note(note) for note in self.second.notes_drawn] if self.second else []

    @property
    def list_rows(self) -> tuple[ListRow, ...]:
        """The checklist, with implied and impossible items marked."""
        source = self.typed("source")
        by = self.situation.by or self.book.by_discard
        payer = Seat(source) if source in Seat.__members__ else None
        win = Win(self.winner_seat or Seat.P1, by, payer, self.shown_ticks(), details=self._answered())
        return self.book.sheet.list_rows(self.state, win)

    def _answered(self) -> dict[str, Any]:
        """Return the answers that the checklist may depend on; none if any answer is invalid."""
        try:
            return self.answers()
        except RuleViolation:
            return {}


def asked_beside(second: NumberField, points: int | None) -> bool:
    """Return whether the second number is asked for along with `points` (None: not known yet)."""
    return not second.up_to or points is None or points <= second.up_to


def completed(payload: Mapping[str, Any], win: Win) -> dict[str, Any]:
    """Return `payload` with the ticks of `win`, which the engine may have completed."""
    assert isinstance(win.count, Ticks)
    ticks = {"patterns": list(win.count.patterns), "bonus_items": dict(win.count.bonus_items)}
    return {**payload, **{key: value for key, value in ticks.items() if key in payload}}


def initial_of(book: RuleBook, state: TableState, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial values for a logged hand with one winner; empty for any other hand."""
    if "winner" not in payload:
        return {}
    win = payload["win"]
    way = book.sheet.way_of(win["by"])
    initial: dict[str, Any] = {
        "winner": payload["winner"],
        "source": win.get("from") or WALL,
        WAYS: [win["by"]] if way and way.switch else [],
        **_count_shown(book, state, payload),
    }
    situation = Situation(
        way=initial["way"],
        state=state,
        winner=Seat(payload["winner"]),
        by=win["by"],
        from_player=initial["source"] != WALL,
        hand=tapped_tiles.read(initial, book.sheet.marks).hand if initial["way"] == "tiles" else None,
        answered=frozenset(chain(payload, *(part for part in payload.values() if isinstance(part, dict)))),
    )
    asked = book.sheet.questions(situation)
    declared = question_fields.declared_of(book, state, asked, book.read_hand(payload))
    return initial | question_fields.initial_of(asked, payload) | declared


def _count_shown(book: RuleBook, state: TableState, payload: Mapping[str, Any]) -> dict[str, Any]:
    fixed = next((f.id for f in book.sheet.fixed if f.says.items() <= payload.items()), "")
    if "concealed" in payload:
        return {"way": "tiles", **tapped_tiles.initial_of(payload, book.sheet.marks)}
    if "patterns" in payload or "bonus_items" in payload:
        ticks = Ticks(tuple(payload.get("patterns", ())), payload.get("bonus_items", {}))
        return {
            "way": "list",
            "ticks": ticks if fixed else by_hand(book, state, book.read_hand(payload).wins[0]),
            "limit": fixed,
        }
    main, second = (*book.sheet.number_fields(state), None)[:2]
    initial = {"way": "numbers", "points": fixed or str(payload.get(main.name, "")) if main else ""}
    return initial | ({"bonus": str(payload.get(second.name, ""))} if second else {})
