"""The house rules that a machine can check: who may import whom, and what the engine may touch."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# From the ground up: each room may import those before it, never those after.
ROOMS = ["engine", "people", "matches", "tournaments", "scorekeeper"]
# The engine is a function of its input: no clock, no chance, no files, no network, no framework.
ENGINE_MAY_IMPORT = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "string",
    "types",
    "typing",
    "unicodedata",
}
ENGINE_MAY_NOT_CALL = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
THE_CLOCK = {"now", "today", "utcnow"}


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(tree: ast.AST, package: list[str]) -> Iterator[str]:
    """Every dotted name imported anywhere in the file, inside functions too; relative ones made absolute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join(above + ([node.module] if node.module else []))


def imported_by(path: Path) -> list[str]:
    package = list(path.relative_to(ROOT).parent.parts)
    return list(imports(ast.parse(path.read_text()), package))


def breaches(room: str, path: Path, names: list[str]) -> list[str]:
    later = set(ROOMS[ROOMS.index(room) + 1 :]) | {"tests", "bench", "tools"}
    return [f"{path.relative_to(ROOT)} imports {name}" for name in names if name.split(".")[0] in later]


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_one_way(room):
    assert [text for path in files(room) for text in breaches(room, path, imported_by(path))] == []


def test_the_engine_imports_nothing_but_plain_python():
    allowed = ENGINE_MAY_IMPORT | {"engine"}
    found = [(str(path.relative_to(ROOT)), name) for path in files("engine") for name in imported_by(path)]
    assert [pair for pair in found if pair[1].split(".")[0] not in allowed] == []


def forbidden_call(call: ast.Call) -> str | None:
    """The name of a call that reads, prints, asks the clock or draws lots without a seed; None for any other."""
    match call.func:
        case ast.Name(id=name) if name in ENGINE_MAY_NOT_CALL:
            return name
        case ast.Attribute(attr=name) if name in THE_CLOCK:
            return name
        case ast.Attribute(value=ast.Name(id="random"), attr=name) if name != "Random" or not call.args:
            return f"random.{name}"
        case ast.Name(id="Random") if not call.args:
            return "Random"
    return None


def forbidden_calls(source: str) -> list[str]:
    calls = (forbidden_call(node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [name for name in calls if name]


def test_the_engine_neither_reads_nor_prints_nor_asks_the_clock():
    found = {str(path.relative_to(ROOT)): forbidden_calls(path.read_text()) for path in files("engine")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "source",
    ["open('x')", "datetime.now()", "date.today()", "random.choice(x)", "random.Random()", "Random()"],
)
def test_a_forbidden_call_is_found(source):
    assert forbidden_calls(source) != []


@pytest.mark.parametrize("source", ["random.Random(7)", "Random(seed)", "datetime.fromisoformat(at)"])
def test_a_seed_and_a_given_time_are_allowed(source):
    assert forbidden_calls(source) == []


def test_every_room_has_files_to_look_at():
    assert [room for room in ROOMS if room != "tournaments" and not files(room)] == []


@pytest.mark.parametrize(
    "source", ["import matches", "from matches.models import Match", "def f():\n    import matches.models"]
)
def test_a_wrong_import_is_found(source):
    names = list(imports(ast.parse(source), ["people", "management"]))
    assert breaches("people", ROOT / "people/management/x.py", names) != []
