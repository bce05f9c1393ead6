"""Queries for house-rule profiles. Writes nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from django.db.models import F

from engine.hash_chain import is_key, plain
from matches.models import HouseRules, HouseRulesVersion
from people.clubs import rights
from people.models import Club, Role
from people.text.names import alphabetical


class ProfileContent(TypedDict):
    """The content of a version of a profile. `options`: the options that differ from the rule book's defaults."""

    name: str
    note: str
    options: Mapping[str, Any]


def profiles_of(device: str | None, *, hidden: bool = False) -> list[HouseRulesVersion]:
    """Return the latest version of each profile made on this phone, sorted by name.

    `hidden`: return the archived profiles instead of the others.
    """
    if device is None:
        return []
    versions = HouseRulesVersion.objects.filter(
        rules__owner=device, rules__club=None, rules__hidden_at__isnull=not hidden, number=F("rules__latest")
    )
    return sorted(versions.select_related("rules"), key=_by_name)


def profiles_of_clubs(clubs: Iterable[Club], *, hidden: bool = False) -> list[HouseRulesVersion]:
    """Return the latest version of each profile of these clubs, sorted by name.

    `hidden`: return the archived profiles instead of the others.
    """
    versions = HouseRulesVersion.objects.filter(
        rules__club__in=list(clubs), rules__hidden_at__isnull=not hidden, number=F("rules__latest")
    )
    return sorted(versions.select_related("rules__club"), key=_by_name)


def _by_name(version: HouseRulesVersion) -> tuple[Any, int]:
    return alphabetical(version.name), version.pk


def may_change(rules: HouseRules, device: str | None, user: Any) -> bool:
    """Return whether a profile belongs to this phone, or to a club that `user` organises."""
    if rules.club:
        return rights.may(user, rules.club, Role.ORGANISER)
    return device is not None and rules.owner == device


def profile(code: str, number: int | None = None) -> HouseRulesVersion:
    """Return a version of a profile by code, by default the latest. Raises `HouseRulesVersion.DoesNotExist`."""
    if not is_key(code):
        raise HouseRulesVersion.DoesNotExist
    versions = HouseRulesVersion.objects.select_related("rules").filter(rules__code=code)
    return versions.get(number=F("rules__latest")) if number is None else versions.get(number=number)


def version_with(rules: HouseRules, options: Mapping[str, Any]) -> HouseRulesVersion | None:
    """Return the newest version with exactly these options, which may be older than the profile's latest version."""
    changed = plain(options, "options")
    return next((version for version in rules.versions.all() if version.options == changed), None)
