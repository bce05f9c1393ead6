"""`manage.py seat`: a drawn schedule on paper or as JSON, without a database."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import manage
from engine.seating import Budget, Schedule, prescribed, quality
from matches.management.commands import seat as command

ROOT = Path(__file__).resolve().parents[2]
# The command with progress shown immediately, as on a slow machine.
AT_ONCE = ("-c", "import manage; from matches.management.commands import seat; seat.SILENT = 0; manage.main()")
LONG = ("--players", "98", "--rounds", "60", "--seed", "s", "--json")


def seat(*arguments: str) -> str:
    out = StringIO()
    call_command("seat", *arguments, stdout=out)
    return out.getvalue()


def said(*arguments: str) -> dict:
    return json.loads(seat(*arguments, "--json"))


def started(*arguments: str, program: tuple[str, ...] = ("manage.py",)) -> subprocess.Popen[str]:
    told = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, *program, "seat", *arguments], cwd=ROOT, stdout=told, stderr=told, text=True, env=os.environ
    )


def test_a_schedule_is_printed_with_its_quality():
    assert seat("--players", "8", "--rounds", "2", "--seed", "b").splitlines() == [
        "Players 0 to 7, 2 rounds, seed b, SHA-256 3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
        "Round 1:  6-2-5  1-4-3   bye: 0, 7",
        "Round 2:  7-6-4  3-5-0   bye: 1, 2",
        "Rematches: 0",
        "Seat winds: counts differ by at most 1 after any round",
        "Byes: counts differ by at most 1",
        "Repeat visits to a table: 2",
    ]


def test_json_has_the_keys_that_other_programs_read():
    assert said("--players", "8", "--rounds", "2", "--seed", "b") == {
        "players": 8,
        "seed": "b",
        "rounds": [[[6, 2, 5], [1, 4, 3]], [[7, 6, 4], [3, 5, 0]]],
        "byes": [[0, 7], [1, 2]],
        "quality": {"repeats": 0, "wind_spread": 1, "bye_spread": 1, "table_repeats": 2},
    }


def test_what_is_printed_can_be_pasted_back():
    told = [
        line.partition("bye")[0].split()[2:] for line in seat("--players", "22", "--rounds", "9").splitlines()[1:10]
    ]
    schedule = prescribed("\n\n".join("\n".join(one) for one in told), [str(number) for number in range(22)])
    assert (len(schedule.rounds), quality(schedule).repeats) == (9, 0)


def test_too_many_rounds_have_the_fewest_repeats_and_the_output_says_so():
    # 3 players have 3 pairs, of which every round after the first repeats all
    assert said("--players", "3", "--rounds", "5")["quality"]["repeats"] == 12
    assert said("--players", "21", "--rounds", "15", "--seed", "s")["quality"]["repeats"] == 105


def test_without_a_seed_one_is_generated_that_reproduces_the_schedule():
    first = said("--players", "9", "--rounds", "4")
    assert said("--players", "9", "--rounds", "4", "--seed", first["seed"]) == first


@pytest.mark.parametrize("way", ["named", "Import file"])
def test_people_are_kept_apart(way, tmp_path):
    file = tmp_path / "clubs.txt"
    file.write_text("0-4-7\n1 - 2\n\n3-5;6-8\n")
    told = said(
        "--players", "21", "--rounds", "8", "--apart", str(file) if way == "Import file" else "0-4-7,1-2,3-5,6-8"
    )
    together = [set(table) for one in told["rounds"] for table in one]
    pairs = [{0, 4}, {0, 7}, {4, 7}, {1, 2}, {3, 5}, {6, 8}]
    assert [pair for pair in pairs for table in together if pair <= table] == []
    assert (told["quality"]["repeats"], told["still_meeting"]) == (0, [])


def test_players_who_cannot_be_kept_apart_are_named(monkeypatch):
    monkeypatch.setattr(command, "Budget", partial(Budget, 20_000))
    told = seat("--players", "6", "--rounds", "3", "--seed", "s", "--apart", "0-1-2").splitlines()
    assert told[-1] == "Not kept apart: 0-2, 1-2"


def test_at_tables_of_four_nobody_has_a_bye():
    told = said("--players", "16", "--rounds", "5", "--way", "four", "--seed", "s")
    assert {tuple(sorted(map(len, one))) for one in told["rounds"]} == {(3, 3, 3, 3, 4)}
    assert (told["byes"], told["quality"]["repeats"], told["quality"]["bye_spread"]) == ([[]] * 5, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("2", "1"), "A tournament can have 3 to 99 players."),
        (("100", "4"), "A tournament can have 3 to 99 players."),
        (("9", "0"), "A tournament can have 1 to 60 rounds."),
        (("9", "0", "--way", "four"), "A tournament can have 1 to 60 rounds."),
        (("5", "2", "--way", "four"), "Tables of three and four aren’t possible with this number of players (5)."),
        (("9", "3", "--apart", "1-9"), "--apart: 9 is not a player number (0 to 8). Write groups such as 1-4,2-7-9."),
        (
            ("9", "3", "--apart", "no-such-file"),
            "--apart: no is not a player number (0 to 8). Write groups such as 1-4,2-7-9.",
        ),
    ],
)
def test_impossible_schedules_are_refused_in_a_sentence(arguments, sentence):
    players, rounds, *more = arguments
    with pytest.raises(CommandError) as refused:
        seat("--players", players, "--rounds", rounds, *more)
    assert (str(refused.value), refused.value.returncode) == (sentence, 2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "x", "--rounds", "2"], "manage.py seat: error: argument --players: invalid int value: 'x'\n"),
        (["--rounds", "2"], "manage.py seat: error: the following arguments are required: --players\n"),
        (["--players", "2", "--rounds", "2"], "CommandError: A tournament can have 3 to 99 players.\n"),
    ],
)
def test_wrong_arguments_end_with_one_sentence_and_status_2(arguments, sentence, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["manage.py", "seat", *arguments])
    with pytest.raises(SystemExit) as end:
        manage.main()
    assert (*capsys.readouterr(), end.value.code) == ("", sentence, 2)


def test_progress_is_shown_and_ctrl_c_gives_the_best_schedule_so_far():
    with started(*LONG, "--progress", program=AT_ONCE) as search:
        assert search.stderr.read(11) == "\nSearching:"  # text mode reads \r as \n
        search.send_signal(signal.SIGINT)
        out, err = search.communicate()
    told = json.loads(out)
    assert (search.returncode, len(told["rounds"]), err[-51:]) == (
        0,
        60,
        "\nStopped. This is the best schedule found so far.\n",
    )
    rounds = tuple(tuple(map(tuple, one)) for one in told["rounds"])
    assert quality(Schedule(98, rounds)).repeats == told["quality"]["repeats"]


def test_progress_is_shown_only_on_request(monkeypatch, capsys):
    monkeypatch.setattr(command, "SILENT", 0)
    long = ("--players", "40", "--rounds", "25", "--seed", "s")
    seat(*long, "--progress")
    assert "Searching: " in capsys.readouterr().err
    seat(*long)
    assert capsys.readouterr().err == ""
