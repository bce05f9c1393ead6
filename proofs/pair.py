"""A PostgreSQL primary with a standby, as docs/hosting.md sets them up on two machines."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from proofs.place import Cluster
from proofs.site import ROOT

NAME = "scorekeeper_standby"
PROMOTE = ROOT / "deploy/two-machines/promote.sql"
TIMEOUT = 30.0


class Standby(Cluster):
    """A copy of the server `of`, which follows it."""

    def __init__(self, folder: Path, of: Cluster) -> None:
        folder.mkdir()
        self.of = of
        super().__init__(folder)

    def create(self) -> None:
        """Copy the files of the primary, and connect to it from then on."""
        copy_of(self.of, self)


def copy_of(primary: Cluster, standby: Cluster) -> None:
    """Write a base backup of `primary` into the folder of `standby`, which must not be running, to follow it."""
    shutil.rmtree(standby.data, ignore_errors=True)
    standby.make_folder()
    source = f"host=127.0.0.1 port={primary.port} user=proof application_name={NAME}"
    standby.as_user(
        standby.tools / "pg_basebackup", "-D", standby.data, "-d", source, "--checkpoint=fast", "-X", "stream", "-R"
    )
    with (standby.data / "postgresql.conf").open("a") as config:
        config.write(f"port = '{standby.port}'\n")


class Pair:
    """Two servers, of which one is the primary. `synchronous`: a commit waits until the standby has it on its disk."""

    def __init__(self, folder: Path, synchronous: bool) -> None:
        self.synchronous = synchronous
        (folder / "one").mkdir()
        self.primary = Cluster(folder / "one")
        self.primary.ask("ALTER SYSTEM SET wal_retrieve_retry_interval = '200ms'")
        self.standby: Cluster = Standby(folder / "two", self.primary)
        self.both = (self.primary, self.standby)
        self.follow()

    def url(self, name: str) -> str:
        """The address of a database for the site: both servers, always in the same order."""
        return f"postgres://proof@{','.join(f'127.0.0.1:{each.port}' for each in self.both)}/{name}"

    def database(self) -> str:
        """Create a database on the primary and return its address."""
        return self.url(self.primary.database().rsplit("/", 1)[1])

    def cut(self) -> None:
        """Disconnect the standby from the primary, as if the network between them were down."""
        self.standby.ask("ALTER SYSTEM SET primary_conninfo = ''")
        self.standby.ask("SELECT pg_reload_conf()")
        self._until(self.primary, "SELECT count(*) = 0 FROM pg_stat_replication", "the standby still follows")

    def promote(self) -> None:
        """Make the standby the primary, as docs/hosting.md says."""
        self.standby.run_file(PROMOTE)
        self.primary, self.standby = self.standby, self.primary

    def rebuild(self) -> None:
        """Make the old primary, which must not be running, a standby of the new one."""
        self.standby.stop()
        copy_of(self.primary, self.standby)
        self.standby.start()
        self.follow()

    def stop(self) -> None:
        """Stop both servers."""
        for each in self.both:
            each.stop()

    def follow(self) -> None:
        """Wait until the standby follows; only then let commits wait for it."""
        self._until(
            self.primary, "SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'", "no standby"
        )
        self._wait_for(NAME if self.synchronous else "")
        if self.synchronous:
            question = "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
            self._until(self.primary, question, "the standby is not synchronous")

    def go_alone(self) -> None:
        """Let commits no longer wait for the standby, as docs/hosting.md says for one that is lost."""
        self._wait_for("")

    def _wait_for(self, names: str) -> None:
        self.primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.primary.ask("SELECT pg_reload_conf()")

    def _until(self, server: Cluster, question: str, otherwise: str) -> None:
        deadline = time.monotonic() + TIMEOUT
        while server.ask(question) != "t":
            if time.monotonic() > deadline:
                raise SystemExit(otherwise)
            time.sleep(0.05)
