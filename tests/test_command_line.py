"""The command `scorekeeper`: what it lists, which data it uses, and what `doctor` finds."""

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from operations.backups import bundle, databases
from scorekeeper import __version__
from scorekeeper.__main__ import COMMANDS, SUMMARIES, main
from scorekeeper.environment import VARIABLES, markdown_table
from scorekeeper.management.commands import doctor
from tests.forked import Commands
from tests.migrated import copy_migrated_database
from tests.operations.site import STRANGE

ROOT = Path(__file__).resolve().parents[1]
EMPTY = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}


@pytest.fixture(scope="module")
def scorekeeper() -> Iterator[Callable[..., SimpleNamespace]]:
    """Runs the command in an otherwise empty environment, and returns its exit status and output."""

    def run(*words: object, **environment: str) -> SimpleNamespace:
        done = commands.run(*map(str, words), **environment)
        return SimpleNamespace(returncode=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())

    with Commands(EMPTY, loaded=False, program="scorekeeper.__main__") as commands:
        yield run


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """`main` runs in this process, which has loaded Django."""
    monkeypatch.setattr("django.setup", lambda: None)


def test_without_a_command_every_command_is_listed_with_what_it_does(capsys):
    main([])
    listed = dict(
        re.findall(r"^  (\S+) {2,}(\S.*)$", capsys.readouterr().out.partition("commands:\n")[2], re.MULTILINE)
    )
    assert listed == SUMMARIES
    assert [*COMMANDS, "ready", "manage"] == list(SUMMARIES)


def test_an_unknown_command_is_named_with_a_similar_one(scorekeeper):
    refused = scorekeeper("sevre")
    assert refused.returncode == 2
    assert refused.stderr.endswith("scorekeeper: error: There is no command “sevre”. Did you mean serve?\n")


@pytest.mark.parametrize("words", [("verify", "--help"), ("make-admin", "--help")])
def test_each_command_shows_its_help_under_the_name_that_was_typed(here, capsys, words):
    main(list(words))
    assert capsys.readouterr().out.startswith(f"usage: scorekeeper {words[0]} [-h]")


@pytest.mark.parametrize("name", ["serve", "backup", "verify", "seat"])
def test_the_help_of_a_command_lists_the_option_for_the_data_folder(here, capsys, name):
    main([name, "--help"])
    told = capsys.readouterr()
    assert told.err == ""
    assert " --data FOLDER the data folder; without it, the one that doctor names" in re.sub(r"\s+", " ", told.out)


def test_the_version_is_that_of_the_package():
    words = [sys.executable, "-m", "scorekeeper", "--version"]
    told = subprocess.run(words, cwd=ROOT, env=EMPTY, capture_output=True, text=True, check=True)
    assert told.stdout == f"Scorekeeper {__version__}\n"


def test_a_hand_is_scored_from_standard_input_and_the_data_folder_is_made_only_when_it_is_needed(scorekeeper, tmp_path):
    seat = scorekeeper("seat", "--players", 9, "--rounds", 2, "--data", tmp_path / "data", SECRET_KEY="a key " * 20)
    assert (seat.returncode, seat.stderr) == (0, "")
    assert not (tmp_path / "data").exists()


def test_doctor_says_what_is_configured_and_that_nothing_is_wrong(scorekeeper, tmp_path):
    """DEBUG=0 is the same as no DEBUG."""
    told = scorekeeper("doctor", "--data", tmp_path, DEBUG="0", SECRET_KEY="a key " * 20, LAN_ADDRESS="192.0.2.7")
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
        "DEBUG": "0",
        "LAN_ADDRESS": "192.0.2.7",
        "LAN_HTTP": "1",
        "SECRET_KEY": "(secret)",
    }
    assert told.stdout.endswith("\nEverything is in order.\n")


def test_doctor_names_what_is_wrong_and_fails(scorekeeper, tmp_path):
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


