"""`manage.py export_event CODE FILE`: export a tournament as an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.shared import by_code, write_archive
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Export a whole tournament to an archive that import_event can import."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the tournament's code: the 22 characters after /e/ in its address")
        parser.add_argument("file", help="the ZIP file to write; an existing file is not replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(write_archive(by_code(Tournament, options["code"]), Path(options["file"])))
