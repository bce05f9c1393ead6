"""The entry sheets, and the effect of a correction on later hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, MatchLog, SettledEntry, check
from engine.rulesets.rule_book import RuleBook, Settlement
from engine.seats import PerSeat
from matches import wording
from matches.entry.claims import PairForm
from matches.entry.entry_form import DrawnHandForm, PenaltyForm
from matches.entry.hand import HandForm
from matches.log.state import MatchState
from matches.pages import table
from matches.pages.hand import Payment, ScoredItem, counted, reasons
from matches.pages.sheet import tile_sheet
from matches.pages.sheet.tile_sheet import TileReading


@dataclass
class EntrySheetPage:
    """A sheet with the form of an entry. `ends`: the notice that the event's time allows no further hand."""

    template: ClassVar[str]

    form: Any
    show_errors: bool = False
    ends: str = ""

    def __post_init__(self) -> None:
        self.match, self.words = self.form.reading.match, self.form.book.words
        self.hand_no = wording.hand_label(self.form.book, self.form.state)
        self.save_text = _("Save hand %(no)s") % {"no": self.hand_no}


class HandPreview(NamedTuple):
    """The payments of a valid hand, with reasons."""

    wins: str
    pays: str
    items: list[ScoredItem]
    counted: str
    reasons: list[Payment]


@dataclass
class HandSheet(EntrySheetPage):
    """The sheet of a hand with one winner. `so_far`: the count while tiles are missing."""

    template = "matches/entry/_hand_sheet.html"
    form: HandForm

    def __post_init__(self) -> None:
        super().__post_init__()
        form, seat = self.form, self.form.winner_seat
        title = _("%(name)s wins hand %(no)s") if seat else _("Who won hand %(no)s?")
        name = wording.isolated(form.names[seat]) if seat else ""
        self.sheet_title = title % {"name": name, "no": self.hand_no}
        self.wind = form.state.seat_winds[seat].value if seat else ""
        self.for_two = table.for_two(form.book)
        self.preview = self._preview() if form.is_bound else None
        self.groups = tile_sheet.checklist(form) if form.by_list else []
        self.limit_hands = tile_sheet.limit_hands(form) if form.by_list else []
        self.tile_reading = tile_sheet.tile_reading(form) if form.by_tiles else TileReading()
        tapped = form.tapped() if form.by_tiles else None
        incomplete = tapped if tapped and tile_sheet.to_go(tapped.hand) > 0 else None
        self.so_far = tile_sheet.count_so_far(form, incomplete) if incomplete else None
        self.missing = tile_sheet.missing_tiles(form, incomplete) if incomplete else form.missing

    def _preview(self) -> HandPreview | None:
        settlement, book, hand, names = self.form.settlement(), self.form.book, self.form.hand, self.form.names
        if settlement is None or hand is None:
            return None
        pays = wording.who_pays(settlement, names)
        because = reasons(book, settlement, hand, names)
        items, total = counted(book, settlement)
        result = wording.listed([*filter(None, [total]), *_chips(book, settlement)])
        return HandPreview(wording.who_wins(settlement, hand, names), pays, items, result, because)


def _chips(book: RuleBook, settlement: Settlement) -> list[str]:
    """Return the changes in chips in words, including zeros; an empty list if the table plays without chips."""
    return [wording.chips_words(settlement.chips)] if book.plays_chips else []


@dataclass
class DrawSheet(EntrySheetPage):
    """The sheet of a drawn hand. If the rule book asks nothing, it shows the next dealer and the carry."""

    template = "matches/entry/_draw_sheet.html"
    form: DrawnHandForm

    def __post_init__(self) -> None:
        super().__post_init__()
        book, form = self.form.book, self.form
        self.sheet_title = _(self.words.draw_title) % {"no": self.hand_no}
        self.save_text = _(self.words.draw_save) % {"hand_no": self.hand_no}
        self.next_dealer = self.carry = ""
        if not form.asked:
            after = book.advance(form.state, book.read("draw", form.payload), book.nothing)
            self.next_dealer = "" if after.finished else form.names[after.dealer]
            self.carry = wording.carry_words(book, after)
        self.pays = self._pays()

    def _pays(self) -> str:
        form = self.form
        try:
            settlement = form.book.settle(form.state, form.book.read_draw({"draw": True, **form.answers()}))
        except RuleViolation:
            return ""
        changes = wording.changes_words(settlement.payments, form.names) if settlement.lines else _("Nobody pays")
        return _("%(changes)s.") % {"changes": changes}


