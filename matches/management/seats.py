"""A schedule as JSON and as text, and the pairs to keep apart as they are typed. Numbers begin at 0."""

import re
from pathlib import Path
from typing import Any

from engine.errors import RuleViolation
from engine.seating import Pair, Schedule, promise, quality, separated, still_meeting


def as_json(schedule: Schedule, seed: str, apart: frozenset[Pair] = frozenset()) -> dict[str, Any]:
    """The stable object that docs/seating.md describes; `still_meeting` only where somebody is to be kept apart."""
    good = quality(schedule)
    said: dict[str, Any] = {
        "players": schedule.players,
        "seed": seed,
        "rounds": [[list(table) for table in one] for one in schedule.rounds],
        "byes": [list(schedule.byes(number)) for number in range(len(schedule.rounds))],
        "quality": {
            "repeats": good.repeats,
            "wind_spread": good.wind_spread,
            "bye_spread": good.most_byes - good.least_byes,
            "table_repeats": good.table_repeats,
        },
    }
    return {**said, "still_meeting": list(map(list, still_meeting(schedule, apart)))} if apart else said


def lines(said: dict[str, Any]) -> list[str]:
    """The same, to read: a round a line, a table `7-2-1`."""
    players, seed = said["players"], said["seed"]
    told = [f"Players 0 to {players - 1}, {len(said['rounds'])} rounds, seed {seed}, SHA-256 {promise(seed)}"]
    for number, (one, byes) in enumerate(zip(said["rounds"], said["byes"], strict=True), start=1):
        tables = "  ".join("-".join(map(str, table)) for table in one)
        told.append(f"Round {number}:  {tables}" + (f"   bye: {', '.join(map(str, byes))}" if byes else ""))
    return [*told, *_counts(said)]


def _counts(said: dict[str, Any]) -> list[str]:
    good = said["quality"]
    told = [
        f"Repeated meetings: {good['repeats']}",
        f"Winds: at most {good['wind_spread']} apart after any round",
        f"Byes: at most {good['bye_spread']} apart",
        f"Table repeats: {good['table_repeats']}",
    ]
    if met := said.get("still_meeting"):
        told.append(f"Could not be kept apart: {', '.join('-'.join(map(str, pair)) for pair in met)}")
    return told


def pairs_apart(written: str, players: int) -> frozenset[Pair]:
    """Every two of a group; `written` is a file's name or the groups: `1-4,2-7-9`, in a file also a line each.

    RuleViolation where that is none of both, or names somebody who does not play.
    """
    groups = [re.split(r"[\s-]+", each.strip()) for each in re.split(r"[,;\n]", _text(written)) if each.strip()]
    for said in (said for group in groups for said in group):
        if not (said.isascii() and said.isdigit() and int(said) < players):
            sentence = "Apart: %(said)s is no player; the numbers are 0 to %(last)s, groups such as 1-4,2-7-9."
            raise RuleViolation("apart", sentence, said=said, last=players - 1)
    return separated([map(int, group) for group in groups])


def _text(written: str) -> str:
    try:
        return Path(written).read_text() if written and Path(written).is_file() else written
    except (OSError, UnicodeDecodeError) as error:
        raise RuleViolation("apart", "%(file)s cannot be read.", file=written) from error
