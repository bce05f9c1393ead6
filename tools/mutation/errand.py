"""One run of pytest in a process that was forked for it, in a copy of the tree. Knows no mutants.

The parent has everything loaded that is not the project's, so that a child loads the project alone. A database that was
made once is copied instead of migrated anew.
"""

import compileall
import contextlib
import gc
import importlib
import json
import os
import py_compile
import resource
import shutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tools.mutation.plugins import Chosen, Lines, use_ready_database

# All that the project and its tests load, but for pytest's plugins, which load themselves.
THIRD_PARTY = (
    "pytest", "hypothesis", "hypothesis.stateful", "coverage", "argon2", "environ", "openpyxl", "xlsxwriter", "segno",
    "whitenoise.middleware", "polib", "mahjong.shanten", "playwright.sync_api", "django.test", "django.db.models",
    "django.db.backends.sqlite3.base", "django.forms", "django.template.backends.django", "django.core.management",
    "django.contrib.auth.hashers", "django.contrib.staticfiles.finders", "django.views.csrf", "django.urls",
    "django.template.loader_tags", "django.template.defaulttags", "django.middleware.csrf", "django_htmx.middleware",
    "django.utils.translation.trans_real", "django.test.client", "logging.config", "zoneinfo", "sqlite3", "email.mime",
)  # fmt: skip
PYTEST = [
    "-x", "-q", "--assert=plain", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:randomly",
    "-p", "_hypothesis_pytestplugin", "-p", "pytest_django.plugin",
]  # fmt: skip
# Tests that draw lots draw fewer, and the same ones each time: a mistake that survives these may not survive all.
FEWER = {"FUZZ_REQUESTS": "300", "SEED": "20"}
MEMORY = 6 * 2**30  # bytes: a mistake that fills the memory is not to take the machine with it


@dataclass(frozen=True)
class Errand:
    """Which tests, in which order (none named: all of the files), and how long they may take.

    `lines`: also say which test runs which line. `own_database`: migrate, for what is broken is used by migrations.
    """

    files: tuple[str, ...]
    tests: tuple[str, ...] = ()
    lines: bool = False
    own_database: bool = False
    cpu_seconds: int = 600
    wall_seconds: int = 1800


@dataclass
class Ended:
    """What came of it: pytest's own status (None: its time was up), the first test that failed, and what was asked."""

    status: int | None
    failed: str
    seconds: float
    told: dict[str, Any]
    output: str


class Place:
    """A copy of the tree, in which one errand runs at a time."""

    def __init__(self, folder: Path, root: Path, database: Path) -> None:
        self.tree, self.root, self.database = folder / "tree", root, database
        self.data, self.output, self.outcome = folder / "data", folder / "output.txt", folder / "outcome.json"
        left = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".hypothesis", "node_modules", "img")
        shutil.copytree(root, self.tree, ignore=left)
        compileall.compile_dir(self.tree, quiet=2)
        self.pid = 0

    def write(self, path: str, source: str) -> None:
        """Put that into the copy, compiled at once: by age in seconds and size it may look like the one before."""
        (self.tree / path).write_text(source)
        py_compile.compile(str(self.tree / path), quiet=2)

    def start(self, errand: Errand) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir()
        self.outcome.unlink(missing_ok=True)
        self.began, self.errand, self.reaped = time.monotonic(), errand, False
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            _child(self, errand)

    def ended(self) -> Ended | None:
        """What came of the errand, or None while it runs. Whatever it leaves behind is ended with it."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        self.reaped = bool(pid)
        late = time.monotonic() - self.began > self.errand.wall_seconds
        if not pid and not late:
            return None
        self.stop()
        told = json.loads(self.outcome.read_text()) if self.outcome.exists() else {}
        by_signal = not pid or os.WIFSIGNALED(status)
        output = self.output.read_text(errors="replace")[-4000:]
        spent = time.monotonic() - self.began
        return Ended(None if by_signal else os.WEXITSTATUS(status), told.pop("failed", ""), spent, told, output)

    def stop(self) -> None:
        """End it and all that it has started; a child that has just been forked leads no group yet."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if not self.reaped:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.reaped = True


def load_third_party() -> None:
    """Once, in the parent. What is not installed is not needed."""
    for name in THIRD_PARTY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def _child(place: Place, errand: Errand) -> None:
    """Never returns."""
    status = 70
    try:
        os.setsid()
        _settle(place, errand)
        status = _run(place, errand)
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _settle(place: Place, errand: Errand) -> None:
    """Output, folder, environment and limits of the child."""
    told = os.open(place.output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(told, 1)
    os.dup2(told, 2)
    os.chdir(place.tree)
    here = {"", str(place.root)}
    sys.path[:] = [str(place.tree), *(each for each in sys.path if each not in here)]
    sys.dont_write_bytecode = True
    os.environ.update(
        DATA_DIR=str(place.data),
        HYPOTHESIS_STORAGE_DIRECTORY=str(place.data / "hypothesis"),
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        PYTHONDONTWRITEBYTECODE="1",
        **FEWER,
        DJANGO_SETTINGS_MODULE="tests.settings",
    )
    resource.setrlimit(resource.RLIMIT_CPU, (errand.cpu_seconds, errand.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _run(place: Place, errand: Errand) -> int:
    chosen = Chosen(errand.tests)
    plugins: list[object] = [chosen]
    if errand.lines:
        plugins.append(Lines(place.tree, chosen))
    if not errand.own_database:
        use_ready_database(place.database)
    keep_going = ["--maxfail=1000000"] if errand.lines else []
    arguments = [*PYTEST, *keep_going, "--hypothesis-seed=1", f"--rootdir={place.tree}", *errand.files]
    try:
        status = int(pytest.main(arguments, plugins=plugins))
    except Exception as error:  # Django is set up before pytest catches anything: a module that cannot be loaded
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        status = int(pytest.ExitCode.USAGE_ERROR)
    strangers = [
        name
        for name in ("engine", "matches", "people")
        if name in sys.modules and not str(sys.modules[name].__file__).startswith(str(place.tree))
    ]
    if strangers:
        raise RuntimeError(f"not of this copy: {strangers}")
    told = {"failed": chosen.failed, "ran": chosen.ran, "found": chosen.found}
    for plugin in plugins[1:]:
        told |= plugin.told()  # type: ignore[attr-defined]
    place.outcome.write_text(json.dumps(told))
    return status
