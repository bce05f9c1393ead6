"""The addresses of the site as a test client opens them, and which words on the pages are data. Asserts nothing."""

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

from django.apps import apps
from django.db import models
from django.test import Client

from matches import actions
from matches.models import Match
from tests.browser import site
from tests.matches import table as tables
from tests.matches.cast import Phone

# What people type, in whichever model it is stored.
TYPED = {"name", "nickname", "username", "label", "place", "note", "guest", "text", "reason", "cancel_reason"}
TYPED |= {
    "club_name",
    "country",
    "licence",
    "wish",
    "substitute",
    "url",
    "answer",
    "point_unit",
    "address",
    "seed",
    "promise",
}


# Typed as well, but kept inside house rules, or cut off.
OWN = ("Club song", "Sung before the win.", "Eight winds")
CUT = ("Bartholomäus Nepomuk Freiherr von…", "Wilhelmina-Philippa van der Ooste…")


class _Browser:
    """What the casts of the browser tests want of a page: its cookies."""

    def __init__(self, client: Client) -> None:
        self.context, self._client = self, client

    def cookies(self) -> list[dict[str, str]]:
        return [{"name": name, "value": cookie.value} for name, cookie in self._client.cookies.items()]


def site_with_everything() -> tuple[Phone, Any]:
    """A phone that is signed in, and its match with an entry of each kind, as the browser tests have it."""
    phone = Phone()
    code = phone.start(("Ann", "Bea", "Cho"))
    match = Match.objects.get(code=code)
    for kind, payload in site.ENTRIES:
        actions.record_entry(**tables.at(match, device=match.started_by), kind=kind, payload=payload)
    return phone, SimpleNamespace(code=code, page=_Browser(phone.client))


def pages(phone: Phone, table: Any, *, every_address: bool, step: int) -> Iterator[tuple[str, str]]:
    """The address and the HTML of every page of the site, or of every second: at its first address, or at each."""
    for address in islice(site.addresses(table, every=every_address), 0, None, step):
        yield address, phone.get(address, follow=True).html


def stored() -> set[str]:
    """Everything in the database that somebody has typed."""
    found = {*OWN, *CUT}
    for model in apps.get_models():
        fields = [each for each in model._meta.concrete_fields if isinstance(each, models.CharField | models.TextField)]
        for name in [each.name for each in fields if each.name in TYPED and not each.choices]:
            found.update(model._default_manager.exclude(**{name: ""}).values_list(name, flat=True))
    return {str(each) for each in found if each}
