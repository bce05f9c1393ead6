"""The form to start a match: three names, their seats, the house rules. Draws seats only on request."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.rulesets import BOOKS
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Seat
from matches import wording
from matches.forms.option_fields import Chip, OptionsForm, RulesFields
from matches.models import HouseRulesVersion
from people.clubs import roster
from people.models import Club, Player
from people.text import cleaning
from people.text.names import SimilarNames

USUAL = "club"


class ChoosesRules(OptionsForm):
    """Base of forms with a choice of house rules.

    `house_rules`: the chosen profile, if any; `profiles`: the latest versions to choose from. A preset or profile fills
    in the options. Without scripts, the page may still show the options of the previous choice, which are then ignored.
    """

    system = forms.CharField(required=False)
    preset = forms.CharField(required=False)
    shown_preset = forms.CharField(required=False)
    profiles: Sequence[HouseRulesVersion] = ()

    def _asked(self, field: str) -> str:
        return str((self.data if self.is_bound else self.initial).get(field) or "")

    @cached_property
    def house_rules(self) -> HouseRulesVersion | None:
        code, system = self._asked("preset"), self._asked("system")
        versions = (version for version in self.profiles if version.rules.code == code)
        return next((version for version in versions if system in ("", version.rules.system)), None)

    @cached_property
    def book(self) -> type[RuleBook]:
        """The rule book of the chosen profile; without a profile, the chosen rule book, by default the first."""
        if self.house_rules:
            return BOOKS[self.house_rules.rules.system]
        return BOOKS.get(self._asked("system")) or next(iter(BOOKS.values()))

    @cached_property
    def chosen_preset(self) -> str:
        if self.house_rules:
            return self.house_rules.rules.code
        keys, chosen = [preset.key for preset in self.book.presets], self._asked("preset")
        return chosen if chosen in keys else USUAL if USUAL in keys else keys[0]

    @cached_property
    def rules(self) -> RulesFields:
        """The submitted options if they belong to the chosen preset or profile, else the options of that choice."""
        preset = next((p for p in self.book.presets if p.key == self.chosen_preset), None)
        initial_options = self.house_rules.options if self.house_rules else preset.options if preset else {}
        sent = self.is_bound and self.data.get("shown_preset") == self.shown
        return RulesFields(
            self.book, initial_options, self.data if sent else None, more=self._asked("action") == "more"
        )

    @property
    def shown(self) -> str:
        """The rule book and the preset or profile whose options the page shows."""
        return f"{self.book.key}/{self.chosen_preset}"

    @property
    def systems(self) -> list[Chip]:
        return [Chip(key, _(book.title), book is self.book) for key, book in BOOKS.items()]

    @property
    def origin(self) -> str:
        return wording.origin(self.book)

    @property
    def presets(self) -> list[tuple[Chip, str]]:
        own = [version for version in self.profiles if version.rules.system == self.book.key]
        return [
            *((Chip(p.key, _(p.label), p.key == self.chosen_preset), _(p.help)) for p in self.book.presets),
            *((Chip(v.rules.code, v.name, v.rules.code == self.chosen_preset), wording.version_words(v)) for v in own),
        ]


CHAIRS = tuple(Seat.__members__)


class RosterSeat(NamedTuple):
    """The relation of a typed name to the roster.

    `known`: whether the name is on the roster; `similar`: a player with a similar name, if any; `same`: whether the box
    "this is the same person" is ticked; `asked`: whether the page has shown the box before; `guest`: whether the person
    signed up as a guest, who is never linked to the roster.
    """

    known: bool
    similar: Player | None = None
    same: bool = False
    asked: bool = True
    guest: bool = False


class StartForm(ChoosesRules):
    """The form to start a match. After validation, `players`, `options` and `title` are set."""

    P1 = forms.CharField(required=False)
    P2 = forms.CharField(required=False)
    P3 = forms.CharField(required=False)
    title = forms.CharField(required=False)
    seats = forms.CharField(required=False)
    same = forms.CharField(required=False)
    asked = forms.CharField(required=False)
    guest = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        profiles: Sequence[HouseRulesVersion] = (),
        clubs: Sequence[Club] = (),
        **options: Any,
    ) -> None:
        """Store the choices: the latest profile versions for this phone, and the clubs that the account scores for."""
        super().__init__(data, **options)
        self.profiles, self.clubs = profiles, clubs

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        typed = PerSeat.read({chair: data.get(chair, "") for chair in CHAIRS}, "")
        nameless = [chair for chair in CHAIRS if not cleaning.tidy(data.get(chair) or "")]
        for chair in nameless:
            self.add_error(chair, _("Enter a name."))
        if not nameless:
            self.attempt(lambda: self._take_names(typed))
        for chair, seat in self.roster_seats.items():
            if seat.similar and not seat.asked:
                name = {"name": wording.isolated(seat.similar.name)}
                self.add_error(chair, _("%(name)s is on your roster. Is this the same person?") % name)
        if data.get("title"):
            self.attempt(lambda: cleaning.clean_name(data["title"], "title"))
        self.take_rules()
        return data

    def _take_names(self, typed: PerSeat[str]) -> None:
        for chair, seat in self.roster_seats.items():
            if seat.similar and seat.same:
                typed = cleaning.with_name(typed, {chair: seat.similar.name})
        players = cleaning.clean_names(typed)
        if self.cleaned_data.get("seats") == "draw":
            order = list(players)
            random.SystemRandom().shuffle(order)
            players = PerSeat(*order)
        self.players = players

    @cached_property
    def club(self) -> Club | None:
        """The club of the match; None if it belongs to this phone only."""
        code = self._asked("club")
        return next((club for club in self.clubs if club.code == code), None)

    @cached_property
    def roster_seats(self) -> Mapping[str, RosterSeat]:
        """The `RosterSeat` of each typed name, by chair, for a club's match. A box for a similar name starts ticked."""
        sent = self.data if self.is_bound else self.initial if self.guests else {}
        typed = {chair: cleaning.tidy(sent.get(chair) or "") for chair in CHAIRS}
        guests = {cleaning.alike(name) for name in self.guests}
        seats = {c: RosterSeat(known=False, guest=True) for c, name in typed.items() if cleaning.alike(name) in guests}
        return {**self._roster_seats({c: name for c, name in typed.items() if name and c not in seats}), **seats}

    def _roster_seats(self, typed: Mapping[str, str]) -> dict[str, RosterSeat]:
        if self.club is None or not typed:
            return {}
        entries = roster.entries(self.club)
        known = {cleaning.alike(player.name) for player in entries}
        present = {cleaning.alike(name) for name in typed.values()}
        if present <= known:
            return dict.fromkeys(typed, RosterSeat(known=True))
        absent = [player for player in entries if cleaning.alike(player.name) not in present]
        similar = SimilarNames((player.name, player) for player in absent)
        return {
            chair: RosterSeat(known=True) if cleaning.alike(name) in known else self._question(similar.find(name))
            for chair, name in typed.items()
        }

    @property
    def guests(self) -> list[str]:
        """The names of the guests at a table of a club night."""
        return self._sent("guest") if self.is_bound else self.initial.get("guest", [])

    def _question(self, similar: Player | None) -> RosterSeat:
        number = str(similar.pk) if similar else ""
        was_shown = number in self._sent("asked")
        return RosterSeat(
            known=False, similar=similar, asked=was_shown, same=not was_shown or number in self._sent("same")
        )

    def _sent(self, field: str) -> list[str]:
        return self.data.getlist(field) if isinstance(self.data, QueryDict) else []

    @property
    def club_choices(self) -> list[Chip]:
        none = Chip("", _("No club"), self.club is None)
        return [*(Chip(club.code, club.name, club is self.club) for club in self.clubs), none]
