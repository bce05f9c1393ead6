"""`manage.py score [FILE]`: JSON Lines in, one answer a line out, as docs/formats.md says."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from engine.questions import answer


class Command(BaseCommand):
    help = "Score hands, claims and matches: JSON Lines from FILE, or from standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line as it comes. Exits with 1 where a line could not be read."""
        with opened(options["file"]) as lines:
            failed = sum("error" in reply for reply in self.replies(lines))
        if failed:
            sys.exit(1)

    def replies(self, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
        """Every answer, written out before the next line is read."""
        for line in lines:
            if line.strip():
                reply = answer(line.decode("utf-8", errors="replace"))
                self.stdout.write(json.dumps(reply, ensure_ascii=False))
                self.stdout.flush()
                yield reply


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The lines of a file, or of standard input."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(name, "rb") as lines:
            yield lines
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
