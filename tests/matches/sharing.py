"""Helpers for tests of links and rights: read the audit log of a match, replace a link, revoke a right."""

from people.models import Audit


def told(**where):
    """The audit log of a match as (what, about, refused), oldest first."""
    rows = Audit.objects.filter(**where).order_by("pk")
    return [(row.what, row.about, row.refused) for row in rows]


def renew(phone, code, role):
    """Replace a link through its confirmation page."""
    phone.send(phone.get(f"/m/{code}/share/{role}/").form(f"/{role}/"), status=303)


def revoke(phone, code, number):
    """Revoke a phone's right to score through the list on the page."""
    phone.send(phone.get(f"/m/{code}/share/").form(f"/phones/{number}/"), status=303)
