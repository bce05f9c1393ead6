"""Forms for scoring: points for a match, tie-breaks, points for a bye. They don't save."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.rulesets import rule_book
from engine.tournament import (
    PLACEMENTS,
    TIE_BREAKS,
    number_to_json,
    read_number,
    read_ranking,
    read_scheme,
    scheme_to_json,
)
from matches.forms.option_fields import Chip
from tournaments import wording
from tournaments.forms.shared import TournamentFields
from tournaments.models import Tournament
from tournaments.setup.lifecycle import Rules

BOOK, OWN = "book", "own"
TRIOS, FOURS = ("placement", "uma"), ("placement_four", "uma_four")
FLOATING = {f"floating_{above}": str(above) for above in range(5)}  # how many players reach the starting points
WHOLE = ("start_points", "return_points", "divisor", "chip_points")
MOST = 1_000_000


class ScoringForm(TournamentFields):
    """The form for the scoring of a tournament. `new_rules`: its rules with the new scoring, once the form is valid.

    The detailed values count only with a custom scheme.
    """

    worth = basis = tie = pot = start_points = return_points = divisor = sinking = forms.CharField(required=False)
    bye = bye_points = chip_points = forms.CharField(required=False)

    def __init__(self, data: Any = None, *, tournament: Tournament, **options: Any) -> None:
        book = rule_book(tournament.system, tournament.options, tournament.rules_version)
        self.tournament = tournament
        self.usual, self.has_chips = book.scheme, book.plays_chips
        self.now: dict[str, Any] = scheme_to_json(read_scheme(tournament.scheme, book.scheme))
        chosen = {"tie_breaks": tournament.tie_breaks, "bye": tournament.bye}
        ranking = read_ranking({name: value for name, value in chosen.items() if value})
        self.breaks = list(ranking.tie_breaks)
        bye = {"bye": ranking.bye.kind, "bye_points": str(number_to_json(ranking.bye.value))}
        initial = {**self.now, **bye, "worth": _worth(tournament.scheme)}
        super().__init__(data, initial=initial, **options)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        scheme = self._scheme(str(data.get("worth") or BOOK))
        bye: dict[str, Any] = {"kind": data.get("bye") or "nothing"}
        if bye["kind"] == "fixed":
            bye["value"] = self._number("bye_points", str(data.get("bye_points") or "0"))
        breaks = [each for each in self._list("tie_breaks") if each in TIE_BREAKS]
        self.new_rules = replace(Rules.of(self.tournament), scheme=scheme, bye=bye, tie_breaks=breaks)
        if not self.errors:
            self.attempt(lambda: self.new_rules.cleaned)
        return data

    def _scheme(self, worth: str) -> dict[str, Any]:
        if worth in PLACEMENTS:
            return {"basis": "placement", "placement": worth}
        if worth != OWN:
            return {}
        floating = {above: self._values(name) for name, above in FLOATING.items()}
        return {
            **self.now,
            **{name: self.cleaned_data.get(name) or self.now[name] for name in ("basis", "tie", "pot")},
            **{name: self._values(name) for name in (*TRIOS, *FOURS)},
            **{name: self.number(name, 0, MOST, self.now[name]) for name in WHOLE},
            "floating": {above: uma for above, uma in floating.items() if uma},
            "sinking": self._number("sinking", str(self.cleaned_data.get("sinking") or self.now["sinking"])),
        }

    def _number(self, name: str, text: str) -> Any:
        return self.attempt(lambda: _plain(text, name))

    def _values(self, name: str) -> list[Any]:
        """Return the numbers of a field; empty if all its inputs are empty."""
        typed = self._typed(name)
        about = "floating" if name in FLOATING else name
        return [self._number(about, text) for text in typed] if any(text.strip() for text in typed) else []

    def _typed(self, name: str) -> list[str]:
        """Return the typed numbers of a field, one for each place; the current ones if the field wasn't sent."""
        now = self.now["floating"].get(FLOATING[name], []) if name in FLOATING else self.now[name]
        places = 4 if name in FOURS else 3
        return [*(self._list(name) or map(str, now)), *[""] * places][:places]

    def _list(self, name: str) -> list[str]:
        return self.data.getlist(name) if isinstance(self.data, QueryDict) else []

    # ── what the page shows ──────────────────────────────────────────────────

    @property
    def worths(self) -> list[Chip]:
        labels = {"points": _("raw points"), "placement": _("placement points")}
        usual = _("Rule book default: %(what)s") % {"what": labels[self.usual.basis]}
        named = [
            (name, _("Placement points %(points)s") % {"points": name.replace("-30", "−30")}) for name in PLACEMENTS
        ]
        return self.chosen("worth", [(BOOK, usual), *named, (OWN, _("As set below"))], BOOK)

    @property
    def bases(self) -> list[Chip]:
        return self.chosen("basis", [("points", _("Raw points")), ("placement", _("Placement points"))], "points")

    @property
    def ties(self) -> list[Chip]:
        labels = [
            ("share", _("Tied players share their places and points")),
            ("seat", _("Seat order decides")),
            ("book", _("As in the rule book")),
        ]
        return self.chosen("tie", labels, "share")

    @property
    def pots(self) -> list[Chip]:
        return self.chosen("pot", [("first", _("First place")), ("nobody", _("Nobody"))], "first")

    @property
    def byes(self) -> list[Chip]:
        labels = [
            ("nothing", _("Nothing")),
            ("own", _("The player’s own average")),
            ("field", _("The average result in that round")),
            ("fixed", _("A fixed number of points:")),
        ]
        return self.chosen("bye", labels, "nothing")

    @property
    def trios(self) -> list[tuple[str, str, list[str]]]:
        """The fields for placement points and uma: (name, label, three numbers)."""
        labels = {
            "placement": _("Placement points for first, second and third place"),
            "uma": _("Uma for first, second and third place"),
        }
        return [(name, labels[name], self._typed(name)) for name in TRIOS]

    @property
    def fours(self) -> list[tuple[str, str, list[str]]]:
        """The fields for tables of four: (name, label, four numbers). Empty fields use the values for three."""
        labels = {"placement_four": _("Placement points at a table of four"), "uma_four": _("Uma at a table of four")}
        return [(name, labels[name], self._typed(name)) for name in FOURS]

    @property
    def floats(self) -> list[tuple[str, str, list[str]]]:
        """The fields for floating uma, by how many players reach the starting points: (name, label, numbers)."""
        label = _("Uma when the number of players at or above the starting points is %(many)s")
        return [(name, label % {"many": above}, self._typed(name)) for name, above in FLOATING.items()]

    @property
    def has_more(self) -> bool:
        """Whether an option is set that most tournaments don't need."""
        typed = [text for name in (*FOURS, *FLOATING) for text in self._typed(name)]
        return any(text.strip() for text in typed) or str(self["sinking"].value()) != "0"

    @property
    def order(self) -> list[list[Chip]]:
        now = (self._list("tie_breaks") or self.breaks) + [""] * len(TIE_BREAKS)
        return [
            [Chip("", "–", each == ""), *(Chip(name, wording.tie_break(name), name == each) for name in TIE_BREAKS)]
            for each in now[: len(TIE_BREAKS)]
        ]


def _worth(scheme: Mapping[str, Any]) -> str:
    """Return the choice in the field `worth` that matches a stored scheme."""
    if not scheme:
        return BOOK
    named = scheme.get("placement")
    known = isinstance(named, str) and named in PLACEMENTS and scheme == {"basis": "placement", "placement": named}
    return str(named) if known else OWN


def _plain(text: str, name: str) -> int | str:
    """Return a number for JSON: an integer, or a fraction as text. Raises `RuleViolation`."""
    number = read_number(text.strip(), name)
    return int(number) if number.denominator == 1 else f"{number.numerator}/{number.denominator}"
