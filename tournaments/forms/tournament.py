"""Forms that create a tournament or change its details. They don't save."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.seating import most_swiss
from matches.forms.option_fields import Chip, RulesFields
from matches.forms.start import ChoosesRules
from people.forms.shared import Refusing
from people.text.lists import listed
from tournaments.files.archive.zip_file import MOST_BYTES
from tournaments.forms.shared import TournamentFields
from tournaments.models import EndPolicy, Seating, Stage, Tournament
from tournaments.setup.counting_rules import scheme_for
from tournaments.setup.lifecycle import About, Rules
from tournaments.setup.stages import MOST_QUALIFYING, MOST_ROUNDS, StageDetails

LARGEST = 10**6
USUAL_SIZES = (9, 12, 15, 18, 24)


def swiss_help(players: int = 0) -> str:
    """Return a help text on the maximum number of Swiss rounds for this many players.

    If there are too few players, the text gives the maximum for typical numbers.
    """
    if most := most_swiss(players):
        text = _("With %(players)s players, the Swiss system allows at most %(most)s rounds.")
        return text % {"players": players, "most": most}
    sizes = [
        _("%(most)s for %(players)s players") % {"players": each, "most": most_swiss(each)} for each in USUAL_SIZES
    ]
    text = _("The Swiss system needs at least 8 players. Maximum number of rounds: %(told)s.")
    return text % {"told": listed(sizes, "names")}


class SeatingFields(TournamentFields):
    """The fields for the seating method of a stage, and for its number of rounds."""

    seating = rounds = forms.CharField(required=False)

    @property
    def seatings(self) -> list[Chip]:
        final = _("Final: one table of 3 or 4, or A and B finals for places 1–3, 4–6 and so on")
        labels = [(value, final if value == Seating.FINAL else label) for value, label in Seating.choices]
        return self.chosen("seating", labels, Seating.FIXED.value)

    def stage(self, **more: Any) -> StageDetails:
        """Return the validated stage. `more`: its other values."""
        seating = self.cleaned_data.get("seating") or Seating.FIXED.value
        stage = StageDetails(seating=seating, rounds=self.number("rounds", 1, MOST_ROUNDS, 4) or 1, **more)
        self.attempt(lambda: stage.cleaned)
        return stage


class TournamentDetailsForm(TournamentFields):
    """The form for the details of a tournament. `about`: the details, once the form is valid."""

    name = starts_on = ends_on = place = note = minutes = end_policy = forms.CharField(required=False)
    public = open_for_entry = approval = forms.BooleanField(required=False)
    capacity = forms.CharField(required=False)

    @classmethod
    def of(cls, tournament: Tournament) -> TournamentDetailsForm:
        """Return a form filled in from the saved tournament."""
        return cls(initial={field: _typed(getattr(tournament, field)) for field in cls.base_fields})

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        values = {
            "starts_on": self.day("starts_on") or timezone.now().date(),
            "ends_on": self.day("ends_on", needed=False),
            "minutes": self.number("minutes", 0, LARGEST, 60) or 0,
            "end_policy": data.get("end_policy") or EndPolicy.FINISH.value,
            "capacity": self.number("capacity", 0, LARGEST),
        }
        about = About(**{"name": "", **data, **values})
        if not self.errors:
            self.attempt(lambda: about.cleaned)
        self.about = about
        return data

    @property
    def end_policies(self) -> list[Chip]:
        return self.chosen("end_policy", list(EndPolicy.choices), EndPolicy.FINISH.value)


class RulesForm(ChoosesRules, Refusing):
    """The form for the rule book and house rules. `new_rules`: the rules, once the form is valid.

    The current rules of `tournament` are offered besides presets and profiles.
    """

    KEPT = "kept"

    def __init__(self, data: Any = None, *, tournament: Tournament | None = None, **options: Any) -> None:
        self.profiles = options.pop("profiles", ())
        super().__init__(data, **options)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        table = self.rules.table()
        for refusal in self.rules.refused:
            self.add_error(None, refusal.labelled)
        if table:
            pinned = self.tournament.house_rules if self._keeps and self.tournament else self.house_rules
            now = Rules.of(self.tournament) if self.tournament else Rules()
            rules = replace(now, system=self.book.key, options=table.changed, house_rules=pinned)
            self.new_rules = replace(rules, scheme=scheme_for(table, now.scheme, now.system))
        return self.cleaned_data

    @property
    def _keeps(self) -> bool:
        """Whether the tournament's current rules are selected."""
        now = self.tournament
        return now is not None and self.book.key == now.system and self._asked("preset") in ("", self.KEPT)

    @cached_property
    def chosen_preset(self) -> str:
        return self.KEPT if self._keeps else super().chosen_preset

    @cached_property
    def rules(self) -> RulesFields:
        if not self._keeps or self.tournament is None:
            return super().rules
        sent = self.is_bound and self.data.get("shown_preset") == self.shown
        more = self._asked("action") == "more"
        return RulesFields(self.book, self.tournament.options, self.data if sent else None, more=more)

    @property
    def presets(self) -> list[tuple[Chip, str]]:
        """The current rules first, then the presets and profiles that can replace them."""
        kept = [(Chip(self.KEPT, _("Keep as is"), self._keeps), "")]
        return [*(kept if self.tournament and self.tournament.system == self.book.key else []), *super().presets]


