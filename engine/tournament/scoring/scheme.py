"""The scoring scheme of a tournament match, and its form as plain JSON options. `games` applies it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, one_of, whole_number
from engine.tournament.scoring.fractions import number_to_json, read_number

Values = tuple[Fraction, ...]  # for first, second and third place; one more at a table of four


def values(*numbers: int) -> Values:
    """Return whole numbers as fractions."""
    return tuple(map(Fraction, numbers))


# Placement points at a table of three, by their usual names.
PLACEMENTS: dict[str, Values] = {"3-1-0": values(3, 1, 0), "2-1-0": values(2, 1, 0), "30/0/-30": values(30, 0, -30)}
BASES = ("points", "placement")
TIES = ("share", "seat", "book")
FINES = ("sinking", "bust")  # what players who have too few points pay to first
POTS = ("first", "nobody")
MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Scheme:
    """The rules that turn the points at a table into the result of a match. By default, the result is the points.

    `basis`: the result is the "points" with oka and uma, or the "placement" points.
    `placement`: placement points for first, second and third; `placement_four`: those at tables of four (if empty, the
    three values are spread evenly over four places, so that the average of a table stays the same).
    `uma`, `uma_four`: likewise for uma; each sums to 0. `floating`: (number of players at or above `start_points`, uma)
    pairs; a number that is not listed uses the normal uma. `sinking`: the points that every player except first who
    ends below `return_points` pays to first; `bust`: the same for those who end below `bust_below`, in addition.
    `start_points`, `return_points`: the points at the table that each player starts with, and those deducted at the
    end; the sum of the differences for all players is the oka, which goes to first.
    `divisor`: points at the table for one point of the result. `pot`: who gets the points left on the table.
    `chip_points`: points at the table for one chip, if the rule book has chips; placement points ignore chips.
    `tie`: equal points "share" the place and its points, or are ordered by "seat" or by the rule "book".
    """

    basis: str = "points"
    placement: Values = PLACEMENTS["3-1-0"]
    placement_four: Values = ()
    uma: Values = values(0, 0, 0)
    uma_four: Values = ()
    floating: tuple[tuple[int, Values], ...] = ()
    sinking: Fraction = Fraction(0)
    start_points: int = 0
    return_points: int = 0
    divisor: int = 1
    pot: str = "first"
    tie: str = "share"
    chip_points: int = 0
    bust: Fraction = Fraction(0)
    bust_below: int = 0

    def placement_of(self, players: int) -> Values:
        """Placement points for each place at a table of three or four."""
        return (self.placement_four or spread(self.placement, players)) if players == 4 else self.placement

    def uma_of(self, players: int, above: int) -> Values:
        """The uma for each place at a table of three or four with `above` players at or above the starting points."""
        floating = dict(self.floating).get(above)
        if floating is not None:
            return spread(floating, players)
        return (self.uma_four or spread(self.uma, players)) if players == 4 else self.uma


def spread(three: Values, players: int) -> Values:
    """Three values interpolated over `players` places in equal steps; over four, their average stays the same."""
    places = [Fraction(2 * at, players - 1) for at in range(players)]
    left = [min(int(place), 1) for place in places]
    return tuple(three[at] + (place - at) * (three[at + 1] - three[at]) for place, at in zip(places, left, strict=True))


def scheme_to_json(scheme: Scheme) -> dict[str, object]:
    """All options by name, as JSON values; `read_scheme` reads them back."""
    values: dict[str, object] = {name: getattr(scheme, name) for name in Scheme.__dataclass_fields__}
    for name in ("placement", "placement_four", "uma", "uma_four"):
        values[name] = list(map(number_to_json, getattr(scheme, name)))
    floating = {str(above): list(map(number_to_json, uma)) for above, uma in scheme.floating}
    return {**values, "floating": floating, **{name: number_to_json(getattr(scheme, name)) for name in FINES}}


def read_scheme(options: Mapping[str, object], default: Scheme | None = None) -> Scheme:
    """The scheme with these options; missing options are those of `default`. Raises `RuleViolation`.

    `default`: a rule book's scheme. `placement` can be a name from `PLACEMENTS`; an empty `placement_four` or
    `uma_four` spreads the three values.
    """
    known_keys(options, frozenset(Scheme.__dataclass_fields__))
    given = {**scheme_to_json(default or Scheme()), **options}
    scheme = Scheme(
        basis=one_of(given, "basis", BASES),
        placement=_placement(given["placement"], "placement", 3),
        placement_four=_placement(given["placement_four"], "placement_four", 4) if given["placement_four"] else (),
        uma=_uma(given["uma"], "uma", 3),
        uma_four=_uma(given["uma_four"], "uma_four", 4) if given["uma_four"] else (),
        floating=_floating(given["floating"]),
        sinking=read_number(given["sinking"], "sinking"),
        start_points=whole_number(given, "start_points", 0, MOST_POINTS),
        return_points=whole_number(given, "return_points", 0, MOST_POINTS),
        divisor=whole_number(given, "divisor", 1, MOST_POINTS),
        pot=one_of(given, "pot", POTS),
        tie=one_of(given, "tie", TIES),
        chip_points=whole_number(given, "chip_points", 0, MOST_POINTS),
        bust=read_number(given["bust"], "bust"),
        bust_below=whole_number(given, "bust_below", 0, MOST_POINTS),
    )
    for name in FINES:
        if getattr(scheme, name) < 0:
            raise RuleViolation(name, _("%(key)s must be 0 or more."))
    if scheme.return_points < scheme.start_points:
        sentence = _("return_points must be at least start_points, which is %(least)s.")
        raise RuleViolation("return_points", sentence, least=scheme.start_points)
    return scheme


def _values(value: object, key: str, players: int) -> Values:
    if not isinstance(value, list | tuple) or len(value) != players:
        raise RuleViolation(key, _("%(key)s must have %(count)s numbers, one for each place."), count=players)
    return tuple(read_number(each, key) for each in value)


def _placement(value: object, key: str, players: int) -> Values:
    if isinstance(value, str) and value in PLACEMENTS and players == 3:
        return PLACEMENTS[value]
    values = _values(value, key, players)
    if list(values) != sorted(values, reverse=True):
        raise RuleViolation(key, _("%(key)s can’t give a place more than the place above it."))
    return values


def _uma(value: object, key: str, players: int) -> Values:
    values = _values(value, key, players)
    if sum(values):
        raise RuleViolation(key, _("The numbers in %(key)s must add up to 0."))
    return values


def _floating(value: object) -> tuple[tuple[int, Values], ...]:
    """Read `{"1": uma, "2": uma}`, keyed by the number of players at or above the starting points, as text."""
    above = [str(number) for number in range(5)]
    if not isinstance(value, Mapping) or not all(str(key) in above for key in value):
        sentence = _("The keys of floating must be from 0 to 4: the number of players at or above the starting points.")
        raise RuleViolation("floating", sentence)
    return tuple(sorted((int(key), _uma(uma, "floating", 3)) for key, uma in value.items()))
