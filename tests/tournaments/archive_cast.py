"""Helpers for tests of tournament archives: read, change and import one, or check that it is refused."""

import io
import json
import zipfile

import pytest

from engine.errors import RuleViolation
from matches.files.schema import dump_json
from matches.models import Event, HouseRules, Match
from people.models import Audit, Player
from tests.matches.table import new_key
from tournaments.files.archive import zip_file
from tournaments.files.archive.import_archive import import_event
from tournaments.models import Series, Tournament


def bring(person, data, key=None):
    """Import the archive into this person's club and return the new tournament."""
    return import_event(club=person.club, by=person.user, data=data, key=key or new_key())


def files(data):
    """The files in the archive, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def event(data):
    """The archive's event.json."""
    return json.loads(files(data)[zip_file.EVENT])


def changed(data, change):
    """The archive after `change` has modified its event.json."""
    content = event(data)
    change(content)
    return zip_file.packed({**files(data), zip_file.EVENT: dump_json(content)})


def refused(person, data, words):
    """Check that the import is refused with these words and stores nothing."""
    tables = (Tournament, Match, Event, Player, HouseRules, Audit)
    before = [model.objects.count() for model in tables]
    with pytest.raises(RuleViolation) as said:
        bring(person, data)
    assert words in str(said.value)
    assert [model.objects.count() for model in tables] == before


def counts(club):
    """The series of a club: name, rules, the tournaments in it."""
    return [
        (each.name, each.counting, [event.tournament.name for event in each.events.all()])
        for each in Series.objects.filter(club=club)
    ]
