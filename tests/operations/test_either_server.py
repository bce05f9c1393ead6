"""Two machines: two servers with their own data folders on one PostgreSQL database. A phone whose requests go to them
in turn, as behind a load balancer, doesn't notice."""

import http.client
import json
import re
import secrets
import subprocess
import sys
import time
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created

from operations import server_lock
from proofs.phones import hand_form
from proofs.site import free_port
from tests.operations.site import ROOT, Site

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMEOUT = 120
NAME, PASSWORD = "referee-of-the-proof", "a password for both machines"
SET_PASSWORD = """
import sys
from people.models import User
user = User.objects.get(username=sys.argv[1])
user.set_password(sys.argv[2])
user.save()
print(user.memberships.get().club.code)
"""
BOUNDARY = "part-of-a-form"


class Machines:
    """Two servers, with the cookies and codes of two phones, a tournament and a club."""

    def __init__(self, folder):
        self.site = Site(folder / "one")
        self.site.environment |= {"SECRET_KEY": "of-both-machines-" * 4, "LAN_ADDRESS": "127.0.0.1"}
        self.folders = [folder / "one", folder / "two"]
        self.processes, self.ports = [], [free_port(), free_port()]
        self.site.migrate()
        for each in self.folders:
            each.mkdir(exist_ok=True)
            self.site.done_in(each, "collectstatic", "--verbosity=0", "--noinput")
        self.phones = json.loads(self.module("proofs.stage", "2", "2"))["phones"]
        self.event = json.loads(self.module("proofs.hall"))["code"]
        self.club = self.site.python(SET_PASSWORD, NAME, PASSWORD).strip()

    def module(self, *words):
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, env=self.site.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self):
        for folder, port in zip(self.folders, self.ports, strict=True):
            environment = self.site.environment | {"DATA_DIR": str(folder)}
            command = [sys.executable, "-m", "scorekeeper.server", f"--bind=127.0.0.1:{port}"]
            self.processes.append(subprocess.Popen(command, cwd=ROOT, env=environment))
        for port in self.ports:
            Phone([port]).wait()

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()
        self.processes.clear()

    def phone(self, number=None):
        """A phone that alternates between the servers: a stranger's or, with `number`, a scorer's."""
        told = self.phones[number] if number is not None else {"cookies": {}, "codes": []}
        phone = Phone(self.ports, told["cookies"])
        phone.codes = told["codes"]
        return phone


