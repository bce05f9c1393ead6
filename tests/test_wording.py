"""A page text that many tests use is defined once, in `wording.py`."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib

TESTS = Path(__file__).resolve().parent
CATALOGUE = TESTS.parent / "locale/cs/LC_MESSAGES/django.po"
WORDING = TESTS / "wording.py"
MOST_PLACES = 8
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%[a-z]|%[a-z]|\{\w*\}")
WORDS = re.compile(r"[^\W_]+")
PREFIXES = {"f", "r", "rf"}
EXAMPLES = {"Friday club"}  # typed by people: the placeholder of a field, and the name of a club in many tests

Message = tuple[str, ...]


def words_of(text: str) -> list[str]:
    """The words of a text or a source, without string prefixes such as the f of f"…"."""
    return [word for word in WORDS.findall(text) if word not in PREFIXES]


def message_words(messages: Iterable[str]) -> dict[Message, str]:
    """The words of each message's longest part without a placeholder: {words: that part}.

    Two words in lower case ("the table") are left out, because they are part of too many sentences.
    """
    parts = (max(PLACEHOLDER.split(message), key=len).strip() for message in messages)
    long = {tuple(words_of(part)): part for part in parts if " " in part and len(part) >= 8}
    return {words: part for words, part in long.items() if len(words) >= (2 if part[0].isupper() else 3)}


def literals(tree: ast.AST, place: str = "module") -> Iterator[tuple[str, str]]:
    """(function name, text) of each literal except docstrings. Texts outside functions belong to the module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield place, node.value
        elif isinstance(node, ast.FunctionDef):
            yield from literals(node, f"{place}.{node.name}")
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from literals(node, place)


def messages_in(text: str, begins: dict[Message, list[Message]]) -> Iterator[Message]:
    """The messages that a text contains. If several begin at one position, the longest."""
    words = words_of(text)
    end = 0
    for at, pair in enumerate(zip(words, words[1:], strict=False)):
        if at >= end and pair in begins:
            for message in begins[pair]:
                if tuple(words[at : at + len(message)]) == message:
                    yield message
                    end = at + len(message)
                    break


def crowded(sources: dict[str, str], messages: Iterable[str]) -> dict[str, list[str]]:
    """{text: the functions that contain it} for each text in more than MOST_PLACES functions."""
    parts = message_words(messages)
    begins = defaultdict(list)
    for message in sorted(parts, key=len, reverse=True):
        begins[message[:2]].append(message)
    # Parsing every test file takes seconds, so only the files that contain a frequent text are parsed.
    counted = {name: Counter(messages_in(source, begins)) for name, source in sources.items()}
    often = {message for message, times in sum(counted.values(), Counter()).items() if times > MOST_PLACES}
    places = defaultdict(set)
    for name in [name for name, found in counted.items() if often & found.keys()]:
        for place, text in literals(ast.parse(sources[name])):
            for message in often & set(messages_in(text, begins)):
                places[parts[message]].add(f"{name}: {place}")
    return {text: sorted(found) for text, found in places.items() if len(found) > MOST_PLACES}


def test_a_text_that_many_tests_look_for_has_a_name():
    """Give the text a name in tests/wording.py, or compare the number, name or link that matters instead."""
    entries = [entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete]
    messages = {text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text}
    sources = {str(path.relative_to(TESTS)): path.read_text() for path in TESTS.rglob("*.py") if path != WORDING}
    often = crowded(sources, messages - EXAMPLES)
    assert {f"{text!r} belongs in tests/wording.py": places for text, places in often.items()} == {}


MESSAGES = [
    "Waiting for network (%s)",
    "Saved ✓ hand %(no)s",
    "Undo",
    "the table",
    "Not recorded",
    "Not there any more",
]


def module(function: str, tests: int) -> str:
    return "\n\n".join(function.replace("NAME", f"test_{number}") for number in range(tests))


def test_a_text_in_nine_functions_is_found_and_in_eight_is_not():
    plain = module('def NAME(page):\n    assert "Saved ✓ hand 1" in page', 8)
    assert crowded({"test_a.py": plain}, MESSAGES) == {}
    places = [*(f"test_a.py: module.test_{number}" for number in range(8)), "test_b.py: module.says"]
    filled = 'def says(page, no):\n    assert f"Saved "\n        f"✓ hand {no}" in page'
    assert crowded({"test_a.py": plain, "test_b.py": filled.replace("\n        ", " ")}, MESSAGES) == {
        "Saved ✓ hand": places
    }


def test_short_words_docstrings_and_longer_messages_are_not_counted():
    for body in ('"Undo"', '"It lies on the table"', '"""Saved ✓ hand 1"""'):
        assert crowded({"test_a.py": module(f"def NAME():\n    {body}\n    return {body}", 9)}, MESSAGES[2:]) == {}
    longer = module('def NAME(page):\n    return "Not there any more"', 9)
    assert list(crowded({"test_a.py": longer}, MESSAGES)) == ["Not there any more"]
