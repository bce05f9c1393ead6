"""`manage.py score` as other programs use it: in a separate process, line by line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine import fan_asking, fan_questions, riichi_asking, riichi_matches, riichi_questions, tile_questions
from tests.engine.tile_asking import EXAMPLES, chance, hand, scored
from tests.forked import Commands
from tests.thorough import SEED, amount

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "manage.py", "score"]
GOOD = {"system": "korean_japanese", "type": "hand", "input": hand("234p 678m 55p", "4p discard", pongs="E dR")}
PAID = {"P1": 12, "P2": -10, "P3": -2}
Score = Callable[..., subprocess.CompletedProcess[bytes]]
FUZZ = amount("FUZZ_LINES", 2_000, 20_000)


def run(*arguments: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a new Python process with its own environment."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, input=stdin, capture_output=True, env={**os.environ, **env}, timeout=300
    )


@pytest.fixture(scope="module")
def score() -> Iterator[Score]:
    """Runs the command in a forked process, which is faster and enough for all tests except those of its start-up."""
    with Commands() as commands:
        yield partial(commands.run, "score")


def line(name: Any, **more: Any) -> bytes:
    return json.dumps({"id": name, **GOOD, **more}).encode()


def replies(done: subprocess.CompletedProcess[bytes]) -> list[dict]:
    assert done.stderr == b""
    return [json.loads(each) for each in done.stdout.splitlines()]


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_questions_come_from_standard_input(score, arguments):
    done = score(*arguments, stdin=line("a") + b"\n" + line("b"))
    assert [(each["id"], each["result"]["payments"]) for each in replies(done)] == [("a", PAID), ("b", PAID)]
    assert done.returncode == 0


def test_questions_come_from_a_file(score, tmp_path):
    file = tmp_path / "questions.jsonl"
    file.write_bytes(line(1) + b"\r\n\r\n" + line(2) + b"\n")
    assert [each["id"] for each in replies(score(str(file)))] == [1, 2]


def test_no_question_gets_no_answer(score):
    done = score(stdin=b"\n \n\t\r\n\xef\xbb\xbf\n")
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)


def test_a_line_that_cannot_be_read_does_not_stop_the_others(score):
    done = score(stdin=b"\n".join([line(1), b"{", line(2, type="war"), b"\xff", line(3)]))
    found = replies(done)
    assert ([each["id"] for each in found], done.returncode) == ([1, None, 2, None, 3], 1)
    assert ["error" in each for each in found] == [False, True, True, True, False]


def test_a_hand_that_may_not_be_declared_is_no_error(score):
    done = score(stdin=line(1, options={"min_hand_points": 9}))
    assert (replies(done)[0]["result"]["reason"], done.returncode) == ("minimum_not_reached", 0)


def test_each_line_is_answered_before_the_next_is_asked():
    with subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        for number in range(3):
            process.stdin.write(line(number) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_closing_the_output_stops_the_command_quietly(tmp_path):
    file = tmp_path / "many.jsonl"
    file.write_bytes((line(1) + b"\n") * 5000)
    with subprocess.Popen([*COMMAND, str(file)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) in (1, -signal.SIGPIPE)


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "manage.py/x"])
def test_a_file_that_cannot_be_read_gives_one_sentence(score, name):
    done = score(name)
    assert (done.stdout, done.returncode) == (b"", 1)
    assert done.stderr.decode().startswith(f"CommandError: {name}: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "encoding", ["ascii", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("utf-8", "latin-1"))]
)
def test_names_and_ids_survive_any_terminal(encoding):
    names = ["Žofie", "李", "\ud800"]
    given = {**GOOD["input"], "players": names, "winner": "Žofie", "win": {**GOOD["input"]["win"], "from": "李"}}
    (reply,) = replies(run(stdin=line("\ud83d", input=given), PYTHONIOENCODING=encoding))
    assert (reply["id"], reply["result"]["payments"]) == ("\ud83d", dict(zip(names, PAID.values(), strict=True)))


def test_windows_files_are_read(score):
    done = score(stdin=b"\xef\xbb\xbf" + line("bom") + b"\r\n" + line("next") + b"\r\n")
    assert [each["id"] for each in replies(done)] == ["bom", "next"]


def test_a_line_of_five_megabytes_is_answered(score):
    long = "x" * 5_000_000
    lines = [line(long), line(2, options={long: 1}), line(3, title=long), b'{"id": "' + long.encode()]
    lines.append(line(5, input={**GOOD["input"], "concealed": ["1p"] * 900_000}))
    found = replies(score(stdin=b"\n".join(lines)))
    assert ([len(str(each["id"])) for each in found], len(found)) == ([5_000_000, 1, 1, 4, 1], 5)
    assert found[2]["result"]["payments"] == PAID
    assert found[4]["result"]["reason"] == "wrong_tile_count"


# ── invalid input ────────────────────────────────────────────────────────────

ODD: list[Any] = [None, True, False, 0, 1, -1, 27, 28, 10**30, 1.5, "", "P1", "P2", "1p", "E", "flower", "wall", "all"]
ODD += [[], {}, ["1p"], {"P2": True}, [[]], {"": {}}, "\ud800", "x" * 300, ["P1", "P2", "P3"], "kong", "full"]
RAW = (b"", b"{", b"]", b"\xff", b"\x00", b'"', b",", b"NaN", b"1e999", b"\\u", b"[" * 50, b'{"a":', b"\xef\xbb\xbf")


def whole_questions(random: Random) -> dict:
    """A random hand, or one of the worked examples of all types."""
    if random.random() < 0.3:
        example = random.choice([*EXAMPLES, *fan_asking.EXAMPLES])
        return json.loads(json.dumps({key: example[key] for key in ("id", "system", "type", "options", "input")}))
    if random.random() < 0.3:
        house, given = fan_questions.house_rules(random), fan_questions.question(random)
        return {"id": 1, "system": fan_asking.SYSTEM, "type": "hand", "options": house, "input": given}
    if random.random() < 0.3:
        return riichi(random)
    house = tile_questions.house_rules(random)
    given = tile_questions.question(random, house)
    return {"id": 1, "system": "korean_japanese", "type": "hand", "options": house, "input": given}


def riichi(random: Random) -> dict:
    """A random hand of riichi sanma, or the first hands of a match."""
    if random.random() < 0.6:
        type_, (house, given) = "hand", riichi_questions.case(random)
    else:
        type_, house = "match", riichi_matches.table(random)
        given = {"hands": riichi_matches.match(random, house, most=4)[0]}
    question = {"id": 1, "system": riichi_asking.SYSTEM, "type": type_, "options": house, "input": given}
    return json.loads(json.dumps(question))  # the options have the values of the presets


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every nested value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def mutated(random: Random) -> bytes:
    question = whole_questions(random)
    for _change in range(random.choice((0, 1, 1, 2, 4))):
        container, key = random.choice(list(places(question)))
        change, odd = random.randrange(4), json.loads(json.dumps(random.choice(ODD)))
        if change == 0:
            del container[key]
        elif change == 1 and isinstance(container, dict):
            container[random.choice(["x", "players", "win", "melds", "seats", "hand_no", "limit"])] = odd
        else:
            container[key] = odd
    text = json.dumps(question).encode()
    if random.random() < 0.2:
        at = random.randrange(len(text))
        text = text[:at] + random.choice(RAW) + text[at + random.choice((0, 1, 5)) :]
    return text.replace(b"\n", b" ")


def test_no_line_causes_a_traceback(score):
    """Random questions with a few changes: each gets a result or one sentence."""
    random = chance(3)
    lines = [asked for asked in (mutated(random) for _line in range(FUZZ)) if asked.strip()]
    done = score(stdin=b"\n".join(lines))
    found = replies(done)
    assert (len(found), done.returncode) == (len(lines), 1), SEED
    for asked, reply in zip(lines, found, strict=True):
        assert set(reply) in ({"id", "result"}, {"id", "error"}), asked
        if "error" in reply:
            assert reply["error"].endswith(".") and "\n" not in reply["error"] and len(reply["error"]) < 900, asked
        elif "payments" in reply["result"] and isinstance(reply["result"]["payments"], dict):
            assert sum(reply["result"]["payments"].values()) == 0, asked
    assert 0.1 < sum("error" in reply for reply in found) / len(found) < 0.9


def test_the_command_says_what_the_engine_says(score):
    assert replies(score(stdin=line(1)))[0]["result"] == scored(GOOD["input"])
