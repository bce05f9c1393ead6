"""Every visible sentence is one message: not concatenated, no changed case, no punctuation outside of the message."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale/cs/LC_MESSAGES/django.po"
APPS = ("engine", "people", "matches", "clubs", "tournaments", "api", "operations", "scorekeeper")
GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
GETTEXT |= {f"{name}_lazy" for name in GETTEXT - {"_"}} | {"gettext_noop", "ngettext_noop"}
QUOTES = re.compile("[“”„«»]")
MARK, END = re.compile(r"[:;,.] | [–—] | \("), re.compile(r"\)?\.")
CASE = {"capitalize", "title", "swapcase"}

# Read by programs, or only by people who run the server, in English.
ENGLISH = ("operations/", "scorekeeper/", "matches/management/", "people/management/", "tournaments/management/")
JOINED = {
    "api/guide/examples.py": "JavaScript",
    "api/http.py": "headers",
    "engine/errors.py": "the engine's own English",
    "engine/json_api.py": "the engine's own English",
    "engine/seating/swiss.py": "numbers in the record of a draw",
    "matches/files/match_file.py": "keys of a file",
    "matches/files/schema.py": "keys of a file",
    "people/web/clients.py": "a stored label of two product names",
    "people/db/append_only_triggers.py": "SQL",
}
MARKED = {
    "api/guide/examples.py": "headers",
    "engine/json_api.py": "the engine's own English",
    "matches/files/schema.py": "keys of a file",
    "people/accounts/second_factors.py": "the label of an account in another app",
    "people/clubs/roster.py": "initials of a name",
}
# The names of the languages aren't messages: Django's table has them in lower case.
CAPITALISED = {"matches/shared/_menu_items.html"}


def sources() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if "migrations" not in path.parts and not name.startswith(ENGLISH):
                yield name, path.read_text()


@pytest.fixture(scope="module")
def parsed() -> dict[str, list[ast.AST]]:
    """{name of the source: its nodes}."""
    return {name: list(ast.walk(ast.parse(source))) for name, source in sources()}


def templates() -> Iterator[tuple[str, str]]:
    folder = ROOT / "templates"
    for path in sorted(folder.rglob("*.html")):
        yield str(path.relative_to(folder)), path.read_text()


# ── Python ───────────────────────────────────────────────────────────────────


def is_message(node: ast.AST) -> bool:
    """Whether the node is a gettext call, perhaps with its placeholders filled in."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return is_message(node.left)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT


def glued(node: ast.AST) -> bool:
    """A message inside an f-string, which `make messages` doesn't find, or a message with something added.

    A message as the value of an HTML attribute is allowed.
    """
    if isinstance(node, ast.JoinedStr):
        messages = [isinstance(part, ast.FormattedValue) and is_message(part.value) for part in node.values]
        between = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        return any(messages) and "</" not in between
    parts = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else ()
    return any(map(is_message, parts))


def recased(node: ast.AST) -> bool:
    """`text[:1].upper()`, `text.capitalize()`, `capfirst(text)`, or the case of a message changed."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id == "capfirst"
    if not isinstance(node.func, ast.Attribute):
        return False
    first = isinstance(node.func.value, ast.Subscript) and ast.unparse(node.func.value.slice) in (":1", "0")
    changed = is_message(node.func.value) or first
    return (node.func.attr in CASE and not node.args) or (changed and node.func.attr in ("upper", "lower"))


def quoted(node: ast.AST) -> bool:
    """A quotation mark in an f-string. Quotation marks belong in the message."""
    parts = node.values if isinstance(node, ast.JoinedStr) else ()
    return any(isinstance(part, ast.Constant) and QUOTES.search(str(part.value)) for part in parts)


def marked(node: ast.AST) -> bool:
    """A colon, full stop, dash or bracket between two values of an f-string, or a full stop at its end.

    `people.text.lists` has functions for them.
    """
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    if not parts or not isinstance(parts[0], ast.FormattedValue):
        return False
    *between, last = [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]
    return any(map(MARK.fullmatch, between)) or bool(END.fullmatch(last))


def joined(node: ast.AST) -> bool:
    """`", ".join(…)`; `people.text.lists.listed` writes lists."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and str(node.func.value.value).strip() in (",", ";", "and", "or")
        and str(node.func.value.value).endswith(" ")
    )


