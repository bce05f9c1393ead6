"""Forms for entries: a list with its preview, a single entry, self-registration. They don't save."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.language import gettext_noop
from people.forms.shared import Choice, Refusing
from people.models import Player
from people.text.cleaning import tidy
from people.text.lists import labelled
from tournaments.entries.entries import MOST_SEEDING, EntryDetails, full_name
from tournaments.entries.list_import import ImportLine, KnownPlayers, read_list
from tournaments.entries.spreadsheet_reader import MOST_BYTES, cells_of_file, cells_of_text, text_of
from tournaments.forms.shared import TournamentFields
from tournaments.models import Entrant

MOST_TEXT = 200_000


class ListForm(Refusing):
    """A list of names, pasted or uploaded.

    `lines`: the preview; `entries`: the entries to add; `text`: what was typed or uploaded, so that the page can send
    it again.
    """

    names = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)
    house = forms.BooleanField(required=False)
    same = seen = forms.CharField(required=False)

    def __init__(self, data: Any = None, files: Any = None, *, known: KnownPlayers, **options: Any) -> None:
        super().__init__(data, files, **options)
        self.known = known
        self.lines: list[ImportLine] = []
        self.text = ""

    def clean(self) -> dict[str, Any]:
        self.attempt(self._read)
        return self.cleaned_data

    def _read(self) -> None:
        upload, typed = self.cleaned_data.get("file"), self.cleaned_data.get("names") or ""
        self.text = typed
        if upload:
            cells = cells_of_file(upload.read(MOST_BYTES + 1))
            self.text = text_of(cells)
        else:
            cells = cells_of_text(typed[:MOST_TEXT])
        if not cells:
            raise RuleViolation("names", gettext_noop("Enter a name."))
        ticked = self.data.getlist("same") if self.shown_before and isinstance(self.data, QueryDict) else []
        self.lines = read_list(cells, self.known, house=bool(self.cleaned_data.get("house")), same=ticked)
        if not self.shown_before:  # a name similar to one on the roster is ticked at first
            self.lines = [replace(line, chosen=line.likely is not None) for line in self.lines]
        if wrong := [line for line in self.lines if line.refused]:
            self.add_error("names", labelled(tidy(wrong[0].entry.name)[:60], wrong[0].why))

    @property
    def shown_before(self) -> bool:
        """Whether the preview of this text has been shown. Until then, its checkboxes don't count."""
        return self.data.get("seen") == self.digest

    @property
    def digest(self) -> str:
        """A hash that identifies the text of a preview."""
        return sha256(" ".join(self.text.split()).encode("utf-8", "replace")).hexdigest()[:22]

    @property
    def asks(self) -> bool:
        """Whether to show a preview first: for a file, a name similar to another, or a line that adds nobody."""
        guessed = any(not line.new or line.likely or line.near for line in self.lines)
        return bool(self.cleaned_data.get("file")) or (guessed and not self.shown_before)

    @property
    def left_out(self) -> list[tuple[int, ImportLine]]:
        """The valid lines that add no player, with their numbers in the preview."""
        return [(at, line) for at, line in enumerate(self.lines, start=1) if line.why and not line.refused]

    @property
    def entries(self) -> list[EntryDetails]:
        return [line.entering for line in self.lines if line.new]


class EntryFields(TournamentFields):
    """Fields for one entry. `details`: the entry, once the form is valid."""

    name = club_name = country = licence = team = forms.CharField(required=False)

    def read(self, name: str, **more: Any) -> None:
        """Read and validate the details. `more`: values that aren't text."""
        data = self.cleaned_data
        words: dict[str, Any] = {field: data.get(field) or "" for field in ("club_name", "country", "licence", "team")}
        self.details = EntryDetails(name=name, **words, **more)
        self.attempt(lambda: self.details.cleaned)


class EntrantForm(EntryFields):
    """The organiser's form for one entry. `roster`: the club's players whom the entry can be linked to."""

    seeding = player = forms.CharField(required=False)
    house = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, roster: list[Player], **options: Any) -> None:
        super().__init__(data, **options)
        self.roster = roster

    @classmethod
    def of(cls, entrant: Entrant, roster: list[Player]) -> EntrantForm:
        """Return a form filled in from the saved entry."""
        initial = {field: getattr(entrant, field) for field in ("club_name", "country", "licence", "house")}
        team = entrant.wish or (entrant.team.name if entrant.team else "")
        seeding = "" if entrant.seeding is None else str(entrant.seeding)
        more = {"name": full_name(entrant), "team": team, "seeding": seeding, "player": str(entrant.player_id or "")}
        return cls(initial=initial | more, roster=roster)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        chosen = next((each for each in self.roster if str(each.pk) == data.get("player")), None)
        self.read(
            chosen.name if chosen else data.get("name") or "",
            seeding=self.number("seeding", 1, MOST_SEEDING),
            player=chosen.pk if chosen else None,
            house=bool(data.get("house")),
        )
        return data

    @property
    def players(self) -> list[Choice]:
        now = str(self["player"].value() or "")
        nobody = Choice("", _("Not on the roster"), now == "")
        return [nobody, *(Choice(str(each.pk), each.name, str(each.pk) == now) for each in self.roster)]


class SelfRegistrationForm(EntryFields):
    """The form for self-registration. `own`: the account's name on the roster, which replaces the typed one."""

    key = forms.CharField(required=False)

    def __init__(self, data: Any = None, *, own: str = "", **options: Any) -> None:
        super().__init__(data, **options)
        self.own = own

    def clean(self) -> dict[str, Any]:
        self.read(self.own or self.cleaned_data.get("name") or "")
        return self.cleaned_data
