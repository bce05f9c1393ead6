"""docs/formats.md agrees with the program: ids, kinds, columns and the example."""

import re
from pathlib import Path

from engine import hash_chain
from engine.match.ledger import KINDS
from engine.rulesets import rule_book
from matches.files import exports, match_file

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()


def test_every_id_kind_and_key_is_documented():
    book = rule_book("korean_japanese", {})
    ids = [pattern.id for pattern in book.patterns] + [option.name for option in book.options]
    for name in [*ids, *KINDS, *match_file.TOP, *match_file.EVENT]:
        assert f"`{name}`" in TEXT, name
    for column in exports.COLUMNS:
        assert f"`{column}`" in TEXT or re.sub("P2$", "P1", column) in TEXT, column
    assert f"at most {match_file.MOST_EVENTS} events" in TEXT


def test_the_example_of_the_hash_chain_is_correct():
    first = hash_chain.first_hash("korean_japanese", {})
    event = {"seq": 1, "key": "0" * 21 + "1", "kind": "draw", "payload": {"draw": True}, "by": "d1"}
    event["at"] = "2026-11-20T20:04:05.123456Z"
    assert f"`{first}`" in TEXT
    assert f"`{hash_chain.canonical({**event}).decode()}`" in TEXT
    assert f"`{hash_chain.event_hash(first, event)}`" in TEXT
