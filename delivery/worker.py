"""Background threads of the server: they run the queued tasks of django-tasks-db, and housekeeping.

They are threads, not processes, because with SQLite before 3.51.3 several processes could corrupt the database. If a
server is killed, its running task is restarted later, so every task must be safe to run twice.

The worker of django-tasks-db is not used: it takes SQLite's write lock without waiting in our write queue, so phones
that save a hand could be refused. Its table and its queries are used.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.db import Error, InterfaceError, OperationalError, close_old_connections, connection, transaction
from django.utils.timezone import now
from django_tasks.base import TaskContext, TaskResultStatus
from django_tasks.signals import task_enqueued
from django_tasks_db.models import DBTaskResult

from people.db.transactions import Unavailable, writing
from people.web.stopping import STOPPING

logger = logging.getLogger(__name__)
T = TypeVar("T")
DATABASE_UNAVAILABLE = (Unavailable, OperationalError, InterfaceError)  # the database is busy or doesn't respond
POLL_INTERVAL = 2.0  # seconds; tasks queued by this process wake the threads sooner
HEAD_START = 0.1  # seconds before a queued task starts, so that the response to its request is sent first
CLOCK_DIFFERENCE = timedelta(minutes=1)  # the largest difference between the clocks of a site's hosts
LONGEST_TASK = timedelta(minutes=5)  # with PostgreSQL, an older running task was abandoned by a killed server
AGAIN_AFTER = timedelta(seconds=10)  # the delay after the database was unavailable
ERROR_PAUSE = timedelta(minutes=1)  # the delay after an unexpected error
MOST_ATTEMPTS = 3  # for tasks with unexpected errors
HOUSEKEEPING_INTERVAL = 60.0  # seconds
KEPT = timedelta(days=30)  # how long failed tasks are kept
STOP_TIMEOUT = 12.0  # seconds; longer than a request of `delivery.requests` takes


@dataclass(frozen=True)
class BackgroundWork:
    """A kind of work with its own threads. `step` does one piece of it, and returns whether there was one to do."""

    step: Callable[[], bool]
    threads: int
    wake: threading.Event = field(default_factory=threading.Event)


class RunAgain(Exception):
    """Raised by a task to be run again at the time `at`, with the same arguments."""

    def __init__(self, at: datetime) -> None:
        super().__init__(f"again at {at}")
        self.at = at


_WORK: dict[str, BackgroundWork] = {}
_threads: list[threading.Thread] = []
_started = now()


def register_work(name: str, step: Callable[[], bool], threads: int) -> None:
    """Register a kind of work with its own threads. Call this in `AppConfig.ready`."""
    _WORK[name] = BackgroundWork(step, threads)


def register_queue(name: str, threads: int) -> None:
    """Register a queue of django-tasks. Call this in `AppConfig.ready`."""
    register_work(name, partial(_run_next_task, name), threads)


def register_housekeeping(function: Callable[[], object]) -> None:
    """Register a function that is called once a minute. Call this in `AppConfig.ready`."""
    if function not in _HOUSEKEEPING:
        _HOUSEKEEPING.append(function)


def start() -> None:
    """Start the threads, once in each server process. The database need not be available yet."""
    global _started
    _started = now()
    task_enqueued.connect(_wake_for_task)
    for name, work in _WORK.items():
        for number in range(1, work.threads + 1):
            _start(f"{name} {number}", partial(_work, work))
    _start("housekeeping", _run_housekeeping_loop)


def stop() -> None:
    """Let the threads finish their current work, and end them."""
    STOPPING.set()
    for name in _WORK:
        wake(name)
    deadline = time.monotonic() + STOP_TIMEOUT
    for thread in _threads:
        thread.join(max(deadline - time.monotonic(), 0))


def wake(name: str) -> None:
    """Wake this process's threads for a kind of work. Other threads sleep on: each one that wakes slows a response."""
    _WORK[name].wake.set()


def thread_count() -> int:
    """The number of threads that use the database."""
    return sum(work.threads for work in _WORK.values()) + 1


def run_ready(name: str) -> None:
    """Do all the work that is due now."""
    while not STOPPING.is_set() and _WORK[name].step():
        pass


def run_housekeeping() -> bool:
    """Call each housekeeping function once, even if others fail. Return whether all have succeeded."""
    kept = [_guarded(partial(_call, function)) for function in _HOUSEKEEPING]
    return all(kept)


