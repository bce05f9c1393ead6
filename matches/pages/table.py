"""The base of all pages of a match, and their parts: ledger, player cards, rounds, upcoming hands."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.match.entries import Draw, Hand, Penalty
from engine.match.ledger import SettledEntry
from engine.match_totals import won_by
from engine.rulesets.rule_book import RuleBook, TableState
from matches import wording
from matches.log.state import MatchState
from matches.pages.chart import balance_chart
from people.text.lists import bracketed, labelled
from people.web.cache import Cache

PILLS: dict[type, str] = {Hand: "played", Draw: "drawn", Penalty: "penalty"}
LONG_NAME = 18


class PlayerCell(NamedTuple):
    """A payment with its colour, and the balance after it.

    `chip_change`, `chips`: the change in chips and the chips after it, "" if the table plays without chips.
    """

    kind: str
    payment: str
    balance: str
    chip_change: str = ""
    chips: str = ""


class LedgerLine(NamedTuple):
    """One row of the ledger. `group` is the name of the round that starts with it, else ""."""

    seq: int
    no: str
    dealer: str
    what: str
    detail: str
    cells: tuple[PlayerCell, ...]
    group: str
    flagged: bool
    corrected: bool


class Card(NamedTuple):
    """One player's card. `said`: their declaration in this hand; `guest`: the label of a guest of the club.

    `chips`: "" if the table plays without chips.
    """

    seat: str
    name: str
    long: bool
    wind: str
    wind_name: str
    dealer: bool
    balance: str
    said: str = ""
    guest: str = ""
    chips: str = ""


class UpcomingHand(NamedTuple):
    """The hand in play (`now`) or an upcoming one."""

    no: str
    now: bool
    what: str


class RoundPill(NamedTuple):
    """One hand in the strip of rounds. `kind`: "played", "drawn", "penalty", "now" or "next"."""

    kind: str
    label: str


@dataclass(slots=True)
class RoundStrip:
    """One round in the strip. `now`: whether it is being played."""

    name: str
    pills: list[RoundPill]
    now: bool = False


class RenderedRow(NamedTuple):
    """An entry, its ledger line, and that line as HTML."""

    entry: SettledEntry
    line: LedgerLine
    html: SafeString


@dataclass
class MatchPage:
    """A page of one match. Subclasses compute the other variables of their template in `__post_init__`."""

    reading: MatchState

    def __post_init__(self) -> None:
        self.match, self.book, self.words = self.reading.match, self.reading.book, self.reading.book.words
        self.names = list(self.reading.names)


class BalancePage(MatchPage):
    """A page with the running balance, as a chart and as a table."""

    chart_size = (334, 420)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chart = balance_chart(self.reading, *self.chart_size)
        self.lines = ledger_lines(self.reading)


Coming = tuple[TableState, str]  # the table before a hand, and the label of that hand
# The key is everything that a row depends on: the hash of the log, language, players, address.
ROWS: Cache[tuple[Any, ...], tuple[RenderedRow, ...]] = Cache(256)


def cells(book: RuleBook, row: SettledEntry) -> tuple[PlayerCell, ...]:
    """Return each player's part of an entry."""
    return tuple(
        PlayerCell(
            "win" if payment > 0 else "pay" if payment < 0 else "zero",
            wording.signed(payment),
            wording.balance(book, row.balances[seat]),
            wording.signed(row.settlement.chips[seat]) if book.plays_chips else "",
            wording.signed(row.after.chips[seat]) if book.plays_chips else "",
        )
        for seat, payment in row.changes.items()
    )


def ledger_lines(reading: MatchState) -> list[LedgerLine]:
    return [row.line for row in _rows(reading)]


def ledger_html(reading: MatchState) -> list[SafeString]:
    return [row.html for row in _rows(reading)]


def _rows(reading: MatchState) -> tuple[RenderedRow, ...]:
    """Return the rows of the ledger, reusing those that the last event didn't change."""
    folded, look = reading.folded, (get_language(), tuple(reading.sittings), reading.match.code)
    return ROWS.get((folded.tip, *look), lambda: _render_rows(reading, ROWS.find((folded.tip_before, *look)) or ()))


def _render_rows(reading: MatchState, before: Sequence[RenderedRow]) -> tuple[RenderedRow, ...]:
    """Render all rows. Unchanged ones are reused from `before`, the rows of a shorter log."""
    rows: list[RenderedRow] = []
    played = None
    for place, entry in enumerate(reading.log.rows):
        if len(rows) == place < len(before) and before[place].entry is entry:
            rows.append(before[place])
        else:
            starts_round = _round_of(entry.before) != played
            line = _line(reading, entry, wording.round_name(entry.before.round_wind) if starts_round else "")
            rows.append(RenderedRow(entry, line, _row_html(reading, line)))
        played = _round_of(entry.before)
    return tuple(rows)


def _round_of(table: TableState) -> int:
    """Return the number of the round, from 0. Two rounds may have the same wind."""
    return (table.hand_no - 1) // 3


def _row_html(reading: MatchState, line: LedgerLine) -> SafeString:
    return render_to_string("matches/table/_ledger_row.html", {"line": line, "base": base_of(reading)})


