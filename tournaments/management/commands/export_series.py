"""Exports each tournament of a series as an archive, as their organiser could."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.files.archive.write import archive_bytes
from tournaments.models import Series, Tournament


class Command(BaseCommand):
    help = "Write a whole series into archives, one for each tournament, from which import_event brings it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the series' code: the 22 characters of its address after /series/")
        parser.add_argument("folder", help="where to write 01.zip, 02.zip …; one that is there is not replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit 1 with a sentence where it cannot be."""
        series = Series.objects.filter(code=options["code"]).first()
        if series is None:
            raise CommandError(f"No series has the code {options['code']}.")
        folder = Path(options["folder"])
        found = list(Tournament.objects.filter(in_series__series=series).order_by("starts_on", "pk"))
        for number, tournament in enumerate(found, start=1):
            path = folder / f"{number:02}.zip"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as file:
                    file.write(archive_bytes(tournament))
            except OSError as error:
                raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
            self.stdout.write(f"{tournament.name} is in {path}.")
