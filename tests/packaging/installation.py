"""Scorekeeper as people install it: a virtual environment with the wheel, an empty environment, a data folder."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "requirements.lock"
NAME = "mahjong-scorekeeper"


class Installation:
    """A virtual environment in its own folder. No other programs are on its PATH, such as a compiler or git."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "environment" / "bin"
        self.data = folder / "data"
        # The Python that the tests' own environment was made with.
        base = Path(sys.base_prefix) / "bin" / "python3"
        subprocess.run([base, "-m", "venv", folder / "environment"], env={}, check=True)
        self.environment = {"PATH": str(self.bin), "HOME": str(folder), "LANG": "C.UTF-8", "DATA_DIR": str(self.data)}

    def run(self, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the virtual environment."""
        command = [str(self.bin / str(words[0])), *map(str, words[1:])]
        environment = {**self.environment, **environment}
        return subprocess.run(
            command, env=environment, cwd=self.folder, capture_output=True, text=True, check=False, timeout=300
        )

    def done(self, *words: object, **environment: str) -> str:
        """Run a program, which must succeed; return what it prints."""
        finished = self.run(*words, **environment)
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    def install(self, wheel: Path, *options: object) -> None:
        """Install the wheel and what it needs, every file checked by its hash, nothing compiled."""
        requirements = self.folder / "requirements.txt"
        digest = sha256(wheel.read_bytes()).hexdigest()
        requirements.write_text(f"{LOCK.read_text()}\n{NAME} @ {wheel.as_uri()} --hash=sha256:{digest}\n")
        self.pip("install", "--require-hashes", "--only-binary=:all:", *options, "--requirement", requirements)

    def pip(self, *words: object) -> None:
        """Run pip with this machine's package index, but with no other configuration of this machine."""
        index = {
            name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.endswith("_proxy")
        }
        self.done("pip", "--quiet", "--disable-pip-version-check", *words, **index)

    @contextmanager
    def served(self, *options: str, **environment: str) -> Iterator[str]:
        """The address of the site, while `scorekeeper serve` runs. Its output is in `self.log`."""
        log = self.folder / "log"
        with log.open("w") as out:
            process = subprocess.Popen(
                [str(self.bin / "scorekeeper"), "serve", "--port", str(free_port()), *options],
                env={**self.environment, **environment},
                cwd=self.folder,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            yield self._address(process, log)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(40)

    def _address(self, process: subprocess.Popen, log: Path) -> str:
        for _try in range(1200):
            if found := re.search(r"On this machine: +(\S+)", log.read_text()):
                address = found[1]
                try:
                    host, port = address.removeprefix("http://").rstrip("/").split(":")
                    socket.create_connection((host, int(port)), timeout=1).close()
                    return address
                except OSError:
                    pass
            assert process.poll() is None, log.read_text()
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        raise AssertionError(log.read_text())

    @property
    def log(self) -> str:
        """The output of the last `scorekeeper serve`."""
        return (self.folder / "log").read_text()

    def remove(self) -> None:
        shutil.rmtree(self.folder)


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
