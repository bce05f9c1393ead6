"""The documentation: every link leads somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchor(heading: str) -> str:
    """The anchor that a code host gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)}


def broken_links(page: Path, text: str) -> list[str]:
    """The links in `text`, from `page`, that lead to no file or no heading."""
    broken = []
    for target, heading in LINK.findall(CODE.sub("", text)):
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (heading and file.suffix == ".md" and heading not in anchors(file)):
            broken.append(f"{target}#{heading}" if heading else target)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_the_documentation_leads_somewhere(page):
    assert broken_links(page, page.read_text()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_command_shows_a_password_in_the_list_of_processes(page):
    """Settings may contain one, but `password=…` as a separate word is an argument of a command."""
    commands = re.findall(r"```.*?```", page.read_text(), re.DOTALL)
    assert [command for command in commands if re.search(r"password=|PGPASSWORD=|postgres://\S+ ", command)] == []


def test_a_link_that_leads_nowhere_is_found():
    page = ROOT / "README.md"
    assert broken_links(page, "[a](nowhere.md) [b](docs/README.md#nowhere) [c](docs/README.md#play)") == [
        "nowhere.md",
        "docs/README.md#nowhere",
    ]


def test_every_page_can_be_reached_from_the_first_one():
    seen, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md" or not page.exists():
            continue
        seen.add(page)
        waiting += [(page.parent / target).resolve() for target, _heading in LINK.findall(page.read_text()) if target]
    assert sorted(str(page.relative_to(ROOT)) for page in PAGES if page not in seen) == []


def test_the_site_shows_every_page():
    shown = re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(shown) == sorted(str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md"))
