"""Threads of the server that run the tasks queued in the database (django-tasks-db).

They are not processes of their own, because with SQLite before 3.51.3 several processes could corrupt the database. A
server that is killed leaves its tasks marked as running; they are started again later, so every task may run twice.

The worker of django-tasks-db is not used: it takes SQLite's write lock without waiting in our write queue, so phones
that save a hand could be refused. Its table and its queries are used.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import Error, close_old_connections, connection, transaction
from django.utils.timezone import now
from django_tasks.base import TaskResultStatus
from django_tasks.signals import task_enqueued
from django_tasks_db.models import DBTaskResult, get_date_max

from people.db.transactions import Unavailable, writing
from people.web.stopping import STOPPING

logger = logging.getLogger(__name__)
NORMAL, SLOW = 0, -50  # priorities; SLOW: tasks that are likely to wait long for another server
# The threads of each queue, and the lowest priority that each takes: slow receivers never occupy all of them.
THREADS = {"webhooks": (SLOW, SLOW, NORMAL, NORMAL), "notifications": (SLOW, NORMAL)}
QUEUES = tuple(THREADS)
POLL_INTERVAL = 2.0  # seconds; tasks of this process wake their threads sooner
HEAD_START = 0.1  # seconds by which the response to the request that queued a task is ahead of the task
LONGEST_TASK = timedelta(minutes=5)  # a task that has been running for longer was abandoned by a killed server
AGAIN_AFTER = timedelta(seconds=10)  # for tasks that met a busy or unavailable database
HOUSEKEEPING_INTERVAL = 60.0  # seconds
KEPT = timedelta(days=30)  # tasks that failed
_wake = {queue: threading.Event() for queue in QUEUES}
_HOUSEKEEPING: list[Callable[[], object]] = []


class RunAgain(Exception):
    """Raised by a task that has to run again `at` a time, with this priority. It keeps its arguments."""

    def __init__(self, at: datetime, priority: int = NORMAL) -> None:
        super().__init__(f"again at {at}")
        self.at, self.priority = at, priority


def start() -> None:
    """Start the threads. Called once by each server process."""
    task_enqueued.connect(_wake_after_commit)
    restart_abandoned(timedelta(0) if connection.vendor == "sqlite" else LONGEST_TASK)
    for queue, priorities in THREADS.items():
        for number, least in enumerate(priorities):
            name = f"{queue} worker {number}"
            threading.Thread(target=_work, args=(queue, least), name=name, daemon=True).start()
    threading.Thread(target=_keep_watch, name="watch over the queues", daemon=True).start()


def register_housekeeping(function: Callable[[], object]) -> None:
    """Register a function that deletes what is old. It is called once a minute. Call this in `AppConfig.ready`."""
    if function not in _HOUSEKEEPING:
        _HOUSEKEEPING.append(function)


def run_ready(queue: str, least: int = SLOW) -> None:
    """Run the tasks of a queue that are due, one after another. Errors of a task are stored with it."""
    while not STOPPING.is_set() and (row := _claim(queue, least)):
        _run(row)


def is_ready(queue: str, least: int = SLOW) -> bool:
    """Whether a task is due. Asked first because claiming one takes the write lock."""
    return DBTaskResult.objects.ready().filter(queue_name=queue, priority__gte=least).exists()


def restart_abandoned(age: timedelta = LONGEST_TASK) -> None:
    """Queue tasks again that have been running for at least `age`."""
    running = DBTaskResult.objects.running().filter(started_at__lte=now() - age)
    if running.exists():
        with writing():
            running.update(status=TaskResultStatus.READY)


def wake(queue: str) -> None:
    """Let the threads of this process look for due tasks now."""
    _wake[queue].set()


def keep_house() -> None:
    """Delete the tasks that failed long ago, and call what apps have registered, also after one of these has failed."""
    restart_abandoned()
    failed = DBTaskResult.objects.finished().filter(finished_at__lte=now() - KEPT)
    if failed.exists():
        with writing():
            failed.delete()
    for function in _HOUSEKEEPING:
        _guarded(function, "housekeeping")


def _claim(queue: str, least: int) -> DBTaskResult | None:
    """Mark the next due task as running and return it."""
    if not is_ready(queue, least):
        return None
    with writing():
        row = DBTaskResult.objects.ready().filter(queue_name=queue, priority__gte=least).get_locked()
        if row is not None:
            row.claim(threading.current_thread().name[:64])
        return row


def _run(row: DBTaskResult) -> None:
    """Run a task. Then delete its row, or queue it again, or keep it with its error."""
    try:
        row.task.call(*row.args_kwargs["args"], **row.args_kwargs["kwargs"])
    except RunAgain as again:
        at, priority = again.at, again.priority
        _store(lambda: _put_back(row, at, priority))
    except (Unavailable, Error) as error:
        logger.warning("The task %s has to wait for the database: %s", row.task_path, error)
        _store(lambda: _put_back(row, now() + AGAIN_AFTER, row.priority))
    except Exception as error:
        logger.exception("The task %s failed", row.task_path)
        failure = error
        _store(lambda: row.set_failed(failure))
    else:
        _store(row.delete)


def _put_back(row: DBTaskResult, at: datetime, priority: int) -> None:
    waiting = {"status": TaskResultStatus.READY, "run_after": at, "priority": priority, "worker_ids": []}
    DBTaskResult.objects.filter(pk=row.pk).update(**waiting)


def _store(step: Callable[[], object]) -> None:
    """Carry out `step` in a transaction, again and again until the database is available."""
    while True:
        try:
            with writing():
                step()
            return
        except (Unavailable, Error) as error:
            logger.warning("The end of a task could not be stored yet: %s", error)
            if STOPPING.wait(1.0):
                return


def _wake_after_commit(sender: type, task_result: object, **_signal: object) -> None:
    task = task_result.task  # type: ignore[attr-defined]
    if task.queue_name in _wake and task.run_after in (None, get_date_max()):
        transaction.on_commit(_wake[task.queue_name].set)


def _work(queue: str, least: int) -> None:
    """Run due tasks until the server stops."""
    while not STOPPING.is_set():
        _guarded(lambda: run_ready(queue, least), queue)
        _wake[queue].wait()
        time.sleep(HEAD_START)
        _wake[queue].clear()


def _keep_watch() -> None:
    """Wake the threads for tasks that became due or were queued by other processes, and keep house once a minute."""
    kept = time.monotonic()
    while not STOPPING.wait(POLL_INTERVAL):
        for queue in QUEUES:
            if _guarded(partial(is_ready, queue), queue):
                _wake[queue].set()
        if time.monotonic() - kept > HOUSEKEEPING_INTERVAL:
            kept = time.monotonic()
            _guarded(keep_house, "housekeeping")


def _guarded(step: Callable[[], object], what: str) -> bool:
    """Carry out `step` and return its answer. An unavailable database is tried again later."""
    try:
        return bool(step())
    except (Unavailable, Error) as error:
        logger.warning("The tasks of %s have to wait: %s", what, error)
    except Exception:
        logger.exception("The worker of %s met an unexpected error", what)
    finally:
        close_old_connections()
    return False
