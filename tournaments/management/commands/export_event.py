"""Exports a tournament as an archive, as its organiser could."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.files.archive.write import archive_bytes
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write a whole tournament into an archive, from which import_event brings it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the tournament's code: the 22 characters of its address after /e/")
        parser.add_argument("file", help="where to write the ZIP; a file that is there is not replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit 1 with a sentence where it cannot be."""
        tournament = Tournament.objects.filter(code=options["code"]).first()
        if tournament is None:
            raise CommandError(f"No tournament has the code {options['code']}.")
        try:
            with Path(options["file"]).open("xb") as file:
                file.write(archive_bytes(tournament))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{tournament.name} is in {options['file']}.")
