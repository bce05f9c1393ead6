"""Check the dependencies for known flaws with pip-audit, and report if the index has no list of flaws.

    python tools/audit.py requirements-dev.lock

Exits with pip-audit's status if the index answers: 1 for a flaw, or for a package that could not be checked. If the
index does not answer, prints "NOT RUN" and exits with 0, or with 1 if REQUIRE_AUDIT=1.
"""

import json
import os
import subprocess  # nosec B404 # only runs pip-audit
import sys
import tempfile
from pathlib import Path

# pip-audit also reports "no known vulnerabilities" if a mirror has no list of them. So first check a version
# that is known to be flawed: an index that finds nothing there cannot clear the others.
FLAWED = "django==3.2.1"
PIP_AUDIT = [sys.executable, "-m", "pip_audit", "--progress-spinner=off", "--disable-pip"]


def index_answers() -> bool:
    """Whether the index knows the flaws of a version that is known to be flawed."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "flawed.txt"
        asked.write_text(f"{FLAWED}\n")
        command = [*PIP_AUDIT, "--no-deps", "--format=json", "--requirement", str(asked)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)  # nosec B603 # no input of others
        except subprocess.TimeoutExpired:
            return False
    try:
        told = json.loads(done.stdout)
    except ValueError:
        return False
    return any(package.get("vulns") for package in told["dependencies"])


def main(lock: str) -> int:
    """Audit the lock file at this path and return the exit status."""
    if not index_answers():
        sys.stdout.write(
            f"pip-audit: NOT RUN: the index gave no usable answer (it reported no vulnerabilities in {FLAWED})\n"
        )
        return 1 if os.environ.get("REQUIRE_AUDIT") == "1" else 0
    command = [*PIP_AUDIT, "--strict", "--require-hashes", "--requirement", lock]
    return subprocess.run(command).returncode  # nosec B603 # no input of others


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
