"""The sites of the suites: folders under a temporary one, and databases in a separate PostgreSQL cluster.

The cluster is separate because it will be killed; it holds no other data.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from proofs.programs import tools
from proofs.site import Site, free_port

SETTINGS = {
    "max_connections": "60",
    "shared_buffers": "32MB",
    "unix_socket_directories": "",
    "listen_addresses": "127.0.0.1",
}


class Cluster:
    """A PostgreSQL server in a folder, run by a user that it accepts."""

    def __init__(self, folder: Path) -> None:
        self.tools = tools()
        self.data = folder / "cluster"
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        folder.chmod(0o755)
        self.port = free_port()
        self.create()
        self.start()

    def create(self) -> None:
        """Create the files of the server."""
        self.make_folder()
        self.as_user(self.tools / "initdb", "-D", self.data, "-U", "proof", "--auth=trust", "-E", "UTF8", "-N")
        lines = [f"{name} = '{value}'" for name, value in {**SETTINGS, "port": str(self.port)}.items()]
        with (self.data / "postgresql.conf").open("a") as config:
            config.write("\n".join(lines) + "\n")

    def make_folder(self) -> None:
        """Create the empty data folder, which only its user may read."""
        self.data.mkdir(mode=0o700)
        if os.getuid() == 0:
            shutil.chown(self.data, self.user, self.user)

    def start(self) -> None:
        """Start the server, which recovers if it was killed."""
        self.as_user(self.tools / "pg_ctl", "-D", self.data, "-l", self.data / "log", "-w", "-t", "60", "start")

    def stop(self) -> None:
        with suppress(SystemExit):
            self.as_user(self.tools / "pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    @property
    def pid(self) -> int:
        """The postmaster, the parent of all processes of the server."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def kill(self) -> int:
        """Kill the postmaster and all its processes with SIGKILL, as if the machine stopped; return how many."""
        master = self.pid
        killed = self.send(signal.SIGKILL)
        deadline = time.monotonic() + 20
        while Path(f"/proc/{master}").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        return killed

    def send(self, what: signal.Signals) -> int:
        """Send a signal to the postmaster and all its processes; return to how many."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        sent = 0
        for each in [self.pid, *map(int, children)]:
            with suppress(ProcessLookupError):
                os.kill(each, what)
                sent += 1
        return sent

    def kill_a_backend(self, number: int) -> bool:
        """Kill one of the processes that serve connections with SIGKILL; the whole server then restarts."""
        master = self.pid
        found = []
        for each in Path(f"/proc/{master}/task/{master}/children").read_text().split():
            with suppress(OSError):
                if b"127.0.0.1(" in Path(f"/proc/{each}/cmdline").read_bytes():
                    found.append(int(each))
        if not found:
            return False
        with suppress(ProcessLookupError):
            os.kill(found[number % len(found)], signal.SIGKILL)
            return True
        return False

    def ask(self, question: str, database: str = "postgres") -> str:
        """Return the output of psql."""
        return self._psql(database, "-c", question)

    def run_file(self, file: Path) -> str:
        """Run the statements of a file, each in its own transaction; return the output of psql."""
        return self._psql("postgres", "-v", "ON_ERROR_STOP=1", "-f", str(file))

    def _psql(self, database: str, *words: str) -> str:
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "proof", "-d", database]
        done = subprocess.run(["psql", *where, "-qAtX", *words], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{words[-1]}: {done.stderr}")
        return done.stdout.strip()

    def database(self) -> str:
        """Create a database and return its address."""
        name = f"proof_{secrets.token_hex(4)}"
        self.ask(f"CREATE DATABASE {name}")
        return f"postgres://proof@127.0.0.1:{self.port}/{name}"

    def as_user(self, *words: object) -> None:
        command = [str(word) for word in words]
        if os.getuid() == 0:
            command = ["runuser", "-u", self.user, "--", *command]
        # Write to a file: the server inherits the output, and would hold a pipe open for as long as it runs.
        with tempfile.TemporaryFile() as out:
            code = subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, stdout=out, stderr=out).returncode
            out.seek(0)
            if code:
                raise SystemExit(f"{' '.join(command)} failed:\n{out.read().decode()}")


class Place:
    """Sites with one kind of database, all under one folder."""

    def __init__(self, folder: Path, database: str, whole: bool = True) -> None:
        """`whole`: include the parts that do not depend on the database, such as most controls."""
        self.folder, self.database, self.whole = folder, database, whole
        self.cluster: Cluster | None = None
        self._sites: list[Site] = []

    def site(self, keeps_key: bool = False) -> Site:
        """Return a new, empty site."""
        url = ""
        if self.database == "postgresql":
            self.cluster = self.cluster or Cluster(self.folder)
            url = self.cluster.database()
        made = Site(self.folder / f"site-{len(self._sites)}", url, keeps_key)
        self._sites.append(made)
        return made

    def close(self) -> None:
        """Stop everything that is still running."""
        for site in self._sites:
            site.kill()
        if self.cluster:
            self.cluster.stop()
