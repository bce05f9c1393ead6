"""Checks that the rows of an archive fit together: numbers, seats, rounds, results that balance.

Each error is a sentence for the user. Uses no database.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from itertools import chain
from typing import Any

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.tournament import Scheme, read_league, read_ranking, read_stage, score_game
from matches.files.schema import unique
from people.text.cleaning import alike, clean_name
from tournaments.setup.counting_rules import scheme_in
from tournaments.standings.series import read_rules

Row = dict[str, Any]
Lists = Mapping[str, list[Row]]
POINTS = ("p1", "p2", "p3", "p4")
WINDS = ({"E", "S", "W"}, {"E", "S", "W", "N"})


def check(tournament: Row, house_rules: Row | None, lists: Lists) -> None:
    """Raises `RuleViolation` with the first thing that does not hold."""
    scheme = _scheme(tournament, _rules(tournament, tournament))
    if house_rules is not None:
        _rules(tournament, house_rules)
    _series(lists)
    _people(lists)
    _draws(lists)
    _seated(lists)
    _results(lists, scheme)
    _others(lists)


def _rules(tournament: Row, told: Row) -> RuleBook:
    """The rule book, which is known here and takes these house rules."""
    return rule_book(tournament["system"], told["options"], told["rules_version"])


def _scheme(tournament: Row, book: RuleBook) -> Scheme:
    """What a game is worth; the tie-breaks and what a bye is worth are looked at too."""
    read_ranking({name: tournament[name] for name in ("tie_breaks", "bye") if tournament[name]})
    read_league(tournament["counting"])
    return scheme_in(book, tournament["scheme"])


def _series(lists: Lists) -> None:
    """Each series counts in a way that is known here, and stands there once."""
    unique(lists["series"], "series", "created_at")
    for row in lists["series"]:
        clean_name(row["name"], "series")
        read_rules(row["counting"])


def roster(lists: Lists) -> frozenset[str]:
    """The names of the club's players that rows may name."""
    return frozenset(row["name"] for row in lists["players"])


def on_the_roster(name: str | None, known: frozenset[str], where: str) -> None:
    """Raises `RuleViolation` where a row names a player that the file does not list."""
    if name is not None and name not in known:
        raise RuleViolation(where, _("%(key)s names somebody who is not there: %(what)s."), key=where, what=name)


def _people(lists: Lists) -> None:
    known = roster(lists)
    unique(lists["players"], "players", "name")
    unique([{"name": alike(row["name"])} for row in lists["players"] if not row["erased"]], "players", "name")
    teams = unique(lists["teams"], "teams", "number")
    entrants = unique(lists["entrants"], "entrants", "number")
    unique([row for row in lists["entrants"] if row["player"] is not None], "entrants", "player")
    for place, row in enumerate(lists["entrants"]):
        where = f"entrants[{place}]"
        on_the_roster(row["player"], known, where)
        _there(row["team"], teams, where)
        if row["player"] is None and not row["name"].strip():
            raise RuleViolation(where, _("%(key)s has no name."), key=where)
    unique(lists["apart"], "apart", "one", "other")
    for place, row in enumerate(lists["apart"]):
        for number in row.values():
            _there(number, entrants, f"apart[{place}]")
        if row["one"] >= row["other"]:
            where = f"apart[{place}]"
            raise RuleViolation(where, _("%(key)s takes two different numbers, the smaller one first."), key=where)


def _there(number: Any, known: Container[Any], where: str) -> None:
    """Raises `RuleViolation` where a row names what the file does not have; nothing is named by null."""
    if number is not None and number not in known:
        said = " ".join(map(str, number)) if isinstance(number, tuple) else str(number)
        raise RuleViolation(where, _("%(key)s names something that is not there: %(what)s."), key=where, what=said)


def _draws(lists: Lists) -> None:
    stages = unique(lists["stages"], "stages", "number")
    for place, row in enumerate(lists["stages"]):
        where = f"stages[{place}]"
        read_stage({"carry": row["carry"]})
        if (row["drawn_at"] is None) != (not row["seed"]):
            raise RuleViolation(where, _("%(key)s has a seed if it was drawn, and none before."), key=where)
        _planned(row["plan"], lists, where)
        if row["seed"] and row["promise"] and seating.promise(row["seed"]) != row["promise"]:
            raise RuleViolation(where, _("%(key)s has a seed that is not the one that was promised."), key=where)
    unique(lists["rounds"], "rounds", "number")
    for place, row in enumerate(lists["rounds"]):
        where = f"rounds[{place}]"
        _there(row["stage"], stages, where)
        if row["published_at"] is None and (row["started_at"] or row["closed_at"]):
            raise RuleViolation(where, _("%(key)s was played before anybody could see it."), key=where)


