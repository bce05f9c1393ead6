"""The installable app: service worker, its version, manifest and icons."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scorekeeper.web import static_files
from tests.production import in_production


def kit(client):
    script = client.get("/sw.js").content.decode()
    return json.loads(re.match(r"const KIT = (.*);\n", script)[1]), script


def test_the_worker_is_revalidated_each_time_and_has_the_policy_of_our_pages(client):
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "sessionid" not in answer.cookies
    assert not answer.cookies


def test_the_worker_caches_files_and_no_personal_pages(client):
    told, _script = kit(client)
    assert told["shell"][:2] == ["/offline/", "/later/"]
    assert all(path.startswith("/static/") for path in told["shell"][2:])
    assert [path for path in told["shell"][2:] if finders.find(path.removeprefix("/static/")) is None] == []


def test_a_changed_file_changes_the_version(client, monkeypatch):
    before = kit(client)[0]["version"]
    assert kit(client)[0]["version"] == before
    source = static_files._source
    monkeypatch.setattr(static_files, "_source", lambda name: source(name) + " ")
    assert kit(client)[0]["version"] != before


def test_the_version_is_the_hash_of_the_static_files_manifest(client, monkeypatch):
    monkeypatch.setattr(static_files.staticfiles_storage, "manifest_hash", "abc123", raising=False)
    assert kit(client)[0]["version"] == "abc123"


def test_the_worker_can_be_switched_off(client, settings):
    settings.SERVICE_WORKER = False
    assert kit(client)[0]["on"] is False


def size(path: Path) -> tuple[int, int]:
    return struct.unpack(">II", path.read_bytes()[16:24])


def test_the_icons_have_the_sizes_that_the_manifest_names(client):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "cs"})
    told = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["scope"], told["display"], told["lang"]) == ("/", "/", "standalone", "cs")
    files = [(icon, finders.find(icon["src"].removeprefix("/static/"))) for icon in told["icons"]]
    found = {(icon["sizes"], icon["purpose"]): "{}x{}".format(*size(Path(path))) for icon, path in files}
    assert found == {("192x192", "any"): "192x192", ("512x512", "any"): "512x512", ("512x512", "maskable"): "512x512"}


@pytest.mark.django_db
def test_the_first_page_can_be_installed(client):
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert "apple-touch-icon" in page


COLLECTED = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("collectstatic", interactive=False, verbosity=0)
print(Client().get("/sw.js", secure=True, HTTP_HOST="example.org").content.decode())
"""


@pytest.mark.thorough
def test_in_production_its_files_have_hashed_names(tmp_path):
    """With collected, hashed files and the manifest's hash as the version. test_start_up.py checks `make run`."""
    run = in_production("-c", COLLECTED, DATA_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="scorekeeper.settings")
    assert run.returncode == 0, run.stderr
    told = json.loads(re.match(r"const KIT = (.*);\n", run.stdout)[1])
    assert re.fullmatch("[0-9a-f]{12}", told["version"])
    assert [path for path in told["shell"][2:] if not re.search(r"\.[0-9a-f]{12}\.(js|css|svg)$", path)] == []