@dataclass
class PenaltySheet(EntrySheetPage):
    template = "matches/entry/_penalty_sheet.html"
    form: PenaltyForm

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sheet_title = _("Penalty in hand %(no)s") % {"no": self.hand_no}


@dataclass
class ClaimsSheet(EntrySheetPage):
    """The sheet for two claims on one tile. `says` and `pays` are the result of a valid form."""

    template = "matches/entry/_claims_sheet.html"
    form: PairForm

    def __post_init__(self) -> None:
        super().__post_init__()
        form = self.form
        self.sheet_title = _(self.words.two)
        self.as_tapped = tile_sheet.as_tapped(form.one) if form.one else None
        self.says = self.pays = ""
        if form.is_bound and form.is_valid():
            settlement = form.book.settle(form.state, form.book.read_hand(form.payload))
            pays = wording.who_pays(settlement, form.names)
            self.says, self.pays = form.says, wording.listed([pays, *_chips(form.book, settlement)])


class EntryVersion(NamedTuple):
    """An entry before or after a correction; `pays`: (name, "win" or "pay", points); `chips`: in words, or ""."""

    what: str
    pays: list[tuple[str, str, str]]
    chips: str = ""


class LaterHand(NamedTuple):
    """A hand after the corrected one; `cells`: (old balance, new balance, whether they differ)."""

    no: str
    what: str
    note: str
    flags: list[str]
    cells: list[tuple[str, str, bool]]


@dataclass(frozen=True)
class Consequences:
    """The effect of a correction, or the reason why the correction isn't valid (`refusal`)."""

    refusal: str = ""
    saved: EntryVersion | None = None
    now: EntryVersion | None = None
    later: list[LaterHand] = field(default_factory=list)
    changes: str = ""


def consequences(reading: MatchState, replacement: Mapping[str, Any] | None, **place: int) -> Consequences:
    """Return the effect of a correction on the match.

    `place`: either `target`, the seq of the entry to replace (or to remove, if `replacement` is None), or `after`, the
    seq of the entry before a new one.
    """
    fact = LoggedEvent(reading.version + 1, "correct", {**place, "replace": replacement})
    try:
        now = check(reading.book, reading.facts, fact)
    except RuleViolation as violation:
        return Consequences(refusal=wording.sentence(violation, reading.names))
    target = place.get("target", fact.seq)
    changes = PerSeat.of(lambda seat: now.state.balances[seat] - reading.log.state.balances[seat])
    return Consequences(
        saved=_version(reading, reading.log.row(target)),
        now=_version(reading, now.row(target)),
        later=_later(reading, now, target),
        changes=wording.changes_words(changes, reading.names),
    )


def _version(reading: MatchState, row: SettledEntry | None) -> EntryVersion:
    if row is None:
        return EntryVersion(_("Not recorded"), [])
    changes = [(reading.names[seat], points) for seat, points in row.changes.items() if points]
    pays = [(name, "win" if points > 0 else "pay", wording.signed(points)) for name, points in changes]
    chips = wording.chips_words(row.settlement.chips) if reading.book.plays_chips else ""
    return EntryVersion(wording.result_words(reading, row), pays, chips)


def _later(reading: MatchState, now: MatchLog, target: int) -> list[LaterHand]:
    before = {row.seq: row for row in reading.log.rows}
    seqs = [row.seq for row in now.rows]
    # If the entry was removed, the next one has moved into its place.
    start = seqs.index(target) + 1 if target in seqs else [*before, target].index(target)
    return [_later_hand(reading, before[row.seq], row) for row in now.rows[start:] if row.seq in before]


def _later_hand(reading: MatchState, old: SettledEntry, new: SettledEntry) -> LaterHand:
    pairs = zip(old.balances, new.balances, strict=True)
    amounts = {"new": wording.number(max(new.changes)), "old": wording.number(max(old.changes))}
    return LaterHand(
        no=wording.hand_label(reading.book, new.before),
        what=wording.result_words(reading, new),
        note=_("Wins %(new)s (was %(old)s)") % amounts if old.changes != new.changes else "",
        flags=[wording.flag_words(reading.book, flag) for flag in new.flags if flag not in old.flags],
        cells=[(wording.balance(reading.book, a), wording.balance(reading.book, b), a != b) for a, b in pairs],
    )
