"""`manage.py verify_ledger`: recompute every match and tournament and compare the points."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from operations import ledger_check
from tournaments.management.shared import Progress


class Command(BaseCommand):
    help = (
        "Check every match: its hash chain is unbroken, its entries give the stored points, and all points sum to "
        "zero. Then check every tournament: results, byes and penalties add up to the totals."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--last", type=int, help="check only the newest LAST matches, and no tournaments")

    def handle(self, *args: Any, last: int | None = None, **options: Any) -> None:
        """Check matches and tournaments. Print each error on its own line, and exit with status 1 if there are any."""
        progress = Progress(options.get("stderr") or sys.stderr)
        ids = ledger_check.match_ids(last)
        count, entries, wrong = 0, 0, 0
        for many, problems in ledger_check.verified(ids):
            progress.report(count, len(ids), "matches")
            count, entries, wrong = count + 1, entries + many, wrong + len(problems)
            for each in problems:
                self.stdout.write(str(each))
        tournaments = 0
        for sentences in ledger_check.wrong_standings() if last is None else ():
            tournaments, wrong = tournaments + 1, wrong + len(sentences)
            for sentence in sentences:
                self.stdout.write(sentence)
        progress.end(f"Matches: {count}, tournaments: {tournaments}")
        if wrong:
            self.stdout.write(f"Errors: {wrong}. Matches: {count}, tournaments: {tournaments}.")
            sys.exit(1)
        self.stdout.write(
            f"Matches: {count}, entries: {entries}. "
            "All chains are unbroken, all entries give the stored points, and all points sum to zero."
        )
        if last is None:
            self.stdout.write(f"Tournaments: {tournaments}. All results add up to the totals.")
