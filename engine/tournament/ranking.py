"""How results are ranked, and its form as plain JSON options. Each refusal names the option."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys
from engine.tournament.results import BYE_VALUES, ByeValue
from engine.tournament.scoring.fractions import read_number, tell_number
from engine.tournament.tie_breaks import TIE_BREAKS, USUAL

WITHDRAWN = ("last", "keep")


@dataclass(frozen=True, slots=True)
class Ranking:
    """How results are ranked: tie-breaks in order, what a bye is worth, where the withdrawn stand."""

    tie_breaks: tuple[str, ...] = USUAL
    bye: ByeValue = ByeValue()
    withdrawn: str = "last"


def tell_ranking(ranking: Ranking) -> dict[str, object]:
    """Its options as plain JSON."""
    bye = {"kind": ranking.bye.kind, "value": tell_number(ranking.bye.value)}
    return {"tie_breaks": list(ranking.tie_breaks), "bye": bye, "withdrawn": ranking.withdrawn}


def read_ranking(options: Mapping[str, object]) -> Ranking:
    """The ranking of these options; those left out as usual. Raises `RuleViolation`."""
    known_keys(options, frozenset(("tie_breaks", "bye", "withdrawn")))
    withdrawn = options.get("withdrawn", "last")
    if withdrawn not in WITHDRAWN:
        raise _takes("withdrawn", WITHDRAWN)
    bye = options.get("bye", {})
    kind = bye.get("kind", "nothing") if isinstance(bye, Mapping) else None
    if not isinstance(bye, Mapping) or kind not in BYE_VALUES:
        raise _takes("bye", BYE_VALUES)
    value = read_number(bye.get("value", 0), "bye")
    return Ranking(_tie_breaks(options.get("tie_breaks", USUAL)), ByeValue(kind, value), str(withdrawn))


def _tie_breaks(given: object) -> tuple[str, ...]:
    known = isinstance(given, list | tuple) and all(isinstance(each, str) and each in TIE_BREAKS for each in given)
    if not isinstance(given, list | tuple) or not known or len(set(given)) < len(given):
        raise RuleViolation(
            "tie_breaks", _("tie_breaks takes each of these at most once: %(allowed)s."), allowed=", ".join(TIE_BREAKS)
        )
    return tuple(given)


def _takes(key: str, allowed: Sequence[str]) -> RuleViolation:
    return RuleViolation(key, _("%(key)s takes one of: %(allowed)s."), key=key, allowed=", ".join(allowed))
