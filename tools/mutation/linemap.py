"""Which test runs which line, file of tests by file of tests; what was found out is kept until something changes."""

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.mutation.errand import FEWER, Ended, Errand
from tools.mutation.plugins import EXAMPLES

HARDLY_ANY = 0.02  # seconds of a test
ROOMS = ("engine", "matches", "people")
RAN = (0, 1, 5)  # pytest's own: all passed, some failed, none was there to run; else they could not even be loaded
# They run the program in processes of its own, where no line is seen, or what is not broken here.
LEFT_OUT = ("test_seat", "test_tournament", "test_ratings", "test_score_command", "test_log_processes", "test_queries")


class LineMap:
    """The files of tests, and what each has told."""

    def __init__(self, root: Path, kept: Path, folders: tuple[str, ...]) -> None:
        self.root, self.kept = root, kept
        kept.mkdir(parents=True, exist_ok=True)
        found = [path for folder in folders for path in sorted((root / "tests" / folder).glob("test_*.py"))]
        self.files = [str(path.relative_to(root)) for path in found if not path.name.startswith(LEFT_OUT)]
        rooms = [root / room for room in ROOMS]
        self.common = _digest(_sources(rooms) + [path for path in _sources([root / "tests"]) if not _is_test(path)])
        self.common += f"{FEWER} {EXAMPLES}"
        self.told: dict[str, dict] = {}

    def _at(self, file: str) -> Path:
        digest = hashlib.sha256((self.common + _digest([self.root / file])).encode()).hexdigest()[:16]
        return self.kept / f"{Path(file).parent.name}-{Path(file).stem}-{digest}.json"

    def missing(self) -> list[str]:
        """Files of tests that have not been watched yet; the others are read."""
        for file in self.files:
            if file not in self.told and self._at(file).exists():
                self.told[file] = json.loads(self._at(file).read_text())
        return [file for file in self.files if file not in self.told]

    def watch(self, file: str) -> Iterator[Errand]:
        """Have the file's tests run under the eye of `coverage`, once."""
        ended: Ended = yield Errand((file,), lines=True, cpu_seconds=1800, wall_seconds=3600)
        if "lines" not in ended.told or ended.status not in RAN:
            raise RuntimeError(f"{file} cannot be watched:\n{ended.output}")
        told = {"tests": ended.told["tests"], "lines": ended.told["lines"], "seconds": round(ended.seconds, 1)}
        self._at(file).write_text(json.dumps(told))
        self.told[file] = told
        return told

    def bad(self) -> list[str]:
        """Tests that did not pass on the unbroken tree; they judge nothing."""
        return [name for told in self.told.values() for name, _, passed in told["tests"] if not passed]

    def of_lines(self, path: str, first: int, last: int) -> dict[str, float]:
        """Seconds of each test that runs one of these lines; of what runs on loading alone, see `on_loading`."""
        lines = [str(line) for line in range(first, last + 1)]
        return self._tests(path, lines)

    def loaded(self, path: str, first: int, last: int) -> bool:
        """Whether one of the lines runs at all."""
        lines = {str(line) for line in range(first, last + 1)}
        return any(lines & told["lines"].get(path, {}).keys() for told in self.told.values())

    def on_loading(self, path: str) -> dict[str, float]:
        """Tests that run any line of the file; if there are none, of a file that imports it."""
        for each in ([path], importers(self.root, path)):
            found: dict[str, float] = {}
            for file in each:
                found |= self._tests(file, None)
            if found:
                return found
        return {}

    def _tests(self, path: str, lines: list[str] | None) -> dict[str, float]:
        found = {}
        for told in self.told.values():
            of_path, bits = told["lines"].get(path, {}), 0
            for line in of_path if lines is None else lines:
                bits |= int(of_path.get(line, "0"), 16)
            if bits:
                found |= {
                    name: seconds
                    for at, (name, seconds, passed) in enumerate(told["tests"])
                    if passed and bits >> at & 1
                }
        return found


def in_order(tests: dict[str, float]) -> list[str]:
    """The quickest first, but one case of each function before a second one of any: they look at other things. What
    takes hardly any time has all its cases at once.
    """
    ranked, cases = [], {}
    for seconds, name in sorted((seconds, name) for name, seconds in tests.items()):
        function = name.split("[")[0]
        cases[function] = cases.get(function, -1) + 1
        ranked.append((cases[function] if seconds > HARDLY_ANY else 0, seconds, name))
    return [name for _, _, name in sorted(ranked)]


def inside_function(source: str, line: int) -> bool:
    """Whether the line runs when something is called, not when the module is loaded."""
    return any(
        node.body[0].lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@cache
def importers(root: Path, path: str) -> list[str]:
    """Files that import the module at `path` itself."""
    module = path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
    package, name = module.rpartition(".")[::2]
    return [
        str(each.relative_to(root))
        for each in _sources([root / room for room in ROOMS])
        if any(
            (isinstance(node, ast.Import) and module in {alias.name for alias in node.names})
            or (isinstance(node, ast.ImportFrom) and node.module == module)
            or (isinstance(node, ast.ImportFrom) and node.module == package and name in {a.name for a in node.names})
            for node in ast.walk(ast.parse(each.read_text()))
        )
    ]


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") or "browser" in path.parts


def _sources(rooms: list[Path]) -> list[Path]:
    return sorted(path for room in rooms for path in room.rglob("*.py"))


def _digest(paths: list[Path]) -> str:
    told = hashlib.sha256()
    for path in paths:
        told.update(f"{path.name}\0".encode() + path.read_bytes())
    return told.hexdigest()
