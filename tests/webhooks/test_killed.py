"""A real server with deliveries under way is killed; after a restart everything arrives."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.webhooks.receivers import receiver, status

ROOT = Path(__file__).resolve().parent.parent.parent
HANDS = 6
STAGE = """
import django
django.setup()
from django.contrib.auth.hashers import make_password
from people.actions import clubs
from people.models import User
from tests.matches.table import at, new_key, start, wall
from tests.webhooks.rows import endpoint
from matches import actions
import sys
owner = User.objects.create(username="olga")
club = clubs.create_club(by=owner, name="Friday club", key=new_key())
for url in sys.argv[2:]:
    endpoint(club, url=url)
match = start(club=club, user=owner)
for _hand in range(int(sys.argv[1])):
    actions.record_entry(kind="hand", payload=wall(), **at(match))
"""


@contextmanager
def served(environment):
    """A server; the block may kill it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "scorekeeper.server", f"--bind=127.0.0.1:{port}"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait(30)


def wait_for(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "nothing came in time"
        time.sleep(0.05)


@pytest.mark.parametrize("killed_after", [1, 3])
def test_a_killed_server_delivers_everything_after_its_restart(tmp_path, killed_after):
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR")},
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": "tests only " * 8,
        "LAN_HTTP": "1",
        "ALLOW_PRIVATE_ADDRESSES": "1",
        "LOG_LEVEL": "ERROR",
    }

    def slowly(line, _request):
        time.sleep(0.2)
        line.sendall(status(204))

    with receiver(slowly) as one, receiver(slowly) as other:
        python = [sys.executable]
        subprocess.run([*python, "-m", "django", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
        subprocess.run([*python, "-c", STAGE, str(HANDS), one.url, other.url], cwd=ROOT, env=environment, check=True)
        with served(environment) as process:
            wait_for(lambda: len(one.got) + len(other.got) >= killed_after)
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        for hook in (one, other):
            assert len({request.headers["webhook-id"] for request in hook.got}) < HANDS + 1
        with served(environment):
            for hook in (one, other):
                wait_for(lambda hook=hook: len({each.headers["webhook-id"] for each in hook.got}) == HANDS + 1)
