"""The OpenAPI description is up to date, and programs written for version 1 keep working."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from django.test import Client

from tests.api.compatibility import breaks
from tools.write_openapi import DESCRIPTION, description

# The description as published with version 1. Only additions to the API may be added here.
FROZEN = json.loads((Path(__file__).parent / "openapi-v1.json").read_text())
ENTRY = ("paths", "/api/v1/matches/{code}/entries", "post")
TYPES = ("components", "schemas")


def test_the_file_is_up_to_date():
    """`python -m tools.write_openapi` updates it."""
    assert DESCRIPTION.read_text() == description()


def test_the_site_serves_the_same_description_to_every_website():
    answer = Client().get("/api/v1/openapi.json")
    assert answer.json() == json.loads(DESCRIPTION.read_text())
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_programs_written_for_version_1_go_on_working():
    assert breaks(FROZEN, json.loads(description())) == []


def changed(path, change):
    """The published description with a change at a path."""
    other = deepcopy(FROZEN)
    part = other
    for step in path:
        part = part[step]
    change(part)
    return other


BROKEN = [
    (ENTRY[:2], lambda at: at.pop("post"), "POST /api/v1/matches/{code}/entries is gone"),
    (("paths",), lambda at: at.pop("/api/v1/score"), "POST /api/v1/score is gone"),
    ((*ENTRY, "responses"), lambda at: at.pop("409"), "response 409 is gone"),
    ((*TYPES, "EntryIn", "required"), lambda at: at.append("note"), "note is required"),
    ((*TYPES, "EntryIn", "properties"), lambda at: at.pop("note"), "note is not taken"),
    ((*TYPES, "EntryIn", "properties", "kind", "enum"), lambda at: at.remove("draw"), "does not take 'draw'"),
    ((*TYPES, "EntryIn", "properties", "note"), lambda at: at.update(type="integer"), "note takes"),
    ((*TYPES, "MatchOut", "properties"), lambda at: at.pop("sticks"), "sticks is gone"),
    ((*TYPES, "MatchOut", "required"), lambda at: at.remove("sticks"), "sticks can be missing"),
    ((*TYPES, "MatchOut", "properties", "sticks"), lambda at: at.update(type="string"), "sticks is"),
    ((*TYPES, "PlaceOut", "properties", "rank"), lambda at: at.update(type="string"), "rank is"),
    ((*TYPES, "MatchOut", "properties", "status", "enum"), lambda at: at.append("paused"), "can be 'paused'"),
    ((*TYPES, "TableOut", "properties", "state", "enum"), lambda at: at.remove("open"), "is never 'open'"),
    (("paths", "/api/v1/matches", "get"), lambda at: at["parameters"].pop(1), "parameter cursor is gone"),
    (
        ("paths", "/api/v1/matches", "get", "parameters"),
        lambda at: at.append({"in": "query", "name": "year", "schema": {"type": "integer"}, "required": True}),
        "parameter year is required",
    ),
]


@pytest.mark.parametrize(("path", "change", "found"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_breaking_changes_are_found(path, change, found):
    lines = breaks(FROZEN, changed(path, change))
    assert lines
    assert all(found in line for line in lines)


ADDED = [
    (("paths",), lambda at: at.update({"/api/v1/new": {"get": {"responses": {}}}})),
    ((*TYPES, "MatchOut", "properties"), lambda at: at.update(new={"type": "string"})),
    ((*TYPES, "EntryIn", "properties"), lambda at: at.update(new={"type": "string"})),
    ((*TYPES, "EntryIn", "properties", "kind", "enum"), lambda at: at.append("claims")),
    ((*ENTRY, "responses"), lambda at: at.update({"410": {}})),
]


@pytest.mark.parametrize(("path", "change"), ADDED)
def test_additions_are_not_breaking_changes(path, change):
    assert breaks(FROZEN, changed(path, change)) == []
