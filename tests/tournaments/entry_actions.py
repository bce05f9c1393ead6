"""Helpers that create a tournament and register entrants by calling the actions, without pages."""

from datetime import date

from tests.matches.table import new_key
from tournaments.entries import entries
from tournaments.entries.entries import EntryDetails
from tournaments.setup import lifecycle
from tournaments.setup.lifecycle import About


def founded(olga, club, **told):
    about = About(name="Spring cup", starts_on=told.pop("starts_on", date(2031, 3, 28)), **told)
    return lifecycle.create_tournament(club=club, by=olga.user, about=about, key=new_key())


def add(cup, olga, *names, **told):
    return entries.add_entrants(
        tournament=cup, by=olga.user, entries=[EntryDetails(name=name, **told) for name in names]
    )


def listed(cup):
    """Every entrant as (number, name, state)."""
    return [(each.number, entries.full_name(each), each.state) for each in entries.entrants_of(cup)]
