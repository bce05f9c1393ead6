"""Real servers that send webhooks, each on its own database. Asserts only that things happen in time."""

import os
import secrets
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

import psycopg
from django.conf import settings

from delivery import requests
from tests.forked import Commands
from tests.migrated import copy_migrated_database

ROOT = Path(__file__).resolve().parent.parent.parent
# Create a club with webhooks to the given URLs, and a match with the given number of hands.
STAGE = """
import sys
from people.actions import clubs
from people.models import User
from tests.matches.table import at, new_key, start, wall
from tests.webhooks.rows import endpoint
from matches import actions
hands, *urls = sys.argv[3:]
owner = User.objects.create(username=new_key())
club = clubs.create_club(by=owner, name="Friday club", key=new_key())
for url in urls:
    endpoint(club, url=url)
match = start(club=club, user=owner)
for _hand in range(int(hands)):
    actions.record_entry(kind="hand", payload=wall(), **at(match))
"""
# Like `python -m scorekeeper.server`, which checks every two seconds for tasks of other processes.
SERVER = """
import sys
import scorekeeper.wsgi
from delivery import requests, worker
from scorekeeper import server
worker.POLL_INTERVAL = 0.2
requests.LONGEST = float(sys.argv.pop(1))
server.main()
"""


class ServedSite:
    """A site that can be served, killed and stopped."""

    def __init__(self, folder, database=""):
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR")},
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "DATA_DIR": str(folder),
            "SECRET_KEY": "tests only " * 8,
            "LAN_HTTP": "1",
            "ALLOW_PRIVATE_ADDRESSES": "1",
            "LOG_LEVEL": "ERROR",
        }
        if database:
            self.environment["DATABASE_URL"] = database

    def __enter__(self):
        self.commands = Commands(self.environment)
        return self

    def __exit__(self, *_error):
        self.commands.close()

    def migrate(self):
        """Create the tables, even in a database that a server has open: on SQLite, by copying a migrated database."""
        if "DATABASE_URL" in self.environment:
            self._run("migrate", "-v0")
            return
        folder = Path(self.environment["DATA_DIR"])
        copy_migrated_database(folder / "migrated.sqlite3")
        with (
            closing(sqlite3.connect(folder / "migrated.sqlite3")) as source,
            closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as database,
        ):
            source.backup(database)

    def play(self, hands, *urls):
        """Play a match of a new club with webhooks to these addresses."""
        self._run("-c", STAGE, str(hands), *urls)

    @contextmanager
    def served(self, longest=requests.LONGEST):
        """A server process on `process.port`, which the block may kill. `longest`: the most seconds of a request."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-W", "ignore", "-c", SERVER, str(longest), f"--bind=127.0.0.1:{port}"]
        process = subprocess.Popen(command, cwd=ROOT, env=self.environment)
        process.port = port
        try:
            yield process
        finally:
            process.kill()
            process.wait(30)

    def _run(self, *words):
        done = self.commands.run(*words)
        assert done.returncode == 0, done.stderr.decode()


def wait_for(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "nothing came in time"
        time.sleep(0.05)


def is_up(process):
    """Whether a server answers."""
    try:
        with urlopen(f"http://127.0.0.1:{process.port}/healthz", timeout=5) as response:
            return response.status == 200
    except OSError:
        assert process.poll() is None, "the server has ended"
        return False


@contextmanager
def postgresql():
    """A new PostgreSQL database: its URL, and a function that ends all its connections."""
    own = settings.DATABASES["default"]
    server = {"host": own["HOST"], "port": own["PORT"] or 5432, "user": own["USER"], "password": own["PASSWORD"]}
    name = f"served_{secrets.token_hex(4)}"
    with psycopg.connect(dbname="postgres", autocommit=True, **server) as admin:
        admin.execute(f"CREATE DATABASE {name}")

        def cut():
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])

        password = f":{own['PASSWORD']}" if own["PASSWORD"] else ""
        try:
            yield f"postgres://{own['USER']}{password}@{own['HOST']}:{server['port']}/{name}", cut
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
