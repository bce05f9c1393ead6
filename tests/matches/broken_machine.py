"""Control tests of test_machine.py: with one thing broken, the state machine must fail. `make prove` runs them."""

import pytest
from hypothesis import Phase

from clubs import player_changes
from matches.actions import append
from matches.models import Sitting
from tests.matches.test_machine import report, run, table_of  # noqa: F401 - what is done is reported here too

pytestmark = pytest.mark.django_db


def one_point_too_much(monkeypatch):
    rows = append.ledger_rows

    def too_much(match, log, known=0):
        made = rows(match, log, known)
        for row in made:
            row.d1, row.d2 = row.d1 + 1, row.d2 - 1
        return made

    monkeypatch.setattr(append, "ledger_rows", too_much)


def an_undo_that_counts_nothing_anew(monkeypatch):
    plain = append.rewrite

    def forgets(match, old, new, declared=""):
        undone = len(new.rows) < len(old.rows)
        plain(match, new if undone else old, new, declared)

    monkeypatch.setattr(append, "rewrite", forgets)


def a_key_that_is_not_looked_for(monkeypatch):
    monkeypatch.setattr(append, "_repeated", lambda *told: None)


def a_stick_that_outlives_its_hand(monkeypatch):
    monkeypatch.setattr(append, "still_declared", lambda reading, event, now: reading.match.declared)


def a_name_that_stays(monkeypatch):
    blank = player_changes._blank

    def leaves(entries, user):
        there = dict(Sitting.objects.filter(player__in=entries).values_list("pk", "name"))
        code = blank(entries, user)
        for pk, name in there.items():
            Sitting.objects.filter(pk=pk).update(name=name)
        return code

    monkeypatch.setattr(player_changes, "_blank", leaves)


BROKEN = {
    "payment": ("korean_japanese", one_point_too_much),
    "undo": ("korean_japanese", an_undo_that_counts_nothing_anew),
    "key": ("korean_japanese", a_key_that_is_not_looked_for),
    "stick": ("honshu", a_stick_that_outlives_its_hand),
    "name": ("korean_japanese", a_name_that_stays),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_found(broken, monkeypatch):
    name, sabotage = BROKEN[broken]
    sabotage(monkeypatch)
    assert "held" not in verdict(table_of(name)), f"{broken} is broken, and nothing was found"


def verdict(machine):
    """The failure that the machine finds, or "held"."""
    try:
        run(machine, phases=[Phase.generate], report_multiple_bugs=False)  # it only needs to fail
    except Exception as found:
        return f"{type(found).__name__}: {str(found)[:200]}"
    return "held"
