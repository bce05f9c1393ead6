"""Seating pasted by the organiser as text; every error is reported before the tournament starts."""

import re
from collections.abc import Sequence

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.schedule import Schedule

Written = tuple[tuple[tuple[str, ...], ...], ...]  # rounds of tables of labels
BETWEEN = re.compile(r"\s*[-–,;\t]\s*|\s+")


def written(text: str) -> Written:
    """The rounds in the text: one table per line, `7-2-1` for East, South, West; an empty line between rounds.

    Players are separated by a hyphen, comma, semicolon, space or tab (as when pasted from a spreadsheet).
    """
    rounds: list[list[tuple[str, ...]]] = [[]]
    for line in text.splitlines():
        if table := line.strip(" \t,;"):
            rounds[-1].append(tuple(BETWEEN.split(table)))
        elif rounds[-1]:
            rounds.append([])
    return tuple(tuple(one) for one in rounds if one)


def problems(rounds: Written, players: Sequence[str]) -> tuple[RuleViolation, ...]:
    """All errors in the rounds: wrong table sizes, unknown or duplicate players, and players without a table.

    Only the one or two players who don't fill a table may sit out. Rounds and tables are counted from 1.
    """
    if not rounds:
        return (RuleViolation("seating", _("No tables found in this text. Write one table per line, such as 7-2-1.")),)
    known = set(players)
    faults: list[RuleViolation] = []
    for number, one in enumerate(rounds, start=1):
        faults += _of_tables(number, one, known)
        missing = [player for player in players if not any(player in table for table in one)]
        if len(missing) > len(players) % 3:
            sentence = _("Round %(round)s: no table for %(missing)s. The maximum number of byes is %(most)s.")
            faults.append(_refusal(sentence, round=number, missing=tuple(missing), most=len(players) % 3))
    return tuple(faults)


def prescribed(text: str, players: Sequence[str]) -> Schedule:
    """The schedule in the text, with players numbered by their index in `players`. Raises the first of `problems`."""
    rounds = written(text)
    for problem in problems(rounds, players):
        raise problem
    numbers = {label: number for number, label in enumerate(players)}
    seated = (tuple(tuple(numbers[label] for label in table) for table in tables) for tables in rounds)
    return Schedule(len(players), tuple(seated))


def _of_tables(number: int, one: Sequence[Sequence[str]], known: set[str]) -> list[RuleViolation]:
    faults: list[RuleViolation] = []
    sits: dict[str, int] = {}
    for at, table in enumerate(one, start=1):
        if len(table) != 3:
            sentence = _("Round %(round)s, table %(table)s: enter exactly three players instead of “%(said)s”.")
            faults.append(_refusal(sentence, round=number, table=at, said="-".join(table)))
        for player in table:
            if player not in known:
                sentence = _("Round %(round)s, table %(table)s: %(player)s isn’t in the player list.")
                faults.append(_refusal(sentence, round=number, table=at, player=player))
            elif sits.get(player) == at:
                sentence = _("Round %(round)s: %(player)s sits at table %(table)s twice.")
                faults.append(_refusal(sentence, round=number, player=player, table=at))
            elif player in sits:
                sentence = _("Round %(round)s: %(player)s sits at table %(first)s and again at table %(second)s.")
                faults.append(_refusal(sentence, round=number, player=player, first=sits[player], second=at))
            sits.setdefault(player, at)
    return faults


def _refusal(sentence: str, **values: object) -> RuleViolation:
    return RuleViolation("seating", sentence, **values)
