"""The cache of logs, keyed by the hash of the last event: never of another match, never stale, never modified."""

import pytest

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, replay
from matches import actions
from matches.log import state
from matches.log.state import LOGS, cached_log, open_match
from matches.models import Event
from tests.matches.table import OTHER, PHONE, at, join, new_key, read, start, wall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cold():
    """Clear the caches, as in a new process."""
    LOGS.clear()


def played(*winners):
    match = start()
    for winner in winners:
        actions.record_entry(kind="hand", payload=wall(winner), **at(match))
    return match


def test_the_cache_equals_the_database():
    match = played("P1", "P2", "P3")
    warm = read(match)
    assert cached_log(warm.match.tip) is warm.folded
    LOGS.clear()
    cold = read(match)
    assert cold.folded is not warm.folded
    assert (cold.events, cold.log) == (warm.events, warm.log)
    assert cold.log == replay(cold.book, [event.fact for event in Event.objects.filter(match=match)])


def test_an_entry_of_another_process_is_seen_immediately():
    """The event is written while this process has the earlier log in its cache."""
    match = played("P1")
    before = read(match)
    old = LOGS._entries.copy()
    actions.record_entry(kind="hand", payload=wall("P2"), **at(match))
    LOGS.clear()
    LOGS._entries.update(old)
    after = read(match)
    assert [row.seq for row in before.log.rows] == [1]
    assert [row.seq for row in after.log.rows] == [1, 2]


def test_an_entry_that_was_rolled_back_is_in_no_match(monkeypatch):
    match = played("P1")
    told = at(match)
    with monkeypatch.context() as broken:
        broken.setattr("matches.actions.append.rewrite", lambda *_all: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            actions.record_entry(kind="hand", payload=wall("P2"), **told)
    assert [row.seq for row in read(match).log.rows] == [1]
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    assert [row.kind for row in read(match).log.rows] == ["hand", "draw"]


def test_a_refused_entry_does_not_change_the_cached_log():
    match = played("P1", "P2")
    before = read(match)
    log = before.log
    with pytest.raises(RuleViolation):
        before.folded.with_event(LoggedEvent(3, "undo", {"target": 1}))
    assert before.folded.with_event(LoggedEvent(3, "undo", {"target": 2})).now.rows == log.rows[:1]
    assert read(match).log == log == replay(before.book, before.facts)


def test_undo_and_redo_work_the_same_on_a_cached_log():
    match = played("P1", "P2")
    for step in (lambda: actions.undo_last(target=2, **at(match)), lambda: actions.redo(**at(match))):
        step()
        warm = read(match)
        assert warm.log == replay(warm.book, warm.facts)


def test_two_matches_with_the_same_hands_are_cached_separately():
    one, other = played("P1"), played("P1")
    assert read(one).match.tip != read(other).match.tip
    assert read(one).events[0].key != read(other).events[0].key


def test_an_empty_log_and_a_very_long_one_are_not_cached(monkeypatch):
    assert read(start()).log.rows == ()
    assert len(LOGS) == 0
    monkeypatch.setattr(state, "MAX_CACHED_EVENTS", 1)
    match = played("P1", "P2")
    assert [len(entry.value.events) for entry in LOGS._entries.values()] == [1]
    assert len(read(match).log.rows) == 2


def test_the_least_recently_used_logs_are_evicted(monkeypatch):
    monkeypatch.setattr(LOGS, "_size", 2)
    first, second = played("P1"), played("P2")
    assert read(first).log
    third = played()
    actions.record_entry(kind="draw", payload={"draw": True}, **at(third))
    tips = [open_match(match.code).match.tip for match in (first, second, third)]
    assert [cached_log(tip) is not None for tip in tips] == [True, False, True]


def test_the_right_to_score_is_read_together_with_the_match():
    match = played("P1")
    join(match)
    asked = [open_match(match.code, device) for device in (PHONE, OTHER, new_key(), None)]
    assert [each.match.asked_for and each.match.asked_for[1] for each in asked] == [1, 2, None, None]
    assert [each.may_score(device) for each, device in zip(asked[:2], (PHONE, OTHER), strict=True)] == [True, True]
    assert not asked[3].may_score(None)
    assert len({each.match.tip for each in asked}) == 1