class NewTournamentForm(RulesForm, SeatingFields):
    """The form for a new tournament. `about`, `new_rules` and `stages` are set by validation."""

    name = starts_on = place = key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        starts_on = self.day("starts_on") or timezone.now().date()
        self.about = About(name=data.get("name") or "", starts_on=starts_on, place=data.get("place") or "")
        self.attempt(lambda: self.about.cleaned)
        self.stages = [self.stage()]
        return data


class StageForm(SeatingFields):
    """The form for one stage. `details`: the stage, once the form is valid."""

    name = takes = forms.CharField(required=False)
    by_group = forms.BooleanField(required=False)
    carry = values = forms.CharField(required=False)

    @classmethod
    def of(cls, stage: Stage) -> StageForm:
        """Return a form filled in from the saved stage."""
        initial = {field: _typed(getattr(stage, field)) for field in ("name", "seating", "rounds", "takes", "by_group")}
        values = " ".join(str(each) for each in stage.carry.get("values", ()))
        return cls(initial={**initial, "carry": stage.carry.get("kind", "full"), "values": values})

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.details = self.stage(
            name=data.get("name") or "",
            takes=self.number("takes", 1 if data.get("by_group") else 3, MOST_QUALIFYING),
            by_group=bool(data.get("by_group")),
            carry=self._carry(),
        )
        return data

    def _carry(self) -> dict[str, Any]:
        """Return the carry-over into the stage, as stored; empty for the first stage, whose form has no such field."""
        kind = self.cleaned_data.get("carry")
        if not kind:
            return {}
        words = (self.cleaned_data.get("values") or "").replace(";", " ").split()
        return {"kind": kind, "values": words if kind == "head_start" else []}

    @property
    def carries(self) -> list[Chip]:
        labels = [
            ("none", _("Nothing: everyone starts from zero")),
            ("half", _("Half the total")),
            ("full", _("The full total")),
            ("head_start", _("A head start by place:")),
        ]
        return self.chosen("carry", labels, "full")


def _typed(value: Any) -> Any:
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, date) else value


class ImportArchiveForm(Refusing):
    """The form for an uploaded archive. `key`: the key that prevents a second import."""

    key = forms.CharField(required=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> None:
        file = self.cleaned_data.get("file")
        most = MOST_BYTES // 1024**2
        if file is None:
            self.refuse(RuleViolation("file", gettext_noop("Choose an archive of at most %(most)s MB."), most=most))
        elif (file.size or 0) > MOST_BYTES:
            self.refuse(
                RuleViolation("file", gettext_noop("The archive is too large. The limit is %(most)s MB."), most=most)
            )
