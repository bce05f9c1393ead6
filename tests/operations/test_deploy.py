"""The files in deploy/ are what docs/hosting.md says: systemd takes the units, and they start what is there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])


@pytest.mark.systemd
def test_systemd_takes_the_units(tmp_path):
    for unit in UNITS:
        text = unit.read_text()
        # The program is not installed on this machine: any command stands for it.
        text = re.sub(r"/opt/scorekeeper/\.venv/bin/\w+", shutil.which("true"), text)
        (tmp_path / unit.name).write_text(text)
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *[str(tmp_path / unit.name) for unit in UNITS]],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in told.stderr.splitlines() if "scorekeeper" in line]
    assert (told.returncode, ours) == (0, [])


@pytest.mark.caddy
def test_caddy_takes_its_file():
    words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_the_environment_file_is_one_for_a_shell_too():
    """docs/hosting.md reads it so, for a restore."""
    page = (ROOT / "docs/hosting.md").read_text()
    assert "sh -c 'set -a; . /etc/scorekeeper.env; runuser -u scorekeeper -- .venv/bin/python manage.py restore" in page
    told = subprocess.run(
        ["sh", "-c", f"set -eua; . {DEPLOY / 'scorekeeper.env'}; env"], capture_output=True, text=True, check=True
    )
    assert "DATA_DIR=/var/lib/scorekeeper" in told.stdout.splitlines()


def test_what_the_units_start_is_there_and_the_environment_is_known():
    text = "".join(unit.read_text() for unit in UNITS)
    commands = set(re.findall(r"manage\.py (\w+)", text))
    assert commands == {"migrate", "collectstatic", "backup"}
    settings = (ROOT / "scorekeeper/settings.py").read_text()
    names = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "scorekeeper.env").read_text(), re.MULTILINE)
    assert names
    assert [name for name in names if f'"{name}"' not in settings] == []