EXCEPTIONS = {joined: JOINED, marked: MARKED}


def lines_with(fault: Callable[[ast.AST], bool], nodes: Iterable[ast.AST]) -> list[int]:
    return [node.lineno for node in nodes if fault(node)]


@pytest.mark.parametrize("fault", [glued, recased, quoted, joined, marked], ids=lambda fault: fault.__name__)
def test_code_builds_no_sentence_from_parts(fault, parsed):
    found = {name: lines_with(fault, nodes) for name, nodes in parsed.items()}
    allowed = EXCEPTIONS.get(fault, {})
    assert {name: lines for name, lines in found.items() if lines and name not in allowed} == {}


def test_every_exception_is_still_needed(parsed):
    for fault, allowed in EXCEPTIONS.items():
        found = {name for name, nodes in parsed.items() if name in allowed and lines_with(fault, nodes)}
        assert found == set(allowed), fault


@pytest.mark.parametrize(
    ("fault", "planted"),
    [
        (glued, "text = f'{_(\"corrected\")}: {points}'"),
        (glued, "text = f'{_(\"%(no)s hands\") % said}, {more}'"),
        (glued, "text = f'{_(\"Saved.\")} {more}'"),
        (glued, "text = name + _(' was here')"),
        (glued, "text += ngettext('a', 'b', n) + '.'"),
        (recased, "text = text[:1].upper() + text[1:]"),
        (recased, "text = text[0].upper()"),
        (recased, "text = gettext('table').upper()"),
        (recased, "text = text.capitalize()"),
        (recased, "text = capfirst(text)"),
        (quoted, "text = f'“{name}”'"),
        (marked, "text = f'{name}: {points}'"),
        (marked, "text = f'{what}. {pays}.'"),
        (marked, "text = f'{total} ({chips})'"),
        (marked, "text = f'{first} – {last}'"),
        (joined, "text = ', '.join(names)"),
        (joined, "text = ' and '.join(names)"),
    ],
)
def test_a_sentence_built_from_parts_is_found(fault, planted):
    assert lines_with(fault, ast.walk(ast.parse(planted))) == [1]


@pytest.mark.parametrize(
    ("fault", "fine"),
    [
        (glued, "text = _('%(name)s: %(points)s') % {'name': name, 'points': f'{points} '}"),
        (recased, "key = name.upper()"),
        (quoted, "text = _('“%(name)s”') % said"),
        (joined, "row = ','.join(cells)"),
        (marked, "key = f'{app}.{name}:{value}'"),
        (marked, "text = f'{count} × {name}'"),
    ],
)
def test_a_whole_message_is_fine(fault, fine):
    assert lines_with(fault, ast.walk(ast.parse(fine))) == []


# ── templates ────────────────────────────────────────────────────────────────

COMMENT = re.compile(r"\{#.*?#\}|\{% comment.*?endcomment %\}|<script.*?</script>|<style.*?</style>", re.DOTALL)
WHOLE = re.compile(r"\{% blocktrans(?:late)?\b.*?endblocktrans(?:late)? %\}", re.DOTALL)
# A message that is a fragment: it starts in lower case.
FRAGMENT = r"""\{%\ translate\ (?:"[a-z][^"]*"|'[a-z][^']*')(?:\ context\ (?:"[^"]*"|'[^']*'))?\ %\}"""
INLINE = r"""(?:\s|</?(?:bdi|b|strong|small|em|span|time|s)\b[^>]*>)*"""
GLUED = {
    "a fragment before a value": re.compile(rf"{FRAGMENT}[:,]?{INLINE}\{{\{{", re.VERBOSE),
    "a fragment after a value": re.compile(rf"\}}\}}[:,]?{INLINE}{FRAGMENT}", re.VERBOSE),
    "a mark between a message and a value": re.compile(r"\{% translate [^%]* %\}(?:</\w+>)?[:;,] *(?:<\w+>)?\{\{"),
    "a mark between a value and a message": re.compile(r"\}\}(?:</\w+>)?[:;,]\s+(?:<\w+>)?\{% (?:blocktrans|trans)"),
    "a label that ends with a colon before a value": re.compile(r"\{% translate \"[^\"]*:\" %\} *(?:<\w+>)*\{\{"),
    "a list": re.compile(r"forloop\.last %\},"),
    "case": re.compile(r"\|(?:capfirst|title|upper|lower)\b"),
}

