"""docs/rules agrees with the program: clauses, values, house rules and defaults."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match.payments import who_pays_whom
from engine.rulesets import BOOKS
from tests.engine.honshu_asking import played, ron, tsumo
from tests.engine.strategies import paying_rules, wins
from tests.engine.tables import book, table

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
PAGE = (RULES / "korean-japanese.md").read_text()
HONSHU = (RULES / "honshu.md").read_text()
SANMA = (RULES / "riichi_sanma.md").read_text()
PAGES = PAGE + HONSHU + SANMA
# A heading "## A6 Hand-points" or a list item "- **A12.4** North …".
CLAUSES = set(re.findall(r"^(?:## |- \*\*)([ABE]\d+(?:\.\d+)?)\b", PAGES, re.MULTILINE))
MALAYSIAN = set(re.findall(r"^(?:## |- \*\*)(C\d+(?:\.\d+)?)\b", (RULES / "malaysian.md").read_text(), re.MULTILINE))
ENGINE = Path(__file__).resolve().parents[2] / "engine"
RIICHI = (BOOKS["honshu"], BOOKS["riichi_sanma"])


def section(clause: str) -> list[list[str]]:
    """The table rows of a clause, cell by cell, without rows that only have names."""
    return [[row[0].strip("`"), *row[1:]] for row in cells_of(clause) if row[0].startswith("`")]


def cells_of(clause: str) -> list[list[str]]:
    """All table rows of a clause, cell by cell."""
    text = re.split(r"^## ", PAGES.split(f"## {clause} ", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]


def test_every_chapter_is_there():
    most = {"A": 17, "B": 5, "E": 19}
    chapters = [f"{letter}{number}" for letter in most for number in range(1, most[letter] + 1)]
    assert [chapter for chapter in chapters if chapter not in CLAUSES] == []


@pytest.mark.parametrize("rules", [BOOKS["korean_japanese"], *RIICHI], ids=lambda rules: rules.key)
def test_every_clause_that_a_pattern_or_a_house_rule_cites_is_in_the_rules(rules):
    cited = {each.clause for each in (*rules.patterns, *rules.options, *rules.details)} | {rules.penalty_clause}
    cited |= {rules.limit_clause, rules.unpaid_clause} - {""}
    assert cited - CLAUSES == set()


@given(st.data())
def test_every_clause_that_a_payment_cites_is_in_the_rules(data):
    house = data.draw(paying_rules())
    rules = book(**house)
    lines = rules.settle(table(rules, goulash=2), rules.read("hand", data.draw(wins(house)))).lines
    settlement = who_pays_whom(
        rules.settle(table(rules), rules.read("penalty", {"penalty": {"P1": 3, "P2": -3}})).payments
    )
    assert {line.clause for line in (*lines, *settlement)} - CLAUSES == set()


def test_every_clause_mentioned_in_texts_of_the_program_is_in_the_rules():
    named = {
        (path.name, clause)
        for path in ENGINE.rglob("*.py")
        for clause in re.findall(r"\b(A1?\d(?:\.\d+)?|B\d(?:\.\d+)?|E[12]?\d(?:\.\d+)?)\b", path.read_text())
    }
    assert {pair for pair in named if pair[1] not in CLAUSES} == set()


@pytest.mark.parametrize(("clause", "kind"), [("A6", "pattern"), ("A7", "bonus")])
def test_the_rules_have_every_item_with_its_points(clause, kind):
    written = {name: points for name, points, *_ in section(clause)}
    counted = {p.id: f"{'+' if p.added else ''}{p.points}" for p in book().patterns if p.kind == kind}
    assert written == counted


def test_the_rules_have_every_limit_hand_in_its_order():
    limits = [[p.id, p.group] for p in book().patterns if p.kind == "limit"]
    assert [row[:2] for row in section("A11")] == limits


def test_the_rules_have_every_house_rule_with_its_default():
    words = {None: "–", (): "–"}
    for chapter, rules in (("A15", book()), ("B4", BOOKS["honshu"]({}))):
        written = {name: (default.split(" (")[0], clause) for name, default, clause in section(chapter)}
        assert written == {o.name: (shown(o.default, words), o.clause) for o in rules.options}


def shown(default: object, words: dict) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, tuple) and default:
        return ", ".join(map(str, default))
    return words.get(default, str(default))


def test_the_rules_have_every_yaku_yakuman_and_bonus_han_of_honshu():
    written = {name: points for name, points, *_ in section("B2")}
    assert written == {pattern.id: str(pattern.points) for pattern in BOOKS["honshu"]({}).patterns}


def test_the_rules_have_the_table_of_payments():
    """Each row of B3 is what the program pays for its han; `tests/engine/test_honshu_payments.py` has every cell."""
    text = HONSHU.split("## B3 ")[1].split("## B4 ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]
    assert [row[0].split()[0].split("–")[0] for row in rows[1:]] == [
        *("3", "4", "5", "6", "8", "10", "13"),
        *("yakuman", "double", "triple"),
    ]
    for name, to_ko, to_oya, drawn, each in rows[1:]:
        units = {"yakuman": 1, "double": 2, "triple": 3}.get(name)
        count = {"yakuman": units} if units else {"han": int(name.split()[0].split("–")[0])}
        assert paid(ron("P2", "P3", **count))[1] == int(to_ko)
        assert paid(ron("P1", "P3", **count))[0] == int(to_oya)
        assert [-points for points in paid(tsumo("P2", **count))[::2]] == [int(p) for p in drawn.split(" / ")][::-1]
        assert paid(tsumo("P1", **count))[1] == -int(each)


def paid(entry: dict) -> list[int]:
    return list(played(entry, bust="off")["payments"][0].values())


def test_the_rules_have_every_value_of_the_presets_of_honshu_with_its_source():
    values = [[name, shown(value, {})] for preset in BOOKS["honshu"].presets for name, value in preset.options.items()]
    assert [row[:2] for row in section("B6")] == values
    assert all(source for _name, _value, source, _doubt in section("B6"))


def test_the_rules_have_every_payment_mode():
    mode = next(option for option in book().options if option.name == "payment_mode")
    assert {row[0].split("`")[0] for row in section("A8")[1:]} == set(mode.choices)


def test_every_clause_that_the_glossary_cites_is_in_the_rules():
    rows = [
        line.strip("|").split("|") for line in (RULES / "glossary.md").read_text().splitlines() if line.startswith("|")
    ]
    assert {row[3].strip() for row in rows[2:]} - CLAUSES - MALAYSIAN == set()
    terms = [row[0].strip() for row in rows[2:]]
    assert terms == sorted(terms)


def test_the_index_names_every_page():
    index = (RULES / "README.md").read_text()
    assert [
        page.name for page in RULES.glob("*.md") if page.name != "README.md" and f"({page.name})" not in index
    ] == []
