"""docs/formats.md describes the input of `manage.py score`: keys, reasons, and an example with its result."""

import json
import re
from pathlib import Path

import pytest

from engine.hands.tiles import parse_tiles
from engine.json_api import EXAMPLE_KEYS, TYPES, answer
from engine.rulesets import BOOKS
from engine.rulesets.honshu.entry import reader as honshu
from engine.rulesets.honshu.wording import REFUSALS as HONSHU_REFUSALS
from engine.rulesets.korean_japanese.entry.reader import COMMON_KEYS, KNOWN_TO_MATCH, TILE_KEYS
from engine.rulesets.korean_japanese.wording import REFUSALS
from engine.rulesets.riichi.entry.reader import WIN_KEYS
from engine.rulesets.riichi.wording import REFUSALS as SANMA_REFUSALS
from engine.rulesets.riichi_sanma.entry import reader as sanma
from engine.rulesets.riichi_sanma.payments import LIMITS
from engine.rulesets.riichi_sanma.scoring.best_score import BONUS_ITEMS
from tests.engine.tile_asking import asked, hand, scored

FORMATS = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()
PAGE = FORMATS.split("## Questions: ")[1].split("\n## ")[0]
ENTRIES = [(honshu.READER, honshu.DETAILS, "Honshu sanma"), (sanma.READER, sanma.DETAILS, "riichi sanma")]


def test_every_key_of_a_hand_is_documented():
    keys = {*COMMON_KEYS, *KNOWN_TO_MATCH, *TILE_KEYS, *scored(hand("234p 678m 55p", "4p", pongs="E dR")), "players"}
    assert sorted(key for key in keys if f"`{key}`" not in PAGE) == []


def test_every_reason_is_documented_in_order():
    places = [PAGE.find(f"| `{reason}` |") for reason in REFUSALS]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize(("reader", "details", "section"), ENTRIES)
def test_every_key_of_a_riichi_entry_is_documented(reader, details, section):
    keys = {key for keys in reader.keys.values() for key in keys} | {*WIN_KEYS, "wins"}
    keys |= {detail.key for detail in details}
    assert sorted(key for key in keys if f"`{key}`" not in FORMATS and f'"{key}"' not in FORMATS) == []
    text = FORMATS.split(f"### Entries of {section}\n")[1].split("\n## ")[0].split("\n### ")[0]
    assert [by for by in reader.by if f'`"{by}"`' not in text] == []


@pytest.mark.parametrize(("refusals", "section"), [(HONSHU_REFUSALS, "Honshu sanma"), (SANMA_REFUSALS, "riichi sanma")])
def test_every_reason_of_riichi_is_documented_in_order(refusals, section):
    text = PAGE.split(f"### A hand of {section} by")[1].split("\n### ")[0].split("| reason |")[1]
    places = [text.find(f"`{reason}`") for reason in refusals]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize(("key", "section"), [("honshu", "Honshu sanma"), ("riichi_sanma", "riichi sanma")])
def test_every_id_and_default_of_riichi_is_documented(key, section):
    text = FORMATS.split(f"## Ids of {section}\n")[1].split("\n## ")[0]
    rules = BOOKS[key]
    assert [item.id for item in rules.patterns if f"`{item.id}`" not in text] == []
    rows = [
        [cell.strip(" `") for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")
    ]
    plain = {option.name: json.dumps(option.default) for option in rules.options}
    assert {row[0]: row[-1] for row in rows} == plain
    choices = [choice for option in rules.options for choice in (*option.choices, *option.whole)]
    assert [choice for choice in choices if f"`{json.dumps(choice)}`" not in text] == []


def test_every_key_of_a_riichi_sanma_result_is_documented():
    text = PAGE.split("### A hand of riichi sanma by")[1].split("\n### ")[0]
    result = asked("riichi_sanma", input=hand("234p 678p 555s 22s", "4p", "dR", win={"by": "tsumo"}))["result"]
    items = [*result["fu_items"], *BONUS_ITEMS, *LIMITS, "yakuman"]
    keys = [*result, *BOOKS["riichi_sanma"].entry_keys, *items]
    assert result["fu_items"]
    assert [key for key in keys if f"`{key}`" not in text and f'"{key}"' not in FORMATS] == []


def test_every_entry_of_riichi_sanma_is_accepted():
    """Each example is the only entry of a match; the entries of two winners are only outlined."""
    text = " ".join(FORMATS.split("### Entries of riichi sanma\n")[1].split("\n## ")[0].split())
    examples = [json.loads(said) for said in re.findall(r"`(\{.*?\})`", text) if "hand, hand" not in said]
    entries = [example for example in examples if "daisangen" not in example]
    assert len(entries) == 9
    for entry in entries:
        assert "result" in asked("riichi_sanma", "match", input={"hands": [entry]}), entry


def test_every_system_type_and_ignored_key_is_documented():
    words = [f'"{word}"' for word in (*BOOKS, *TYPES)] + [f"`{key}`" for key in EXAMPLE_KEYS]
    assert [word for word in words if word not in PAGE] == []


def test_the_example_has_the_documented_result():
    asked, rest = PAGE.split('    {"id": 7, "system"')[1].split("(in one line)")
    line = " ".join(('{"id": 7, "system"' + asked).split())
    replied = " ".join(rest.split("\n\n")[1].split())
    assert answer(line) == json.loads(replied)


def test_the_hand_by_tiles_in_the_example_of_an_entry_is_valid():
    said = FORMATS.split("The program reads, counts and refuses:")[1].split("\n- *by numbers*")[0].strip().strip("`")
    assert scored({**json.loads(" ".join(said.split())), "hand_no": 1})["hand_points"] == 4


def test_the_short_form_of_tiles_is_read():
    assert len(parse_tiles("123p 55m E dR")) == 7