class Phone:
    """Keeps cookies, and sends each request to the next server with the same Host header."""

    def __init__(self, ports, cookies=()):
        self.ports, self.cookies, self.turn, self.codes = ports, dict(cookies), 0, []

    def ask(self, method, path, form=None, file=None, at=None):
        port = self.ports[self.turn % len(self.ports) if at is None else at]
        self.turn += at is None
        headers = {"Host": "127.0.0.1", "Origin": "http://127.0.0.1", "Accept-Language": "en"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            fields = {**form, "csrfmiddlewaretoken": self.cookies.get("csrf", "")}
            body, headers["Content-Type"] = multipart(fields, *file) if file else encoded(fields)
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request(method, path, body, headers)
            response = line.getresponse()
            page = response.read().decode(errors="replace")
        finally:
            line.close()
        for each in response.headers.get_all("Set-Cookie", []):
            name, _equals, rest = each.partition("=")
            self.cookies[name] = rest.partition(";")[0].strip('"')
        return response.status, page

    def get(self, path, status=200, at=None):
        got, page = self.ask("GET", path, at=at)
        assert got == status, page
        return page

    def post(self, path, form, status=303, file=None):
        got, page = self.ask("POST", path, form, file)
        assert got == status, page
        return page

    def both(self, path):
        """The main part of a page from both servers, requested twice so that it comes from their caches."""
        pages = [[self.get(path, at=at) for _time in range(2)][1] for at in range(len(self.ports))]
        return [re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", main(page)) for page in pages]

    def sign_in(self, password=PASSWORD, status=303):
        self.get("/account/in/")
        return self.post("/account/in/", {"username": NAME, "password": password}, status)

    def wait(self):
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            with suppress(OSError):
                return self.get("/healthz")
            time.sleep(0.1)
        pytest.fail("the server does not answer")


def main(page):
    return page[page.index("<main") : page.index("</main>")]


def encoded(fields):
    return urlencode(fields).encode(), "application/x-www-form-urlencoded"


def multipart(fields, name, content):
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}' for key, value in fields.items()
    ]
    parts.append(f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n{content}')
    return "\r\n".join([*parts, f"--{BOUNDARY}--\r\n"]).encode(), f"multipart/form-data; boundary={BOUNDARY}"


def field(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', page)[1]


@pytest.fixture(scope="module")
def machines(tmp_path_factory, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        made = Machines(tmp_path_factory.mktemp("machines"))
        try:
            made.start()
            yield made
        finally:
            made.stop()
            made.site.remove()


@pytest.fixture(autouse=True)
def nothing_tried(machines):
    """Reset the rate limits, so that no test has to wait because of failures in another one."""
    machines.site.sql("DELETE FROM people_tries")


def test_signing_in_and_out_applies_to_both(machines):
    phone = machines.phone()
    phone.sign_in()
    assert all("Referee" in page for page in phone.both("/account/"))
    other = machines.phone()
    other.sign_in()
    phone.get("/account/")
    phone.post("/account/out/", {})
    for at in range(2):
        phone.get("/account/", 303, at)
    assert all("Referee" in page for page in other.both("/account/"))


def test_wrong_passwords_are_counted_together(machines):
    phone = machines.phone()
    for _each in range(5):
        phone.sign_in("not this one", 422)
    for at in range(2):
        phone.turn = at + 1  # the page comes from one server, the form goes to the other
        assert "Too many attempts" in phone.sign_in("not this one", 429)


def test_links_made_on_one_open_on_the_other_and_a_revoked_one_on_none(machines):
    owner, guest, scorer = machines.phone(0), machines.phone(), machines.phone()
    (code, *_rest) = owner.codes
    shared = owner.get(f"/m/{code}/share/", at=0)
    watching, scoring = (re.search(rf"/{kind}/[\w-]{{20,}}", shared)[0] for kind in "st")
    assert watching in owner.get(f"/m/{code}/share/", at=1)
    guest.get(watching, 303, at=1)
    assert guest.both(f"/m/{code}/")[0] == guest.both(f"/m/{code}/")[1]
    scorer.get(scoring, at=1)
    scorer.turn = 0
    scorer.post(scoring, {})
    assert all("/hand/" in page for page in scorer.both(f"/m/{code}/"))
    page = owner.get(f"/m/{code}/share/watching/")
    owner.post(f"/m/{code}/share/watching/", {"generation": field(page, "generation")})
    for at in range(2):
        machines.phone().get(watching, 404, at)
        guest.get(f"/m/{code}/", 404, at)


def test_a_hand_appears_on_both_immediately_and_counts_once(machines):
    phone = machines.phone(1)
    code = phone.codes[0]
    phone.get(f"/m/{code}/")
    for seq in range(1, 7):
        form = hand_form(f"P{seq % 3 + 1}", seq + 2, secrets.token_urlsafe(16), seq)
        for _time in range(2):  # the second time, the other server gets the same form
            phone.post(f"/m/{code}/hand/", form)
        for path in ("", "screen/", "balance/", "history/"):
            one, other = phone.both(f"/m/{code}/{path}")
            assert one == other
            assert f"hands/{seq}/" in one or path in ("screen/", "balance/", "history/")
    assert machines.site.sql("SELECT count(*) FROM matches_event WHERE payload::text LIKE '%hand_points%'") == ["6"]


def test_a_list_previewed_on_one_is_added_on_the_other_and_shown_by_both(machines):
    phone, entries = machines.phone(), f"/e/{machines.event}/entries/"
    phone.sign_in()
    paths = [entries, f"/e/{machines.event}/", f"/e/{machines.event}/desk/", f"/e/{machines.event}/screen/"]
    before = [phone.both(path) for path in paths]
    assert all(one == other for one, other in before)
    preview = phone.post(f"{entries}add/", {"action": "look"}, 200, ("list.csv", "Zed Newcomer\n"))
    assert not any("Zed Newcomer" in page for page in phone.both(entries))
    text = re.search(r'<textarea id="id_names"[^>]*>([^<]*)', preview)[1].strip()
    phone.post(f"{entries}add/", {"action": "add", "names": text, "seen": field(preview, "seen")})
    after = [phone.both(path) for path in paths]
    assert all(one == other for one, other in after)
    assert all("Zed Newcomer" in page for page in after[0])


def test_files_written_by_one_are_read_by_the_other(machines):
    phone = machines.phone(1)
    code = phone.codes[1]
    for seq in (1, 2):
        phone.get(f"/m/{code}/")
        phone.post(f"/m/{code}/hand/", hand_form("P1", 5, secrets.token_urlsafe(16), seq))
    file = phone.get(f"/m/{code}/match.json", at=0)
    page = phone.get("/import/", at=0)
    phone.turn = 1
    phone.post("/import/", {"key": field(page, "key")}, 303, ("match.json", file))
    assert machines.site.sql("SELECT count(*) FROM matches_match WHERE version = 2") == ["2"]


def test_static_files_have_the_same_names_on_both(machines):
    one, other = ((folder / "static/staticfiles.json").read_text() for folder in machines.folders)
    assert one == other
    phone = machines.phone()
    for path in set(re.findall(r'"(/static/[^"#]+)', phone.get("/", at=0))):
        assert phone.get(path, at=1) == phone.get(path, at=0)


def test_wrong_links_are_counted_together(machines):
    phone = machines.phone()
    for _each in range(60):
        phone.get(f"/s/{secrets.token_urlsafe(16)}", 404)
    for _each in range(2):
        phone.get(f"/s/{secrets.token_urlsafe(16)}", 429)


def test_nothing_is_restored_on_one_while_the_other_serves(machines, tmp_path):
    """The servers hold no lock in the third folder, only in the database."""
    machines.phone().sign_in(status=303)
    machines.site.done_in(tmp_path, "backup")
    (backup,) = (tmp_path / "backups").glob("*.tar.gz")
    before = machines.site.stored()
    told = machines.site.manage("restore", str(backup), DATA_DIR=str(tmp_path))
    assert "A server for this site is running, here or on another machine." in told.stderr
    assert machines.site.stored() == before


def test_while_a_machine_restores_no_server_gets_a_connection():
    connection.close()
    try:
        with server_lock._hold_exclusive_lock():
            connection_created.connect(server_lock._hold_shared_lock)
            with pytest.raises(OperationalError, match="being restored"):
                connection.ensure_connection()
        connection.ensure_connection()
        connection_created.disconnect(server_lock._hold_shared_lock)
        with pytest.raises(server_lock.ServerRunning), server_lock._hold_exclusive_lock():
            pytest.fail("the lock of a server was ignored")
    finally:
        connection_created.disconnect(server_lock._hold_shared_lock)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
        connection.connection.serves = False


def test_two_machines_that_upgrade_an_empty_database_together_migrate_it_once(tmp_path):
    site = Site(tmp_path)
    try:
        code = "from django.core.management import call_command; call_command('upgrade')"
        command = [sys.executable, "-c", f"import django; django.setup()\n{code}"]
        pair = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            environment = site.environment | {"DATA_DIR": str(tmp_path / name)}
            pair.append(subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True))
        told = [each.communicate(timeout=TIMEOUT)[1] for each in pair]
        assert [each.returncode for each in pair] == [0, 0], told
        assert site.sql("SELECT count(*), count(DISTINCT (app, name)) FROM django_migrations") in (
            [f"{n}|{n}"] for n in range(1, 200)
        )
    finally:
        site.remove()
