"""`manage.py load_examples`: example data for a new site."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from matches.management.commands.load_demo import load
from tournaments.demo.event import DemoOptions, demo_club, play, play_season
from tournaments.management.shared import Progress, command_errors

TOURNAMENT = DemoOptions(players=12, rounds=4, seed="example")


class Command(BaseCommand):
    help = (
        "Add a demo match, club season and tournament to the database. Running it again finishes whatever "
        "was interrupted and changes nothing else."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the examples and print their paths."""
        progress = Progress(options.get("stderr") or sys.stderr)
        with command_errors():
            match = load()
            club, by = demo_club()
            play_season(club, by)
            tournament, _by = play(TOURNAMENT, progress.report)
        progress.end("The demo match, club season and tournament are ready.")
        self.stdout.write(f"/m/{match.code}/")
        self.stdout.write(reverse("clubs:season", args=[club.code]))
        self.stdout.write(reverse("tournaments:tournament", args=[tournament.code]))
