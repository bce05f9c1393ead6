"""Parse a list of entrants: recognise columns, repeated names and roster players. Read-only."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.forms.shared import sentence
from people.models import Player
from people.text.cleaning import alike, tidy, whole_number
from people.text.names import SimilarNames, plain
from tournaments.entries.entries import MOST_SEEDING, EntryDetails

POSITIONS = ("name", "club_name", "country", "licence", "team", "seeding")
# Accepted column headings, without accents. A first row with a heading for names is a header.
HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "full name", "player name", "jmeno", "hrac", "jmeno a prijmeni", "prijmeni a jmeno"),
    "first": ("first name", "first", "given name", "krestni jmeno"),
    "last": ("last name", "last", "surname", "family name", "prijmeni"),
    "club_name": ("club", "klub", "oddil", "city", "mesto"),
    "country": ("country", "nation", "zeme", "stat"),
    "licence": ("number", "no", "no.", "licence", "license", "member", "ema", "cislo", "c.", "licencni cislo"),
    "team": ("team", "tym", "druzstvo"),
    "house": ("house", "house player", "nahradnik"),
    "seeding": ("seed", "seeding", "seeding number", "rank", "nasazeni", "cislo nasazeni"),
}
# "1. Ann", "1) Ann", "- Ann", "• Ann", also "1.Ann"; "3rd Dan" and "2.5 Max" are names.
_MARK = re.compile(r"(?:\d{1,3}[.)](?!\d)\s*|\(\d{1,3}\)\s*|[-–—*+]\s+|[•‣◦▪●·]\s*)")
YES = ("1", "yes", "true", "x", "ano")
_MEANS = {word: field for field, words in HEADERS.items() for word in words}


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A parsed line of the list. `why`: why it adds nobody, or ""; `refused`: whether the line must be corrected.

    `player`: the roster player with this name; `likely`: one with a similar name; `chosen`: whether the organiser
    confirmed `likely`; `near`: a similar registered name; `number`: the number of a withdrawn entrant with this name,
    or 0.
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
        """Whether the line adds an entrant."""
        return not self.why

    @property
    def words(self) -> list[str]:
        """The line's details other than the name, for the preview."""
        entry = self.entry
        seed = _("seeded %(number)s") % {"number": entry.seeding} if entry.seeding is not None else ""
        return [word for word in (entry.club_name, entry.country, entry.licence, entry.team, seed) if word]

    @property
    def entering(self) -> EntryDetails:
        """The entry to save, linked to the roster player if there is one."""
        player = self.player or (self.likely if self.chosen else None)
        return replace(self.entry, name=player.name, player=player.pk) if player else self.entry


class KnownPlayers:
    """An index of roster players, registered names and withdrawn entrants, to find them by name."""

    def __init__(
        self, roster: Iterable[Player], entered: Iterable[str], withdrew: Mapping[str, int] | None = None
    ) -> None:
        players = list(roster)
        self.by_name = {alike(player.name): player for player in players}
        self.entered = {alike(name): name for name in entered}
        self.withdrew = {alike(name): number for name, number in (withdrew or {}).items()}
        self._similar_players = SimilarNames((player.name, player) for player in players)
        self._similar_names = SimilarNames((name, name) for name in self.entered.values())

    def likely(self, name: str) -> Player | None:
        """Return an unregistered roster player with a similar name: word order, accents or one letter may differ."""
        player = self._similar_players.find(name)
        return None if player and alike(player.name) in self.entered else player

    def near(self, name: str) -> str:
        """Return a registered name similar to this one; "" if there is none."""
        return self._similar_names.find(name) or ""


def read_list(
    cells: Sequence[Sequence[str]], known: KnownPlayers, *, house: bool, same: Iterable[str]
) -> list[ImportLine]:
    """Parse the lines of a list. `house`: mark all as house players.

    `same`: the ids of roster players whom the organiser confirmed to be the people listed under similar names.
    """
    columns, rows = _columns(cells)
    if columns is POSITIONS:
        rows = _without_list_marks(rows)
    confirmed, seen, lines = frozenset(same), set[str](), []
    for row in rows:
        values = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
        full_name = " ".join((values.get("first", ""), values.get("last", "")))
        name = tidy(values.get("name") or full_name)
        mark = _MARK.match(name)
        name = (name[mark.end() :] if mark else "") or name
        lines.append(_line(values, name, house, known, confirmed, seen))
        if not lines[-1].refused:
            seen.add(alike(name))
    return lines


def _columns(cells: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], Sequence[Sequence[str]]]:
    """Return the field of each column, and the rows below the header."""
    first = [_MEANS.get(plain(cell), "") for cell in cells[0]] if cells else []
    if {"name", "first", "last"} & set(first):
        return tuple(first), cells[1:]
    return POSITIONS, cells


def _without_list_marks(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Remove empty cells and list marks before the names, and rows without a name.

    Plain numbers are removed only if they count the rows, because "3" may be a name.
    """
    indented = [row[next((at for at, cell in enumerate(row) if cell), 0) :] for row in rows]
    if len(indented) > 1 and all(len(row) > 1 and row[0] == str(at) for at, row in enumerate(indented, start=1)):
        return [row[1:] for row in indented]
    unmarked = [row[1:] if _MARK.fullmatch(f"{row[0]} ") else row for row in indented]
    return [row for row in unmarked if row] or rows


def _line(
    values: Mapping[str, str], name: str, house: bool, known: KnownPlayers, confirmed: Collection[str], seen: set[str]
) -> ImportLine:
    try:
        entry = _entry(values, name, house)
    except RuleViolation as violation:
        return ImportLine(EntryDetails(name=name, house=house), sentence(violation), refused=True)
    key = alike(entry.name)
    if number := known.withdrew.get(key):
        return ImportLine(entry, _("has withdrawn, so accept the existing registration again"), number=number)
    if key in known.entered:
        return ImportLine(entry, _("is already registered"))
    if key in seen:
        return ImportLine(entry, _("appears twice in the list"))
    player = known.by_name.get(key)
    likely = None if player else known.likely(entry.name)
    chosen = likely is not None and str(likely.pk) in confirmed
    return ImportLine(entry, player=player, likely=likely, chosen=chosen, near=known.near(entry.name))


def _entry(values: Mapping[str, str], name: str, house: bool) -> EntryDetails:
    words: dict[str, Any] = {field: values.get(field, "") for field in ("club_name", "country", "licence", "team")}
    seeding = whole_number(values["seeding"], "seeding", 1, MOST_SEEDING) if values.get("seeding") else None
    is_house = house or plain(values.get("house", "")) in YES
    return EntryDetails(name=name, seeding=seeding, house=is_house, **words).cleaned
