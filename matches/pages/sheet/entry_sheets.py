"""The sheets that take an entry: a hand, a draw, a penalty, or two claims of one tile. Know no requests."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.match.entries import Hand
from engine.rulesets.rule_book import TableState
from engine.rulesets.wording import Words
from matches import wording
from matches.entry.claims import PairForm
from matches.entry.entry_form import DrawnHandForm, PenaltyForm
from matches.entry.hand import HandForm
from matches.entry.tapped_tiles import Tapped
from matches.models import Match
from matches.pages import table
from matches.pages.hand import Payment, ScoredItem, counted, reasons
from matches.pages.sheet import tile_sheet
from matches.pages.sheet.tile_sheet import ChecklistGroup, CountSoFar, DrawnHand, LimitGroup, TileReading


@dataclass(frozen=True)
class EntrySheetPage:
    """A sheet with the form of an entry. `ends`: the notice that the event's time allows no further hand."""

    template: ClassVar[str]

    form: Any
    show_errors: bool = False
    ends: str = ""

    @property
    def match(self) -> Match:
        return self.form.reading.match

    @property
    def words(self) -> Words:
        return self.form.book.words

    @property
    def hand_no(self) -> str:
        return wording.hand_label(self.form.book, self.form.state)

    @property
    def save_text(self) -> str:
        return _("Save hand %(no)s") % {"no": self.hand_no}


class HandPreview(NamedTuple):
    """What a hand that can be saved pays, and why."""

    wins: str
    pays: str
    items: list[ScoredItem]
    counted: str
    reasons: list[Payment]


@dataclass(frozen=True)
class HandSheet(EntrySheetPage):
    """The sheet of a hand with one winner."""

    template = "matches/entry/_hand_sheet.html"
    form: HandForm

    @property
    def sheet_title(self) -> str:
        seat = self.form.winner_seat
        name = wording.isolated(self.form.names[seat]) if seat else ""
        title = _("%(name)s wins hand %(no)s") if seat else _("Who won hand %(no)s?")
        return title % {"name": name, "no": self.hand_no}

    @property
    def wind(self) -> str:
        seat = self.form.winner_seat
        return self.form.state.seat_winds[seat].value if seat else ""

    @property
    def for_two(self) -> bool:
        return table.for_two(self.form.book)

    @property
    def preview(self) -> HandPreview | None:
        settlement = self.form.settlement() if self.form.is_bound else None
        if settlement is None or self.form.hand is None:
            return None
        book, hand, names = self.form.book, self.form.hand, self.form.names
        return HandPreview(
            wording.who_wins(settlement, hand, names),
            wording.who_pays(settlement, names),
            *counted(book, settlement),
            reasons(book, settlement, hand, names),
        )

    @property
    def groups(self) -> list[ChecklistGroup]:
        return tile_sheet.checklist(self.form) if self.form.by_list else []

    @property
    def limit_hands(self) -> list[LimitGroup]:
        return tile_sheet.limit_hands(self.form) if self.form.by_list else []

    @property
    def tile_reading(self) -> TileReading:
        return tile_sheet.tile_reading(self.form) if self.form.by_tiles else TileReading()

    @cached_property
    def _incomplete(self) -> Tapped | None:
        """The tapped tiles, if some are missing."""
        tapped = self.form.tapped() if self.form.by_tiles else None
        return tapped if tapped and tile_sheet.to_go(tapped.hand) > 0 else None

    @property
    def so_far(self) -> CountSoFar | None:
        return tile_sheet.count_so_far(self.form, self._incomplete) if self._incomplete else None

    @property
    def missing(self) -> str:
        return tile_sheet.missing_tiles(self.form, self._incomplete) if self._incomplete else self.form.missing


@dataclass(frozen=True)
class DrawSheet(EntrySheetPage):
    """The sheet of a drawn hand. If the rule book asks nothing, it shows the next dealer and the carry."""

    template = "matches/entry/_draw_sheet.html"
    form: DrawnHandForm

    @property
    def sheet_title(self) -> str:
        return _(self.words.draw_title) % {"no": self.hand_no}

    @property
    def save_text(self) -> str:
        return _(self.words.draw_save) % {"hand_no": self.hand_no}

    @property
    def pays(self) -> str:
        form = self.form
        try:
            settlement = form.book.settle(form.state, form.book.read_draw({"draw": True, **form.answers()}))
        except RuleViolation:
            return ""
        changes = wording.changes_words(settlement.payments, form.names) if settlement.lines else _("Nobody pays")
        return _("%(changes)s.") % {"changes": changes}

    @cached_property
    def _after(self) -> TableState:
        book = self.form.book
        return book.advance(self.form.state, book.read("draw", self.form.payload), book.nothing)

    @property
    def next_dealer(self) -> str:
        return "" if self.form.asked or self._after.finished else self.form.names[self._after.dealer]

    @property
    def carry(self) -> str:
        return "" if self.form.asked else wording.carry_words(self.form.book, self._after)


@dataclass(frozen=True)
class PenaltySheet(EntrySheetPage):
    """The sheet of a penalty."""

    template = "matches/entry/_penalty_sheet.html"
    form: PenaltyForm

    @property
    def sheet_title(self) -> str:
        return _("Penalty in hand %(no)s") % {"no": self.hand_no}


@dataclass(frozen=True)
class ClaimsSheet(EntrySheetPage):
    """The sheet of two claims of one tile. `says` and `pays` are the result of a valid form."""

    template = "matches/entry/_claims_sheet.html"
    form: PairForm

    @property
    def sheet_title(self) -> str:
        return _(self.words.two)

    @property
    def as_tapped(self) -> DrawnHand | None:
        return tile_sheet.as_tapped(self.form.one) if self.form.one else None

    @cached_property
    def _hand(self) -> Hand | None:
        return self.form.book.read_hand(self.form.payload) if self.form.is_bound and self.form.is_valid() else None

    @property
    def says(self) -> str:
        return self.form.says if self._hand else ""

    @property
    def pays(self) -> str:
        book, names = self.form.book, self.form.names
        return wording.who_pays(book.settle(self.form.state, self._hand), names) if self._hand else ""
