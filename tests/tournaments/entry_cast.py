"""Helpers that register entrants through the page of entries."""

from tournaments.models import Entrant


def listed(cup):
    """Every entrant as (number, name, state)."""
    found = Entrant.objects.filter(tournament=cup).order_by("number")
    return [(each.number, each.player.name if each.player else each.name, each.state) for each in found]


def add(olga, cup, text, **fields):
    """Send the list as the page would, and return the response."""
    form = olga.get(f"/e/{cup.code}/entries/add/").form("/entries/add/")
    return olga.send(form, button=("action", "add"), names=text, **fields)
