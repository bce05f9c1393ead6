"""The command `scorekeeper`: what it lists, which data it uses, and what `doctor` finds."""

import fcntl
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from operations.backups import bundle
from scorekeeper import __version__
from scorekeeper.__main__ import COMMANDS, SUMMARIES, main
from scorekeeper.environment import VARIABLES, markdown_table
from tests.migrated import copy_migrated_database

ROOT = Path(__file__).resolve().parents[1]


def scorekeeper(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m scorekeeper` in an otherwise empty environment."""
    told = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **environment}
    command = [sys.executable, "-m", "scorekeeper", *map(str, words)]
    # A command that should have been refused, and serves instead, is stopped.
    return subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False, timeout=120)


def test_without_a_command_every_command_is_listed_with_what_it_does(capsys):
    main([])
    listed = dict(
        re.findall(r"^  (\S+) {2,}(\S.*)$", capsys.readouterr().out.partition("commands:\n")[2], re.MULTILINE)
    )
    assert listed == SUMMARIES
    assert [*COMMANDS, "ready", "manage"] == list(SUMMARIES)


def test_a_command_that_does_not_exist_is_named_with_the_one_that_may_be_meant():
    refused = scorekeeper("sevre")
    assert refused.returncode == 2
    assert refused.stderr.endswith("scorekeeper: error: There is no command “sevre”. Did you mean serve?\n")


@pytest.mark.parametrize("words", [("verify", "--help"), ("make-admin", "--help")])
def test_each_command_shows_its_help_under_the_name_that_was_typed(words):
    assert scorekeeper(*words).stdout.startswith(f"usage: scorekeeper {words[0]} [-h]")


@pytest.mark.parametrize("name", ["serve", "backup", "verify", "seat"])
def test_the_help_of_a_command_lists_the_option_for_the_data_folder(name):
    told = scorekeeper(name, "--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert " --data FOLDER the data folder; without it, the one that doctor names" in re.sub(r"\s+", " ", told.stdout)


def test_the_version_is_the_one_of_the_package():
    assert scorekeeper("--version").stdout == f"Scorekeeper {__version__}\n"


def test_a_hand_is_scored_from_standard_input_and_the_data_folder_is_made_only_when_it_is_needed(tmp_path):
    seat = scorekeeper("seat", "--players", 9, "--rounds", 2, "--data", tmp_path / "data", SECRET_KEY="a key " * 20)
    assert (seat.returncode, seat.stderr) == (0, "")
    assert not (tmp_path / "data").exists()


def test_doctor_says_what_is_configured_and_that_nothing_is_wrong(tmp_path):
    told = scorekeeper("doctor", "--data", tmp_path, SECRET_KEY="a key " * 20, LAN_ADDRESS="192.0.2.7")
    assert (told.returncode, told.stderr) == (0, "")
    rows = dict(re.findall(r"^(\w[\w ]*): +(.*)$", told.stdout, re.MULTILINE))
    assert rows.pop("Python").endswith(f" at {sys.executable}")
    assert rows == {
        "Scorekeeper": f"{__version__}, in a clone at {ROOT}",
        "Data folder": str(tmp_path),
        "Database": f"SQLite, {tmp_path}/scorekeeper.sqlite3 (created when the site is first served)",
        "Backups": f"{tmp_path}/backups",
        "Server": "not running",
        "Site": "plain HTTP on the local network, for 192.0.2.7",
        "DATA_DIR": str(tmp_path),
        "LAN_ADDRESS": "192.0.2.7",
        "LAN_HTTP": "1",
        "SECRET_KEY": "(secret)",
    }
    assert told.stdout.endswith("\nEverything is in order.\n")


def test_doctor_names_what_is_wrong_and_fails(tmp_path):
    told = scorekeeper(
        "doctor",
        DATA_DIR=str(tmp_path),
        SECRET_KEY="short",
        ALLOWED_HOSTS="score.example.org",
        ALOWED_HOSTS="score.example.org",
        FRAME_ANCESTORS="club.example",
    )
    problems = [line for line in told.stdout.splitlines() if line.startswith("Problem: ")]
    assert told.returncode == 1
    assert problems == [
        "Problem: ALOWED_HOSTS is not a setting. Is ALLOWED_HOSTS meant?",
        "Problem: TRUSTED_PROXIES is 0: the site does not believe its proxy that a request came by HTTPS, and sends it "
        "to HTTPS again and again. Set it to the number of your proxies.",
        "Problem: FRAME_ANCESTORS has club.example, which is not an origin. Enter origins separated by commas, such as "
        "https://club.example,https://www.club.example",
        "Problem: SECRET_KEY is easy to guess. Leave it unset (a key is then created and kept in DATA_DIR), or set it "
        "to 50 random characters.",
    ]
    assert "HTTPS, as score.example.org, behind no trusted proxy" in told.stdout


def test_doctor_says_that_a_database_does_not_answer():
    told = scorekeeper("doctor", DATABASE_URL="postgres://ann:secret@127.0.0.1:9/scores", SECRET_KEY="a key " * 20)
    assert told.returncode == 1
    assert "Problem: The database does not answer" in told.stdout
    assert "secret@" not in told.stdout


@pytest.mark.parametrize(("size", "is_enough"), [("18", False), ("19", True)])
def test_doctor_says_that_the_pool_has_less_connections_than_threads(size, is_enough):
    key = {"DATABASE_URL": "postgres://ann:secret@127.0.0.1:9/scores", "SECRET_KEY": "a key " * 20}
    told = scorekeeper("doctor", DATABASE_POOL=size, **key)
    text = "Problem: DATABASE_POOL is less than 19, the number of threads of each process: pages may have to wait."
    assert (text in told.stdout) is not is_enough


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("LAN_HTTP", "maybe", "LAN_HTTP must be on (1) or off (0), not “maybe”."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be line or json, not “xml”."),
        ("LOG_LEVEL", "info", "LOG_LEVEL must be DEBUG, INFO, WARNING, ERROR or CRITICAL, not “info”."),
        ("TIME_ZONE", "CEST", "TIME_ZONE must be a time zone such as Europe/Prague, not “CEST”."),
        ("TIME_ZONE", "/etc/localtime", "TIME_ZONE must be a time zone such as Europe/Prague, not “/etc/localtime”."),
    ],
)
def test_a_wrong_setting_stops_every_command_with_one_sentence(tmp_path, name, value, sentence):
    told = scorekeeper("doctor", "--data", tmp_path, **{name: value})
    assert (told.returncode, told.stdout, told.stderr) == (1, "", f"scorekeeper: {sentence}\n")


def test_the_documentation_has_the_table_of_settings_that_the_code_has():
    assert markdown_table() in (ROOT / "docs/settings.md").read_text()


def test_every_variable_that_the_settings_read_is_in_the_table():
    source = (ROOT / "scorekeeper/settings.py").read_text()
    read = set(re.findall(r'\b(?:flag|number|text|time_zone|words|choice)\(\s*"([A-Z_]+)"', source))
    assert read == set(VARIABLES)
    assert "os.environ" not in source


def test_a_data_folder_may_have_any_name(tmp_path):
    """`#`, `?` and `%` have a meaning in the address of a database."""
    folder = tmp_path / "club #1? 50%+x & “more”"
    folder.mkdir()
    copy_migrated_database(folder / "scorekeeper.sqlite3")
    for words in (("manage", "load_demo"), ("manage", "migrate", "notifications", "0002"), ("migrate",)):
        done = scorekeeper(*words, "--data", folder)
        assert done.returncode == 0, done.stderr
    backup = scorekeeper("backup", "--data", folder).stdout.rpartition(": ")[0]
    assert (bundle.manifest_of(Path(backup)).matches, Path(backup).parent) == (1, folder / "backups")
    assert "Matches: 1" in scorekeeper("verify", "--data", folder).stdout
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_a_site_is_served_once(tmp_path):
    with (tmp_path / "serving.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        refused = scorekeeper("serve", "--data", tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"CommandError: The site in {tmp_path} is being served already. Stop that server first, or use another data "
        "folder (--data, DATA_DIR).\n"
    )


@pytest.mark.parametrize("words", [("verify",), ("make-admin", "chief"), ("demo",)])
def test_a_command_that_needs_a_site_makes_none(tmp_path, words):
    refused = scorekeeper(*words, "--data", tmp_path, SECRET_KEY="a key " * 20)
    sentence = f"There is no site in {tmp_path} yet. Start it with scorekeeper serve.\n"
    assert (refused.returncode, refused.stderr, list(tmp_path.iterdir())) == (1, sentence, [])


def test_a_port_that_is_none_is_refused_before_anything_is_made(tmp_path):
    refused = scorekeeper("serve", "--port", 99999, "--data", tmp_path / "data", SECRET_KEY="a key " * 20)
    assert refused.stderr == "CommandError: --port must be a number from 1 to 65535.\n"
    assert not (tmp_path / "data").exists()


def test_a_setting_that_is_off_is_as_if_it_were_not_there(tmp_path):
    told = scorekeeper("doctor", "--data", tmp_path, DEBUG="0", LAN_ADDRESS="192.0.2.7", SECRET_KEY="a key " * 20)
    assert re.search(r"^Site: +plain HTTP on the local network, for 192.0.2.7$", told.stdout, re.MULTILINE)
