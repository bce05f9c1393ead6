"""Long work runs one at a time, and occupies few threads of a server."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from people.db.transactions import Unavailable
from people.web import one_at_a_time
from people.web.one_at_a_time import long_work


def test_one_works_two_wait_and_all_others_are_refused_immediately():
    free, lock, now, most = threading.Event(), threading.Lock(), 0, 0

    def work():
        nonlocal now, most
        try:
            with long_work():
                with lock:
                    now += 1
                    most = max(most, now)
                free.wait(10)
                with lock:
                    now -= 1
        except Unavailable:
            return "away"
        return "done"

    with ThreadPoolExecutor(8) as pool:
        tries = [pool.submit(work) for _try in range(8)]
        away = sum(each.result(10) == "away" for each in tries[3:])
        free.set()
        assert (most, away, [each.result(10) for each in tries[:3]]) == (1, 5, ["done"] * 3)
    with long_work():
        pass


def test_after_a_long_wait_the_server_is_reported_as_busy(monkeypatch):
    monkeypatch.setattr(one_at_a_time, "PATIENCE", 0.01)
    with long_work(), ThreadPoolExecutor(1) as pool, pytest.raises(Unavailable):
        pool.submit(lambda: long_work().__enter__()).result(10)


def test_work_that_fails_frees_its_place():
    for _try in range(5):
        with pytest.raises(ValueError, match="no"), long_work():
            raise ValueError("no")
