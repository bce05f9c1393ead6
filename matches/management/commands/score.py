"""`manage.py score [FILE]`: reads JSON Lines and writes one answer per line. See docs/formats.md."""

import json
import os
import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.json_api import answer


class Command(BaseCommand):
    help = "Score hands, claims and matches given as JSON Lines in FILE or on standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="the file to read, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line immediately. Exit with 1 if a line couldn't be read."""
        try:
            failed = sum("error" in reply for reply in self.replies(lines_of(options["file"])))
        except BrokenPipeError:  # the reader has closed the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if failed:
            sys.exit(1)

    def replies(self, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
        """Print and yield each answer before the next line is read. Answers are ASCII, which any terminal can print."""
        for line in lines:
            if text := line.strip().removeprefix(BOM_UTF8):
                reply = answer(text)
                self.stdout.write(json.dumps(reply))
                self.stdout.flush()
                yield reply


def lines_of(name: str) -> Iterator[bytes]:
    try:
        with sys.stdin.buffer if name == "-" else open(name, "rb") as source:
            yield from source
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
