"""`manage.py demo_tournament --players 24 --rounds 7`: play a whole demonstration tournament."""

import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from people.accounts.passwords import link_for
from tournaments.demo.event import DemoOptions, play
from tournaments.management.shared import Progress, command_errors

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
        "Play a whole tournament with random hands: registrations, seating draw, rounds, results, a late arrival, a "
        "withdrawal and a penalty. The same seed gives the same tournament. If it is stopped, run it again to continue."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--players", type=int, default=24, help=f"number of players, {LEAST} to {MOST} (default: 24)")
        add("--rounds", type=int, default=7, help="number of rounds (default: 7)")
        add("--seed", help="the seed; the same seed gives the same tournament (default: a new one, which is printed)")
        add("--swiss", action="store_true", help="use the Swiss system instead of a fixed schedule")
        add("--typed", action="store_true", help="enter totals without playing hands: much faster, same standings")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the event and print the paths of its pages."""
        demo = _demo_options(options)
        progress = Progress(options.get("stderr") or sys.stderr)
        with command_errors():
            tournament, by = play(demo, progress.report)
        progress.end(f"{demo.players} players, {demo.rounds} rounds, seed {demo.seed}")
        for title, name in PAGES.items():
            place = [tournament.code, 1] if name == "player" else [tournament.code]
            self.stdout.write(f"{title + ':':22}{reverse(f'tournaments:{name}', args=place)}")
        self.stdout.write(
            f"To open the organiser's desk, set the password of {by.username} at {link_for(by)} (the link works once)."
        )


def _demo_options(options: dict[str, Any]) -> DemoOptions:
    players, rounds = options["players"], options["rounds"]
    if not LEAST <= players <= MOST:
        raise CommandError(f"A demonstration tournament can have {LEAST} to {MOST} players.")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CommandError(f"A demonstration tournament can have 1 to {MOST_ROUNDS} rounds.")
    seed = options["seed"] if options["seed"] is not None else secrets.token_hex(4)
    return DemoOptions(players, rounds, seed, options["swiss"], options["typed"])
