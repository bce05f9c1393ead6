"""What the tests of links and of rights share: the audit of a match, a link made anew, a right taken away."""

from people.models import Audit


def told(**where):
    """The audit of a match as (what, about, refused), oldest first."""
    rows = Audit.objects.filter(**where).order_by("pk")
    return [(row.what, row.about, row.refused) for row in rows]


def renew(phone, code, role):
    """Make a link anew through its question."""
    phone.send(phone.get(f"/m/{code}/share/{role}/").form(f"/{role}/"), status=303)


def revoke(phone, code, number):
    """Take the right to score from a phone, by the list on the page."""
    phone.send(phone.get(f"/m/{code}/share/").form(f"/phones/{number}/"), status=303)
