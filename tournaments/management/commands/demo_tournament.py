"""`manage.py demo_tournament --players 24 --rounds 7`: play a whole demonstration tournament."""

import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from engine.errors import RuleViolation
from people.accounts.passwords import link_for
from people.db.transactions import Unavailable
from people.models import User
from tournaments.demo.event import DemoOptions, play
from tournaments.demo.progress import Progress
from tournaments.models import Tournament

LEAST, MOST, MOST_ROUNDS = 4, 99, 40
PAGES = {
    "the event": "tournament",
    "its draw": "draw",
    "its rounds": "rounds",
    "the standings": "standings",
    "a player": "player",
    "the big screen": "screen",
    "the files": "files",
    "the organiser's desk": "desk",
}


class Command(BaseCommand):
    help = (
        "Play a whole tournament with random hands: entries, draw, rounds, results, a late entry, a drop-out, a "
        "penalty. The same seed plays the same event; run again, it goes on where it was stopped."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=24, help=f"how many play: {LEAST} to {MOST} (24)")
        parser.add_argument("--rounds", type=int, default=7, help="how many rounds (7)")
        parser.add_argument("--seed", help="the same seed plays the same event; without it one is made up and printed")
        parser.add_argument("--swiss", action="store_true", help="neighbours in the standings meet; else fixed")
        parser.add_argument(
            "--typed", action="store_true", help="type totals, play no hands: much faster, same standings"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the event and print the paths of its pages. Raises `CommandError`."""
        demo = _demo_options(options)
        progress = Progress(options.get("stderr") or sys.stderr)
        try:
            tournament, by = play(demo, progress.report)
        except RuleViolation as violation:
            raise CommandError(str(violation)) from violation
        except Unavailable as error:
            raise CommandError("The database cannot be written now.") from error
        progress.end(f"{demo.players} players, {demo.rounds} rounds, seed {demo.seed}")
        self._addresses(tournament, by)

    def _addresses(self, tournament: Tournament, by: User) -> None:
        for title, name in PAGES.items():
            place = [tournament.code, 1] if name == "player" else [tournament.code]
            self.stdout.write(f"{title + ':':22}{reverse(f'tournaments:{name}', args=place)}")
        self.stdout.write(f"The desk is the organiser's: {link_for(by)} sets the password of {by.username}, once.")


def _demo_options(options: dict[str, Any]) -> DemoOptions:
    players, rounds = options["players"], options["rounds"]
    if not LEAST <= players <= MOST:
        raise CommandError(f"A demonstration takes {LEAST} to {MOST} players.")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CommandError(f"A demonstration has 1 to {MOST_ROUNDS} rounds.")
    seed = options["seed"] if options["seed"] is not None else secrets.token_hex(4)
    return DemoOptions(players, rounds, seed, options["swiss"], options["typed"])
