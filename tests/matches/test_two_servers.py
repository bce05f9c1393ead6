"""Two server processes with one database: neither shows stale data from its cache after a change by the other."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from clubs import player_changes
from engine.seats import Seat
from matches import actions
from matches.models import Match
from people.models import Membership, Role, User
from tests.matches import seasons
from tests.matches.table import PHONE, at, wall
from tests.matches.test_log_processes import ROOT, database_url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
PATIENCE = 120


# Two processes with the same code and separate caches.
SERVERS = """
import os, sys
import django
django.setup()
import scorekeeper.urls
from scorekeeper import server
first, second = sys.argv[1:]
sys.argv[1:] = [f"--bind=127.0.0.1:{first if os.fork() else second}"]
server.main()
"""


class Server:
    """A server process."""

    def __init__(self, port):
        self.port = port

    def page(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            assert response.status == 200
            return response.read().decode()
        finally:
            connection.close()

    def wait_until_ready(self, process):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(OSError):
                return self.page("/healthz")
            assert process.poll() is None
            time.sleep(0.1)
        raise AssertionError("the server does not answer")


@pytest.fixture
def servers(tmp_path):
    """Two servers of the test database."""
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(tmp_path),
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "LAN_HTTP": "1",
        "LAN_ADDRESS": "127.0.0.1",
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(ROOT),
        "SECRET_KEY": "two-servers-" * 6,
    }
    ports = free_ports(2)
    command = [sys.executable, "-c", SERVERS, *map(str, ports)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    pair = [Server(port) for port in ports]
    try:
        for server in pair:
            server.wait_until_ready(process)
        yield pair
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_ports(count):
    """Ports that nobody listens on."""
    with socket.socket() as first, socket.socket() as second:
        sockets = (first, second)[:count]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def test_a_new_name_an_undone_hand_and_an_erased_player_show_on_both_servers(servers):
    club = seasons.club()
    owner = User.objects.create_user("owner")
    Membership.objects.create(club=club, user=owner, role=Role.OWNER, since=seasons.NOON)
    ann, *_others = trio = seasons.players(club, "Ann", "Bea", "Cho")
    match = seasons.match(club, trio, ("hand", wall("P1")), ("hand", wall("P2")), close=False)
    Match.objects.filter(pk=match.pk).update(public=True)
    path = f"/m/{match.code}/"

    def both():
        """The score page of each server, without CSRF tokens; requested twice, so that it comes from the caches."""
        pages = [[server.page(path) for _time in range(2)][1] for server in servers]
        return [page[page.index("<main") : page.index("</main>")] for page in pages]

    one, other = both()
    assert one == other
    assert "Ann" in one and "hands/2/" in one

    actions.rename_player(match=match, device=PHONE, chair=Seat.P2, name="Bob")
    assert [("Bea" in page, "Bob" in page) for page in both()] == [(False, True)] * 2

    actions.undo_last(target=2, **at(match))
    assert [("hands/1/" in page, "hands/2/" in page) for page in both()] == [(True, False)] * 2

    player_changes.erase_player(club=club, by=owner, player=ann.pk)
    ann.refresh_from_db()
    assert [("Ann" in page, ann.name in page) for page in both()] == [(False, True)] * 2
