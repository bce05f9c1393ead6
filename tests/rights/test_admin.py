"""Django's admin, if enabled: even a superuser finds none of our models there, on a page or by URL."""

import fcntl
import json
import os
import uuid
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from tests.migrated import copy_migrated_database
from tests.production import in_production
from tests.thorough import sized

MODELS = [model._meta.label_lower.replace(".", "/") for name in ("matches", "people", "tournaments") for model in
          apps.get_app_config(name).get_models(include_auto_created=True)]  # fmt: skip
ENDS = ("", "add/", "1/", "1/change/", "1/delete/", "1/history/")
# `make test` requests half of the pages of each model, in turn.
PAGES = [f"/admin/{model}/{end}" for no, model in enumerate(MODELS) for end in sized(ENDS[no % 2 :: 2], ENDS)]

ASK = """
import django, json, sys; django.setup()
from django.contrib import admin
from django.core.management import call_command
call_command("migrate", verbosity=0)  # the tables of the admin
from django.test import Client
from matches import actions
from matches.models import Event
from people.models import User
from engine.seats import PerSeat
match = actions.start_match(device="d" * 22, name="", names=PerSeat("Ann", "Bea", "Cho"),
                            system="korean_japanese", options={}, key="k" * 22)
actions.record_entry(match=match, device="d" * 22, key="l" * 22, expected_seq=1, kind="draw", payload={"draw": True})
chief, other = Client(), Client()
chief.force_login(User.objects.create(username="chief", is_superuser=True, is_staff=True))
other.force_login(User.objects.create(username="other"))
before = list(Event.objects.values_list("hash", "payload"))
asked = {}
for where in json.loads(sys.argv[1]):
    told = {"payload": "{}", "_selected_action": "1", "action": "delete_selected", "post": "yes"}
    asked[where] = [chief.get(where).status_code, chief.post(where, told).status_code]
page = chief.get("/admin/")
from people.models import Authenticator
from datetime import UTC, datetime
from tests.people.cast import Person
safe = User.objects.create_user("safe", password="four quiet tiles", is_superuser=True, is_staff=True)
Authenticator.objects.create(user=safe, secret="A" * 32, created_at=datetime.now(UTC))
entering, told = Person("safe"), {"username": "safe", "password": "four quiet tiles", "next": "/admin/"}
at_the_admin = Client().post("/admin/login/?next=/admin/", told).headers["Location"]
half = entering.sign_in(where="?next=/admin/").goes_to
still_out = entering.client.get("/admin/").headers["Location"]
chosen = {"old_password": "x", "new_password1": "seven happy tiles", "new_password2": "seven happy tiles"}
password = [getattr(chief, how)("/admin/password_change/", chosen) for how in ("get", "post")]
print(json.dumps({
    "password": [answer.headers.get("Location") for answer in password],
    "filtered": [chief.get(f"/admin/auth/group/?{each}").status_code for each in ("name__regex=(", "id__in=x", "q=a")],
    "index": page.status_code,
    "second_step": [at_the_admin, half, still_out],
    "shown": [chief.get(f"/admin/r/{each}/").status_code for each in ("1/1", "4/%00", "x")],
    "others": [each.get("/admin/").headers.get("Location") for each in (other, Client())],
    "registered": sorted(model._meta.label for model in admin.site._registry),
    "asked": asked,
    "same": list(Event.objects.values_list("hash", "payload")) == before and len(before) == 1,
    "users": User.objects.filter(is_superuser=True).exclude(pk=safe.pk).count(),
}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The responses to a superuser and to others, from a process with the admin enabled.

    The process is started once a run, because the tests of this file may run in several of xdist's workers.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    answers = Path(settings.DATA_DIR) / f"admin-{run}.json"
    with answers.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not answers.exists():
            answers.write_text(ask(str(tmp_path_factory.mktemp("admin"))))
    return json.loads(answers.read_text())


def ask(folder):
    copy_migrated_database(Path(folder) / "scorekeeper.sqlite3")
    done = in_production(
        "-c", ASK, json.dumps(PAGES), DJANGO_SETTINGS_MODULE="tests.settings", DATA_DIR=folder, LAN_HTTP="1",
        ENABLE_ADMIN="1", LOG_LEVEL="CRITICAL", DEBUG="0",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_a_superuser_finds_nothing_of_ours(told):
    assert told["index"] == 200
    assert told["registered"] == ["auth.Group"]
    assert len(told["asked"]) == len(PAGES) > 100
    assert {where: statuses for where, statuses in told["asked"].items() if statuses != [404, 404]} == {}
    assert (told["same"], told["users"]) == (True, 1)


def test_a_list_with_an_invalid_query_is_refused_without_an_error(told):
    assert told["filtered"] == [400, 400, 200]


def test_the_admin_links_to_no_page_of_the_site(told):
    assert told["shown"] == [404, 404, 404]


def test_a_password_is_changed_on_the_page_that_throttles_and_logs_guesses(told):
    assert told["password"] == ["/account/password/"] * 2


def test_the_admin_is_no_way_around_the_second_step(told):
    """Its sign-in page is ours, and a correct password without a code gives no access."""
    assert told["second_step"] == ["/account/in/?next=/admin/", "/account/in/code/", "/admin/login/?next=/admin/"]


def test_nobody_else_gets_in(told):
    assert told["others"] == ["/admin/login/?next=/admin/"] * 2


@pytest.mark.thorough
def test_with_the_admin_the_deployment_checks_are_clean():
    done = in_production("manage.py", "check", "--deploy", "--fail-level", "WARNING", ENABLE_ADMIN="1")
    assert done.returncode == 0, done.stderr
