"""The preview of a log from another site before its import: players, hands, and where its payments differ from ours."""

from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.errors import RuleViolation
from engine.match.ledger import SettledEntry
from engine.rulesets.riichi_sanma.tenhou import Difference, TenhouLog
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import Note
from engine.seats import PerSeat, Points, Seat
from matches import wording
from matches.pages.table import PlayerCell, cells
from people.text.cleaning import clean_name
from people.text.lists import isolated, listed


class LogHand(NamedTuple):
    """A hand in the preview: its title, its winners or kind of draw, and each player's payment and new points."""

    title: str
    what: str
    detail: str
    cells: tuple[PlayerCell, ...]


class NameField(NamedTuple):
    """The field for a player's name. `wind`: the wind of their first deal, with its `label`."""

    seat: str
    name: str
    wind: str
    label: str


class DifferenceInWords(NamedTuple):
    """A difference between the log (`theirs`) and our payments (`ours`), as text."""

    hand: str
    what: str
    theirs: str
    ours: str


@dataclass
class LogPreview:
    """The preview of a log. `text`: the log, to be sent again; `typed`: the typed names; `error`: an error message."""

    log: TenhouLog
    text: str
    key: str
    typed: PerSeat[str]
    error: str

    def __post_init__(self) -> None:
        log, book = self.log, self.log.book
        self.names = PerSeat.of(lambda seat: self.typed[seat] or seat.value)
        winds = (_("East (deals first)"), pgettext("wind", "South"), pgettext("wind", "West"))
        chairs = zip(self.typed.items(), book.winds, winds, strict=True)
        self.fields = [NameField(seat.value, name, wind.value, label) for (seat, name), wind, label in chairs]
        self.book_title = _(book.title)
        self.preset = next(_(preset.label) for preset in book.presets if not preset.options)
        shown = {*log.known_options, *book.changed}
        self.rules = [
            (_(option.label), wording.option_words(book, option, book.house.value(option.name)))
            for option in book.options
            if option.name in shown
        ]
        self.hands = [_hand(book, row, self.names) for row in log.log.rows]
        self.differences = [_difference(each, self.names) for each in log.differences]
        self.over = log.log.closed or log.log.state.finished


def usable_names(names: PerSeat[str]) -> PerSeat[str]:
    """Return the log's names, without those that no player can have here."""
    usable = dict.fromkeys(Seat, "")
    for seat, name in names.items():
        with suppress(RuleViolation):
            usable[seat] = clean_name(name, seat.value)
    return PerSeat(*usable.values())


def _hand(book: RuleBook, row: SettledEntry, names: PerSeat[str]) -> LogHand:
    what = wording.entry_words(book, row.entry, names)
    detail = wording.detail_words(book, row)
    return LogHand(wording.note(book.hand_title(row.before)), what, detail, cells(book, row))


def _difference(each: Difference, names: PerSeat[str]) -> DifferenceInWords:
    def said(value: Points | Note | RuleViolation) -> str:
        if isinstance(value, Note):
            return wording.note(value)
        if isinstance(value, RuleViolation):
            return wording.sentence(value, names)
        if each.kind == "changes":
            return wording.changes_words(value, names)
        number = wording.tenths if each.kind == "tenths" else wording.number
        return listed(
            _("%(name)s %(points)s") % {"name": isolated(names[seat]), "points": number(points)}
            for seat, points in value.items()
        )

    return DifferenceInWords(wording.note(each.hand), _(each.what), said(each.theirs), said(each.ours))
