"""The in-process cache: limited in size, computes each value once, and drops unused values."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from people.web import cache
from people.web.cache import Cache


def test_the_least_recently_used_value_is_dropped_first():
    made, values = [], Cache(2)

    def ask(key):
        return values.get(key, lambda: made.append(key) or key.upper())

    assert [ask(key) for key in ("a", "b", "a", "b")] == ["A", "B", "A", "B"]
    assert made == ["a", "b"]
    assert [ask(key) for key in ("a", "c", "a", "b")] == ["A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]
    values.clear()
    assert (ask("b"), made) == ("B", ["a", "b", "c", "b", "b"])


def test_eight_threads_that_need_a_value_wait_for_one_that_computes_it():
    values, ready, made = Cache(4), threading.Barrier(8), []

    def ask(_no):
        ready.wait(30)
        return values.get("key", lambda: made.append("made") or f"list {len(made)}")

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == ["list 1"] * 8


def test_after_an_error_the_next_caller_computes_the_value():
    values = Cache(2)
    with pytest.raises(ZeroDivisionError):
        values.get("key", lambda: 1 / 0)
    assert values.find("key") is None
    assert values.get("key", lambda: "made now") == "made now"


def test_a_value_that_was_put_is_found_and_counts_as_used():
    values = Cache(2)
    assert (values.find("a"), values.put("a", "A"), values.find("a")) == (None, "A", "A")
    values.put("b", "B")
    assert values.find("a") == "A"
    values.put("c", "C")
    assert [values.find(key) for key in ("a", "b", "c")] == ["A", None, "C"]


def test_a_value_unused_for_ten_minutes_is_dropped_when_the_next_is_added(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(cache, "monotonic", lambda: now[0])
    values = Cache(9)
    values.put("Ann", "Ann wins")
    values.put("Bea", "Bea wins")
    now[0] += 500
    assert values.find("Bea") == "Bea wins"
    now[0] += 101
    values.put("Cho", "Cho wins")
    assert [values.find(key) for key in ("Ann", "Bea", "Cho")] == [None, "Bea wins", "Cho wins"]
