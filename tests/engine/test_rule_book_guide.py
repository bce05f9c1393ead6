"""The rule book in docs/adding-a-rule-book.md works as the guide says when it is copied and registered."""

import importlib.util
import re
from pathlib import Path

import pytest

from engine import rulesets
from engine.errors import RuleViolation
from engine.match.entries import Numbers
from engine.match.ledger import replay
from engine.rulesets import rule_book
from engine.rulesets.checklist import Checklist, Compatibility, MarkFacts
from engine.rulesets.entry_sheet import EntrySheet
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.rule_card import ITEMS_ALONE, RuleCard
from engine.rulesets.wording import Words
from tests.engine.logs import play
from tests.engine.tables import table, win_of
from tests.engine.tile_asking import asked

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "adding-a-rule-book.md").read_text()
CODE = re.search(r"```python\n(\"\"\"Flat.*?)```", GUIDE, re.DOTALL)[1]
# Calculated by the parts themselves.
WORKED_OUT = {
    *("nothing", "read_options", "changed", "known_items", "completed", "rows"),
    *("closed", "ruled_out", "true_of", "false_of", "excludes", "implies"),
}
WIN = {"winner": "P2", "win": {"by": "discard", "from": "P3"}, "points": 4}


@pytest.fixture(autouse=True)
def flat(tmp_path, monkeypatch):
    """The rule book of the guide."""
    path = tmp_path / "flat.py"
    path.write_text(CODE)
    spec = importlib.util.spec_from_file_location("flat", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(rulesets.BOOKS, "flat", module.Flat)
    monkeypatch.setattr(rulesets, "VERSIONS", (*rulesets.VERSIONS, module.Flat))


def test_a_hand_pays_as_the_guide_says():
    result = asked("flat", "match", input={"hands": [WIN, {**WIN, "win": {"by": "wall"}}]})["result"]
    assert result["payments"] == [{"P1": -4, "P2": 12, "P3": -8}, {"P1": -4, "P2": 8, "P3": -4}]


def test_a_match_is_played_to_its_last_hand():
    rules = rule_book("flat", {})
    log = replay(rules, play(rules, *[("hand", WIN)] * 9))
    assert (log.state.balances.as_dict(), log.state.finished) == ({"P1": -36, "P2": 108, "P3": -72}, True)


def test_a_hand_below_the_house_rule_is_refused():
    rules = rule_book("flat", {"minimum": 5})
    with pytest.raises(RuleViolation) as refused:
        rules.check_win(table(rules), win_of(rules, WIN))
    assert str(refused.value) == "A hand takes at least 5 points."
    assert rules.changed == {"minimum": 5}


def test_the_form_asks_for_the_number_alone():
    sheet = rule_book("flat", {}).sheet
    state = table(sheet.rules)
    assert [(field.name, field.least, field.most) for field in sheet.number_fields(state)] == [("points", 0, 99)]
    assert [way.by for way in sheet.ways] == ["wall", "discard"]
    win = win_of(sheet.rules, WIN)
    assert (sheet.complete(state, win), sheet.list_rows(state, win)) == (win, ())
    assert isinstance(win.count, Numbers)


def test_the_card_has_the_items_alone():
    card = rule_book("flat", {}).card
    assert (card.chapters, card.glossary, card.pieces) == (ITEMS_ALONE, (), ())


@pytest.mark.parametrize("part", [RuleBook, EntrySheet, RuleCard, Checklist, MarkFacts, Compatibility])
def test_the_guide_names_all_that_a_part_may_declare(part):
    names = [name for name in {**part.__annotations__, **vars(part)} if not name.startswith("_")]
    assert [
        name for name in names if f"`{name}" not in GUIDE and f"{name}(" not in GUIDE and name not in WORKED_OUT
    ] == []


def test_the_guide_names_the_texts_of_a_rule_book():
    methods = [name for name, value in vars(Words).items() if callable(value) and not name.startswith("_")]
    maps = [name for name, field in Words.__dataclass_fields__.items() if "Mapping" in str(field.type)]
    assert [name for name in (*methods, *maps, "origin") if f"`{name}`" not in GUIDE and name != "claims"] == []


def test_the_examples_of_rows_and_combinations_work():
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    code = "".join(block for block in blocks if "assert " in block)
    assert code.count("assert ") > 2
    exec(code, {})
