"""tools/audit.py tells packages without known vulnerabilities from an index that returns no vulnerability data."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLAW = '{"dependencies": [{"name": "django", "version": "3.2.0", "vulns": [{"id": "PYSEC-1"}]}]}'
NO_LIST = '{"dependencies": [{"name": "django", "skip_reason": "Dependency not found"}]}'
# A fake pip-audit with a given output and exit status, both for the known vulnerable version and for the lock file.
STAND_IN = """
import os, sys
if "--format=json" in sys.argv:
    print(os.environ["ABOUT_FLAWED"])
    sys.exit(int(os.environ["FLAWED_ENDS"]))
assert "--strict" in sys.argv and "--require-hashes" in sys.argv and "some.lock" in sys.argv
print("judged")
sys.exit(int(os.environ["LOCK_ENDS"]))
"""


def audit(folder, flawed, ends, lock_ends=0, **environment):
    (folder / "pip_audit.py").write_text(STAND_IN)
    told = {"PYTHONPATH": str(folder), "ABOUT_FLAWED": flawed, "FLAWED_ENDS": str(ends), "LOCK_ENDS": str(lock_ends)}
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "audit.py"), "some.lock"],
        env={"PATH": os.environ["PATH"], **told, **environment}, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("lock_ends", [0, 1])
def test_if_the_index_knows_vulnerabilities_its_result_counts(tmp_path, lock_ends):
    done = audit(tmp_path, FLAW, 1, lock_ends)
    assert (done.returncode, done.stdout, done.stderr) == (lock_ends, "judged\n", "")


@pytest.mark.parametrize(
    ("flawed", "ends"),
    [("", 1), ("Traceback: no such host", 1), (NO_LIST, 0), ('{"dependencies": []}', 0), (NO_LIST, 1)],
    ids=["nothing", "no network", "a mirror without a list", "empty", "refused"],
)
def test_if_the_index_gives_no_usable_answer_the_audit_is_reported_as_not_run(tmp_path, flawed, ends):
    done = audit(tmp_path, flawed, ends)
    assert done.returncode == 0
    assert "NOT RUN: the index gave no usable answer" in done.stdout and "judged" not in done.stdout
    assert audit(tmp_path, flawed, ends, REQUIRE_AUDIT="1").returncode == 1
