"""`manage.py serve`: migrate, collect static files, print the address, and start the server on the local network."""

import io
import os
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from operations.checks import refuse_unsafe_database
from scorekeeper import lan


class Command(BaseCommand):
    help = "Serve Scorekeeper on this machine and its local network, so that phones can reach it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to use; if it is taken, the next free one")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        if settings.DEBUG:
            raise CommandError(
                "DEBUG is set, which would show the program's internals to the whole network. Unset it first."
            )
        self.make_folder()
        first_time = "django_migrations" not in connection.introspection.table_names()
        try:
            refuse_unsafe_database()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        call_command("forget_addresses", stdout=io.StringIO())
        call_command("clearsessions")
        examples = io.StringIO()  # their paths: the port is not known yet
        if first_time:
            self.stdout.write("Creating a demo match, club season and tournament (only the first time):")
            call_command("load_examples", stdout=examples)
        try:
            free = lan.free_port(port)
        except OSError as error:
            raise CommandError(f"No free port found from {port} up. Choose another, such as PORT=9000.") from error
        self.announce(free, examples.getvalue().split())
        # The server process must not inherit a connection.
        connection.close()
        os.execv(sys.executable, server(free))  # nosec B606 # fixed arguments

    def make_folder(self) -> None:
        """Create DATA_DIR, which holds the database and the static files, and check that it is writable."""
        try:
            settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise CommandError(f"Cannot create DATA_DIR ({settings.DATA_DIR}): {error.strerror}.") from error
        if not os.access(settings.DATA_DIR, os.W_OK | os.X_OK):
            raise CommandError(f"Cannot write to DATA_DIR ({settings.DATA_DIR}).")

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


def server(port: int) -> list[str]:
    """The command for a server with one process: with SQLite before 3.51.3, several could corrupt the database."""
    return [sys.executable, "-m", "scorekeeper.server", "--bind", f"0.0.0.0:{port}"]
