"""Real servers during deliveries: killed, stopped, without a database, and with slow receivers."""

import signal
import socket
import threading
import time

import pytest

from tests.webhooks.receivers import receiver, status
from tests.webhooks.served_cast import ServedSite, is_up, postgresql, wait_for

HANDS = 6


def ids(hook):
    return {request.headers["webhook-id"] for request in hook.got}


def slowly(line, _request):
    time.sleep(0.2)
    line.sendall(status(204))


def held(free):
    """An answer that is held back until `free` is set."""

    def answer(line, _request):
        free.wait(60)
        line.sendall(status(204))

    return answer


@pytest.mark.parametrize("killed_after", [pytest.param(1, marks=pytest.mark.thorough), 3])
def test_a_killed_server_delivers_everything_after_its_restart_and_a_stopped_one_sends_nothing_twice(
    tmp_path, killed_after
):
    free = threading.Event()
    with receiver(slowly) as one, receiver(slowly) as other, receiver(held(free)) as late, ServedSite(tmp_path) as site:
        site.migrate()
        site.play(HANDS, one.url, other.url)
        with site.served() as process:
            wait_for(lambda: len(one.got) + len(other.got) >= killed_after)
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        for hook in (one, other):
            assert len(ids(hook)) < HANDS + 1
        with site.served() as process:
            for hook in (one, other):
                wait_for(lambda hook=hook: len(ids(hook)) == HANDS + 1)
            site.play(1, late.url)
            wait_for(lambda: is_up(process) and late.got)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            free.set()
            assert process.wait(30) == 0
        assert len(late.got) == 1
        with site.served():
            wait_for(lambda: len(ids(late)) == 2)
        assert len(late.got) == 2


def test_a_server_starts_without_a_database_and_slow_receivers_do_not_hold_back_those_of_other_clubs(tmp_path):
    free = threading.Event()
    with (
        receiver(held(free)) as one,
        receiver(held(free)) as two,
        receiver() as quick,
        ServedSite(tmp_path) as site,
        site.served(longest=2) as process,
    ):
        wait_for(lambda: is_up(process))
        site.migrate()
        for slow in (one, two):
            site.play(HANDS, *[slow.url] * 5)
        wait_for(lambda: len(one.got) + len(two.got) >= 3)
        site.play(1, quick.url)
        wait_for(lambda: len(ids(quick)) == 2, 25)  # less than all the others take one after another
        free.set()


@pytest.mark.thorough
def test_a_server_starts_while_postgresql_does_not_answer(tmp_path):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        site = ServedSite(tmp_path, f"postgres://postgres@127.0.0.1:{nobody.getsockname()[1]}/nothing")
        with site.served() as process:
            wait_for(lambda: is_up(process))
            time.sleep(3)
            assert is_up(process)


@pytest.mark.postgres
def test_webhooks_go_on_after_postgresql_has_closed_every_connection(tmp_path):
    with postgresql() as (url, cut), receiver(slowly) as hook, ServedSite(tmp_path, url) as site:
        site.migrate()
        with site.served() as process:
            wait_for(lambda: is_up(process))
            for hands in range(1, 4):
                site.play(hands, hook.url)
                wait_for(lambda: hook.got)
                cut()
            wait_for(lambda: len(ids(hook)) == 2 + 3 + 4)
