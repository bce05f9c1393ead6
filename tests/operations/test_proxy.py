"""Caddy in front of the server with deploy/Caddyfile, as in docs/hosting.md, with a self-signed certificate."""

import http.client
import os
import re
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from proofs.site import free_port
from tests.operations.site import ROOT, Site

pytestmark = [pytest.mark.caddy, pytest.mark.django_db(transaction=True)]

UNIT = (ROOT / "deploy/scorekeeper.service").read_text()
FIRST = """
from django.core.management import call_command
call_command("make_admin", "somebody")
call_command("collectstatic", interactive=False, verbosity=0)
"""
TIMEOUT = 60  # seconds until both answer


class Proxied:
    """A site behind Caddy. `ask` returns status, headers and text, as a phone outside gets them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = Site(folder / "data")
        self.inside, self.outside, aside = free_port(), free_port(), free_port()
        del self.site.environment["LAN_HTTP"]
        here = f"https://localhost:{self.outside}"
        told = {"ALLOWED_HOSTS": "localhost", "CSRF_TRUSTED_ORIGINS": here, "TRUSTED_PROXIES": "1"}
        self.site.environment.update(told, XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        self.site.migrate()
        self.site.python(FIRST)
        self.file = folder / "Caddyfile"
        text = (ROOT / "deploy/Caddyfile").read_text()
        text = text.replace("{\n", f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {aside}\n", 1)
        text = text.replace("score.example.org {", f"{here} {{\n\ttls internal", 1)
        self.file.write_text(text.replace("127.0.0.1:8000", f"127.0.0.1:{self.inside}"))
        self.running = []

    def start(self) -> None:
        self._run("caddy", "run", "--adapter", "caddyfile", "--config", str(self.file))
        self.start_server()
        self.await_both()

    def start_server(self) -> None:
        """Start the server as the systemd unit does."""
        options = re.search(r"/python (-m .*)", UNIT)[1].replace("127.0.0.1:8000", f"127.0.0.1:{self.inside}")
        self._run(sys.executable, *options.split())

    def await_both(self) -> None:
        """Wait until the server answers through Caddy."""
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            with suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/healthz")[0] == 200:
                    return
            time.sleep(0.1)
        pytest.fail(f"nobody answers: {self.said()}")

    def _run(self, *command: str) -> None:
        with (self.folder / "log").open("ab") as log:
            self.running.append(subprocess.Popen(command, cwd=ROOT, env=self.site.environment, stdout=log, stderr=log))

    def said(self) -> str:
        return (self.folder / "log").read_text()

    def ask(self, method, path, body=None, headers=None):
        trusted = ssl.create_default_context(cafile=self.folder / "caddy/pki/authorities/local/root.crt")
        line = http.client.HTTPSConnection("localhost", self.outside, timeout=30, context=trusted)
        try:
            line.request(method, path, body=body, headers=headers or {})
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read().decode(errors="replace")
        finally:
            line.close()

    def stop(self) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(30)
        self.site.remove()


@pytest.fixture(scope="module")
def proxied(tmp_path_factory, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        made = Proxied(tmp_path_factory.mktemp("proxied"))
        try:
            made.start()
            yield made
        finally:
            made.stop()


def test_a_page_and_its_styles_are_served_over_tls_with_headers_and_cookies(proxied):
    status, headers, text = proxied.ask("GET", "/account/in/")
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    cookies = SimpleCookie("\n".join(headers.get_all("Set-Cookie")))
    assert set(cookies) == {"__Host-csrf"}
    assert (cookies["__Host-csrf"]["secure"], cookies["__Host-csrf"]["path"]) == (True, "/")
    style = re.search(r'href="(/static/css/app[^"]+)"', text)[1]
    status, headers, _text = proxied.ask("GET", style, headers={"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in headers["Cache-Control"]


def test_forged_forwarding_headers_are_ignored_and_no_url_is_logged(proxied):
    _status, headers, text = proxied.ask("GET", "/account/in/")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)[1]
    cookie = SimpleCookie(headers["Set-Cookie"])["__Host-csrf"].value
    told = {
        "Cookie": f"__Host-csrf={cookie}",
        "Origin": f"https://localhost:{proxied.outside}",
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "http",
    }
    body = urlencode({"csrfmiddlewaretoken": token, "username": "somebody", "password": "a wrong password"})
    assert proxied.ask("POST", "/account/in/", body, told)[0] == 422
    known = set(re.findall(r"'(::1|127\.0\.0\.1|203\.0\.113\.9)'", proxied.site.stored()))
    assert known in ({"::1"}, {"127.0.0.1"})
    assert proxied.ask("GET", "/t/abcdEFGH1234ijklMNOP56")[0] == 404
    assert "abcdEFGH1234" not in proxied.said()


@pytest.mark.parametrize("size", [1_100_000, 9_000_000])
def test_a_too_large_request_is_refused_with_a_message(size, proxied):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _headers, text = proxied.ask("POST", "/account/in/", b"x" * size, form)
    assert (status, re.findall("<h1>(.*)</h1>", text)) == (413, ["That’s too much to send"])


@pytest.mark.thorough
def test_a_request_during_a_restart_waits_and_is_answered(proxied):
    for _attempt in range(5):  # Caddy waits ten seconds, which is enough for a start unless this machine is busy
        server = proxied.running.pop()
        server.terminate()
        server.wait(30)
        proxied.start_server()
        status = proxied.ask("GET", "/healthz")[0]
        if status == 200:
            break
    assert status == 200


def test_the_caddyfile_for_two_machines_is_valid_and_differs_only_in_its_servers(tmp_path):
    """`ONLY=failover make prove` runs it."""
    folder = ROOT / "deploy"
    one, two = ((folder / name / "Caddyfile").read_text() for name in ("", "two-machines"))
    told = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(folder / "two-machines/Caddyfile")]
    done = subprocess.run(words, env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [[line.strip() for line in text.splitlines()[1:]] for text in (one, two)]
    assert [line for line in lines[0] if line and line not in lines[1]] == [
        "reverse_proxy 127.0.0.1:8000 {",
        "# An upgrade restarts the server. Requests wait for it instead of failing with 502.",
    ]
