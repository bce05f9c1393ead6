"""compose.yml, compose.postgres.yml and render.yaml fit the program and each other."""

import http.client
import re
import shutil
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
import yaml

from people.web.clients import seen_by_proxy
from proofs.site import free_port
from scorekeeper.environment import VARIABLES

ROOT = Path(__file__).resolve().parents[2]
SITE = "score.example.org"


def read(name):
    return yaml.safe_load((ROOT / name).read_text())


COMPOSE, POSTGRES, RENDER = read("compose.yml"), read("compose.postgres.yml"), read("render.yaml")["services"][0]
SERVICES = {**COMPOSE["services"], "db": POSTGRES["services"]["db"]}


def named_volumes(services):
    return {volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", [])}


def test_every_setting_is_known_to_scorekeeper():
    told = COMPOSE["services"]["scorekeeper"]["environment"] | POSTGRES["services"]["scorekeeper"]["environment"]
    assert set(told) <= set(VARIABLES)
    platform = {"PYTHON_VERSION"}
    assert {each["key"] for each in RENDER["envVars"]} - platform <= set(VARIABLES)


def test_every_volume_is_declared_and_scorekeeper_keeps_its_data_in_one():
    assert named_volumes(COMPOSE["services"]) == set(COMPOSE["volumes"])
    assert named_volumes(POSTGRES["services"]) == set(POSTGRES["volumes"])
    assert COMPOSE["services"]["scorekeeper"]["volumes"] == ["data:/data"]
    assert re.search(r"^VOLUME /data$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_a_container_has_no_more_rights_than_it_needs(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) in ([], ["NET_BIND_SERVICE"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]
    assert service["restart"] == "unless-stopped"


def test_only_caddy_can_be_reached_and_it_waits_for_scorekeeper_which_waits_for_the_database():
    assert [name for name, each in SERVICES.items() if "ports" in each] == ["caddy"]
    healthy = {"condition": "service_healthy"}
    assert COMPOSE["services"]["caddy"]["depends_on"] == {"scorekeeper": healthy}
    assert POSTGRES["services"]["scorekeeper"]["depends_on"] == {"db": healthy}
    assert "HEALTHCHECK" in (ROOT / "Dockerfile").read_text()
    assert POSTGRES["services"]["db"]["healthcheck"]["test"][1] == "pg_isready"


def test_images_are_pinned_by_version():
    images = [each["image"] for name, each in SERVICES.items() if name != "scorekeeper"]
    assert [image for image in images if not re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z]+", image)] == []
    client = re.search(r"postgresql-client-(\d+)=", (ROOT / "Dockerfile").read_text())[1]
    assert SERVICES["db"]["image"].startswith(f"postgres:{client}."), "pg_dump refuses a server newer than itself"


def test_no_password_is_in_the_files():
    text = (ROOT / "compose.postgres.yml").read_text()
    assert re.findall(r"(?:PASSWORD: |scorekeeper:)(\$\{\w+)", text) == ["${DB_PASSWORD", "${DB_PASSWORD"]
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_trusted_proxies_match_the_headers_that_arrive():
    assert COMPOSE["services"]["scorekeeper"]["environment"]["TRUSTED_PROXIES"] == "1"
    told = {each["key"]: each for each in RENDER["envVars"]}
    # The header as Render forwards it: first whatever the client sent, then the client's address, then Cloudflare's.
    arrived = "203.0.113.9, 198.51.100.7, 104.22.17.40"
    assert seen_by_proxy(arrived, int(told["TRUSTED_PROXIES"]["value"])) == "198.51.100.7"


def test_render_runs_existing_commands():
    told = {each["key"]: each for each in RENDER["envVars"]}
    own = {"type": "web", "name": RENDER["name"]}
    assert told["ALLOWED_HOSTS"]["fromService"] == {**own, "envVarKey": "RENDER_EXTERNAL_HOSTNAME"}
    assert told["CSRF_TRUSTED_ORIGINS"]["fromService"] == {**own, "envVarKey": "RENDER_EXTERNAL_URL"}
    assert told["DATA_DIR"]["value"] == RENDER["disk"]["mountPath"]
    assert (ROOT / RENDER["buildCommand"].split()[-1]).exists()
    assert RENDER["startCommand"] == "python -m scorekeeper serve --bind 0.0.0.0 --port $PORT"
    assert RENDER["healthCheckPath"] == "/healthz"
    base = re.search(r"^FROM python:([\d.]+)-slim", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[1]
    assert told["PYTHON_VERSION"]["value"] == base


@pytest.mark.thorough
def test_the_start_command_of_render_serves_the_site(tmp_path):
    host, port = "scorekeeper-ab12.onrender.com", free_port()
    of_render = {"RENDER_EXTERNAL_HOSTNAME": host, "RENDER_EXTERNAL_URL": f"https://{host}", "PORT": str(port)}
    told = {each["key"]: each.get("value") or of_render[each["fromService"]["envVarKey"]] for each in RENDER["envVars"]}
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    environment = {**of_render, **told, "DATA_DIR": str(tmp_path), "PATH": path}
    start = ["sh", "-c", f"exec {RENDER['startCommand']}"]
    with subprocess.Popen(start, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(port, RENDER["healthCheckPath"], {"Host": host})
            forwarded = {"Host": host, "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7, 104.22.17.40"}
            assert ask(port, "/", forwarded) == 200
            assert ask(port, "/", {**forwarded, "X-Forwarded-Proto": "http"}) == 301
            assert ask(port, "/", {**forwarded, "Host": "other.onrender.com"}) == 400
        finally:
            server.terminate()


def wait_for(port, path, headers):
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        with suppress(OSError):
            assert ask(port, path, headers) == 200
            return
        time.sleep(0.2)
    raise AssertionError("the server does not answer within 90 seconds")


def ask(port, path, headers):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as line:
        line.request("GET", path, headers=headers)
        return line.getresponse().status


def caddyfile():
    return COMPOSE["configs"]["caddyfile"]["content"].replace("${SITE}", SITE)


def test_caddy_has_the_same_configuration_as_on_a_server():
    """Only the name of the server differs. The comments in deploy/Caddyfile explain the rest."""
    on_a_server = re.sub(r"^\s*#.*\n", "", (ROOT / "deploy/Caddyfile").read_text(), flags=re.MULTILINE)
    assert caddyfile().strip() == on_a_server.replace("127.0.0.1:8000", "scorekeeper:8000").strip()


@pytest.mark.caddy
def test_caddy_accepts_the_caddyfile(tmp_path):
    (tmp_path / "Caddyfile").write_text(caddyfile())
    words = [shutil.which("caddy"), "validate", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
