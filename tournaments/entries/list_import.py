"""A list of entries as it was brought: which column says what, who stands in it twice, who is somebody known. Saves
nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.forms.shared import sentence
from people.models import Player
from people.text.cleaning import alike, tidy, whole_number
from people.text.similar_names import SimilarNames, plain
from tournaments.entries.entries import MOST_SEEDING, EntrantTold

POSITIONS = ("name", "club_name", "country", "licence", "team", "seeding")
# What a column may be called, without accents; the first row is a header if its first cell is one of these.
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
    """One line: what it says, why nothing comes of it (`why`; `refused`: it must be mended first), who on the roster it
    is by name (`player`) or looks like (`likely`), and whether that was chosen. `number`: of who withdrew."""

    told: EntrantTold
    why: str = ""
    refused: bool = False
    player: Player | None = None
    likely: Player | None = None
    chosen: bool = False
    near: str = ""
    number: int = 0

    @property
    def new(self) -> bool:
        """Whether somebody enters by this line."""
        return not self.why

    @property
    def words(self) -> list[str]:
        """What the line says besides the name."""
        told = self.told
        seed = _("seed %(number)s") % {"number": told.seeding} if told.seeding is not None else ""
        return [word for word in (told.club_name, told.country, told.licence, told.team, seed) if word]

    @property
    def entering(self) -> EntrantTold:
        """What is entered of it: as the player of the roster where that is who it is."""
        found = self.player or (self.likely if self.chosen else None)
        return replace(self.told, name=found.name, player=found.pk) if found else self.told


class KnownPlayers:
    """Who is there already: the club's `roster`, what those are called who are `entered`, and of those who `withdrew`
    their numbers, by name."""

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
        """Somebody on the roster who may be meant: the same words in another order, an accent, one letter."""
        return self._players.find(name)

    def near(self, name: str) -> str:
        """The same of those who are entered; "" for nobody."""
        return self._names.find(name) or ""


def read_list(
    cells: Sequence[Sequence[str]], known: KnownPlayers, *, house: bool, same: Iterable[str]
) -> list[ImportLine]:
    """Every line of the list. `house`: they are house players; `same`: ids of players of whom it was said that the
    line that looks like them means them."""
    columns, rows = _columns(cells)
    if columns is POSITIONS:
        rows = _unmarked(rows)
    seen: set[str] = set()
    chosen = set(same)
    return [_line(row, columns, known, house, chosen, seen) for row in rows]


def _columns(cells: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], Sequence[Sequence[str]]]:
    """What each column says, and the rows below the header if there is one."""
    first = [_MEANS.get(plain(cell), "") for cell in cells[0]] if cells else []
    if {"name", "first", "last"} & set(first):
        return tuple(first), cells[1:]
    return POSITIONS, cells


def _unmarked(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The same without cells before the name: those that a tab leaves empty, and the marks of a list. Lines that have
    nothing else are left out. Plain numbers go if they count the lines: who is called "3" stays."""
    bare = [row[next((at for at, cell in enumerate(row) if cell), 0) :] for row in rows]
    if len(bare) > 1 and all(len(row) > 1 and row[0] == str(at) for at, row in enumerate(bare, start=1)):
        return [row[1:] for row in bare]
    return [found for row in bare if (found := row[1:] if _MARK.fullmatch(f"{row[0]} ") else row)] or rows


def _without_mark(name: str) -> str:
    """A name without what stands before it in a list."""
    mark = _MARK.match(name)
    return (name[mark.end() :] if mark else "") or name


def _line(
    row: Sequence[str], columns: Sequence[str], known: KnownPlayers, house: bool, same: set[str], seen: set[str]
) -> ImportLine:
    said = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
    name = _without_mark(tidy(said.get("name") or " ".join((said.get("first", ""), said.get("last", "")))))
    bare = EntrantTold(name=name, house=house)
    try:
        told = _told(said, name, house)
    except RuleViolation as violation:
        return ImportLine(bare, sentence(violation), refused=True)
    twice = alike(told.name) in seen
    seen.add(alike(told.name))
    if number := known.withdrew.get(alike(told.name)):
        return ImportLine(told, _("has withdrawn: open the entry and let them in"), number=number)
    if alike(told.name) in known.entered:
        return ImportLine(told, _("is entered already"))
    if twice:
        return ImportLine(told, _("stands in the list twice"))
    player = known.by_name.get(alike(told.name))
    likely = None if player else known.likely(told.name)
    if likely and alike(likely.name) in known.entered:
        likely = None
    chosen = likely is not None and str(likely.pk) in same
    return ImportLine(told, player=player, likely=likely, chosen=chosen, near=known.near(told.name))


def _told(said: Mapping[str, str], name: str, house: bool) -> EntrantTold:
    """One line as it may be entered. Raises `RuleViolation`."""
    seeding = said.get("seeding", "")
    told = EntrantTold(
        name=name,
        club_name=said.get("club_name", ""),
        country=said.get("country", ""),
        licence=said.get("licence", ""),
        team=said.get("team", ""),
        seeding=whole_number(seeding, "seeding", 1, MOST_SEEDING) if seeding else None,
        house=house or plain(said.get("house", "")) in YES,
    )
    return told.tidied
