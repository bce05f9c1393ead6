"""How the modules of the product fit together: no import circle, few side by side, one class for each name."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tools.draw_map import APPS, PICTURE, picture
from tools.import_graph import circles, import_graph, module_name

ROOT = Path(__file__).resolve().parent.parent

MOST_MODULES = 9
# Django looks for these by name, and models and commands have one module for each kind.
FOLDERS_OF_MANY = {"migrations", "models", "commands"}
# Django asks for nested classes of these names.
NAMES_OF_DJANGO = {"Meta", "Command"}
# The engine's chair and the database row of a seat in a tournament: the row keeps the name that its table has.
SHARED_NAMES = {"Seat"}


def sources() -> list[Path]:
    return [path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts]


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """The syntax tree of each source file."""
    return {path: ast.parse(path.read_text()) for path in sources()}


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """The imports between all modules."""
    return import_graph(ROOT, APPS)


def test_no_module_imports_itself_by_way_of_others(imports):
    assert circles(imports) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, [["a", "b"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [["a", "b", "c"]]),
    ],
)
def test_an_import_circle_is_found(graph, found):
    assert circles(graph) == found


def test_at_most_nine_modules_lie_side_by_side():
    folders = Counter(path.parent.relative_to(ROOT) for path in sources() if path.name != "__init__.py")
    crowded = {str(folder): many for folder, many in folders.items() if many > MOST_MODULES}
    assert {folder: many for folder, many in crowded.items() if Path(folder).name not in FOLDERS_OF_MANY} == {}


def test_one_class_name_has_one_meaning(trees):
    places = defaultdict(list)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in NAMES_OF_DJANGO | SHARED_NAMES:
                places[node.name].append(module_name(ROOT, path))
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_every_package_says_what_is_inside(trees):
    silent = [path for path, tree in trees.items() if path.name == "__init__.py" and not ast.get_docstring(tree)]
    assert [
        str(path.relative_to(ROOT)) for path in silent if path.read_text().strip() or "management" not in path.parts
    ] == []


def test_the_map_in_the_docs_shows_the_modules_that_there_are(imports):
    """`make map` draws it again."""
    assert PICTURE.read_text() == picture(imports)
