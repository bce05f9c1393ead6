"""Structure of the packages: no circular imports, few modules in a package, unique class names."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tools.draw_map import APPS, PICTURE, picture
from tools.import_graph import circles, import_graph, module_name

ROOT = Path(__file__).resolve().parent.parent

MOST_MODULES = 9
# Django finds these packages by name, and each model or command has its own module.
FOLDERS_OF_MANY = {"migrations", "models", "commands"}
# Class names that Django requires.
NAMES_OF_DJANGO = {"Meta", "Command"}
# The engine's seat and the tournament model `Seat`, which can't be renamed without renaming its table.
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


def test_there_are_no_circular_imports(imports):
    assert circles(imports) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, [["a", "b"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, [["a", "b", "c"]]),
    ],
)
def test_a_circular_import_is_found(graph, found):
    assert circles(graph) == found


def test_a_package_has_at_most_nine_modules():
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


def test_every_package_has_a_docstring(trees):
    silent = [path for path, tree in trees.items() if path.name == "__init__.py" and not ast.get_docstring(tree)]
    assert [
        str(path.relative_to(ROOT)) for path in silent if path.read_text().strip() or "management" not in path.parts
    ] == []


def test_the_map_in_the_docs_shows_the_existing_modules(imports):
    """`make map` redraws it."""
    assert PICTURE.read_text() == picture(imports)
