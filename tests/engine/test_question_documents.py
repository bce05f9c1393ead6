"""docs/formats.md says what `manage.py score` takes: its keys, its reasons, and an example that comes out."""

import json
from pathlib import Path

from engine.hands.tiles import parse_tiles
from engine.json_api import OF_EXAMPLES, TYPES, answer
from engine.rulesets import BOOKS
from engine.rulesets.honshu.entry.reader import DETAILS, READER
from engine.rulesets.honshu.wording import REFUSALS as HONSHU_REFUSALS
from engine.rulesets.korean_japanese.entry.reader import COMMON_KEYS, KNOWN_TO_MATCH, TILE_KEYS
from engine.rulesets.korean_japanese.wording import REFUSALS
from engine.rulesets.riichi.reader import WIN_KEYS
from tests.engine.tile_asking import hand, scored

FORMATS = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()
PAGE = FORMATS.split("## Questions: ")[1].split("\n## ")[0]


def test_every_key_of_a_hand_stands_there():
    keys = {*COMMON_KEYS, *KNOWN_TO_MATCH, *TILE_KEYS, *scored(hand("234p 678m 55p", "4p", pongs="E dR")), "players"}
    assert sorted(key for key in keys if f"`{key}`" not in PAGE) == []


def test_every_reason_stands_there_in_order():
    places = [PAGE.find(f"| `{reason}` |") for reason in REFUSALS]
    assert -1 not in places
    assert places == sorted(places)


def test_every_key_of_an_entry_of_honshu_stands_there():
    keys = {key for keys in READER.keys.values() for key in keys} | {*WIN_KEYS, "wins"}
    keys |= {detail.key for detail in DETAILS}
    assert sorted(key for key in keys if f"`{key}`" not in FORMATS and f'"{key}"' not in FORMATS) == []
    assert [by for by in READER.by if f'`"{by}"`' not in FORMATS] == []


def test_every_reason_of_honshu_stands_there_in_order():
    text = PAGE.split("### A hand of Honshu sanma")[1].split("| reason |")[1]
    places = [text.find(f"`{reason}`") for reason in HONSHU_REFUSALS]
    assert -1 not in places
    assert places == sorted(places)


def test_every_id_and_default_of_honshu_stands_there():
    text = FORMATS.split("## Ids of Honshu sanma")[1]
    rules = BOOKS["honshu"]
    assert [item.id for item in rules.patterns if f"`{item.id}`" not in text] == []
    rows = [
        [cell.strip(" `") for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")
    ]
    plain = {option.name: json.dumps(option.default) for option in rules.options}
    assert {row[0]: row[-1] for row in rows} == plain
    assert all(f'`"{choice}"`' in text for option in rules.options for choice in option.choices)


def test_every_system_type_and_spare_key_stands_there():
    words = [f'"{word}"' for word in (*BOOKS, *TYPES)] + [f"`{key}`" for key in OF_EXAMPLES]
    assert [word for word in words if word not in PAGE] == []


def test_the_example_comes_out_as_written():
    asked, rest = PAGE.split('    {"id": 7, "system"')[1].split("(in one line)")
    line = " ".join(('{"id": 7, "system"' + asked).split())
    replied = " ".join(rest.split("\n\n")[1].split())
    assert answer(line) == json.loads(replied)


def test_the_hand_by_tiles_of_an_entry_is_one():
    said = FORMATS.split("The program reads, counts and refuses:")[1].split("\n- *by numbers*")[0].strip().strip("`")
    assert scored({**json.loads(" ".join(said.split())), "hand_no": 1})["hand_points"] == 4


def test_the_short_form_of_tiles_is_read():
    assert len(parse_tiles("123p 55m E dR")) == 7
