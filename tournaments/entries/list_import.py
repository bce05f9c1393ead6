"""Lists of entries from files or typed text: the meaning of columns, repeated names, players of the roster.

Saves nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.forms.shared import sentence
from people.models import Player
from people.text.cleaning import alike, tidy, whole_number
from people.text.similar_names import SimilarNames, plain
from tournaments.entries.entries import MOST_SEEDING, EntryDetails

POSITIONS = ("name", "club_name", "country", "licence", "team", "seeding")
# Accepted headings of columns, without accents. The first row is a header if it has a column for names.
HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "full name", "player name", "jmeno", "hrac", "jmeno a prijmeni", "prijmeni a jmeno"),
    "first": ("first name", "first", "given name", "krestni jmeno"),
    "last": ("last name", "last", "surname", "family name", "prijmeni"),
    "club_name": ("club", "klub", "oddil", "city", "mesto"),
    "country": ("country", "nation", "zeme", "stat"),
    "licence": ("number", "no", "no.", "licence", "license", "member", "ema", "cislo", "c.", "licencni cislo"),
    "team": ("team", "tym", "druzstvo"),
    "house": ("house", "house player", "nahradnik"),
    "seeding": ("seed", "seeding", "rank", "nasazeni"),
}
# "1. Ann", "1) Ann", "- Ann", "• Ann", also "1.Ann"; "3rd Dan" and "2.5 Max" are names.
_MARK = re.compile(r"(?:\d{1,3}[.)](?!\d)\s*|\(\d{1,3}\)\s*|[-–—*+]\s+|[•‣◦▪●·]\s*)")
YES = ("1", "yes", "true", "x", "ano")
_MEANS = {word: field for field, words in HEADERS.items() for word in words}


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One line of a list: the entry, and why nobody enters by it (`why`; `refused`: the line must be corrected).

    `player`: the player of the roster with this name. `likely`: one with a similar name, `chosen` if the organiser
    said that it is the same person. `near`: a similar name that is entered. `number`: of an entrant who withdrew.
    """

    entry: EntryDetails
    why: str = ""
    refused: bool = False
    player: Player | None = None
    likely: Player | None = None
    chosen: bool = False
    near: str = ""
    number: int = 0

    @property
    def new(self) -> bool:
        """Whether this line enters somebody."""
        return not self.why

    @property
    def words(self) -> list[str]:
        """The values of the line besides the name."""
        entry = self.entry
        seed = _("seed %(number)s") % {"number": entry.seeding} if entry.seeding is not None else ""
        return [word for word in (entry.club_name, entry.country, entry.licence, entry.team, seed) if word]

    @property
    def entering(self) -> EntryDetails:
        """The entry to save, with the player of the roster if that is the same person."""
        player = self.player or (self.likely if self.chosen else None)
        return replace(self.entry, name=player.name, player=player.pk) if player else self.entry


class KnownPlayers:
    """The players of the club's `roster`, the names of entrants, and the numbers by name of those who withdrew."""

    def __init__(
        self, roster: Iterable[Player], entered: Iterable[str], withdrew: Mapping[str, int] | None = None
    ) -> None:
        self.roster = list(roster)
        self.by_name = {alike(player.name): player for player in self.roster}
        self.entered = {alike(name): name for name in entered}
        self.withdrew = {alike(name): number for name, number in (withdrew or {}).items()}
        self._players = SimilarNames((player.name, player) for player in self.roster)
        self._names = SimilarNames((name, name) for name in self.entered.values())

    def likely(self, name: str) -> Player | None:
        """A player of the roster with a similar name: other word order, another accent or one other letter."""
        return self._players.find(name)

    def near(self, name: str) -> str:
        """The similar name of an entrant; "" if there is none."""
        return self._names.find(name) or ""


def read_list(
    cells: Sequence[Sequence[str]], known: KnownPlayers, *, house: bool, same: Iterable[str]
) -> list[ImportLine]:
    """All lines of the list. `house`: they are house players.

    `same`: ids of roster players of whom the organiser said that the similar name in the list means them.
    """
    columns, rows = _columns(cells)
    if columns is POSITIONS:
        rows = _without_list_marks(rows)
    reader = _LineReader(columns, known, house, frozenset(same))
    return [reader.line(row) for row in rows]


def _columns(cells: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], Sequence[Sequence[str]]]:
    """The field of each column, and the rows without the header."""
    first = [_MEANS.get(plain(cell), "") for cell in cells[0]] if cells else []
    if {"name", "first", "last"} & set(first):
        return tuple(first), cells[1:]
    return POSITIONS, cells


def _without_list_marks(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The rows without cells before the name: empty ones and list marks. Rows with nothing else are left out.

    Plain numbers are removed only if they count the rows, because "3" may be a name.
    """
    indented = [row[next((at for at, cell in enumerate(row) if cell), 0) :] for row in rows]
    if len(indented) > 1 and all(len(row) > 1 and row[0] == str(at) for at, row in enumerate(indented, start=1)):
        return [row[1:] for row in indented]
    unmarked = [row[1:] if _MARK.fullmatch(f"{row[0]} ") else row for row in indented]
    return [row for row in unmarked if row] or rows


def _without_mark(name: str) -> str:
    """A name without the list mark before it."""
    mark = _MARK.match(name)
    return (name[mark.end() :] if mark else "") or name


class _LineReader:
    """Reads the lines of one list in order, so that it notices names that are in the list twice."""

    def __init__(self, columns: Sequence[str], known: KnownPlayers, house: bool, same: frozenset[str]) -> None:
        self.columns = columns
        self.known = known
        self.house = house
        self.same = same
        self.seen: set[str] = set()

    def line(self, row: Sequence[str]) -> ImportLine:
        """One line of the list."""
        values = {column: cell for column, cell in zip(self.columns, row, strict=False) if column and cell}
        full_name = " ".join((values.get("first", ""), values.get("last", "")))
        name = _without_mark(tidy(values.get("name") or full_name))
        try:
            entry = _entry(values, name, self.house)
        except RuleViolation as violation:
            return ImportLine(EntryDetails(name=name, house=self.house), sentence(violation), refused=True)
        key = alike(entry.name)
        repeated = key in self.seen
        self.seen.add(key)
        if number := self.known.withdrew.get(key):
            return ImportLine(entry, _("has withdrawn: open the entry and let them in"), number=number)
        if key in self.known.entered:
            return ImportLine(entry, _("is entered already"))
        if repeated:
            return ImportLine(entry, _("stands in the list twice"))
        return self._new_entry(entry)

    def _new_entry(self, entry: EntryDetails) -> ImportLine:
        """A line that enters somebody, with the roster player that it means or may mean."""
        player = self.known.by_name.get(alike(entry.name))
        likely = None if player else self.known.likely(entry.name)
        if likely and alike(likely.name) in self.known.entered:
            likely = None
        chosen = likely is not None and str(likely.pk) in self.same
        return ImportLine(entry, player=player, likely=likely, chosen=chosen, near=self.known.near(entry.name))


def _entry(values: Mapping[str, str], name: str, house: bool) -> EntryDetails:
    """The entry of a line. Raises `RuleViolation`."""
    seeding = values.get("seeding", "")
    entry = EntryDetails(
        name=name,
        club_name=values.get("club_name", ""),
        country=values.get("country", ""),
        licence=values.get("licence", ""),
        team=values.get("team", ""),
        seeding=whole_number(seeding, "seeding", 1, MOST_SEEDING) if seeding else None,
        house=house or plain(values.get("house", "")) in YES,
    )
    return entry.cleaned
