"""docs/rules/malaysian.md and docs/formats.md describe the Malaysian games as the program plays them."""

import json
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets import BOOKS
from engine.rulesets.korean_japanese import RECAP_DEFAULTS, KoreanJapanese
from engine.rulesets.malaysian_fan.entry.reader import (
    BY_LIST,
    BY_NUMBERS,
    COMMON_KEYS,
    KNOWN_TO_MATCH,
    TILE_KEYS,
    WIN_KEYS,
)
from engine.rulesets.malaysian_fan.wording import REFUSALS
from tests.engine.fan_asking import SYSTEM, answered, fan, hand
from tests.engine.tables import table

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules" / "malaysian.md").read_text()
FORMATS = (ROOT / "docs" / "formats.md").read_text().split("\n## The Malaysian fan game\n")[1].split("\n## ")[0]
PATTERN = r"^(?:## |- \*\*)({}\d+(?:\.\d+)?)\b"
CLAUSES = set(re.findall(PATTERN.format("C"), PAGE, re.MULTILINE))
KOREAN = (ROOT / "docs" / "rules" / "korean-japanese.md").read_text()
ALL_CLAUSES = CLAUSES | set(re.findall(PATTERN.format("A"), KOREAN, re.MULTILINE))
WORDS = {True: "yes", False: "no"}


def section(clause: str) -> list[list[str]]:
    """The table rows of a clause, cell by cell."""
    text = re.split(r"^## ", PAGE.split(f"\n## {clause} ", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[row[0].strip().strip("`"), *(cell.strip() for cell in row[1:])] for row in rows]


def test_every_clause_that_the_rule_book_cites_is_in_the_rules():
    book = fan()
    notes = [note for chapter in book.card.chapters for note in chapter.notes]
    cases = [case.sentence for chapter in book.card.chapters for case in chapter.cases]
    words = [note for _word, note in book.card.glossary]
    cited = {each.clause for each in (*book.patterns, *book.options, *notes, *cases, *words)} | {book.penalty_clause}
    assert cited - ALL_CLAUSES == set()


def test_every_clause_mentioned_in_texts_of_the_program_is_in_the_rules():
    named = {
        (path.name, clause)
        for path in (ROOT / "engine").rglob("*.py")
        for clause in re.findall(r"\b(C\d+(?:\.\d+)?)\b", path.read_text())
    }
    assert {pair for pair in named if pair[1] not in CLAUSES} == set()


@given(st.sampled_from([{"fan": 7}, {"maximum": True}]), st.sampled_from(["wall", "discard"]))
def test_every_clause_that_a_payment_cites_is_in_the_rules(count, by):
    win = {"by": by} if by == "wall" else {"by": by, "from": "P2"}
    lines = fan().settle(table(fan()), fan().read("hand", {"winner": "P1", "win": win, **count})).lines
    assert {line.clause for line in lines} <= CLAUSES


def test_the_rules_have_every_item_with_its_fan():
    written = {name: points for name, points, _text in section("C2.1")}
    counted = {p.id: f"{'+' if p.added else ''}{p.points}" for p in fan().patterns if p.kind == "pattern"}
    assert written == counted
    assert list(written) == list(counted)


def test_the_rules_have_every_maximum_hand_in_its_order():
    assert [row[0] for row in section("C2.2")] == [p.id for p in fan().patterns if p.kind == "limit"]


def test_the_rules_have_every_house_rule_with_its_default():
    written = {name: (default, clause) for name, default, clause in section("C2.6")}
    counted = {o.name: (WORDS.get(o.default, str(o.default)), o.clause) for o in fan().options}
    assert written == counted


def test_the_recap_differs_from_the_korean_japanese_game_as_the_rules_say():
    assert {row[0]: row[1] for row in section("C2")} == {
        name: WORDS[value] if isinstance(value, bool) else str(value) for name, value in RECAP_DEFAULTS.items()
    }
    korean, recap = ({o.name: o.default for o in book.options} for book in (KoreanJapanese, BOOKS["malaysian_recap"]))
    assert {name for name in korean if korean[name] != recap[name]} == set(RECAP_DEFAULTS)


def test_the_deck_is_that_of_the_rules():
    held = {pieces.name: pieces.total for pieces in fan().card.pieces}
    assert held == {
        "Circles": 36,
        "Winds": 16,
        "Dragons": 12,
        **dict.fromkeys(("Flowers", "Seasons", "Faces", "Animals", "Jokers"), 4),
    }
    assert sum(held.values()) == 84
    assert all(f"({number})" in PAGE for number in held.values())


def test_the_rules_say_what_comes_from_the_description_and_what_is_our_decision():
    assert {pattern.line for pattern in fan().patterns} == {0}  # no line of the description has them
    grounds = PAGE.split("**What the fan game rests on.**")[1].split("\n\n")[0]
    for said in ("lines 458 and 480", "no scoring and no payments", "this page decides"):
        assert said in grounds.replace("\n", " ")
    assert "All of these are decisions" in PAGE.split("## C3 ")[1]


def test_the_formats_have_every_key_id_reason_and_value():
    keys = {*COMMON_KEYS, *KNOWN_TO_MATCH, *TILE_KEYS, *BY_NUMBERS, *BY_LIST, *WIN_KEYS, "players", "jokers"}
    keys |= {*answered(hand("234p 678p 55p", "5p", "pong:dR", "pong:dG", faces=2))}
    keys |= {pattern.id for pattern in fan().patterns} | {option.name for option in fan().options}
    assert sorted(key for key in keys if f"`{key}`" not in FORMATS and f'"{key}"' not in FORMATS) == []


def test_the_formats_have_every_house_rule_with_what_it_takes():
    for option in fan().options:
        row = next(line for line in FORMATS.splitlines() if line.startswith(f"| `{option.name}` |"))
        default = {True: "true", False: "false"}.get(option.default, option.default)
        word = isinstance(option.default, str)
        assert row.endswith(f'| `"{default}"` |' if word else f"| `{default}` |")
        assert all(str(choice) in row for choice in option.choices)


def test_the_formats_list_items_and_maximum_hands_in_order():
    for words, kind in (("Items (for `patterns`):", "pattern"), ("Maximum hands:", "limit")):
        listed = re.findall(r"`(\w+)`", FORMATS.split(f"\n{words}")[1].split("\n\n")[0])
        assert listed == [pattern.id for pattern in fan().patterns if pattern.kind == kind]


def test_the_reasons_are_those_of_the_formats():
    page = (ROOT / "docs" / "formats.md").read_text()
    places = [page.find(f"| `{reason}` |") for reason in REFUSALS]
    assert -1 not in places
    assert places == sorted(places)


def test_the_examples_of_the_formats_are_entries():
    examples = [" ".join(said.split()) for said in re.findall(r'`(\{"winner".*?\})`', FORMATS, re.DOTALL)]
    assert len(examples) == 2
    for said in examples:
        assert sum(answered({"hands": [json.loads(said)]}, "match")["payments"][0].values()) == 0


def test_the_system_is_the_one_that_the_rules_name():
    assert f"`{SYSTEM}`" in PAGE and "`malaysian_recap`" in PAGE
