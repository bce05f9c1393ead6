"""Reads an archive and checks every part of it, and that the parts fit together. Uses no database."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import MatchLog
from engine.rulesets import rule_book
from engine.tournament import Scheme, read_league, read_ranking, read_stage, score_game
from matches.files import match_file
from matches.files.match_file import MatchFile
from matches.files.schema import MOST_ROWS, parse_json, read_row, read_rows, unique
from people.text.cleaning import alike, clean_name
from tournaments.entries.entries import MOST_ENTRANTS
from tournaments.entries.teams import MOST_PAIRS, MOST_TEAMS
from tournaments.files.archive import row_formats, zip_file
from tournaments.files.archive.late_notes import late_entry
from tournaments.setup.counting_rules import scheme_in
from tournaments.setup.stages import MOST_ROUNDS, MOST_STAGES
from tournaments.standings.series import read_rules

Row = dict[str, Any]
Lists = Mapping[str, list[Row]]
POINTS = ("p1", "p2", "p3", "p4")
WINDS = ({"E", "S", "W"}, {"E", "S", "W", "N"})
Place = tuple[int, int]  # the numbers of a round and of a table
# The sizes up to which a tournament's pages work; other lists have at most `MOST_ROWS`.
MOST = {
    "teams": MOST_TEAMS,
    "entrants": MOST_ENTRANTS,
    "apart": MOST_PAIRS,
    "stages": MOST_STAGES,
    "rounds": MOST_STAGES * MOST_ROUNDS,
}
MOST_EVENTS = 40_000  # of all matches together: what a file may cost
MOST_SETTLED = 100_000  # entries of all matches that corrections settle anew: likewise


@dataclass(frozen=True, slots=True)
class TableMatch:
    """The match of a table: its row, sittings, phones, file, and the log that its events replay to."""

    row: Row
    sittings: list[Row]
    devices: list[Row]
    file: MatchFile
    log: MatchLog


@dataclass(frozen=True, slots=True)
class Incoming:
    """A checked archive, ready to be written. `lists`: by the names in `row_formats.LISTS`."""

    tournament: Row
    house_rules: Row | None
    lists: Lists
    matches: Mapping[Place, TableMatch]


def read(data: bytes) -> Incoming:
    """The contents of an archive. Raises `RuleViolation` with the first error."""
    files = zip_file.unpacked(data)
    content = _event(files.pop(zip_file.EVENT))
    tournament = read_row(content["tournament"], row_formats.TOURNAMENT, "tournament")
    told = content["house_rules"]
    house_rules = None if told is None else read_row(told, row_formats.HOUSE_RULES, "house_rules")
    lists = {
        name: read_rows(content, name, columns, MOST.get(name, MOST_ROWS))
        for name, columns in row_formats.LISTS.items()
    }
    lists["calls"] = [_with_flag(call) for call in lists["calls"]]
    _check(tournament, house_rules, lists)
    return Incoming(tournament, house_rules, lists, _matches(tournament, lists, files))


def _with_flag(call: Row) -> Row:
    """The call with its flag; in an archive of version 1.0 only the note says whether it is about a late entry."""
    if call["late_entry"] is not None:
        return call
    entry = late_entry(call["note"])
    return {**call, "late_entry": entry is not None, "note": call["note"] if entry is None else entry}


def _event(data: bytes) -> Row:
    content = parse_json(data)
    if not isinstance(content, dict) or content.get("format") != row_formats.FORMAT:
        raise RuleViolation("file", _("This isn’t a tournament archive: its format is different."))
    if content.get("version") != row_formats.VERSION or isinstance(content["version"], bool):
        raise RuleViolation("version", _("version must be %(version)s."), version=row_formats.VERSION)
    for key in content:
        if key not in row_formats.KEYS:
            raise RuleViolation("file", _("%(key)s can’t have the key %(unknown)s."), key="file", unknown=key[:40])
    for key in row_formats.KEYS:
        if key not in content and key not in row_formats.LATER:
            raise RuleViolation(key, _("%(key)s is missing."), key=key)
    return {**{key: [] for key in row_formats.LATER}, **content}


def _matches(tournament: Row, lists: Lists, files: dict[str, bytes]) -> dict[Place, TableMatch]:
    found, events, settled = {}, 0, 0
    for table in lists["tables"]:
        if table["match"] is None:
            continue
        name = zip_file.match_name(table["round"], table["number"])
        if name not in files:
            raise RuleViolation("file", _("%(name)s is missing from the archive."), name=name)
        try:
            played = _played(tournament, table["match"], files.pop(name), _roster(lists))
        except RuleViolation as violation:
            raise RuleViolation("file", _("%(name)s: %(reason)s"), name=name, reason=str(violation)) from violation
        found[table["round"], table["number"]] = played
        events += len(played.file.events)
        if events > MOST_EVENTS:
            raise RuleViolation("file", _("An archive can have at most %(most)s log entries."), most=MOST_EVENTS)
        settled += len(played.log.rows) * sum(event["kind"] == "correct" for event in played.file.events)
        if settled > MOST_SETTLED:
            raise RuleViolation("file", _("The matches in the archive have too many corrections."))
    for name in files:
        raise RuleViolation("file", _("%(name)s doesn’t belong to any table of the tournament."), name=name)
    return found


def _played(tournament: Row, told: Any, data: bytes, roster: frozenset[str]) -> TableMatch:
    row = read_row(told, row_formats.MATCH, "match")
    sittings = read_rows(row, "sittings", row_formats.SITTING)
    devices = read_rows(row, "devices", row_formats.DEVICE)
    unique(devices, "devices", "number")
    for sitting in sittings:
        _on_the_roster(sitting["player"], roster, "sittings")
    file = match_file.read(data)
    if file.system != tournament["system"]:
        raise RuleViolation("system", _("The match uses a different rule book from the tournament."))
    log = match_file.check(file)
    _names_agree(file, sittings)
    _phones_agree(file, devices)
    return TableMatch(row, sittings, devices, file, log)


def _names_agree(file: MatchFile, sittings: list[Row]) -> None:
    """Check that each chair is taken from the first hand on, and that the file names who sits there now."""
    unique(sittings, "sittings", "chair", "from_hand")
    first = {row["chair"] for row in sittings if row["from_hand"] == 1}
    last = {row["chair"]: row["name"] for row in sorted(sittings, key=lambda row: row["from_hand"])}
    if len(first) < 3 or last != file.players.as_dict():
        raise RuleViolation("sittings", _("The players at the table differ from those in the match file."))


def _phones_agree(file: MatchFile, devices: list[Row]) -> None:
    """Check that every entry was made by a phone that is listed: the next phone must get a free number."""
    known = {f"d{row['number']}" for row in devices}
    if any(event["by"] not in known for event in file.events):
        raise RuleViolation("devices", _("An entry was made on a phone that isn’t listed."))


# ── rows that fit together ───────────────────────────────────────────────────


def _check(tournament: Row, house_rules: Row | None, lists: Lists) -> None:
    """Check that the rows fit together. Raises `RuleViolation` with the first error."""
    book = rule_book(tournament["system"], tournament["options"], tournament["rules_version"])
    read_ranking({name: tournament[name] for name in ("tie_breaks", "bye") if tournament[name]})
    read_league(tournament["counting"])
    scheme = scheme_in(book, tournament["scheme"])
    if house_rules is not None:
        rule_book(tournament["system"], house_rules["options"], house_rules["rules_version"])
    unique(lists["series"], "series", "created_at")
    for row in lists["series"]:
        clean_name(row["name"], "series")
        read_rules(row["counting"])
    _people(lists)
    _draws(lists)
    _seated(lists)
    _results(lists, scheme)
    _others(lists)


def _roster(lists: Lists) -> frozenset[str]:
    return frozenset(row["name"] for row in lists["players"])


def _on_the_roster(name: str | None, known: frozenset[str], where: str) -> None:
    """Raise `RuleViolation` if a row names a player whom the file does not list."""
    if name is not None and name not in known:
        raise RuleViolation(
            where, _("%(key)s names a player who isn’t in the archive: %(what)s."), key=where, what=name
        )


def _people(lists: Lists) -> None:
    known = _roster(lists)
    unique(lists["players"], "players", "name")
    unique([{"name": alike(row["name"])} for row in lists["players"] if not row["erased"]], "players", "name")
    teams = unique(lists["teams"], "teams", "number")
    entrants = unique(lists["entrants"], "entrants", "number")
    unique([row for row in lists["entrants"] if row["player"] is not None], "entrants", "player")
    for place, row in enumerate(lists["entrants"]):
        where = f"entrants[{place}]"
        _on_the_roster(row["player"], known, where)
        _there(row["team"], teams, where)
        if row["player"] is None and not row["name"].strip():
            raise RuleViolation(where, _("%(key)s has no name."), key=where)
    unique(lists["apart"], "apart", "one", "other")
    for place, row in enumerate(lists["apart"]):
        for number in row.values():
            _there(number, entrants, f"apart[{place}]")
        if row["one"] >= row["other"]:
            where = f"apart[{place}]"
            raise RuleViolation(where, _("%(key)s must be two different numbers, the smaller one first."), key=where)


def _there(number: Any, known: Container[Any], where: str) -> None:
    """Raise `RuleViolation` if a row names something that the file does not have; null names nothing."""
    if number is not None and number not in known:
        said = " ".join(map(str, number)) if isinstance(number, tuple) else str(number)
        raise RuleViolation(
            where, _("%(key)s refers to something that isn’t in the archive: %(what)s."), key=where, what=said
        )


def _draws(lists: Lists) -> None:
    stages = unique(lists["stages"], "stages", "number")
    people = {row["number"] for row in lists["entrants"]}
    for place, row in enumerate(lists["stages"]):
        where = f"stages[{place}]"
        read_stage({"carry": row["carry"]})
        if (row["drawn_at"] is None) != (not row["seed"]):
            raise RuleViolation(where, _("%(key)s must have a seed if it was drawn, and none if it wasn’t."), key=where)
        plan = row["plan"] or {}
        planned = [plan.get("field", []), *plan.get("groups", []), plan.get("drawn", {}).get("people", [])]
        for number in chain.from_iterable(planned):
            _there(number, people, f"{where}.plan")
        if row["seed"] and row["promise"] and seating.promise(row["seed"]) != row["promise"]:
            raise RuleViolation(where, _("%(key)s has a seed that doesn’t match its published fingerprint."), key=where)
    unique(lists["rounds"], "rounds", "number")
    for place, row in enumerate(lists["rounds"]):
        where = f"rounds[{place}]"
        _there(row["stage"], stages, where)
        if row["published_at"] is None and (row["started_at"] or row["closed_at"]):
            raise RuleViolation(where, _("%(key)s was played before it was published."), key=where)


def _seated(lists: Lists) -> None:
    """Everybody sits once a round; tables are numbered from 1, each with each of its winds once."""
    rounds, entrants = unique(lists["rounds"], "rounds", "number"), unique(lists["entrants"], "entrants", "number")
    tables, known = unique(lists["tables"], "tables", "round", "number"), _roster(lists)
    for place, row in enumerate(lists["tables"]):
        _there(row["round"], rounds, f"tables[{place}]")
    _without_gaps(lists["tables"], "tables", "round")
    unique(lists["seats"], "seats", "round", "entrant")
    winds: dict[tuple[int, int], list[str]] = defaultdict(list)
    for place, row in enumerate(lists["seats"]):
        where = f"seats[{place}]"
        _there(row["round"], rounds, where)
        _there(row["entrant"], entrants, where)
        _on_the_roster(row["substitute_player"], known, where)
        if row["table"] is not None:
            _there((row["round"], row["table"]), tables, where)
            winds[row["round"], row["table"]].append(row["wind"])
        elif row["wind"]:
            raise RuleViolation(where, _("%(key)s has a wind but no table."), key=where)
    for number, table in tables:
        if len(winds[number, table]) not in (3, 4) or set(winds[number, table]) not in WINDS:
            sentence = _("Table %(table)s of round %(round)s doesn’t have each wind exactly once.")
            raise RuleViolation("seats", sentence, table=table, round=number)


def _results(lists: Lists, scheme: Scheme) -> None:
    """Points balance and count as a game; results and verdicts are numbered without gaps, so none was removed."""
    tables = unique(lists["tables"], "tables", "round", "number")
    four = {(row["round"], row["table"]) for row in lists["seats"] if row["wind"] == "N"}
    for place, row in enumerate(lists["results"]):
        at, where = (row["round"], row["table"]), f"results[{place}]"
        _there(at, tables, where)
        if sum(row[key] for key in (*POINTS, "pot")) != row["total"]:
            raise RuleViolation(where, _("%(key)s doesn’t balance: the points don’t add up to the total."), key=where)
        if row["p4"] and at not in four:
            raise RuleViolation(where, _("%(key)s has points for a fourth player at a table of three."), key=where)
        try:
            score_game(scheme, [row[key] for key in POINTS[: 4 if at in four else 3]], pot=row["pot"])
        except RuleViolation as violation:
            raise RuleViolation(where, _("%(name)s: %(reason)s"), name=where, reason=str(violation)) from violation
        if row["match_version"] is not None and tables[at]["match"] is None:
            raise RuleViolation(where, _("%(key)s was read from a match that isn’t in the archive."), key=where)
    results = unique(lists["results"], "results", "round", "table", "number")
    for place, row in enumerate(lists["verdicts"]):
        _there((row["round"], row["table"], row["result"]), results, f"verdicts[{place}]")
    unique(lists["verdicts"], "verdicts", "round", "table", "result", "number")
    _without_gaps(lists["results"], "results", "round", "table")
    _without_gaps(lists["verdicts"], "verdicts", "round", "table", "result")


def _without_gaps(rows: Iterable[Row], name: str, *keys: str) -> None:
    found: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for row in rows:
        found[tuple(row[key] for key in keys)].append(row["number"])
    for place, numbers in found.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            said = " ".join(map(str, place))
            raise RuleViolation(name, _("%(key)s of %(what)s aren’t numbered from 1."), key=name, what=said)


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
            raise RuleViolation(where, _("%(key)s has no points."), key=where)
        if row["cancelled_at"] is not None and not row["cancel_reason"]:
            raise RuleViolation(where, _("%(key)s was cancelled without a reason."), key=where)
