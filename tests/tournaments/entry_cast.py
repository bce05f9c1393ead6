"""Entries through their page: a list is sent, who is entered."""

from tournaments.models import Entrant


def listed(cup):
    """Who is entered: number, name, state."""
    found = Entrant.objects.filter(tournament=cup).order_by("number")
    return [(each.number, each.player.name if each.player else each.name, each.state) for each in found]


def add(olga, cup, text, **fields):
    """Send the list as the page would; the answer."""
    form = olga.get(f"/e/{cup.code}/entries/add/").form("/entries/add/")
    return olga.send(form, button=("action", "add"), names=text, **fields)
