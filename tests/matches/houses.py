"""Helpers for house rules profiles: save, change and play them through their pages; a custom item."""

from matches.models import HouseRulesVersion

OWN = {
    "own.0.name": "Club song",
    "own.0.kind": "bonus",
    "own.0.points": "3",
    "own.0.most": "2",
    "own.0.note": "Sung before the win.",
}
SONG = {
    "key": "club_song",
    "name": "Club song",
    "kind": "bonus",
    "points": 3,
    "most": 2,
    "note": "Sung before the win.",
}


def save(phone, address="/house/new/", status=303, **fields):
    """Fill in the page of a new profile, and return the response."""
    told = {"name": "Friday club", **fields}
    return phone.send(phone.get(address).form(address), status=status, **told)


def change(phone, code, status=303, **fields):
    """Save a new version of a profile."""
    return phone.send(phone.get(f"/house/{code}/edit/").form("/edit/"), status=status, **fields)


def saved_code(page):
    """The code of the saved profile."""
    return page.goes_to.split("/")[2]


def start(phone, code, **fields):
    """Start a match with the house rules of a profile. `fields` change some of them on the start page."""
    if not any(name.startswith("o.") for name in fields):
        return phone.start(preset=code, **fields)
    form = phone.get(f"/start/?preset={code}").form("/start/")
    told = {"P1": "Ann", "P2": "Bea", "P3": "Cho", **fields}
    return phone.send(form, button=("action", "start"), status=303, **told).goes_to.split("/")[2]


def says():
    """Every version in the database: number, name, options."""
    return list(HouseRulesVersion.objects.order_by("pk").values_list("number", "name", "options"))
