"""`manage.py export_series CODE FOLDER`: export each tournament of a series as an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.shared import by_code, write_archive
from tournaments.models import Series, Tournament


class Command(BaseCommand):
    help = "Export every tournament of a series to an archive that import_event can import."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the code of the series: the 22 characters after /series/ in its address")
        parser.add_argument("folder", help="the folder for 01.zip, 02.zip …; existing files are not replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        series, folder = by_code(Series, options["code"]), Path(options["folder"])
        tournaments = Tournament.objects.filter(in_series__series=series).order_by("starts_on", "pk")
        for number, tournament in enumerate(tournaments, start=1):
            self.stdout.write(write_archive(tournament, folder / f"{number:02}.zip"))
