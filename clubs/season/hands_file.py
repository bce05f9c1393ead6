"""All hands of a season as one CSV file that is streamed, so that a long season takes little memory.

One query reads all rows of a match, so no ledger in the file is partly old and partly new. Does not know requests,
writes nothing.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import Min

from clubs.season.standings import Season
from engine.seats import Seat
from matches.log.state import open_match
from matches.models import LedgerRow, Match, Sitting
from people.exports.table import Cell, csv_line, guarded

_CHAIRS = tuple(Seat.__members__)
COLUMNS = (
    *("match", "day", "hand", "seq"),
    *(f"change_{chair}" for chair in _CHAIRS),
    *(f"balance_{chair}" for chair in _CHAIRS),
    "on_table",
    *(f"player_{chair}" for chair in _CHAIRS),
    *(f"name_{chair}" for chair in _CHAIRS),
)
AT_ONCE = 500  # matches read and sent in one piece: some 5,000 hands
_LEDGER = ("match", "hand_no", "seq", "d1", "d2", "d3", "b1", "b2", "b3", "b0")
# A line is a template for the numbers of an entry: what is the same in a whole match is quoted only once.
_NUMBERS = ("%d",) * (len(_LEDGER) - 1)
_NOBODY: tuple[Cell, ...] = (None,) * 2 * len(_CHAIRS)

Seated = list[tuple[int, list[Cell]]]


def pieces(season: Season, separator: str = ",", mark: str = "") -> Iterator[bytes]:
    """The file, piece by piece: a header and a line for each entry that counts, in the order of days, matches, hands.

    Players and names stand as they sat at that hand. A seat to which no player of the roster was named has a name for
    members alone, as whoever sat there never agreed to be shown.
    """
    yield (mark + csv_line(COLUMNS, separator)).encode()
    matches = _matches(season)
    for first in range(0, len(matches), AT_ONCE):
        yield "".join(_lines(season, matches[first : first + AT_ONCE], separator)).encode()


def _matches(season: Season) -> list[tuple[int, str, date]]:
    """Matches of the season: id, code, day, the earliest first."""
    sat = season.sittings(season.roster.whose).values_list("match", "match__code")
    return list(sat.annotate(day=Min("played_on")).order_by("day", "match"))


def _lines(season: Season, matches: Sequence[tuple[int, str, date]], separator: str) -> Iterator[str]:
    pks = [pk for pk, _code, _day in matches]
    seats = _seats(season, pks)
    rows = LedgerRow.objects.filter(match__in=pks).order_by("match", "position").values_list(*_LEDGER)
    ledgers = {pk: list(group) for pk, group in groupby(rows, itemgetter(0))}
    for pk, code, day in matches:
        # A match that has been removed meanwhile has no seats any more.
        forms = [
            (first, csv_line((code, day.isoformat(), *_NUMBERS, *cells), separator))
            for first, cells in seats.get(pk, ())
        ]
        if len(forms) == 1:
            yield from [forms[0][1] % row[1:] for row in ledgers.get(pk, ())]
        elif forms:
            yield from (next(form for first, form in forms if first <= nth) % row for nth, row in _played(code))


def _played(code: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Which of the hands played an entry belongs to, by which it is known who sat there, and its numbers. The ledger's
    own number of a hand does not say so where a deal is repeated; to ask the log is slow, but few matches change their
    players."""
    try:
        rows = open_match(code).log.rows
    except Match.DoesNotExist:  # removed meanwhile
        return
    for row in rows:
        yield row.nth, (row.hand_no, row.seq, *row.changes, *row.balances, row.after.sticks)


def _seats(season: Season, matches: Sequence[int]) -> dict[int, Seated]:
    """Match -> who sat there from which hand on, the last first: three players, three names, as cells of a form."""
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
    """A name in a form: it runs as no formula in a spreadsheet, and takes no number."""
    return guarded(name.replace("%", "%%"))
