"""Things that source files must not contain, because a policy, a browser or a package registry doesn't allow them."""

import ast
import re
import subprocess
from pathlib import Path

import polib
import pytest
from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SOURCES = sorted(
    path
    for folder in ("engine", "people", "matches", "clubs", "tournaments", "api", "operations", "scorekeeper")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))
STYLES = sorted((ROOT / "static").rglob("*.css"))

# Blocked by the Content-Security-Policy, or mishandled by htmx: pattern -> what happens.
FORBIDDEN_IN_TEMPLATES = {
    r"hx-on": "hx-on needs eval, which the policy forbids",
    r"hx-trigger=(\"[^\"]*\[|'[^']*\[)": "a filter in hx-trigger needs eval: it logs an error and fires anyway",
    r"hx-vals=[\"']\s*js:": "js: in hx-vals needs eval",
    r"<style\b": "the policy blocks inline style",
    r"\sstyle\s*=": "the policy blocks inline style: use a class, <progress> or an SVG attribute",
    r"<script(?![^>]*\ssrc=)(?![^>]*type=\"application/json\")[^>]*>": "the policy blocks inline script",
    r"\son[a-z]+\s*=": "the policy blocks on… attributes",
    r"javascript:": "the policy blocks javascript: addresses",
    r"(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]": "no page asks another host for anything",
    r"\|safe\b|autoescape off": "what people type is escaped",
}
FORBIDDEN_IN_STATIC = {
    r"https?://(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]": "no page asks another host for anything",
    r"\beval\(|new Function\(": "the policy forbids eval",
}
# Nearly every page and entry runs these few queries; docs/performance.md says what precompiling them saves.
HOT_QUERIES = {"matches/log/queries.py", "people/accounts/session_store.py"}
FORBIDDEN_IN_SOURCES = {
    r"\bmark_safe\b": "format_html escapes what people type",
    r"\.extra\(|RawSQL|\.raw\(": "the ORM writes the SQL",
    r"objects\.all\(\)\.delete\(\)": "nothing deletes a table",
    r"^\s*except\s*:": "say which error is meant",
    r"import pickle|yaml\.load": "no reader that can run what it reads",
}


def breaches(text: str, forbidden: dict[str, str]) -> list[str]:
    return [why for pattern, why in forbidden.items() if re.search(pattern, text, re.MULTILINE)]


def found(paths: list[Path], forbidden: dict[str, str]) -> dict[str, list[str]]:
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in paths}
    return {name: reasons for name, text in texts.items() if (reasons := breaches(text, forbidden))}


def test_no_template_contains_what_the_policy_forbids():
    assert found(TEMPLATES, FORBIDDEN_IN_TEMPLATES) == {}


def test_scripts_and_styles_request_nothing_from_other_hosts():
    assert found(SCRIPTS + STYLES, FORBIDDEN_IN_STATIC) == {}


def test_no_source_contains_forbidden_code():
    assert found(SOURCES, FORBIDDEN_IN_SOURCES) == {path: ["the ORM writes the SQL"] for path in HOT_QUERIES}


@pytest.mark.parametrize(
    "text",
    [
        '<a hx-on:click="x()">',
        '<a hx-trigger="click[ctrlKey]">',
        '<p style="color: red">',
        "<script>1</script>",
        '<img onerror="x()">',
        '<script src="//cdn.example.com/x.js">',
        "{{ name|safe }}",
    ],
)
def test_a_breach_in_a_template_is_found(text):
    assert breaches(text, FORBIDDEN_IN_TEMPLATES) != []


@pytest.mark.parametrize("text", ['<a hx-trigger="click" hx-get="/x/">', '<script src="/static/a.js" defer></script>'])
def test_what_is_allowed_in_a_template_passes(text):
    assert breaches(text, FORBIDDEN_IN_TEMPLATES) == []


def test_no_script_has_a_lookbehind_which_older_phones_cannot_read():
    found = [script.name for script in SCRIPTS if re.search(r"\(\?<[!=]", script.read_text())]
    assert found == []


