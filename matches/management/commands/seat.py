"""`manage.py seat --players 21 --rounds 10`: draws a schedule and prints its quality. Doesn't use the database."""

import argparse
import json
import re
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import seating
from engine.errors import RuleViolation
from engine.seating import Budget, Pair, Schedule, promise, quality, separated, still_meeting


def as_json(schedule: Schedule, seed: str, apart: frozenset[Pair] = frozenset()) -> dict[str, Any]:
    """Return the object that docs/seating.md describes, with `still_meeting` only if players must be kept apart."""
    good = quality(schedule)
    said: dict[str, Any] = {
        "players": schedule.players,
        "seed": seed,
        "rounds": [[list(table) for table in one] for one in schedule.rounds],
        "byes": [list(schedule.byes(number)) for number in range(len(schedule.rounds))],
        "quality": {
            "repeats": good.repeats,
            "wind_spread": good.wind_spread,
            "bye_spread": good.most_byes - good.least_byes,
            "table_repeats": good.table_repeats,
        },
    }
    return {**said, "still_meeting": list(map(list, still_meeting(schedule, apart)))} if apart else said


def lines(said: dict[str, Any]) -> list[str]:
    """Return the object of `as_json` as text: one round per line, a table as `7-2-1`."""
    players, seed = said["players"], said["seed"]
    text = [f"Players 0 to {players - 1}, {len(said['rounds'])} rounds, seed {seed}, SHA-256 {promise(seed)}"]
    for number, (one, byes) in enumerate(zip(said["rounds"], said["byes"], strict=True), start=1):
        tables = "  ".join("-".join(map(str, table)) for table in one)
        text.append(f"Round {number}:  {tables}" + (f"   bye: {', '.join(map(str, byes))}" if byes else ""))
    good = said["quality"]
    text += [
        f"Rematches: {good['repeats']}",
        f"Seat winds: counts differ by at most {good['wind_spread']} after any round",
        f"Byes: counts differ by at most {good['bye_spread']}",
        f"Repeat visits to a table: {good['table_repeats']}",
    ]
    if met := said.get("still_meeting"):
        text.append(f"Not kept apart: {', '.join('-'.join(map(str, pair)) for pair in met)}")
    return text


def pairs_apart(written: str, players: int) -> frozenset[Pair]:
    """Return all pairs within each group.

    `written`: groups such as `1-4,2-7-9`, or the path of a file with groups. Raises `RuleViolation` if the file can't
    be read or a player number is invalid.
    """
    groups = [re.split(r"[\s-]+", each.strip()) for each in re.split(r"[,;\n]", _text(written)) if each.strip()]
    for said in (said for group in groups for said in group):
        if not (said.isascii() and said.isdigit() and int(said) < players):
            sentence = "--apart: %(said)s is not a player number (0 to %(last)s). Write groups such as 1-4,2-7-9."
            raise RuleViolation("apart", sentence, said=said, last=players - 1)
    return separated([map(int, group) for group in groups])


def _text(written: str) -> str:
    try:
        return Path(written).read_text() if written and Path(written).is_file() else written
    except (OSError, UnicodeDecodeError) as error:
        raise RuleViolation("apart", "%(file)s cannot be read.", file=written) from error


SILENT = 1.0  # seconds before progress is printed
REFUSED = 2  # exit status for an impossible schedule


class Command(BaseCommand):
    help = "Draw a schedule: who sits East, South and West in each round, and how good the schedule is."
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Create the parser without a usage line, so that an error is one sentence."""
        return super().create_parser(prog_name, subcommand, usage=argparse.SUPPRESS, **kwargs)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=int, required=True, help="number of players, 3 to 99; players are numbered from 0"
        )
        parser.add_argument("--rounds", type=int, required=True, help="number of rounds, 1 to 60")
        parser.add_argument(
            "--seed",
            help="the seed of the draw; the same seed gives the same draw (default: a new one, which is printed)",
        )
        parser.add_argument(
            "--apart", help='players who must not meet: groups such as "1-4,2-7-9", or a file with one group per line'
        )
        ways = "how to seat the players: as evenly as possible (fixed), at random, or at tables of four without byes"
        parser.add_argument("--way", choices=seating.WAYS, default="fixed", help=ways)
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
        parser.add_argument(
            "--progress", action="store_true", help="show progress even if the output is not a terminal"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the schedule. Ctrl-C prints the best one so far; exit with 2 and a sentence if there is none."""
        seed = options["seed"] if options["seed"] is not None else secrets.token_hex(8)
        try:
            apart = pairs_apart(options["apart"] or "", options["players"])
            with _watched(options["progress"] or sys.stderr.isatty()) as budget:
                told = (options["way"], options["players"], options["rounds"])
                schedule = seating.drawn_by_way(*told, seed, apart, budget)
        except RuleViolation as violation:
            raise CommandError(str(violation), returncode=REFUSED) from violation
        said = as_json(schedule, seed, apart)
        self.stdout.write(json.dumps(said) if options["json"] else "\n".join(lines(said)))


@contextmanager
def _watched(shown: bool) -> Iterator[Budget]:
    """Yield a budget that the first Ctrl-C ends; the second ends the program. `shown`: print progress to stderr."""
    begun, line, stopped = time.monotonic(), "", False

    def stop(*_signal: object) -> None:
        nonlocal stopped
        stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def keep_going(share: float) -> bool:
        nonlocal line
        text = f"Searching: {100 * share:.0f} % (press Ctrl+C to stop and use the best schedule so far)"
        if shown and text != line and time.monotonic() - begun > SILENT:
            line = text
            sys.stderr.write(f"\r{line}")
            sys.stderr.flush()
        return not stopped

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield Budget(keep_going=keep_going)
    finally:
        signal.signal(signal.SIGINT, before)
        sys.stderr.write("\n" if line else "")
        sys.stderr.write("Stopped. This is the best schedule found so far.\n" if stopped else "")
