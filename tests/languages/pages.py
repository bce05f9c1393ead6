"""The pages of the site as a test client opens them, and which words on them are data. Contains no assertions."""

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

# Fields that people fill in, in any model.
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


# Also typed by people, but stored inside house rules, or shortened.
OWN = ("Club song", "Sung before the win.", "Eight winds")
CUT = ("Bartholomäus Nepomuk Freiherr von…", "Wilhelmina-Philippa van der Ooste…")


class _Browser:
    """A stand-in for a Playwright page, with only what the helpers of the browser tests use: its cookies."""

    def __init__(self, client: Client) -> None:
        self.context, self._client = self, client

    def cookies(self) -> list[dict[str, str]]:
        return [{"name": name, "value": cookie.value} for name, cookie in self._client.cookies.items()]


def site_with_everything() -> tuple[Phone, Any]:
    """A signed-in phone and its match with an entry of each kind, as in the browser tests."""
    phone = Phone()
    code = phone.start(("Ann", "Bea", "Cho"))
    match = Match.objects.get(code=code)
    for kind, payload in site.ENTRIES:
        actions.record_entry(**tables.at(match, device=match.started_by), kind=kind, payload=payload)
    return phone, SimpleNamespace(code=code, page=_Browser(phone.client))


def pages(phone: Phone, table: Any, *, every_address: bool, step: int) -> Iterator[tuple[str, str]]:
    """Address and HTML of every `step`-th page of the site, at the first or at all of its addresses."""
    for address in islice(site.addresses(table, every=every_address), 0, None, step):
        yield address, phone.get(address, follow=True).html


def stored() -> set[str]:
    """Every text in the database that somebody has typed."""
    found = {*OWN, *CUT}
    for model in apps.get_models():
        fields = [each for each in model._meta.concrete_fields if isinstance(each, models.CharField | models.TextField)]
        for name in [each.name for each in fields if each.name in TYPED and not each.choices]:
            found.update(model._default_manager.exclude(**{name: ""}).values_list(name, flat=True))
    return {str(each) for each in found if each}
