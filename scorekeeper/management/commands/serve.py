"""`manage.py serve`: upgrade the data, collect static files, print the address, and start the server."""

import io
import os
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import Error, connection

from operations import server_lock
from operations.subcommand import own_environment
from people.db.transactions import Unavailable
from scorekeeper import lan
from scorekeeper.environment import misspelt

EVERY_ADDRESS = "0.0.0.0"  # nosec B104 # phones on the network must reach it


class Command(BaseCommand):
    help = (
        "Serve Scorekeeper. On plain HTTP (LAN_HTTP), phones on the same network can reach it, and the next free port "
        "is used if the port is taken. Otherwise it listens on 127.0.0.1 for a proxy that handles HTTPS."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port (default: 8000)")
        parser.add_argument("--no-demo", action="store_true", help="create no demo data when the site is new")
        parser.add_argument("--bind", metavar="ADDRESS", help="the address to listen on, such as 0.0.0.0 for all")

    def handle(self, *args: Any, port: int, bind: str | None = None, no_demo: bool = False, **options: Any) -> None:
        if settings.DEBUG:
            raise CommandError(
                "DEBUG is set, which would show the program's internals to the whole network. Unset it first."
            )
        if not 0 < port < 65536:
            raise CommandError("--port must be a number from 1 to 65535.")
        for sentence in misspelt():
            self.stderr.write(sentence)
        self.make_folder()
        self.refuse_second_server()
        first_time = "django_migrations" not in connection.introspection.table_names()
        call_command("upgrade", stdout=self.stdout, verbosity=0)
        try:
            call_command("collectstatic", verbosity=0, interactive=False)
        except OSError as error:
            raise CommandError(f"Cannot write to {settings.STATIC_ROOT}: {error.strerror}.") from error
        self.tidy()
        if settings.LAN_HTTP:
            port = self.prepare_evening(port, demo=first_time and not no_demo)
        address = bind or (EVERY_ADDRESS if settings.LAN_HTTP else "127.0.0.1")
        if not settings.LAN_HTTP:
            self.stdout.write(f"Serving on {address}, port {port}, for a proxy that handles HTTPS.")
            self.stdout.flush()
        # The server process must not inherit a connection.
        connection.close()
        os.execve(sys.executable, server(address, port), own_environment())  # nosec B606 # fixed arguments

    def prepare_evening(self, port: int, demo: bool) -> int:
        """Find a free port, create the demo data if asked to, and print where the site is. Return the port."""
        try:
            free = lan.free_port(port)
        except OSError as error:
            raise CommandError(
                f"No free port found from {port} up. Choose another with --port, or with make run PORT=9000."
            ) from error
        if free != port:
            self.stdout.write(f"Port {port} is taken. The site uses port {free}.")
        examples = io.StringIO()  # the paths of the demo data
        if demo:
            self.stdout.write("Creating a demo match, club season and tournament (only the first time):")
            call_command("load_examples", stdout=examples)
        self.announce(free, examples.getvalue().split())
        return free

    def make_folder(self) -> None:
        """Create DATA_DIR, which holds the database and the static files, and check that it is writable."""
        try:
            settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise CommandError(f"Cannot create DATA_DIR ({settings.DATA_DIR}): {error.strerror}.") from error
        if not os.access(settings.DATA_DIR, os.W_OK | os.X_OK):
            raise CommandError(f"Cannot write to DATA_DIR ({settings.DATA_DIR}).")

    def refuse_second_server(self) -> None:
        """Stop if the site is being served: two processes could corrupt the database with SQLite before 3.51.3."""
        if connection.vendor == "sqlite" and server_lock.is_serving():
            raise CommandError(
                f"The site in {settings.DATA_DIR} is being served already. Stop that server first, or use another data "
                "folder (--data, DATA_DIR)."
            )

    def tidy(self) -> None:
        """Delete old addresses and sessions. On a full disk or a busy database they wait for another day."""
        try:
            call_command("forget_addresses", stdout=io.StringIO())
            call_command("clearsessions")
        except (Unavailable, Error) as error:
            self.stderr.write(f"Old addresses and sessions could not be deleted: {error}")

    def announce(self, port: int, examples: list[str]) -> None:
        """Print the address for this computer, the paths of `examples` (match, season, tournament), and the QR code."""
        self.stdout.write(f"\nOn this machine:  http://127.0.0.1:{port}/")
        for name, path in zip(("Demo match", "Demo club season", "Demo tournament"), examples, strict=False):
            self.stdout.write(f"{name}: http://127.0.0.1:{port}{path}")
        address = settings.LAN_ADDRESS
        if not address:
            self.stdout.write("There is no network, so phones cannot reach this machine.")
        else:
            url = f"http://{address}:{port}/"
            self.stdout.write(f"On the phones:    {url}\n\n")
            # Write to a buffer first: Django's stdout adds a newline after every write.
            picture = io.StringIO()
            segno.make(url, micro=False).terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
        self.stdout.write("\nStop with Ctrl+C. Your data is in " + str(settings.DATA_DIR))
        self.stdout.flush()


def server(address: str, port: int) -> list[str]:
    """The command for a server with one process: with SQLite before 3.51.3, several could corrupt the database."""
    host = f"[{address}]" if ":" in address else address
    return [sys.executable, "-m", "scorekeeper.server", "--bind", f"{host}:{port}"]