# Outside of whole messages.
BESIDE = {
    "a mark between two values": re.compile(r"\}\}(?:</\w+>)?(?:[:;,]\s+|\s+[–—(]\s*)(?:<\w+>)?\{[{%](?! end| if)"),
    "a space between two sentences": re.compile(
        r"\{% translate \"[^\"]*[.!?]\" %\}\s+\{(?:% (?:translate|blocktranslate) (?![^%]* as)|\{)"
    ),
    "a space before a sentence": re.compile(r"\}\} \{% translate \"[^\"]*[.!?]\" %\}"),
}


def faults_of(template: str) -> list[str]:
    text = COMMENT.sub("", template)
    found = [name for name, pattern in GLUED.items() if pattern.search(text)]
    outside = WHOLE.sub("{{ whole }}", text)
    found += [name for name, pattern in BESIDE.items() if pattern.search(outside)]
    words = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", WHOLE.sub("", text), flags=re.DOTALL)
    return found + ["a quotation mark"] * bool(QUOTES.search(words))


def test_a_template_builds_no_sentence_from_parts():
    found = {name: faults_of(text) for name, text in templates() if name not in CAPITALISED}
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    "planted",
    [
        '{% translate "ends" %} <time>{{ at }}</time>',
        '<bdi>{{ name }}</bdi> {% translate "was here" %}',
        '{% translate "Reason" %}: <bdi>{{ reason }}</bdi>',
        '<bdi>{{ name }}</bdi>: {% translate "I agree" %}',
        '{% translate "Byes:" %} {{ names }}',
        "{% for name in names %}{{ name }}{% if not forloop.last %}, {% endif %}{% endfor %}",
        "{{ policy|capfirst }}",
        "<bdi>{{ name }}</bdi>: {{ points }}",
        "{{ first }} – {{ last }}",
        "{{ name }} ({{ many }})",
        '{% translate "Saved." %} {{ more }}',
        '{% translate "Saved." %}\n{% translate "Check it." %}',
        '{{ why }} {% translate "Nothing was changed." %}',
        "<p>“{{ name }}”</p>",
    ],
)
def test_a_fragment_in_a_template_is_found(planted):
    assert faults_of(planted) != []


@pytest.mark.parametrize(
    "fine",
    [
        "{% blocktranslate trimmed %}“{{ name }}”, {{ points }}{% endblocktranslate %}",
        '<td>{% translate "bye" %}</td><td>{{ points }}</td>',
        '<h2>{% translate "Places" %}</h2> {{ names|name_list }}',
        '{% translate "Saved." as saved %}{% paragraph saved _("Check it.") %}',
        "{{ number }} {{ name }}",
    ],
)
def test_a_whole_message_in_a_template_is_fine(fine):
    assert faults_of(fine) == []


# ── messages ─────────────────────────────────────────────────────────────────


def is_part(message: str) -> bool:
    """Whether it begins or ends with a space, or with a mark that joins it to something else."""
    return message != message.strip() or bool(re.match(r"[,;:]", message))


def test_no_message_is_a_part_of_a_sentence():
    entries = [entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete]
    messages = {text for entry in entries for text in (entry.msgid, entry.msgid_plural)}
    assert [text for text in messages if is_part(text)] == []


@pytest.mark.parametrize("planted", ["was ", " in round 3", ", ", ": %(reason)s"])
def test_a_part_of_a_sentence_is_found(planted):
    assert is_part(planted)
