"""Threads of the server that run the tasks queued in the database (django-tasks-db).

They are not processes of their own, because with SQLite before 3.51.3 several processes could corrupt the database. A
server that is killed leaves its task marked as running; it is started again later, so every task may run twice.
"""

import logging
import threading
from datetime import timedelta

from django.db import Error, close_old_connections, connection, transaction
from django.utils.crypto import get_random_string
from django.utils.timezone import now
from django_tasks.base import TaskResultStatus
from django_tasks.signals import task_enqueued
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from people.web.stopping import STOPPING

logger = logging.getLogger(__name__)
QUEUES = ("webhooks", "notifications")  # a thread for each, so that a slow webhook delays no notification
POLL_INTERVAL = 2.0  # seconds; tasks of this process wake their thread at once
LONGEST_TASK = timedelta(minutes=10)  # a task that has been running for longer was abandoned by a killed server
_wake = {queue: threading.Event() for queue in QUEUES}


def start() -> None:
    """Start the threads. Called once by each server process."""
    task_enqueued.connect(_wake_after_commit)
    restart_abandoned(timedelta(0) if connection.vendor == "sqlite" else LONGEST_TASK)
    for queue in QUEUES:
        threading.Thread(target=_work, args=(queue,), name=f"{queue} worker", daemon=True).start()


def run_ready(queue: str) -> None:
    """Run the tasks of a queue that are due now, one after another. Errors of a task are stored with it."""
    if is_ready(queue):
        worker = Worker(
            queue_names=[queue],
            interval=0,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        worker.run()


def is_ready(queue: str) -> bool:
    """Whether a task is due. Asked first because the worker takes the write lock even when there is none."""
    return DBTaskResult.objects.ready().filter(queue_name=queue).exists()


def restart_abandoned(age: timedelta = LONGEST_TASK) -> None:
    """Queue tasks again that have been running for at least `age`."""
    running = DBTaskResult.objects.running().filter(started_at__lte=now() - age)
    running.update(status=TaskResultStatus.READY)


def _wake_after_commit(sender: type, task_result: object, **_signal: object) -> None:
    queue = task_result.task.queue_name  # type: ignore[attr-defined]
    if queue in _wake:
        transaction.on_commit(_wake[queue].set)


def _work(queue: str) -> None:
    """Run due tasks until the server stops. A database that is unavailable is tried again."""
    while not STOPPING.is_set():
        try:
            run_ready(queue)
        except Error as error:
            logger.warning("The tasks in the queue %s have to wait: %s", queue, error)
        except Exception:
            logger.exception("The worker of the queue %s met an unexpected error", queue)
        finally:
            close_old_connections()
        _wake[queue].wait(POLL_INTERVAL)
        _wake[queue].clear()