def _line(reading: MatchState, row: SettledEntry, group: str) -> LedgerLine:
    return LedgerLine(
        seq=row.seq,
        no=wording.hand_label(reading.book, row.before),
        dealer=wording.names_at(reading, row.nth)[row.before.dealer],
        what=wording.result_words(reading, row),
        detail=wording.detail_words(reading.book, row),
        cells=cells(reading.book, row),
        group=group,
        flagged=bool(row.flags),
        corrected=row.source != row.seq,
    )


def cards(reading: MatchState) -> list[Card]:
    state, declared = reading.table, reading.declared
    declaration = _(reading.book.words.early) if declared else ""
    last = {sitting.chair: sitting for sitting in reading.sittings}
    guests = {sitting.chair for sitting in reading.guests if sitting == last[sitting.chair]}
    return [
        Card(
            seat=seat.value,
            name=name,
            long=len(name) > LONG_NAME,
            wind=state.seat_winds[seat].value,
            wind_name=wording.wind_name(state.seat_winds[seat]),
            dealer=seat is state.dealer and not state.finished,
            balance=wording.balance(reading.book, state.balances[seat]),
            said=declaration if seat in declared else "",
            guest=_("Guest") if seat.value in guests else "",
            chips=wording.chip_count(state.chips[seat]) if reading.book.plays_chips else "",
        )
        for seat, name in reading.names.items()
    ]


def balances_words(players: list[Card]) -> str:
    """Return all balances as text, e.g. "Ann −12, Bea +12, Cho 0", with chips in brackets if the table has them."""
    return wording.listed(
        f"{wording.isolated(card.name)} {bracketed(card.balance, card.chips) if card.chips else card.balance}"
        for card in players
    )


def coming(reading: MatchState) -> list[Coming]:
    """Return the upcoming hands, starting with the one in play."""
    return [(table, wording.hand_label(reading.book, table)) for table in reading.book.ahead(reading.log.state)]


def rounds(reading: MatchState, later: Iterable[Coming]) -> list[RoundStrip]:
    """Return the strip of rounds with one pill per hand. `later` comes from `coming`."""
    book = reading.book
    labels = {
        "played": _("played"),
        "drawn": _(book.words.draw_short),
        "penalty": _("penalty"),
        "now": _("now"),
        "next": _("upcoming"),
    }
    strip: list[RoundStrip] = []
    played = None
    for table, no, kind in _course(reading, later):
        if _round_of(table) != played:
            played = _round_of(table)
            strip.append(RoundStrip(wording.wind_name(table.round_wind), []))
        strip[-1].now = strip[-1].now or kind == "now"
        strip[-1].pills.append(RoundPill(kind, labelled(no, labels[kind])))
    return strip


def _course(reading: MatchState, later: Iterable[Coming]) -> Iterator[tuple[TableState, str, str]]:
    """Yield (table, label, kind of pill) for each hand, played or upcoming."""
    for row in _rows(reading):
        if row.entry.ends_hand:
            kind = next(kind for each, kind in PILLS.items() if isinstance(row.entry.entry, each))
            yield row.entry.before, row.line.no, kind
    kinds = chain(["next" if reading.log.closed else "now"], repeat("next"))
    yield from ((table, no, kind) for (table, no), kind in zip(later, kinds, strict=False))


def upcoming(reading: MatchState, later: Iterable[Coming]) -> Iterator[UpcomingHand]:
    """Yield the upcoming hands with their dealers. `later` comes from `coming`."""
    text = _("In progress, %(name)s deals")
    for number, (table, no) in enumerate(later):
        yield UpcomingHand(no, not number, text % {"name": wording.isolated(reading.names[table.dealer])})
        text = _("%(name)s deals")


def for_two(book: RuleBook) -> bool:
    return book.plays_claims or book.two_win


def base_of(reading: MatchState) -> str:
    return f"/m/{reading.match.code}/"


def so_far(reading: MatchState) -> list[tuple[str, str]]:
    """Return facts about the match as (label, value) pairs."""
    rows = reading.log.rows
    won = ((wording.isolated(name), sum(won_by(row, seat) for row in rows)) for seat, name in reading.names.items())
    facts = [
        (_("Hands won"), wording.listed(f"{name} {count}" for name, count in won)),
        (_(reading.book.words.draws), str(sum(isinstance(row.entry, Draw) for row in rows))),
    ]
    if dearest := _dearest_discard(reading):
        facts.append((_("Most expensive discard"), dearest))
    least = reading.book.minimum
    if least is not None:
        facts.append((_("Minimum"), wording.points_words(reading.book, least)))
    return facts


def _dearest_discard(reading: MatchState) -> str:
    paid = [
        (-row.changes[win.source], row.before, win.source)
        for row in reading.log.rows
        if isinstance(row.entry, Hand)
        for win in row.entry.wins
        if win.source
    ]
    if not paid:
        return ""
    points, table, seat = max(paid, key=lambda discard: discard[0])
    no = wording.hand_label(reading.book, table)
    values = {"name": wording.isolated(reading.names[seat]), "points": wording.number(points), "no": no}
    return _("%(name)s, %(points)s in hand %(no)s") % values
