"""`make test-thorough`: run all tests at full size, on SQLite with the browsers, then on PostgreSQL.

Starts a temporary PostgreSQL server unless `DATABASE_URL` names one. Prints the seed of each run; `SEED=…` and
`--hypothesis-seed=…` repeat it. Arguments are passed to pytest. Nothing is skipped: a missing browser, database or
program fails the run. Exits with 1 if either run fails.
"""

import os
import subprocess  # nosec B404 # runs pytest
import sys
import tempfile
from pathlib import Path

from proofs.place import Cluster
from tests.thorough import run_seed

BROWSERS = ("browser", "firefox", "webkit")
REQUIRED = (*map(str.upper, BROWSERS), "WHOLE_BROWSER", "CADDY", "SYSTEMD")


def main(arguments: list[str]) -> int:
    """Run the tests on both databases and return the exit status."""
    given = os.environ.pop("DATABASE_URL", "")
    environment = {
        **os.environ,
        **{f"REQUIRE_{name}": "1" for name in REQUIRED},
        "THOROUGH": "1",
        "SEED": str(run_seed(thorough=True)),
    }
    statuses = [_pytest("SQLite", environment, arguments)]
    with tempfile.TemporaryDirectory(prefix="scorekeeper-thorough-", ignore_cleanup_errors=True) as folder:
        cluster = None if given else Cluster(Path(folder))
        try:
            url = cluster.database() if cluster else given
            on_postgresql = {**environment, "DATABASE_URL": url, "REQUIRE_POSTGRES": "1"}
            statuses.append(_pytest("PostgreSQL", on_postgresql, ["-m", f"not ({' or '.join(BROWSERS)})", *arguments]))
        finally:
            if cluster:
                cluster.stop()
    return int(any(statuses))  # a run that was killed has a negative status


def _pytest(database: str, environment: dict[str, str], arguments: list[str]) -> int:
    sys.stdout.write(f"\n== all tests at full size, on {database}: SEED={environment['SEED']}\n")
    sys.stdout.flush()
    command = [sys.executable, "-m", "pytest", "-n", "auto", *arguments]
    return subprocess.run(command, env=environment).returncode  # nosec B603 # arguments from us and the command line


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
