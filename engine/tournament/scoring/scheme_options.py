"""A `Scheme` as plain JSON options, and back. Each refusal names the option."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, whole_number
from engine.tournament.scoring.fractions import read_number, tell_number
from engine.tournament.scoring.scheme import BASES, PLACEMENTS, POTS, TIES, Scheme, Values

MOST_POINTS = 1_000_000
KEYS = frozenset(Scheme.__dataclass_fields__)


def tell_scheme(scheme: Scheme) -> dict[str, object]:
    """All options by name, as JSON takes them; `read_scheme` reads them again."""
    return {
        "basis": scheme.basis,
        "placement": _tell(scheme.placement),
        "placement_four": _tell(scheme.placement_four),
        "uma": _tell(scheme.uma),
        "uma_four": _tell(scheme.uma_four),
        "floating": {str(above): _tell(uma) for above, uma in scheme.floating},
        "sinking": tell_number(scheme.sinking),
        "start_points": scheme.start_points,
        "return_points": scheme.return_points,
        "divisor": scheme.divisor,
        "pot": scheme.pot,
        "tie": scheme.tie,
    }


def read_scheme(options: Mapping[str, object], default: Scheme | None = None) -> Scheme:
    """The scheme of these options; those left out as in `default` (a rule book's own). Raises `RuleViolation`.

    `placement` takes a name of `PLACEMENTS` too; `placement_four` and `uma_four` an empty list for "spread the three".
    """
    known_keys(options, KEYS)
    given = {**tell_scheme(default or Scheme()), **options}
    scheme = Scheme(
        basis=_one_of(given, "basis", BASES),
        placement=_placement(given["placement"], "placement", 3),
        placement_four=_placement(given["placement_four"], "placement_four", 4) if given["placement_four"] else (),
        uma=_uma(given["uma"], "uma", 3),
        uma_four=_uma(given["uma_four"], "uma_four", 4) if given["uma_four"] else (),
        floating=_floating(given["floating"]),
        sinking=_not_negative(given["sinking"], "sinking"),
        start_points=whole_number(given, "start_points", 0, MOST_POINTS),
        return_points=whole_number(given, "return_points", 0, MOST_POINTS),
        divisor=whole_number(given, "divisor", 1, MOST_POINTS),
        pot=_one_of(given, "pot", POTS),
        tie=_one_of(given, "tie", TIES),
    )
    if scheme.return_points < scheme.start_points:
        raise RuleViolation(
            "return_points",
            _("return_points takes at least start_points, which is %(least)s."),
            least=scheme.start_points,
        )
    return scheme


def _tell(values: Values) -> list[int | str]:
    return [tell_number(each) for each in values]


def _one_of(given: Mapping[str, object], key: str, allowed: Sequence[str]) -> str:
    value = given[key]
    if not isinstance(value, str) or value not in allowed:
        raise RuleViolation(key, _("%(key)s takes one of: %(allowed)s."), key=key, allowed=", ".join(allowed))
    return value


def _values(value: object, key: str, players: int) -> Values:
    """One number for each place."""
    if not isinstance(value, list | tuple) or len(value) != players:
        raise RuleViolation(key, _("%(key)s takes %(count)s numbers, one for each place."), key=key, count=players)
    return tuple(read_number(each, key) for each in value)


def _placement(value: object, key: str, players: int) -> Values:
    if isinstance(value, str) and value in PLACEMENTS and players == 3:
        return PLACEMENTS[value]
    values = _values(value, key, players)
    if list(values) != sorted(values, reverse=True):
        raise RuleViolation(key, _("%(key)s takes no more for a place than for the place before it."), key=key)
    return values


def _uma(value: object, key: str, players: int) -> Values:
    values = _values(value, key, players)
    if sum(values):
        raise RuleViolation(key, _("%(key)s takes numbers that sum to 0."), key=key)
    return values


def _floating(value: object) -> tuple[tuple[int, Values], ...]:
    """{"1": uma, "2": uma}: the number at or above the start, as JSON writes keys."""
    above = [str(number) for number in range(5)]
    if not isinstance(value, Mapping) or not all(str(key) in above for key in value):
        raise RuleViolation(
            "floating", _("floating takes an uma for each number of players at or above the start, 0 to 4.")
        )
    return tuple(sorted((int(key), _uma(uma, "floating", 3)) for key, uma in value.items()))


def _not_negative(value: object, key: str) -> Fraction:
    number = read_number(value, key)
    if number < 0:
        raise RuleViolation(key, _("%(key)s takes 0 or more."), key=key)
    return number
