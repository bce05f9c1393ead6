"""The imports between modules, read from the sources; drawn for docs/architecture.md by `make map`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Graph = Mapping[str, set[str]]


def module_name(root: Path, path: Path) -> str:
    """The dotted name of a source file: `people/models.py` is people.models; a package has the name of its folder."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(root: Path, apps: Iterable[str]) -> dict[str, set[str]]:
    """For each module of `apps`, the modules of `apps` that it imports when it is loaded.

    Imports inside functions and imports only for type checkers are left out. A package counts as imported if one of its
    modules is imported, except by its own modules.
    """
    paths = [path for app in apps for path in sorted((root / app).rglob("*.py")) if "migrations" not in path.parts]
    modules = {module_name(root, path): path for path in paths}
    return {module: set(_imported(module, path, modules)) for module, path in modules.items()}


def _imported(module: str, path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for name in _names(ast.parse(path.read_text()).body, modules):
        parts = name.split(".")
        packages = (".".join(parts[:length]) for length in range(1, len(parts)))
        for imported in (name, *(package for package in packages if not f"{module}.".startswith(f"{package}."))):
            if imported in modules and imported != module:
                yield imported


def _names(statements: Iterable[ast.stmt], modules: Mapping[str, Path]) -> Iterator[str]:
    for statement in statements:
        match statement:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(module=str(package), names=aliases):
                for alias in aliases:
                    name = f"{package}.{alias.name}"
                    yield name if name in modules else package
            case ast.If(test=test, body=body, orelse=orelse) if "TYPE_CHECKING" not in ast.unparse(test):
                yield from _names([*body, *orelse], modules)
            case ast.Try(body=body, handlers=handlers):
                yield from _names([*body, *(line for handler in handlers for line in handler.body)], modules)


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules that import each other, directly or indirectly; sorted, each group once.

    Each is a strongly connected component of more than one module (Tarjan 1972).
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in sorted(graph.get(module, ())):
            if other not in order:
                visit(other)
            if other in path:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            start = path.index(module)
            if len(path) - start > 1:
                found.append(sorted(path[start:]))
            del path[start:]

    for module in sorted(graph):
        if module not in order:
            visit(module)
    return sorted(found)


def folders(graph: Graph) -> Counter[tuple[str, str]]:
    """The number of imports from one second-level folder to another, such as matches.log to people.db."""
    arrows: Counter[tuple[str, str]] = Counter()
    for module, others in graph.items():
        for other in others:
            arrow = (_folder(module), _folder(other))
            if arrow[0] != arrow[1]:
                arrows[arrow] += 1
    return arrows


def _folder(module: str) -> str:
    return ".".join(module.split(".")[:2])
