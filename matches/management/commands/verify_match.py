"""`manage.py verify_match`: checks a match file (hash chain, entries, ledger, standings) without the database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine.errors import RuleViolation
from engine.match.ledger import MatchLog
from matches.files import match_file


class Command(BaseCommand):
    help = "Check the hash chain, entries, ledger and standings of a match file (match.json)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the match file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0 if the file is valid, else with 1."""
        try:
            file = match_file.read(_content(options["file"]))
        except OSError as error:
            self._fail([f"{options['file']} cannot be read: {error.strerror}."])
        except RuleViolation as violation:
            self._fail([str(violation)])
        logs: list[MatchLog] = []
        problems = [str(problem) for problem in match_file.problems(file, logs.append)]
        if problems:
            self._fail(problems)
        self.stdout.write(_summary(file, logs[0]))

    def _fail(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self.stderr.write(sentence)
        sys.exit(1)


def _content(name: str) -> bytes:
    """Read at most one byte more than a match file may have; a longer file is refused anyway."""
    most = match_file.MOST_BYTES + 1
    if name == "-":
        return sys.stdin.buffer.read(most)
    with Path(name).open("rb") as file:
        return file.read(most)


def _summary(file: match_file.MatchFile, log: MatchLog) -> str:
    balances = ", ".join(f"{name} {log.state.balances[seat]:+d}" for seat, name in file.players.items())
    chips = ""
    if any(log.state.chips):
        totals = ", ".join(f"{name} {log.state.chips[seat]:+d}" for seat, name in file.players.items())
        chips = f" Chips: {totals}."
    return (
        f"The file is valid: {len(file.events)} events in an unbroken chain, {len(log.rows)} ledger rows. "
        f"Final balances: {balances}.{chips}"
    )
