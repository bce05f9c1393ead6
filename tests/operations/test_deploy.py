"""The files in deploy/ fit docs/hosting.md: systemd accepts the units, and they start existing programs."""

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
def test_systemd_accepts_the_units(tmp_path):
    for unit in UNITS:
        text = unit.read_text()
        # Scorekeeper isn't installed on this machine, so another command replaces it.
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
def test_caddy_accepts_the_caddyfile():
    words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_a_shell_can_read_the_environment_file_too():
    """deploy/manage sources it."""
    told = subprocess.run(
        ["sh", "-c", f"set -eua; . {DEPLOY / 'scorekeeper.env'}; env"], capture_output=True, text=True, check=True
    )
    assert "DATA_DIR=/var/lib/scorekeeper" in told.stdout.splitlines()


ROOTS = os.geteuid() == 0
ME = "nobody" if ROOTS else pwd.getpwuid(os.geteuid()).pw_name  # root switches to nobody; others run as themselves


@pytest.fixture
def installed():
    """A folder for deploy/manage in place of /opt and /etc. Its Python prints its user, folder and arguments."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        home.chmod(0o755)  # the service's user may read the program but owns none of it
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


def test_another_user_is_refused_before_the_command_writes_files(installed):
    script, as_nobody = installed / "manage", {"who": "nobody"} if ROOTS else {}
    told = manage(installed, "backup", user="daemon", **as_nobody)
    assert told == (1, [], f"{script}: run it as root or as daemon (sudo {script} …).\n")


def test_without_its_settings_no_command_runs_with_other_data(installed):
    (installed / "scorekeeper.env").unlink()
    settings = installed / "scorekeeper.env"
    told = f"{installed / 'manage'}: {settings} cannot be read. It contains the settings of the site.\n"
    assert manage(installed, "backup") == (1, [], told)


def test_the_docs_run_every_server_command_with_deploy_manage():
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


def test_the_units_start_existing_programs_with_known_settings():
    text = "".join(unit.read_text() for unit in UNITS)
    commands = set(re.findall(r"manage\.py (\w+)", text))
    assert commands == {"upgrade", "collectstatic", "backup", "clearsessions", "forget_addresses"}
    settings = (ROOT / "scorekeeper/environment.py").read_text()
    names = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "scorekeeper.env").read_text(), re.MULTILINE)
    assert names
    assert [name for name in names if f'"{name}"' not in settings] == []


# The restrictions and resource limits of each service.
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
