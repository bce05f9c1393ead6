"""`manage.py import_event CLUB FILE …`: import tournaments into a club, on behalf of its owner."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import RuleViolation
from people.db.transactions import Unavailable
from people.models import Club, Membership, Role, User
from people.web.codes import new_key
from tournaments.files.archive.import_archive import import_event
from tournaments.files.archive.zip_file import MOST_BYTES
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Import tournaments from archives written by export_event or downloaded from the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's code: the 22 characters after /c/ in its address")
        parser.add_argument(
            "files", nargs="+", metavar="file", help="the archive, or all archives of a series in order"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the files in order. Raises `CommandError` for the first that is refused."""
        club = Club.objects.filter(code=options["club"]).first()
        if club is None:
            raise CommandError(f"No club has the code {options['club']}.")
        for file in options["files"]:
            tournament = _import(club, file)
            self.stdout.write(f"{tournament.name} is in {club.name}: /e/{tournament.code}/")


def _import(club: Club, file: str) -> Tournament:
    try:
        with Path(file).open("rb") as archive:
            data = archive.read(MOST_BYTES + 1)  # one byte over the limit is enough to refuse it
        return import_event(club=club, by=_owner(club), data=data, key=new_key())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
    except RuleViolation as violation:
        raise CommandError(str(violation)) from violation
    except Unavailable as error:
        raise CommandError("Cannot write to the database right now. Try again.") from error


def _owner(club: Club) -> User:
    member = Membership.objects.filter(club=club, role=Role.OWNER, user__is_active=True).select_related("user").first()
    if member is None:
        raise CommandError(f"{club.name} has no owner.")
    return member.user
