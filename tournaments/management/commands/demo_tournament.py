"""`manage.py demo_tournament --players 24 --rounds 7`: plays a whole demonstration event through the actions."""

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
from tournaments.demo.event import Wish, play
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
        """Print the addresses to look at, without the site's own name. Exit 1 with a sentence where it cannot be."""
        wish = _wish(options)
        progress = Progress(options.get("stderr") or sys.stderr)
        try:
            made, by = play(wish, progress.tell)
        except RuleViolation as violation:
            raise CommandError(str(violation)) from violation
        except Unavailable as trouble:
            raise CommandError("The database cannot be written now.") from trouble
        progress.end(f"{wish.players} players, {wish.rounds} rounds, seed {wish.seed}")
        self._addresses(made, by)

    def _addresses(self, made: Tournament, by: User) -> None:
        for what, name in PAGES.items():
            place = [made.code, 1] if name == "player" else [made.code]
            self.stdout.write(f"{what + ':':22}{reverse(f'tournaments:{name}', args=place)}")
        self.stdout.write(f"The desk is the organiser's: {link_for(by)} sets the password of {by.username}, once.")


def _wish(options: dict[str, Any]) -> Wish:
    players, rounds = options["players"], options["rounds"]
    if not LEAST <= players <= MOST:
        raise CommandError(f"A demonstration takes {LEAST} to {MOST} players.")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CommandError(f"A demonstration has 1 to {MOST_ROUNDS} rounds.")
    seed = options["seed"] if options["seed"] is not None else secrets.token_hex(4)
    return Wish(players, rounds, seed, options["swiss"], options["typed"])