def _planned(plan: Any, lists: Lists, where: str) -> None:
    """Whoever the plan of a draw names is entered."""
    told = plan or {}
    people = {row["number"] for row in lists["entrants"]}
    groups = [told.get("field", []), *told.get("groups", []), told.get("drawn", {}).get("people", [])]
    for number in chain.from_iterable(groups):
        _there(number, people, f"{where}.plan")


def _seated(lists: Lists) -> None:
    """Everybody sits once a round; a round has tables from 1 on, each with each of its winds once."""
    rounds, entrants = unique(lists["rounds"], "rounds", "number"), unique(lists["entrants"], "entrants", "number")
    tables, known = unique(lists["tables"], "tables", "round", "number"), roster(lists)
    for place, row in enumerate(lists["tables"]):
        _there(row["round"], rounds, f"tables[{place}]")
    _without_gaps(lists["tables"], "tables", "round")
    unique(lists["seats"], "seats", "round", "entrant")
    winds: dict[tuple[int, int], list[str]] = defaultdict(list)
    for place, row in enumerate(lists["seats"]):
        where = f"seats[{place}]"
        _there(row["round"], rounds, where)
        _there(row["entrant"], entrants, where)
        on_the_roster(row["substitute_player"], known, where)
        if row["table"] is not None:
            _there((row["round"], row["table"]), tables, where)
            winds[row["round"], row["table"]].append(row["wind"])
        elif row["wind"]:
            raise RuleViolation(where, _("%(key)s has a wind and no table."), key=where)
    for number, table in tables:
        if len(winds[number, table]) not in (3, 4) or set(winds[number, table]) not in WINDS:
            sentence = _("Table %(table)s of round %(round)s has not each of its winds once.")
            raise RuleViolation("seats", sentence, table=table, round=number)


def _results(lists: Lists, scheme: Scheme) -> None:
    """Points balance and count as a game; what was entered and said is numbered without gaps: nothing was taken out."""
    tables = unique(lists["tables"], "tables", "round", "number")
    four = {(row["round"], row["table"]) for row in lists["seats"] if row["wind"] == "N"}
    for place, row in enumerate(lists["results"]):
        at, where = (row["round"], row["table"]), f"results[{place}]"
        _there(at, tables, where)
        if sum(row[key] for key in (*POINTS, "pot")) != row["total"]:
            raise RuleViolation(where, _("%(key)s does not balance: the points do not come to the total."), key=where)
        if row["p4"] and at not in four:
            raise RuleViolation(where, _("%(key)s has points of a fourth player at a table of three."), key=where)
        _counts(scheme, row, 4 if at in four else 3, where)
        if row["match_version"] is not None and tables[at]["match"] is None:
            raise RuleViolation(where, _("%(key)s was read from a match that is not there."), key=where)
    results = unique(lists["results"], "results", "round", "table", "number")
    for place, row in enumerate(lists["verdicts"]):
        _there((row["round"], row["table"], row["result"]), results, f"verdicts[{place}]")
    unique(lists["verdicts"], "verdicts", "round", "table", "result", "number")
    _without_gaps(lists["results"], "results", "round", "table")
    _without_gaps(lists["verdicts"], "verdicts", "round", "table", "result")


def _counts(scheme: Scheme, row: Row, players: int, where: str) -> None:
    """The points are those of a game that this event can count."""
    try:
        score_game(scheme, [row[key] for key in POINTS[:players]], pot=row["pot"])
    except RuleViolation as violation:
        raise RuleViolation(where, _("%(name)s: %(reason)s"), name=where, reason=str(violation)) from violation


def _without_gaps(rows: Iterable[Row], name: str, *keys: str) -> None:
    found: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for row in rows:
        found[tuple(row[key] for key in keys)].append(row["number"])
    for place, numbers in found.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            said = " ".join(map(str, place))
            raise RuleViolation(name, _("%(key)s of %(what)s are not numbered from 1 on."), key=name, what=said)


def _others(lists: Lists) -> None:
    rounds, entrants = unique(lists["rounds"], "rounds", "number"), unique(lists["entrants"], "entrants", "number")
    tables = unique(lists["tables"], "tables", "round", "number")
    for name in ("results", "verdicts", "adjustments"):
        for place, row in enumerate(lists[name]):
            _there(row["entrant"], entrants, f"{name}[{place}]")
    unique(lists["changes"], "changes", "round", "revision")
    for place, row in enumerate(lists["changes"]):
        _there(row["round"], rounds, f"changes[{place}]")
    for place, row in enumerate(lists["calls"]):
        _there((row["round"], row["table"]), tables, f"calls[{place}]")
    for place, row in enumerate(lists["adjustments"]):
        where = f"adjustments[{place}]"
        _there(row["round"], rounds, where)
        if row["points"] == 0:
            raise RuleViolation(where, _("%(key)s is of no points."), key=where)
        if row["cancelled_at"] is not None and not row["cancel_reason"]:
            raise RuleViolation(where, _("%(key)s was cancelled for no reason."), key=where)
