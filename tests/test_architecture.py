"""Architecture rules: which package may import which, and what the engine may use."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.rulesets import BOOKS
from tools.draw_map import APPS

ROOT = Path(__file__).resolve().parent.parent
# From the bottom up: each package may import those before it, never those after.
ROOMS = list(APPS)
# The engine is a pure function of its input: no clock, no randomness, no files, no network, no framework.
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
# The only module that reads data files, which are inside its own package.
PACKAGE_DATA = {"engine/seating/no_rematch_schedules.py": {"importlib.resources"}}
ENGINE_MAY_NOT_CALL = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
THE_CLOCK = {"now", "today", "utcnow"}


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.fixture(scope="module")
def nodes() -> dict[Path, list[ast.AST]]:
    """The syntax tree nodes of each source file, parsed once for all tests."""
    return {path: parsed(path.read_text()) for room in (*ROOMS, "proofs") for path in files(room)}


def parsed(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


def imports(nodes: Iterable[ast.AST], package: list[str]) -> Iterator[str]:
    """Every dotted name imported anywhere in the file, also inside functions; relative names made absolute."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join(above + ([node.module] if node.module else []))


def imported_by(path: Path, nodes: Iterable[ast.AST]) -> list[str]:
    return list(imports(nodes, list(path.relative_to(ROOT).parent.parts)))


def breaches(room: str, path: Path, names: list[str]) -> list[str]:
    later = set(ROOMS[ROOMS.index(room) + 1 :]) | {"tests", "bench", "proofs", "tools"}
    return [f"{path.relative_to(ROOT)} imports {name}" for name in names if name.split(".")[0] in later]


@pytest.mark.parametrize("room", ROOMS)
def test_imports_run_one_way(nodes, room):
    assert [text for path in files(room) for text in breaches(room, path, imported_by(path, nodes[path]))] == []


def test_proofs_import_no_tests(nodes):
    found = [(str(path.relative_to(ROOT)), name) for path in files("proofs") for name in imported_by(path, nodes[path])]
    assert [pair for pair in found if pair[1].split(".")[0] == "tests"] == []


def test_the_engine_imports_nothing_but_plain_python(nodes):
    allowed = ENGINE_MAY_IMPORT | {"engine"}
    found = [(str(path.relative_to(ROOT)), name) for path in files("engine") for name in imported_by(path, nodes[path])]
    others = [pair for pair in found if pair[1].split(".")[0] not in allowed]
    assert others == [(path, name) for path, names in PACKAGE_DATA.items() for name in names]


def forbidden_call(call: ast.Call) -> str | None:
    """The name of a call that reads, prints, uses the clock or draws random numbers without a seed; None otherwise."""
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


def forbidden_calls(nodes: Iterable[ast.AST]) -> list[str]:
    calls = (forbidden_call(node) for node in nodes if isinstance(node, ast.Call))
    return [name for name in calls if name]


def test_the_engine_neither_reads_nor_prints_nor_uses_the_clock(nodes):
    found = {str(path.relative_to(ROOT)): forbidden_calls(nodes[path]) for path in files("engine")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "source", ["open('x')", "datetime.now()", "date.today()", "random.choice(x)", "random.Random()", "Random()"]
)
def test_a_forbidden_call_is_found(source):
    assert forbidden_calls(parsed(source)) != []


@pytest.mark.parametrize("source", ["random.Random(7)", "Random(seed)", "datetime.fromisoformat(at)"])
def test_random_numbers_from_a_seed_and_a_given_time_are_allowed(source):
    assert forbidden_calls(parsed(source)) == []


def test_every_package_has_files_to_check():
    assert [room for room in ROOMS if not files(room)] == []


@pytest.mark.parametrize(
    "source", ["import matches", "from matches.models import Match", "def f():\n    import matches.models"]
)
def test_a_wrong_import_is_found(source):
    names = list(imports(parsed(source), ["people", "management"]))
    assert breaches("people", ROOT / "people/management/x.py", names) != []


# ── shared code doesn't depend on the rule book ───────────────────────────────

# Names that mean the same in every rule book: parts of entries, of pages and of tournament scoring.
COMMON = {"limit", "limits", "full", "match_length", "length", "unit"}
COMMON |= {"uma", "start_points", "return_points", "chip_points"}
# Allowed exceptions, such as file columns that must not change and the demo matches.
KNOWN = {
    "matches/files/exports.py": {"goulash"},
    "engine/tournament/stages.py": {"half"},  # half of the total is carried over
    "engine/tournament/scoring/scheme.py": {"bust"},  # tournament scoring
    "engine/player_names.py": {"chombo", "nagashi", "pao"},  # fields of an entry that name players
    "engine/hands/hand.py": {"rob_kong"},  # a way to win in rule books whose deal rotates
    "matches/management/commands/load_demo.py": {"half", "korean_japanese"},
    "tournaments/demo/event.py": {"korean_japanese"},
}


def private_names() -> set[str]:
    """Names that belong to a single rule book: its key, options, ways to win, limit kinds, payments, flags."""
    names: set[str] = set()
    for key, kind in BOOKS.items():
        book = kind({})
        names |= {key, *(option.name for option in book.options), *(way.by for way in book.sheet.ways if way.switch)}
        names |= {
            *book.limit_kinds,
            *book.words.lines,
            *book.words.carry_lines,
            *book.words.flags,
            *book.words.refusals,
        }
    return names - COMMON - {number.name for book in BOOKS.values() for number in book.numbers}


def shared_sources() -> list[Path]:
    """The sources of matches and of the engine, without the rule books."""
    own = {Path(inspect.getfile(kind)).relative_to(ROOT) for kind in BOOKS.values()}
    books = {path.parent if path.name == "__init__.py" else path for path in own}
    books |= {Path("engine/rulesets/rotating_deal.py"), Path("engine/rulesets/riichi")}  # shared by several rule books
    found = [path.relative_to(ROOT) for path in (*files("engine"), *files("matches"))]
    return [path for path in found if not any(book in (path, *path.parents) for book in books)]


def named_in(nodes: Iterable[ast.AST], names: set[str]) -> set[str]:
    """The names that occur as string literals."""
    texts = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str)} & names


def test_shared_code_names_nothing_of_a_single_rule_book(nodes):
    names = private_names()
    found = {str(path): named_in(nodes[ROOT / path], names) for path in shared_sources()}
    assert {path: those for path, those in found.items() if those - KNOWN.get(path, set())} == {}


def test_no_page_names_anything_of_a_single_rule_book():
    quoted = re.compile("[\"'](" + "|".join(map(re.escape, private_names())) + ")[\"'\\]]")
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").glob("*.js")]
    assert {path.name: quoted.findall(path.read_text()) for path in pages if quoted.search(path.read_text())} == {}


def test_shared_code_reads_no_single_house_rule():
    asks = re.compile(r"\bhouse(\[|\.get\()\s*[\"']")
    assert [str(path) for path in shared_sources() if asks.search((ROOT / path).read_text())] == []


@pytest.mark.parametrize("source", ['if win.by == "rob_kong": pass', 'x = {"goulash": 1}', 'kind in ("half", "full")'])
def test_a_private_name_is_found(source):
    assert named_in(parsed(source), private_names()) != set()
