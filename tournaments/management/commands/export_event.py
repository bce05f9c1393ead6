"""`manage.py export_event CODE FILE`: export a tournament as an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.files.archive.write import archive_bytes
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Export a whole tournament to an archive that import_event can import."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the tournament's code: the 22 characters after /e/ in its address")
        parser.add_argument("file", help="the ZIP file to write; an existing file is not replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the archive. Raises `CommandError`."""
        tournament = Tournament.objects.filter(code=options["code"]).first()
        if tournament is None:
            raise CommandError(f"No tournament has the code {options['code']}.")
        self.stdout.write(write_archive(tournament, Path(options["file"])))


def write_archive(tournament: Tournament, path: Path, make_folder: bool = False) -> str:
    """Write the archive to a new file and return a success message. Raises `CommandError`."""
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(archive_bytes(tournament))
    except OSError as error:
        raise CommandError(f"Cannot write {path}: {error.strerror}.") from error
    return f"Exported {tournament.name} to {path}."
