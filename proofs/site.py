"""A separate site for a suite: data folder, database and server processes, all of which can be killed."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from proofs import fresh
from scorekeeper.server import listen

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 60.0


class Site:
    """An installation in `folder`. `url`: its PostgreSQL database; if empty, SQLite and one process, as when hosted.
    `keeps_key`: the secret key is not in the environment but created and kept in the folder, as when no key is set."""

    def __init__(self, folder: Path, url: str = "", keeps_key: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.url = folder, url
        self.workers = 3 if url else 1
        self.port = 0
        self._listener: socket.socket | None = None  # the socket shared by all processes
        self._processes: list[subprocess.Popen[bytes]] = []
        self._command: list[str] = []
        self.also: dict[str, str] = {}  # additional environment variables
        self._secret = {} if keeps_key else {"SECRET_KEY": secrets.token_urlsafe(64)}

    def another(self, folder: Path, url: str = "") -> Site:
        """A second machine of this site: the same key and database (or `url`), but its own folder."""
        made = Site(folder, url or self.url)
        made._secret, made.also, made.workers = self._secret, self.also, self.workers
        return made

    @property
    def run_folder(self) -> Path:
        """The folder shared by all suites of a run."""
        return self.folder.parent.parent

    @property
    def environment(self) -> dict[str, str]:
        """Plain HTTP, otherwise as in production; without the caller's data."""
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
        """Run `python -m module words` with `also` in its environment; return its output. `SystemExit` if it fails."""
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
        """Run a management command of the site."""
        return self.run("django", *words)

    def prepare(self, phones: int, matches: int, joined: int = 0) -> dict[str, Any]:
        """Migrate and add phones with matches, each scored by `joined` more phones; return the cookies and codes."""
        fresh.migrated(self, self.run_folder)
        self.link_files()
        told: dict[str, Any] = json.loads(self.run("proofs.stage", str(phones), str(matches), str(joined)))
        return told

    def link_files(self) -> None:
        """Link the static files, including those of Django's admin; they are collected once for all sites of a run."""
        shared = self.run_folder / "static"
        (self.folder / "static").symlink_to(shared, target_is_directory=True)
        if not shared.exists():
            shared.mkdir()
            self.run("django", "collectstatic", "--verbosity=0", "--noinput", ENABLE_ADMIN="1")

    def judge(self, meant: dict[str, Any], *words: str) -> dict[str, Any]:
        """Compare the database with the entries that phones sent."""
        told: dict[str, Any] = json.loads(self.run("proofs.judge", *words, given=json.dumps(meant)))
        return told

    # ── the server ────────────────────────────────────────────────────────────

    def start(self, app: str = "scorekeeper.wsgi", options: Sequence[str] = ()) -> None:
        """Serve on a port that stays the same across restarts."""
        self.port = self.port or free_port()
        self._listener = listen("127.0.0.1", self.port)
        self._command = [sys.executable, "-m", "scorekeeper.server", f"--fd={self._listener.fileno()}", *options, app]
        self._processes = [self._run() for _number in range(self.workers)]
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            with suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                line.request("GET", "/healthz")
                if line.getresponse().status == 200:
                    return
            if any(process.poll() is not None for process in self._processes):
                break
            time.sleep(0.05)
        raise SystemExit(f"the site did not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def _run(self) -> subprocess.Popen[bytes]:
        """Start one more server process."""
        assert self._listener is not None
        with (self.folder / "server.log").open("ab") as log:
            return subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                pass_fds=[self._listener.fileno()],
            )

    @property
    def pids(self) -> list[int]:
        """The server processes."""
        return [process.pid for process in self._processes]

    def kill_a_worker(self, number: int) -> bool:
        """Kill process number `number` (modulo their number) with SIGKILL, whatever it is doing, and start another one
        in its place, as systemd would."""
        if not self._processes:
            return False
        place = number % len(self._processes)
        self._processes[place].kill()
        self._processes[place].wait(TIMEOUT)
        self._processes[place] = self._run()
        return True

    def kill(self) -> None:
        """Kill all processes with SIGKILL, as if the machine stopped."""
        for process in self._processes:
            process.kill()
        self._gone()

    def stop(self) -> int:
        """Send SIGTERM to each process, as systemd does; return the worst exit status when all have ended."""
        for process in self._processes:
            process.terminate()
        return self._gone()

    def _gone(self) -> int:
        statuses = [abs(process.wait(TIMEOUT)) for process in self._processes]
        self._processes = []
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        return max(statuses, default=0)


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
