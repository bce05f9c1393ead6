"""Requests generated from `api/openapi.json`: valid ones are answered as described, and all others are refused."""

import itertools
import json
import re
from pathlib import Path
from zlib import crc32

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import Failure
from schemathesis.core.parameters import ParameterLocation

from api.endpoints import live
from people.models import Club
from tests.api.programs import NAMES, program
from tests.matches.worlds import standing  # noqa: F401 - a fixture
from tests.people.club_cast import Person
from tests.thorough import SEED, amount, sized
from tests.tournaments.cast import tournament

pytestmark = pytest.mark.django_db
# Besides those that schemathesis derives from the limits in the description, which are always sent.
EXAMPLES = amount("DESCRIPTION_EXAMPLES", 3, 100)
# A request that fits the description can still break a rule of the game (422) or contain an extreme JSON value (400).
# A schema cannot express either, so `understood` checks that there is no other reason.
ACCEPTED = ["2xx", "3xx", "400", "401", "403", "404", "409", "422", "429"]
EXTREME = re.compile(r"[0-9]{16}|[0-9]e\+[0-9]{2}|\\u0000|\\ud[89a-f]")
RULES = {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}
CONFIG = SchemathesisConfig.from_dict({"seed": SEED, "base-url": "http://testserver", "checks": RULES})
DESCRIPTION = Path(__file__).parents[2] / "api" / "openapi.json"
API = schemathesis.openapi.from_path(DESCRIPTION, config=CONFIG)
SENDERS = ("organise", "score", "read", "anybody")
SITE = get_wsgi_application()
# Schemathesis sends many wrong tokens. From one address, the app would refuse them after a while.
ADDRESSES = map("2001:db8::{:x}:0:0:0:1".format, itertools.cycle(range(1, 2**16)))


def site(environ, start_response):
    """The app, without closing the test's database connection. Each request comes from a different network."""
    environ["REMOTE_ADDR"] = next(ADDRESSES)
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    response = SITE(environ, start_response)
    try:
        return [b"".join(response)]
    finally:
        response.close()
        for signal in signals:
            signal.connect(close_old_connections)


API.app = site


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    for name in ("LONGEST_WAIT", "LONGEST_STREAM", "INTERVAL"):
        monkeypatch.setattr(live, name, 0)


@pytest.fixture(scope="module")
def world(standing):  # noqa: F811
    """The headers of each sender, and the values of `code` by the first part of the path."""
    ann = Person("ann")
    club = Club.objects.get(code=ann.found())
    programs = {scope: program(ann.user, club, scope) for scope in SENDERS[:-1]}
    start = {"club": club.code, "system": "korean_japanese", "players": NAMES}
    match = programs["score"].send("matches", start).json()["code"]
    codes = {"clubs": club.code, "matches": match, "tournaments": tournament(club, published=1).code}
    return {scope: each.headers for scope, each in programs.items()} | {"anybody": {}}, codes


class Misunderstood(Failure):
    """A valid request was refused because of its types."""


def understood(context, response, case):
    """Check that no valid request is refused as unreadable or for a value of a wrong type (`errors` of a problem)."""
    if not case.meta.generation.mode.is_positive:
        return
    wrong_type = response.status_code == 422 and "errors" in response.json()
    unreadable = response.status_code == 400 and not EXTREME.search(json.dumps(case.body))
    if wrong_type or unreadable:
        raise Misunderstood(operation=case.operation.label, message=response.text)


def by_turns(case):
    """Choose one of the senders, always the same one for the same request."""
    written = repr((case.method, case.path_parameters, case.query, case.headers, case.body))
    return SENDERS[crc32(written.encode(errors="replace")) % len(SENDERS)]


@API.parametrize()
@pytest.mark.parametrize("sender", sized(("by turns",), SENDERS))
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_the_api_does_what_its_description_says(case, sender, world):
    """Repeat a failure with the seed that the run prints: SEED=…"""
    headers, codes = world
    told = headers[by_turns(case) if sender == "by turns" else sender]
    if "code" in (case.path_parameters or {}) and not case.meta.is_negative_at(ParameterLocation.PATH):
        case.path_parameters["code"] = codes[case.path.split("/")[3]]
    if isinstance(case.body, dict) and "club" in case.body and case.meta.generation.mode.is_positive:
        case.body["club"] = codes["clubs"]
    response = case.call(headers=told)
    case.validate_response(response, headers=told, additional_checks=[understood])
