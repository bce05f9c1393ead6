"""The Dockerfile: its steps build a read-only container without privileges that serves a site and stops on SIGTERM.

No image is built: tests/packaging/images.py runs the steps.
"""

import http.client
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest
import yaml

from proofs.site import free_port
from tests.operations.site import Site
from tests.packaging.images import Image, command, sent, steps

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
HADOLINT = Path(sys.executable).with_name("hadolint")
SITE = "score.test"


def test_the_dockerfile_is_short_and_hadolint_finds_nothing():
    assert DOCKERFILE.count("\n") <= 25
    told = subprocess.run([HADOLINT, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_both_stages_begin_with_one_version_of_a_slim_image():
    bases = [arguments.partition(" AS ")[0] for name, arguments in steps(DOCKERFILE) if name == "FROM"]
    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+", bases[0])


def test_the_build_context_contains_the_sources_of_the_wheel_and_no_data():
    names = sent(ROOT)
    assert [name for name in names if not (ROOT / name).exists()] == []
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert set(names) <= {name.split("/")[0] for name in tracked}
    project = (ROOT / "pyproject.toml").read_text()
    included = re.search(r"force-include\]\n(.*?)\n\n", project, re.DOTALL)[1]
    packages = re.search(r"^packages = \[(.*)\]$", project, re.MULTILINE)[1]
    in_the_wheel = {*re.findall(r"\w+", packages), *re.findall(r'^"([\w.]+)"', included, re.MULTILINE)}
    assert len(in_the_wheel) > 10
    assert in_the_wheel <= set(names)


@pytest.fixture(scope="module")
def image():
    with tempfile.TemporaryDirectory(prefix="scorekeeper-image-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Image(DOCKERFILE, ROOT, Path(folder))


@pytest.fixture
def clean(image):
    """The image with an empty volume."""
    for path in image.data.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return image


@pytest.mark.thorough
def test_only_steps_that_need_root_are_not_run(image):
    user = image.last.options["USER"]
    assert image.noted == [
        "apt-get update",
        "apt-get install --yes --no-install-recommends postgresql-client-15=15.*",
        f"useradd --uid {user} --home-dir /data scorekeeper",
        f"chown {user} /data",
    ]
    assert int(user) > 0
    assert image.last.options["VOLUME"] == "/data"
    assert image.last.options["EXPOSE"] == "8000"


@pytest.mark.thorough
def test_the_container_has_the_versions_of_the_lock(image):
    listed = image.execute("python", "-m", "pip", "list", "--format=freeze").stdout.lower().replace("_", "-").split()
    lock = (ROOT / "requirements-postgres.lock").read_text()
    pinned = re.findall(r"^([a-z0-9-]+==\S+)(?: ;.*(?:pypy|PyPy).*)? \\$", lock, re.MULTILINE)
    assert set(pinned) <= set(listed)
    assert [name for name in listed if name.startswith(("hatchling", "pytest"))] == []


@pytest.mark.thorough
@pytest.mark.parametrize("behind_caddy", [True, False], ids=["behind Caddy", "on plain HTTP"])
def test_the_container_serves_and_stops(clean, behind_caddy):
    settings = settings_of_compose() if behind_caddy else {}
    port = str(free_port())  # not the image's port, because tests run in parallel
    before = everything_outside(clean)
    with clean.running("--port", port, **settings) as process:
        health = [*command(clean.last.options["HEALTHCHECK"]), "--port", port]
        answer = healthy(clean, health, process, settings)
        assert answer.startswith("ready\ndatabase: ok, sqlite\nmigrations: ok\n")
        status, page = ask(port, "/", behind_caddy)
        assert (status, "<h1" in page) == (200, True)
        style = re.search(r"/static/css/app[^\"]*\.css", page)[0]
        assert ask(port, style, behind_caddy)[0] == 200
        told = clean.execute("scorekeeper", "backup", **settings)
        assert told.returncode == 0, told.stderr
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert clean.execute(*health, **settings).returncode == 1
    assert everything_outside(clean) == before
    assert {"scorekeeper.sqlite3", "secret_key", "static", "backups"} <= {path.name for path in clean.data.iterdir()}


@pytest.mark.thorough
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_container_serves_and_is_backed_up_with_postgresql(clean, tmp_path):
    site = Site(tmp_path / "site")
    settings = {**settings_of_compose(), "DATABASE_URL": site.environment["DATABASE_URL"]}
    port = str(free_port())
    try:
        with clean.running("--port", port, **settings) as process:
            health = [*command(clean.last.options["HEALTHCHECK"]), "--port", port]
            assert "database: ok, postgresql\n" in healthy(clean, health, process, settings)
            assert ask(port, "/", behind_caddy=True)[0] == 200
            told = clean.execute("scorekeeper", "backup", **settings)
            assert told.returncode == 0, told.stderr
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
    finally:
        site.remove()
    assert not (clean.data / "scorekeeper.sqlite3").exists()
    assert len([*(clean.data / "backups").glob("*.tar.gz")]) == 1


def settings_of_compose() -> dict[str, str]:
    told = yaml.safe_load((ROOT / "compose.yml").read_text())["services"]["scorekeeper"]["environment"]
    return {name: re.sub(r"\$\{SITE[^}]*\}", SITE, value) for name, value in told.items()}


def healthy(image, health, process, settings):
    """What the health check prints when it succeeds for the first time."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert process.poll() is None, process.stdout.read()
        told = image.execute(*health, **settings)
        if told.returncode == 0:
            return told.stdout
        time.sleep(0.3)
    raise AssertionError(f"not healthy within two minutes: {told.stdout}{told.stderr}")


def ask(port, path, behind_caddy):
    headers = {"Host": SITE, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"} if behind_caddy else {}
    with closing(http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)) as line:
        line.request("GET", path, headers=headers)
        response = line.getresponse()
        return response.status, response.read().decode()


def everything_outside(image):
    """Each file of the image with its size and time, except for those in the volume and in /tmp."""
    root = image.last.root
    return {
        str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in root.rglob("*")
        if not path.is_relative_to(image.data) and not path.is_relative_to(root / "tmp")
    }
