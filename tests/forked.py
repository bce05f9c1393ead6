"""Runs commands, each in its own process, forked from one that has already loaded Django.

A command has the same input, output and exit status as in a shell. Only Python's own start-up (its environment
variables and warnings) happens once for all of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVER = """
import gc, json, os, signal, sys
from importlib import import_module
import django
from django.core.management import get_commands, load_command_class
main = import_module(sys.argv[1]).main
if sys.argv[2]:
    django.setup()
asked, told = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
for line in asked:
    words, environment, *files = json.loads(line)
    if sys.argv[2] and words and words[0] in get_commands():
        load_command_class(get_commands()[words[0]], words[0])  # imported once, not in each child
    gc.freeze()  # otherwise the child garbage-collects everything it shares with this process when it exits
    if not (child := os.fork()):
        signal.alarm(120)  # stop a command that serves although it should have been refused
        for number, name in enumerate(files):
            os.dup2(os.open(name, os.O_RDWR), number)
        os.environ.update(environment)
        sys.argv = ["manage.py", *words]
        exec(words[1], {}) if words[0] == "-c" else main()
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=told, flush=True)
"""


class Commands:
    """Runs commands of `program`, a module with a `main`.

    `loaded`: settings and apps are loaded once, before the fork. Otherwise each command loads its own.
    """

    def __init__(
        self, environment: dict[str, str] | None = None, *, loaded: bool = True, program: str = "manage"
    ) -> None:
        told = {**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"} if environment is None else environment
        words = [sys.executable, "-c", SERVER, program, "loaded" if loaded else ""]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._server = subprocess.Popen(words, cwd=ROOT, env=told, text=True, **pipes)

    def run(self, *words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        """Run the program with these arguments or, like Python itself, with `-c` and code."""
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, name) for name in ("in", "out", "err")]
            for file, content in zip(files, (stdin, b"", b""), strict=True):
                file.write_bytes(content)
            print(json.dumps([words, environment, *map(str, files)]), file=self._server.stdin, flush=True)
            status = int(self._server.stdout.readline())
            return subprocess.CompletedProcess(words, status, *(file.read_bytes() for file in files[1:]))

    def close(self) -> None:
        self._server.communicate(timeout=60)

    def __enter__(self) -> Commands:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
