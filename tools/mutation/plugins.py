"""What pytest is told in a child: which tests in which order, which of them runs which line, where a database is."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import pytest

# What is watched for lines.
EXAMPLES = 25  # of hypothesis; a whole run of the tests draws a hundred and more
WATCHED = ("engine", "matches", "people")


class Chosen:
    """Runs the named tests alone, in their order; keeps which one failed first, and how long each took."""

    def __init__(self, tests: tuple[str, ...]) -> None:
        self.order = {name: place for place, name in enumerate(tests)}
        self.failed, self.found, self.ran = "", 0, 0
        self.seconds: dict[str, float] = {}
        self.bad: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if self.order:
            items[:] = sorted(
                (item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid]
            )
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        for item in items:
            _fewer_examples(getattr(item, "obj", None))
        self.found = len(items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began
            self.ran += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid
        if not report.passed:
            self.bad.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


def _fewer_examples(test: Any) -> None:
    """Hypothesis writes what it was told onto the function, and reads it there when the test runs."""
    told = getattr(test, "_hypothesis_internal_use_settings", None)
    if told and told.max_examples > EXAMPLES:
        test._hypothesis_internal_use_settings = hypothesis.settings(told, max_examples=EXAMPLES)


class Lines:
    """Which test runs which line: a number for each line, in which the bit of each test that runs it is set."""

    def __init__(self, tree: Path, chosen: Chosen) -> None:
        self.tree, self.chosen, self.names = tree, chosen, []
        watched = [str(tree / room / "*") for room in WATCHED]
        self.coverage = coverage.Coverage(data_file=None, config_file=False, include=watched, messages=False)
        self.coverage.start()

    @pytest.hookimpl(tryfirst=True, wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(str(len(self.names)))
        self.names.append(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def told(self) -> dict[str, Any]:
        """`tests` as [name, seconds, whether it passed]; `lines` as {file: {line: bits in hexadecimal}}."""
        self.coverage.stop()
        data, lines = self.coverage.get_data(), {}
        for path in data.measured_files():
            inside = os.path.relpath(path, self.tree)
            lines[inside] = {
                line: f"{sum(1 << int(test) for test in set(contexts) if test):x}"
                for line, contexts in data.contexts_by_lineno(path).items()
            }
        tests = [[name, round(self.chosen.seconds[name], 4), name not in self.chosen.bad] for name in self.names]
        return {"tests": tests, "lines": lines}


def use_ready_database(ready: Path) -> None:
    """SQLite's test database is a copy of `ready`; the first who needs one makes that, by migrating."""
    from django.db.backends.sqlite3.creation import DatabaseCreation as Creation

    migrate = Creation.create_test_db

    def create(self: Any, *args: Any, **kwargs: Any) -> str:
        if not ready.exists():
            name = migrate(self, *args, **kwargs)
            self.connection.close()  # the last connection brings the write-ahead log into the file
            unfinished = ready.with_suffix(f".{os.getpid()}")
            shutil.copy(name, unfinished)
            unfinished.rename(ready)
            return name
        name = self._get_test_db_name()
        shutil.copy(ready, name)
        self.connection.close()
        self.connection.settings_dict["NAME"] = name
        self.connection.ensure_connection()
        return str(name)

    Creation.create_test_db = create  # type: ignore[method-assign]
