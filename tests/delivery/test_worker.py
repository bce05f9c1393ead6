"""The background worker threads: behaviour after errors, and tasks that a killed server has left."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils.timezone import now
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from delivery import worker
from delivery.worker import RunAgain, run_housekeeping, run_ready
from people.web.stopping import STOPPING

pytestmark = pytest.mark.django_db(transaction=True)
DONE, RAISES = [], []


@task(queue_name="notifications")
def note(text):
    DONE.append(text)
    if RAISES:
        raise RAISES.pop()


@pytest.fixture(autouse=True)
def _nothing_done():
    DONE.clear()
    RAISES.clear()


def queued():
    return list(DBTaskResult.objects.values_list("status", "exception_class_path", "traceback"))


def pass_time(**span):
    for row in DBTaskResult.objects.filter(run_after__year__lt=9999):
        DBTaskResult.objects.filter(pk=row.pk).update(run_after=row.run_after - timedelta(**span))


def test_a_task_runs_once_and_leaves_no_row():
    note.enqueue("a")
    run_ready("notifications")
    assert (DONE, queued()) == (["a"], [])


def test_a_task_can_ask_to_run_again():
    RAISES.append(RunAgain(now() + timedelta(minutes=5)))
    note.enqueue("a")
    run_ready("notifications")
    assert (DONE, queued()) == (["a"], [("READY", "", "")])
    pass_time(minutes=6)
    run_ready("notifications")
    assert (DONE, queued()) == (["a", "a"], [])


def test_an_unexpected_error_is_tried_three_times_and_its_text_is_not_stored():
    RAISES.extend(ValueError("about Ann") for _attempt in range(9))
    note.enqueue("a")
    for _attempt in range(6):
        run_ready("notifications")
        pass_time(minutes=2)
    assert (len(DONE), queued()) == (3, [("FAILED", "builtins.ValueError", "")])


def test_an_error_of_the_database_is_tried_until_it_is_over():
    RAISES.extend(OperationalError("away") for _attempt in range(6))
    note.enqueue("a")
    for _attempt in range(9):
        run_ready("notifications")
        pass_time(minutes=2)
    assert (len(DONE), queued()) == (7, [])


def test_a_task_that_a_killed_server_has_left_runs_again():
    note.enqueue("a")
    for begun, runs in (
        (now(), 0),
        (now() + timedelta(seconds=5), 0),  # by the clock of another host
        (now() - timedelta(days=1), 1),
    ):
        DBTaskResult.objects.update(status="RUNNING", started_at=begun)
        run_housekeeping()
        run_ready("notifications")
        assert len(DONE) == runs


def test_a_worker_presumed_dead_leaves_the_task_to_the_other():
    note.enqueue("a")
    other = now() - timedelta(hours=1)
    RAISES.append(_OtherTakesOver(other))
    run_ready("notifications")
    assert list(DBTaskResult.objects.values_list("status", "started_at")) == [("RUNNING", other)]


class _OtherTakesOver(RunAgain):
    """Act as if another process had taken the task over in the meantime."""

    def __init__(self, at):
        super().__init__(at)
        self.claimed_at = at

    @property
    def at(self):
        DBTaskResult.objects.update(started_at=self.claimed_at)
        return now()

    @at.setter
    def at(self, _at):
        """Ignored."""


@pytest.mark.postgres
def test_a_step_is_repeated_on_a_new_connection_after_the_old_one_broke(monkeypatch):
    monkeypatch.setattr(STOPPING, "wait", lambda _seconds: False)
    used = []

    def ask():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            used.append(cursor.fetchone()[0])
            if len(used) == 1:
                cursor.execute("SELECT pg_terminate_backend(%s)", used)
        return "saved"

    assert worker.until_available(ask) == "saved"
    assert len(set(used)) == 2
