"""Forms for tie-break draws, and for choosing the matches or events that count. They don't save."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.tournament import League, number_to_json, read_number
from engine.tournament.leagues import CHOICES, MOST_GAMES
from matches.forms.option_fields import Chip
from people.text.cleaning import clean_name
from tournaments.forms.shared import TournamentFields
from tournaments.models import Series
from tournaments.setup.counting_rules import MOST_IN_A_TEAM, CountingRules
from tournaments.standings.qualification import MOST_LOT
from tournaments.standings.series import MOST_VALUES, SeriesRules, read_rules

ALL = "all"


class LeagueFields(TournamentFields):
    """Fields for tournaments and series. `league`: the rules, once they are valid; `labels`: the choices for `way`."""

    labels: tuple[str | Promise, ...]
    minimum = way = many = up = down = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        way = self.cleaned_data.get("way") or ALL
        numbers = {name: self.number(name, 0, MOST_GAMES, 0) or 0 for name in ("minimum", "up", "down")}
        if way in CHOICES:
            many = self.number("many", 1, MOST_GAMES)
            if many is None and "many" not in self.errors:
                self.refuse(RuleViolation("many", gettext_noop("Enter the number of results.")))
            numbers[way] = many or 0
        self.league = League(**numbers)
        return self.cleaned_data

    @property
    def ways(self) -> list[Chip]:
        return self.chosen("way", list(zip((ALL, "best", "drop", "window"), self.labels, strict=True)), ALL)

    @staticmethod
    def typed(league: League) -> dict[str, Any]:
        """Return the current text of each field."""
        way = next((name for name in CHOICES if getattr(league, name)), ALL)
        numbers: dict[str, Any] = {name: getattr(league, name) or "" for name in ("minimum", "up", "down")}
        return numbers | {"way": way, "many": "" if way == ALL else getattr(league, way)}


class CountingForm(LeagueFields):
    """The form for the counting rules of a tournament. `counting_rules`: the rules, once the form is valid."""

    labels = (
        gettext_lazy("Every match"),
        gettext_lazy("The best matches"),
        gettext_lazy("All but the worst matches"),
        gettext_lazy("The best consecutive matches"),
    )
    counting = forms.CharField(required=False)  # for errors about the rules as a whole
    team_best = forms.CharField(required=False)
    team_rounds = forms.BooleanField(required=False)

    @classmethod
    def of(cls, counting: CountingRules) -> CountingForm:
        """Return a form filled in from the current counting rules."""
        teams = {"team_best": counting.team_best or "", "team_rounds": counting.team_rounds}
        return cls(initial={**cls.typed(counting.league), **teams})

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        best = self.number("team_best", 0, MOST_IN_A_TEAM, 0) or 0
        self.counting_rules = CountingRules(self.league, best, bool(data.get("team_rounds")))
        return data


class SeriesForm(LeagueFields):
    """The form for a series. `named` (the cleaned name) and `rules` are set by validation."""

    labels = (
        gettext_lazy("Every event"),
        gettext_lazy("The best events"),
        gettext_lazy("All but the worst events"),
        gettext_lazy("The best consecutive events"),
    )
    name = values = key = forms.CharField(required=False)

    @classmethod
    def of(cls, series: Series) -> SeriesForm:
        """Return a form filled in from the saved series."""
        rules = read_rules(series.counting)
        typed = " ".join(str(number_to_json(each)) for each in rules.values)
        return cls(initial={"name": series.name, "values": typed, **cls.typed(rules.league)})

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.named = self.attempt(lambda: clean_name(data.get("name") or "", "name"))
        self.rules = SeriesRules(self.league, self._values())
        return data

    def _values(self) -> tuple[Fraction, ...]:
        """Return the points by place, which are typed with spaces between them."""
        parts = (self.cleaned_data.get("values") or "").replace(";", " ").split()
        if len(parts) > MOST_VALUES:
            sentence = gettext_noop("At most %(most)s places can score points.")
            self.refuse(RuleViolation("values", sentence, most=MOST_VALUES))
            return ()
        try:
            return tuple(read_number(each, "values") for each in parts)
        except RuleViolation:
            sentence = gettext_noop("Enter numbers separated by spaces, such as 25 18 15.")
            self.refuse(RuleViolation("values", sentence))
            return ()


class TieBreakDrawForm(TournamentFields):
    """A form with a field for each tied entrant.

    `groups`: numbers of entrants whose lots must differ; `lots`: the lots by entrant number, once the form is valid.
    """

    def __init__(self, *args: Any, groups: Sequence[Sequence[int]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.groups = groups
        for group in groups:
            for number in group:
                self.fields[f"lot_{number}"] = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.lots: dict[int, int | None] = {}
        for group in self.groups:
            drawn = {number: self.number(f"lot_{number}", 1, MOST_LOT) for number in group}
            lots = list(drawn.values())
            for at, (number, lot) in enumerate(drawn.items()):
                if lot is not None and lot in lots[:at]:
                    sentence = gettext_noop("Two players have draw number %(lot)s. Give each a different number.")
                    self.refuse(RuleViolation(f"lot_{number}", sentence, lot=lot))
            self.lots |= drawn
        return self.cleaned_data
