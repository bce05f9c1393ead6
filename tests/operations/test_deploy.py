"""The files in deploy/ are what docs/hosting.md says: systemd takes the units, and they start what is there."""

import os
import pwd
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from scorekeeper import server

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
    """deploy/manage reads it so."""
    told = subprocess.run(
        ["sh", "-c", f"set -eua; . {DEPLOY / 'scorekeeper.env'}; env"], capture_output=True, text=True, check=True
    )
    assert "DATA_DIR=/var/lib/scorekeeper" in told.stdout.splitlines()


ROOTS = os.geteuid() == 0
ME = "nobody" if ROOTS else pwd.getpwuid(os.geteuid()).pw_name  # root hands over, somebody else is already the one


@pytest.fixture
def installed():
    """deploy/manage with a folder in the place of /opt and /etc, and a Python that says what it was started with."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        home.chmod(0o755)  # the user of the service reads the program, and owns none of it
        python = home / ".venv/bin/python"
        python.parent.mkdir(parents=True)
        python.write_text('#!/bin/sh\nid -un\npwd\necho "$ALLOWED_HOSTS $DATA_DIR"\nfor word; do echo "$word"; done\n')
        python.chmod(0o755)
        (home / "scorekeeper.env").write_text((DEPLOY / "scorekeeper.env").read_text())
        yield home


def manage(home, *words, user=ME, who=None):
    text = (DEPLOY / "manage").read_text()
    for was, now in (
        ("settings=/etc/scorekeeper.env", f"settings={home}/scorekeeper.env"),
        ("user=scorekeeper", f"user={user}"),
        ("home=/opt/scorekeeper", f"home={home}"),
    ):
        assert text.count(f"\n{was}\n") == 1
        text = text.replace(f"\n{was}\n", f"\n{now}\n")
    script = home / "manage"
    script.write_text(text)
    script.chmod((DEPLOY / "manage").stat().st_mode)
    done = subprocess.run([str(script), *words], cwd="/", user=who, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_a_command_has_the_settings_and_the_user_of_the_server(installed):
    file = "/srv/two words/scorekeeper-20260101T000000Z.tar.gz"
    as_the_server = [ME, str(installed), "score.example.org /var/lib/scorekeeper"]
    assert manage(installed, "restore", file) == (0, [*as_the_server, "manage.py", "restore", file], "")


def test_a_command_of_somebody_else_is_refused_before_it_leaves_files_of_theirs(installed):
    script, as_nobody = installed / "manage", {"who": "nobody"} if ROOTS else {}
    told = manage(installed, "backup", user="daemon", **as_nobody)
    assert told == (1, [], f"{script}: run it as root or as daemon (sudo {script} …).\n")


def test_without_its_settings_no_command_begins_on_other_data(installed):
    (installed / "scorekeeper.env").unlink()
    settings = installed / "scorekeeper.env"
    told = f"{installed / 'manage'}: {settings} cannot be read. It contains the settings of the site.\n"
    assert manage(installed, "backup") == (1, [], told)


def test_the_pages_name_every_command_of_a_server_by_the_script_that_runs_it_as_the_server():
    commands = "make_admin|password_link|close_account|forget_addresses|backup|restore|verify_ledger|check|migrate"
    page = (ROOT / "docs/hosting.md").read_text()
    assert re.findall(rf"\S+ \S*manage\.py (?:{commands})\b", page) == [
        "`.venv/bin/python manage.py backup",
        ".venv/bin/python manage.py restore",
    ], "only a laptop, which has no settings of a server, runs manage.py itself"
    assert set(re.findall(rf"deploy/manage ({commands})\b", page)) >= {
        "make_admin",
        "backup",
        "restore",
        "verify_ledger",
    }


def test_what_the_units_start_is_there_and_the_environment_is_known():
    text = "".join(unit.read_text() for unit in UNITS)
    commands = set(re.findall(r"manage\.py (\w+)", text))
    assert commands == {"upgrade", "collectstatic", "backup", "clearsessions", "forget_addresses"}
    settings = (ROOT / "scorekeeper/environment.py").read_text()
    names = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "scorekeeper.env").read_text(), re.MULTILINE)
    assert names
    assert [name for name in names if f'"{name}"' not in settings] == []


# What each service must not do, and how much of the machine it may take.
CONFINED = {
    "UMask": "0077",
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "RestrictNamespaces": "yes",
    "CapabilityBoundingSet": "",
    "SystemCallFilter": "@system-service",
    "SystemCallArchitectures": "native",
}


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.stem)
def test_a_service_has_no_more_rights_than_it_needs(unit):
    settings = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    assert {name: settings.get(name) for name in CONFINED} == CONFINED
    assert 0 < int(settings["TasksMax"]) <= 64


def test_the_server_may_open_a_file_for_each_connection():
    unit = (DEPLOY / "scorekeeper.service").read_text()
    files = int(re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE).group(1))
    assert files >= server.CONNECTIONS + server.OTHER_DESCRIPTORS
