"""`manage.py import_event CLUB FILE …`: import tournaments into a club, on behalf of its owner."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from people.models import Club, Membership, Role, User
from people.web.codes import new_key
from tournaments.files.archive.import_archive import import_event
from tournaments.files.archive.zip_file import MOST_BYTES
from tournaments.management.shared import by_code, command_errors


class Command(BaseCommand):
    help = "Import tournaments from archives written by export_event or downloaded from the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's code: the 22 characters after /c/ in its address")
        parser.add_argument(
            "files", nargs="+", metavar="file", help="the archives to import, those of a series in order"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the files in order. Raises `CommandError` for the first that is refused."""
        club = by_code(Club, options["club"])
        for file in options["files"]:
            try:
                with Path(file).open("rb") as archive:
                    data = archive.read(MOST_BYTES + 1)  # one byte over the limit is enough to refuse it
            except OSError as error:
                raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
            with command_errors():
                tournament = import_event(club=club, by=_owner(club), data=data, key=new_key())
            self.stdout.write(f"Imported {tournament.name} into {club.name}: /e/{tournament.code}/")


def _owner(club: Club) -> User:
    member = Membership.objects.filter(club=club, role=Role.OWNER, user__is_active=True).select_related("user").first()
    if member is None:
        raise CommandError(f"{club.name} has no owner.")
    return member.user
