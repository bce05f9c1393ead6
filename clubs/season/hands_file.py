"""All hands of a season as a CSV file, streamed to save memory. Each match is read in one query for consistency."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import Max, Min

from clubs.season.standings import Season
from engine.seats import Seat
from matches.log.state import open_match
from matches.models import LedgerRow, Match, Sitting
from people.exports import Cell, csv_line, guarded

_CHAIRS = tuple(Seat.__members__)
COLUMNS = (
    *("match", "day", "hand", "seq"),
    *(f"change_{chair}" for chair in _CHAIRS),
    *(f"balance_{chair}" for chair in _CHAIRS),
    "on_table",
    *(f"player_{chair}" for chair in _CHAIRS),
    *(f"name_{chair}" for chair in _CHAIRS),
)
# Only if a match had chips: those of each player after the entry.
CHIPS = tuple(f"chips_{chair}" for chair in _CHAIRS)
AT_ONCE = 500  # matches read and sent in one piece: about 5,000 hands
_LEDGER = ("match", "hand_no", "seq", "d1", "d2", "d3", "b1", "b2", "b3", "b0")
_CHIP_FIELDS = ("c1", "c2", "c3")
# Each line is a %-template for the numbers of an entry, so that values shared by a match are quoted only once.
_NUMBERS = ("%d",) * (len(_LEDGER) - 1)
_NOBODY: tuple[Cell, ...] = (None,) * 2 * len(_CHAIRS)

Seated = list[tuple[int, list[Cell]]]


def pieces(season: Season, separator: str = ",", mark: str = "") -> Iterator[bytes]:
    """Yield the file in pieces: a header, then one line per entry that counts, sorted by day, match and hand.

    `mark`: a byte order mark. Guests haven't agreed to be shown, so only files for members name them.
    """
    matches, chips = _matches(season)
    yield (mark + csv_line((*COLUMNS, *CHIPS) if chips else COLUMNS, separator)).encode()
    for first in range(0, len(matches), AT_ONCE):
        yield "".join(_lines(season, matches[first : first + AT_ONCE], separator, chips)).encode()


def _matches(season: Season) -> tuple[list[tuple[int, str, date]], bool]:
    """Return (id, code, day) of the matches of the season, earliest first, and whether any of them had chips."""
    sat = season.sittings(season.roster.whose).values_list("match", "match__code")
    rows = list(sat.annotate(day=Min("played_on"), most=Max("chips")).order_by("day", "match"))
    return [row[:3] for row in rows], any(row[3] is not None for row in rows)


def _lines(season: Season, matches: Sequence[tuple[int, str, date]], separator: str, chips: bool) -> Iterator[str]:
    more = _CHIP_FIELDS if chips else ()
    pks = [pk for pk, _code, _day in matches]
    seats = _seats(season, pks)
    rows = LedgerRow.objects.filter(match__in=pks).order_by("match", "position").values_list(*_LEDGER, *more)
    ledgers = {pk: list(group) for pk, group in groupby(rows, itemgetter(0))}
    for pk, code, day in matches:
        # A match that was deleted in the meantime has no seats.
        forms = [
            (first, csv_line((code, day.isoformat(), *_NUMBERS, *cells, *["%d"] * len(more)), separator))
            for first, cells in seats.get(pk, ())
        ]
        if len(forms) == 1:
            yield from [forms[0][1] % row[1:] for row in ledgers.get(pk, ())]
        elif forms:
            yield from (next(form for first, form in forms if first <= nth) % row for nth, row in _played(code, chips))


def _played(code: str, chips: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (index of the hand, numbers in the entry's line of the file) for each entry.

    The index counts all hands played, so it determines the players; the ledger's hand number doesn't, because repeated
    deals share it. Reading the log is slow, but necessary only for the few matches in which players were replaced.
    """
    try:
        rows = open_match(code).log.rows
    except Match.DoesNotExist:  # deleted in the meantime
        return
    for row in rows:
        numbers = (row.hand_no, row.seq, *row.changes, *row.balances, row.after.sticks)
        yield row.nth, (*numbers, *row.after.chips) if chips else numbers


def _seats(season: Season, matches: Sequence[int]) -> dict[int, Seated]:
    """Return the players of each match as a list of (first hand, cells), with the latest players first.

    The cells are three ids and three names for a line template.
    """
    names = {pk: _cell(name) for pk, name in season.roster.names.items()}
    whose, inside = season.roster.whose, season.roster.inside
    sat = Sitting.objects.filter(match__in=matches).order_by("match", "from_hand")
    seats: dict[int, Seated] = {}
    for match, first, chair, entry, name in sat.values_list("match", "from_hand", "chair", "player", "name"):
        seated = seats.setdefault(match, [(first, [*_NOBODY])])
        if seated[0][0] != first:
            seated.insert(0, (first, [*seated[0][1]]))
        place, player = _CHAIRS.index(chair), whose.get(entry)
        called = names[player] if player else _cell(name) if inside else None
        seated[0][1][place], seated[0][1][place + len(_CHAIRS)] = player, called
    return seats


def _cell(name: str) -> Cell:
    """Return a name for a line template, guarded against spreadsheet formulas and with each % doubled."""
    return guarded(name.replace("%", "%%"))