def test_every_form_that_posts_works_without_a_script():
    """A form with hx-post but no method and action would put the score into the URL."""
    forms = {
        f"{path.relative_to(ROOT)}: {form}": form
        for path in TEMPLATES
        for form in re.findall(r"<form\b(?:{%.*?%}|{{.*?}}|[^>])*>", path.read_text())
    }
    addressed = re.compile(r"method=.*action=|action=.*method=", re.DOTALL)
    lame = [name for name, form in forms.items() if "hx-post" in form and not addressed.search(form)]
    assert lame == []


# Block elements, each of which starts a new line in its template.
BLOCKS = (
    "html|head|body|header|footer|main|nav|section|article|aside|div|p|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot"
    "|tr|td|th|caption|form|fieldset|legend|details|summary|figure|dialog|template|option"
)


def long_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if len(line) > 160]


def crowded_lines(text: str) -> list[str]:
    """The lines that open two block elements."""
    return [line for line in text.splitlines() if len(re.findall(rf"<(?:{BLOCKS})\b", line)) > 1]


def test_a_template_has_one_element_per_line_and_no_long_line():
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in TEMPLATES}
    found = {name: long_lines(text) + crowded_lines(text) for name, text in texts.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_long_or_crowded_line_of_a_template_is_found():
    assert long_lines("a" * 161) == ["a" * 161]
    assert crowded_lines("<ul><li>") == ["<ul><li>"]
    assert crowded_lines('<li><a href="/"><span>') == []


def test_every_static_file_that_a_template_names_is_there():
    """In production, where names have hashes, a missing file would break every page that uses it."""
    named = {
        name
        for path in TEMPLATES
        for name in re.findall(r"""{% static ["']([^"']+)["']""", path.read_text())
        if finders.find(name) is None
    }
    assert named == set()


@pytest.mark.parametrize("path", sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po")), ids=lambda path: path.parts[-3])
def test_compiled_texts_are_those_of_the_catalogue(path):
    """The .mo is committed; after a change of the .po, `make messages` recompiles it."""

    def texts(catalogue):
        return {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in catalogue}

    catalogue = polib.pofile(str(path))
    done = [entry for entry in catalogue.translated_entries() if entry.msgid]
    assert texts(polib.mofile(str(path.with_suffix(".mo")))) == texts(done)


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.lock")), ids=lambda path: path.name)
def test_a_lock_file_names_versions_and_hashes_but_no_address(path):
    text = path.read_text()
    assert "://" not in text
    assert "--index-url" not in text
    assert "--find-links" not in text
    pinned = re.findall(r"^[a-z0-9-]+(?:\[[a-z,]+\])?==\S+", text, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^[a-z]", text, re.MULTILINE)) > 0
    assert text.count("--hash=sha256:") >= len(pinned)


def test_the_locks_agree_with_each_other():
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", (ROOT / name).read_text(), re.MULTILINE))

    all_of_it = pins("requirements-dev.lock")
    for smaller in ("requirements.lock", "requirements-postgres.lock"):
        assert {name: all_of_it.get(name) for name in pins(smaller)} == pins(smaller)


def test_no_generated_file_is_committed():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    machine_made = re.compile(r"(^|/)(uv\.lock|\.env|\.venv|var|__pycache__)(/|$)|\.sqlite3|\.pyc$")
    made = [name for name in listed if machine_made.search(name)]
    assert made == []


@pytest.fixture(scope="module")
def trees():
    """The syntax tree of each source file, by path."""
    return {path: ast.parse(path.read_text()) for path in SOURCES}


def test_files_and_functions_stay_small(trees):
    """At most 400 lines a file and 40 a function. These are limits, not targets."""
    files = [str(path.relative_to(ROOT)) for path in SOURCES if path.read_text().count("\n") > 400]
    functions = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > 40
    ]
    assert files + functions == []


def test_every_module_says_what_it_is(trees):
    silent = [path for path, tree in trees.items() if path.read_text().strip() and not ast.get_docstring(tree)]
    assert [str(path.relative_to(ROOT)) for path in silent] == []
