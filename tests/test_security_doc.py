"""docs/security.md and docs/threat-model.md are up to date: each row names an existing test, or a reason."""

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parent
DOC = (TESTS.parent / "docs" / "security.md").read_text()
THREATS = (TESTS.parent / "docs" / "threat-model.md").read_text()
# The items of OWASP ASVS 5.0 that apply, level 2 and some of level 3: last number of each section.
APPLIES = {
    "1.2": (1, 2, 3, 4, 5, 10), "1.3": (3, 11), "1.4": (2,), "1.5": (1,),
    "2.1": (1, 2, 3), "2.2": (1, 2, 3), "2.3": (1, 2, 3, 4), "2.4": (1,),
    "3.2": (1, 2), "3.3": (1, 2, 3, 4), "3.4": (1, 2, 3, 4, 5, 6, 8), "3.5": (1, 2, 3, 4), "3.7": (1, 2),
    "4.1": (1, 2, 3), "4.2": (1,),
    "5.1": (1,), "5.2": (1, 2, 3), "5.3": (1, 2), "5.4": (1, 2),
    "6.1": (1, 2, 3), "6.2": tuple(range(1, 13)), "6.3": (1, 2, 3, 4), "6.4": (1, 2, 3, 4), "6.5": (1, 2, 3, 4, 5),
    "7.1": (1,), "7.2": (1, 2, 3, 4), "7.3": (1, 2), "7.4": (1, 2, 3, 4, 5), "7.5": (1, 2), "7.6": (2,),
    "8.1": (1, 2), "8.2": (1, 2, 3), "8.3": (1,), "8.4": (1,),
    "11.2": (1,), "11.4": (1, 2), "11.5": (1,), "12.1": (1,), "12.2": (1, 2),
    "13.2": (1, 2, 3, 4, 5), "13.3": (1,), "13.4": (1, 2, 3, 4, 5),
    "14.1": (1,), "14.2": (1,), "14.3": (1, 2, 3), "15.1": (1, 2, 3), "15.2": (1, 2, 3), "15.3": (1, 3, 4, 7),
    "16.1": (1,), "16.2": (1, 2, 3, 4, 5), "16.3": (1, 2, 3, 4), "16.4": (1, 2, 3), "16.5": (1, 2, 3),
}  # fmt: skip
ROWS = re.findall(r"^\| (\d[\d., ]*) \| (.+?) \| (.+) \|$", DOC, re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)::(\w+|\*)`")


@cache
def names_in(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_each_item_that_applies_has_one_row():
    listed = [each for ids, _what, _how in ROWS for each in ids.split(", ")]
    applies = [f"{section}.{number}" for section, numbers in APPLIES.items() for number in numbers]
    assert sorted(listed) == sorted(applies)


def test_each_test_that_is_named_exists():
    named = NAMED.findall(DOC + THREATS)
    assert len(named) > 150
    missing = [
        f"{file}::{name}" for file, name in named if name not in names_in(file) and not (name == "*" and names_in(file))
    ]
    assert missing == []


def test_what_has_no_test_has_a_reason():
    assert [ids for ids, _what, how in ROWS if not NAMED.search(how) and len(how) < 10] == []


def rows(title: str) -> list[list[str]]:
    """The cells of each row of the table under a heading of the threat model."""
    table = THREATS.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = [line.strip("|").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in cells] for cells in lines[1:]]


def test_each_threat_names_what_shows_its_protection_and_what_remains():
    """Each row about exhaustion also has a limit: a number, or what is not stored at all."""
    who, exhaustion = rows("Who, by which route"), rows("Exhaustion of resources")
    assert len(who) > 12 and len(exhaustion) > 20
    assert [cells[0] for cells in who if len(cells) != 6 or not all(cells)] == []
    assert [cells[0] for cells in exhaustion if len(cells) != 5 or not all(cells)] == []
    assert [cells[:2] for cells in who if not NAMED.search(cells[-1])] == []
    assert [cells[:2] for cells in exhaustion if not NAMED.search(cells[-1])] == []


def test_each_suite_of_proofs_that_a_threat_names_exists():
    named = [suite for line in re.findall(r"`ONLY=([\w,]+) make prove`", THREATS) for suite in line.split(",")]
    assert len(named) > 4
    assert [suite for suite in named if not (TESTS.parent / "proofs" / "suites" / f"{suite}.py").exists()] == []


def test_the_documented_headers_are_those_that_the_program_sends():
    from tests.rights.headers import EVERYWHERE

    assert "\n".join(f"{name}: {value}" for name, value in EVERYWHERE.items()) in DOC


def test_the_policy_says_where_a_vulnerability_is_reported_and_how_soon_it_is_answered():
    policy = " ".join((TESTS.parent / "SECURITY.md").read_text().split())
    assert "open the **Security** tab of this project's repository on its code host and choose" in policy
    assert "**Report a vulnerability**" in policy and "You get an answer within a week." in policy