SMALL = "DATABASE_POOL is less than 19, the number of threads of each process: pages may have to wait."


def test_doctor_says_that_a_database_does_not_answer_and_that_its_pool_is_small(scorekeeper):
    told = scorekeeper(
        "doctor", DATABASE_URL="postgres://ann:secret@127.0.0.1:9/scores", DATABASE_POOL="18", SECRET_KEY="a key " * 20
    )
    assert told.returncode == 1
    assert "Problem: The database does not answer" in told.stdout
    assert f"Problem: {SMALL}" in told.stdout
    assert "secret@" not in told.stdout


@pytest.mark.parametrize(("size", "problems"), [(18, [SMALL]), (19, [])])
def test_doctor_says_that_the_pool_has_fewer_connections_than_threads(settings, monkeypatch, size, problems):
    monkeypatch.setattr(doctor, "connection", SimpleNamespace(vendor="postgresql"))
    settings.POOL = {"max_size": size}
    assert doctor._small_pool() == problems


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
def test_a_wrong_setting_stops_every_command_with_one_sentence(scorekeeper, tmp_path, name, value, sentence):
    told = scorekeeper("doctor", "--data", tmp_path, **{name: value})
    assert (told.returncode, told.stdout, told.stderr) == (1, "", f"scorekeeper: {sentence}\n")


def test_the_documentation_has_the_table_of_settings_that_the_code_has():
    assert markdown_table() in (ROOT / "docs/settings.md").read_text()


def test_every_variable_that_the_settings_read_is_in_the_table():
    source = (ROOT / "scorekeeper/settings.py").read_text()
    read = set(re.findall(r'\b(?:flag|number|text|time_zone|words|choice)\(\s*"([A-Z_]+)"', source))
    assert read == set(VARIABLES)
    assert "os.environ" not in source


@pytest.mark.thorough
def test_a_data_folder_may_have_any_name(scorekeeper, tmp_path):
    """The sites of tests/operations have such a folder."""
    folder = tmp_path / STRANGE
    folder.mkdir()
    copy_migrated_database(folder / "scorekeeper.sqlite3")
    for words in (("manage", "load_demo"), ("manage", "migrate", "notifications", "0002"), ("migrate",)):
        done = scorekeeper(*words, "--data", folder)
        assert done.returncode == 0, done.stderr
    backup = scorekeeper("backup", "--data", folder).stdout.rpartition(": ")[0]
    assert (bundle.manifest_of(Path(backup)).matches, Path(backup).parent) == (1, folder / "backups")
    assert "Matches: 1" in scorekeeper("verify", "--data", folder).stdout
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_a_site_is_served_once(scorekeeper, tmp_path):
    with (tmp_path / "serving.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        refused = scorekeeper("serve", "--data", tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"CommandError: The site in {tmp_path} is being served already. Stop that server first, or use another data "
        "folder (--data, DATA_DIR).\n"
    )


def test_a_command_that_needs_a_site_does_not_create_one(scorekeeper, tmp_path):
    refused = scorekeeper("verify", "--data", tmp_path, SECRET_KEY="a key " * 20)
    sentence = f"There is no site in {tmp_path} yet. Start it with scorekeeper serve.\n"
    assert (refused.returncode, refused.stderr, list(tmp_path.iterdir())) == (1, sentence, [])


@pytest.mark.parametrize("words", [["verify"], ["make-admin", "chief"], ["demo"]])
def test_the_commands_that_need_a_site_are_refused_without_one(here, monkeypatch, words):
    monkeypatch.setattr(databases, "is_there", lambda: False)
    with pytest.raises(SystemExit, match="^There is no site in "):
        main(words)


def test_an_invalid_port_is_refused_before_anything_is_created(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    with pytest.raises(CommandError, match=r"^--port must be a number from 1 to 65535\.$"):
        call_command("serve", port=99999)
    assert not settings.DATA_DIR.exists()
