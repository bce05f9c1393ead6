"""Queries for house-rule profiles. Writes nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from django.db.models import F

from engine.hash_chain import is_key, plain
from matches.models import HouseRules, HouseRulesVersion
from people.clubs import rights
from people.models import Club, Role
from people.text.alphabetical_order import alphabetical


class ProfileContent(TypedDict):
    """What a version of a profile says; `options`: the house rules that differ from those of the rule book."""

    name: str
    note: str
    options: Mapping[str, Any]


def profiles_of(device: str | None, *, hidden: bool = False) -> list[HouseRulesVersion]:
    """The newest version of each profile that this phone made, by name; with `hidden` those put away."""
    if device is None:
        return []
    found = HouseRulesVersion.objects.filter(
        rules__owner=device, rules__club=None, rules__hidden_at__isnull=not hidden, number=F("rules__latest")
    )
    return sorted(found.select_related("rules"), key=_by_name)


def profiles_of_clubs(clubs: Iterable[Club], *, hidden: bool = False) -> list[HouseRulesVersion]:
    """The newest version of each profile of these clubs, by name; with `hidden` those put away."""
    found = HouseRulesVersion.objects.filter(
        rules__club__in=list(clubs), rules__hidden_at__isnull=not hidden, number=F("rules__latest")
    )
    return sorted(found.select_related("rules__club"), key=_by_name)


def _by_name(version: HouseRulesVersion) -> tuple[Any, int]:
    return alphabetical(version.name), version.pk


def may_change(rules: HouseRules, device: str | None, user: Any) -> bool:
    """Whether a profile is the asking phone's own, or the club's of which `user` is an organiser."""
    if rules.club:
        return rights.may(user, rules.club, Role.ORGANISER)
    return device is not None and rules.owner == device


def profile(code: str, number: int | None = None) -> HouseRulesVersion:
    """A version of the profile with this code, the newest one unless said. Raises `HouseRulesVersion.DoesNotExist`."""
    if not is_key(code):
        raise HouseRulesVersion.DoesNotExist
    found = HouseRulesVersion.objects.select_related("rules").filter(rules__code=code)
    return found.get(number=F("rules__latest")) if number is None else found.get(number=number)


def saying(rules: HouseRules, options: Mapping[str, Any]) -> HouseRulesVersion | None:
    """The newest version of a profile that says just these options; a page may have been opened before the last."""
    said = plain(options, "options")
    return next((version for version in rules.versions.all() if version.options == said), None)
