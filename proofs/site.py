"""A site of its own for a suite: data folder, database, gunicorn; all of it can be killed."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from proofs import fresh

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
WORKER = "scorekeeper.server.Worker"
OPTIONS = ["--threads=8", "--keep-alive=65", "--graceful-timeout=10", "--no-control-socket", "--log-level=warning"]
UNIT = ROOT / "deploy" / "scorekeeper.service"
OF_A_SITE = ("--bind", "--worker-class", "--workers")  # what a site says itself


def deployed() -> list[str]:
    """gunicorn's further options as the unit of deploy/ has them."""
    line = next(line for line in UNIT.read_text().splitlines() if line.startswith("ExecStart="))
    return [word for word in line.split()[1:-1] if not word.startswith(OF_A_SITE)]


class Site:
    """One installation in `folder`. `url`: its PostgreSQL; without, SQLite and one worker, as it is hosted.
    `keeps_key`: its secret key is in no environment, but made and kept in its folder, as where nobody sets one."""

    def __init__(self, folder: Path, url: str = "", keeps_key: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.url = folder, url
        self.workers = 3 if url else 1
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.also: dict[str, str] = {}  # further environment
        self._secret = {} if keeps_key else {"SECRET_KEY": secrets.token_urlsafe(64)}

    @property
    def run_folder(self) -> Path:
        """What all suites of a run share."""
        return self.folder.parent.parent

    @property
    def environment(self) -> dict[str, str]:
        """Plain HTTP, production otherwise; nothing of the caller's own data."""
        gone = (
            "DATABASE_URL",
            "DATA_DIR",
            "DEBUG",
            "DISK_FULL_MB",
            "DISK_LOW_MB",
            "SECRET_KEY",
            "SECRET_KEY_FALLBACKS",
        )
        told = {
            **{name: value for name, value in os.environ.items() if name not in gone},
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "DATA_DIR": str(self.folder),
            **self._secret,
            "LAN_HTTP": "1",
            "LAN_ADDRESS": "127.0.0.1",
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": str(ROOT),
        }
        return told | self.also | ({"DATABASE_URL": self.url} if self.url else {})

    def run(self, module: str, *words: str, given: str = "", **also: str) -> str:
        """`python -m module words`, `also` in its environment; what it prints. Raises `SystemExit` where it fails."""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", module, *words],
            cwd=ROOT,
            env=self.environment | also,
            input=given,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"{module} {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def manage(self, *words: str) -> str:
        """A command of the site."""
        return self.run("django", *words)

    def prepare(self, phones: int, matches: int, joined: int = 0) -> dict[str, Any]:
        """Migrated, with phones and matches of theirs, which `joined` more phones score each: cookies and codes."""
        fresh.migrated(self, self.run_folder)
        self.link_files()
        told: dict[str, Any] = json.loads(self.run("proofs.stage", str(phones), str(matches), str(joined)))
        return told

    def link_files(self) -> None:
        """The static files, collected once for all sites of a run, those of Django's admin among them."""
        shared = self.run_folder / "static"
        (self.folder / "static").symlink_to(shared, target_is_directory=True)
        if not shared.exists():
            shared.mkdir()
            self.run("django", "collectstatic", "--verbosity=0", "--noinput", ENABLE_ADMIN="1")

    def judge(self, meant: dict[str, Any], *words: str) -> dict[str, Any]:
        """What the database holds of what phones have sent."""
        told: dict[str, Any] = json.loads(self.run("proofs.judge", *words, given=json.dumps(meant)))
        return told

    # ── the server ────────────────────────────────────────────────────────────

    def start(self, app: str = "scorekeeper.wsgi", worker: str = WORKER, options: Sequence[str] = OPTIONS) -> None:
        """Serve on a port that stays the same from one start to the next."""
        self.port = self.port or free_port()
        command = [sys.executable, "-m", "gunicorn", f"--bind=127.0.0.1:{self.port}", f"--workers={self.workers}"]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [*command, f"--worker-class={worker}", *options, app],
            cwd=ROOT,
            env=self.environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            # Not the port alone: the master listens before any worker has read the settings.
            with suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                line.request("GET", "/healthz")
                if line.getresponse().status == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise SystemExit(f"the site does not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def worker_ids(self) -> list[int]:
        """The processes that answer, without their master."""
        if self.process is None:
            return []
        with suppress(OSError):
            told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
            return [int(each) for each in told.split()]
        return []

    def kill_a_worker(self, number: int) -> bool:
        """SIGKILL the process `number` (round the clock) in the middle of whatever it does."""
        workers = self.worker_ids()
        if not workers:
            return False
        with suppress(ProcessLookupError):
            os.kill(workers[number % len(workers)], signal.SIGKILL)
            return True
        return False

    def kill(self) -> None:
        """SIGKILL everything at once, as a machine that stops."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(PATIENCE)
            self.process = None

    def stop(self) -> int:
        """SIGTERM to the master, as systemd does; its exit status once it is down."""
        if self.process is None:
            return 0
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.process = None
        return status


def free_port() -> int:
    """A port that nobody listens on, for now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