def tidy_tasks() -> None:
    """Restart tasks that a killed server has abandoned, and delete those that failed long ago.

    With SQLite, only one process runs tasks, so a task that started before this process is abandoned. So is a task that
    started in the future, that is, before the clock was set back.
    """
    before = _started if connection.vendor == "sqlite" else now() - LONGEST_TASK
    in_the_past = {"started_at__gt": before, "started_at__lte": now() + CLOCK_DIFFERENCE}
    abandoned = DBTaskResult.objects.running().exclude(**in_the_past)
    failed = DBTaskResult.objects.finished().filter(finished_at__lte=now() - KEPT)
    if abandoned.exists() or failed.exists():
        with writing():
            abandoned.update(status=TaskResultStatus.READY, worker_ids=[])
            failed.delete()


_HOUSEKEEPING: list[Callable[[], object]] = [tidy_tasks]


def until_available(step: Callable[[], T]) -> T:
    """Call `step` until the database is available or the server stops, and return its value."""
    while True:
        try:
            return step()
        except DATABASE_UNAVAILABLE as error:
            logger.warning("The database is unavailable: %s", error)
            if not connection.in_atomic_block:
                connection.close()  # a broken connection would fail forever
            if STOPPING.wait(1.0):
                raise


def release_connection() -> None:
    """Give the connection back to PostgreSQL's pool while a thread waits for the network."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()


def _run_next_task(queue: str) -> bool:
    """Run the next due task of a queue; then delete its row, queue it again, or keep it with the type of its error."""
    ready = DBTaskResult.objects.ready().filter(queue_name=queue)
    if not ready.exists():  # checked first, because claiming a task takes the write lock
        return False
    with writing():
        row = ready.get_locked()
        if row is None:
            return False
        row.claim(threading.current_thread().name[:64])
    change = _run(row)
    own = DBTaskResult.objects.filter(pk=row.pk, status=TaskResultStatus.RUNNING, started_at=row.started_at)

    def store() -> None:
        with writing():
            own.update(**change) if change else own.delete()

    until_available(store)
    return True


def _run(row: DBTaskResult) -> dict[str, object]:
    """Run a task; return the new values of its row, empty if it is done. Error messages are not stored."""
    waiting: dict[str, object] = {"status": TaskResultStatus.READY, "worker_ids": row.worker_ids[:-1]}
    try:
        context = [TaskContext(task_result=row.task_result)] if row.task.takes_context else []
        row.task.call(*context, *row.args_kwargs["args"], **row.args_kwargs["kwargs"])
    except RunAgain as again:
        return {**waiting, "run_after": again.at}
    except DATABASE_UNAVAILABLE as error:
        logger.warning("The task %s has to wait for the database: %s", row.task_path, error)
        return {**waiting, "run_after": now() + AGAIN_AFTER}
    except Exception as error:
        logger.exception("The task %s failed", row.task_path)
        if len(row.worker_ids) < MOST_ATTEMPTS:
            return {**waiting, "worker_ids": row.worker_ids, "run_after": now() + ERROR_PAUSE}
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        return {"status": TaskResultStatus.FAILED, "finished_at": now(), "exception_class_path": kind}
    return {}


def _wake_for_task(sender: type, task_result: object, **_signal: object) -> None:
    task = task_result.task  # type: ignore[attr-defined]
    if task.queue_name in _WORK and (task.run_after is None or task.run_after <= now()):
        transaction.on_commit(partial(wake, task.queue_name))


def _start(name: str, run: Callable[[], None]) -> None:
    thread = threading.Thread(target=run, name=name, daemon=True)
    _threads.append(thread)
    thread.start()


def _work(work: BackgroundWork) -> None:
    """Do due work until the server stops, and sleep in between. The more threads, the less often each one polls."""
    while not STOPPING.is_set():
        while not STOPPING.is_set() and _guarded(work.step):
            pass
        work.wake.wait(POLL_INTERVAL * work.threads)
        time.sleep(HEAD_START)
        work.wake.clear()


def _run_housekeeping_loop() -> None:
    """Run the housekeeping now and then every minute; after an error, sooner."""
    pause = 0.0
    while not STOPPING.wait(pause):
        pause = HOUSEKEEPING_INTERVAL if run_housekeeping() else POLL_INTERVAL


def _call(function: Callable[[], object]) -> bool:
    function()
    return True


def _guarded(step: Callable[[], bool]) -> bool:
    """Call `step` and return its value; after an error, log it and return False, so that it is tried again later."""
    try:
        return step()
    except (Unavailable, Error) as error:
        logger.warning("The work in the background has to wait for the database: %s", error)
    except Exception:
        logger.exception("The work in the background met an unexpected error")
    finally:
        close_old_connections()
    return False
