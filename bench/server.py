"""A site under the server in a separate folder, started and stopped; the same for the app and the floor."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0


@dataclass
class Site:
    """A Django project (given by its settings) with a separate data folder and database."""

    settings: str
    wsgi: str
    folder: Path
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(64))
    port: int = 0
    pid: int = 0
    private_addresses: bool = False  # whether its webhooks may send to this machine
    database: str = ""  # an address; if empty, SQLite in the folder

    @property
    def environment(self) -> dict[str, str]:
        """Plain HTTP, otherwise as in production; without the caller's database and data folder."""
        ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR", "DEBUG")}
        return {
            **ours,
            "DJANGO_SETTINGS_MODULE": self.settings,
            "DATA_DIR": str(self.folder),
            "SECRET_KEY": self.secret,
            "LAN_HTTP": "1",
            "LAN_ADDRESS": "127.0.0.1",  # its phones run on this machine
            "LOG_LEVEL": "WARNING",
            "PYTHONDONTWRITEBYTECODE": "1",
            **({"ALLOW_PRIVATE_ADDRESSES": "1"} if self.private_addresses else {}),
            **({"DATABASE_URL": self.database} if self.database else {}),
        }

    def manage(self, *words: str) -> None:
        """Run a Django management command of this project."""
        self.run("django", *words)

    def run(self, module: str, *words: str) -> str:
        """Run `python -m module words` in this project's environment and return its output."""
        done = subprocess.run(
            [sys.executable, "-m", module, *words], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        if done.returncode:
            raise SystemExit(f"{module} {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def prepare(self, module: str, *words: str) -> dict[str, Any]:
        """Run `module` to prepare the database and return the JSON that it prints."""
        told: dict[str, Any] = json.loads(self.run(module, *words))
        return told

    @property
    def log(self) -> Path:
        """The server's log of errors and warnings."""
        return self.folder / "server.log"


@contextmanager
def served(site: Site) -> Iterator[Site]:
    """Serve the site on `site.port`; its process tree starts at `site.pid`."""
    site.port = _free_port()
    command = [sys.executable, "-m", "scorekeeper.server", f"--bind=127.0.0.1:{site.port}", site.wsgi]
    with site.log.open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=log, stderr=log)
    site.pid = process.pid
    try:
        _await(site, process)
        yield site
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _await(site: Site, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", site.port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit(f"{site.wsgi} did not answer:\n{site.log.read_text()}")
