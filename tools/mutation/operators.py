"""The mistakes that are made on purpose: one node of a module's syntax tree gives way to another. Knows no tests.

Left alone is what no test of behaviour can see: annotations, decorators, `assert`, `strict=`, `__all__`, and the fields
of models, which stand in the migrations.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}
LOCKS = {"select_for_update"}
# A keyword argument that is simply forgotten; of others, those that say True or False.
FORGOTTEN = {"timeout", "of", "no_key", "reverse"}
FORGOTTEN_IN = {"sorted": {"key"}, "min": {"key", "default"}, "max": {"key", "default"}, "sort": {"key"}}
NEVER_FORGOTTEN = {"strict", "frozen", "slots", "kw_only", "eq"}
WIDEST = 90  # letters of a place that are shown


@dataclass(frozen=True)
class Mutant:
    """One mistake: the `number`-th of those that can be made in the file at `path`."""

    path: str
    number: int
    line: int
    end: int
    kind: str
    before: str
    after: str
    digest: str  # of the file: a mistake in another version is another mistake

    @property
    def key(self) -> str:
        return f"{self.path}#{self.number}@{self.digest}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.before} → {self.after}"


@dataclass(frozen=True)
class Change:
    """What gives way to what, and where the tree holds it: `parent.field`, or the `index`-th of that list."""

    kind: str
    old: ast.AST
    new: ast.AST
    parent: ast.AST
    field: str
    index: int | None

    def make(self) -> None:
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.index] = self.new


def mutants(path: str, source: str) -> list[Mutant]:
    """Every mistake that can be made in the file, in the order of its tree."""
    digest = hashlib.sha256(source.encode()).hexdigest()[:8]
    found = []
    for number, each in enumerate(_changes(ast.parse(source), path)):
        first, last = each.old.lineno, each.old.end_lineno  # type: ignore[attr-defined]
        found.append(Mutant(path, number, first, last, each.kind, *_shown(each.old, each.new), digest))
    return found


def mutated(path: str, source: str, number: int | None) -> str:
    """The file with its `number`-th mistake; with none, the same written anew."""
    tree = ast.parse(source)
    if number is not None:
        list(_changes(tree, path))[number].make()
    return ast.unparse(ast.fix_missing_locations(tree))


def _shown(old: ast.AST, new: ast.AST) -> tuple[str, str]:
    """Both in a line each; of long ones, from a little before where they part."""
    before, after = (" ".join(ast.unparse(ast.fix_missing_locations(node)).split()) for node in (old, new))
    part = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    start = max(part - WIDEST // 3, 0) if max(len(before), len(after)) > WIDEST else 0
    return _cut(before, start), _cut(after, start)


def _cut(text: str, start: int) -> str:
    end = "…" if len(text) > start + WIDEST else ""
    return ("…" if start else "") + text[start : start + WIDEST] + end


def _changes(tree: ast.Module, path: str) -> list[Change]:
    return list(_below(tree, path.endswith("models.py") or "/models/" in path))


def _below(parent: ast.AST, schema: bool) -> Iterator[Change]:
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _left_alone(parent, node, schema):
                continue
            for kind, new in _instead(node, parent, field):
                yield Change(kind, node, new, parent, field, index)
            yield from _below(node, schema)


def _left_alone(parent: ast.AST, node: ast.AST, schema: bool) -> bool:
    """Assertions, what is for types alone, and (`schema`) what a class of models declares."""
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.arguments):
        return not isinstance(node, ast.arguments) or not (node.defaults or node.kw_defaults)
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.keyword):
        return node.arg in NEVER_FORGOTTEN
    if schema and isinstance(parent, ast.ClassDef):
        return not isinstance(node, ast.FunctionDef)
    return False


def _instead(node: ast.AST, parent: ast.AST, field: str) -> Iterator[tuple[str, ast.AST]]:
    """What may stand there by mistake, with the name of the mistake."""
    if isinstance(node, ast.stmt):
        yield from _statement(node)
    elif isinstance(node, ast.expr):
        if field == "test" and isinstance(parent, ast.If | ast.IfExp | ast.While):
            yield from _forced(node, parent)
        elif field == "ifs":
            yield "condition forced", _constant(node, True)
        yield from _expression(node, parent)


def _statement(node: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    nothing = ast.copy_location(ast.Pass(), node)
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "returns None", ast.copy_location(ast.Return(_constant(value, None)), node)
        case ast.Expr(value=ast.Call()):
            yield "call removed", nothing
        case ast.Raise():
            yield "raise removed", nothing
        case ast.AugAssign(op=op) if type(op) in COUNTED and not _is_text(node.value):
            new = ast.AugAssign(node.target, COUNTED[type(op)](), node.value)
            yield "operator", ast.copy_location(new, node)
            yield "statement removed", nothing
        case ast.Continue():
            yield "break for continue", ast.copy_location(ast.Break(), node)
        case ast.Break():
            yield "continue for break", ast.copy_location(ast.Continue(), node)


def _forced(node: ast.expr, parent: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if not isinstance(node, ast.Constant):
        yield "condition forced", _constant(node, False)
        if not isinstance(parent, ast.While):
            yield "condition forced", _constant(node, True)


def _expression(node: ast.expr, parent: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                new = [*ops[:at], COMPARED[type(op)](), *ops[at + 1 :]]
                yield "comparison", ast.copy_location(ast.Compare(node.left, new, node.comparators), node)
        case ast.BinOp(op=op) if type(op) in COUNTED and not (_is_text(node.left) or _is_text(node.right)):
            yield "operator", ast.copy_location(ast.BinOp(node.left, COUNTED[type(op)](), node.right), node)
        case ast.BoolOp(op=op):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and/or", ast.copy_location(ast.BoolOp(other, node.values), node)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "not or minus removed", operand
        case ast.Constant(value=bool() as value):
            yield "True/False", _constant(node, not value)
        case ast.Constant(value=int() as value):
            yield "constant", _constant(node, value + 1)
            yield "constant", _constant(node, value - 1)
        case ast.Call():
            yield from _call(node)


def _call(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    match node.func:
        case ast.Attribute(value=value, attr=name) if name in LOCKS:
            yield "lock removed", value
        case ast.Name(id=name) if name in NAMES:
            new = ast.Call(ast.Name(NAMES[name], ast.Load()), node.args, node.keywords)
            yield "max/min/any/all", ast.copy_location(new, node)
    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    forgotten = FORGOTTEN | FORGOTTEN_IN.get(called, set())
    for at, each in enumerate(node.keywords):
        truth = isinstance(each.value, ast.Constant) and isinstance(each.value.value, bool)
        if each.arg in forgotten or (truth and each.arg not in NEVER_FORGOTTEN):
            left = [*node.keywords[:at], *node.keywords[at + 1 :]]
            yield "keyword dropped", ast.copy_location(ast.Call(node.func, node.args, left), node)


def _constant(node: ast.AST, value: object) -> ast.Constant:
    return ast.copy_location(ast.Constant(value), node)  # type: ignore[arg-type]


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.AST) -> bool:
    """Text, as far as it can be seen: of two texts no difference is taken."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.Call(func=ast.Name(id="_" | "gettext" | "ngettext" | "pgettext" | "str")):
            return True
    return False
