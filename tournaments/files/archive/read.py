"""Reading and validating an archive. Uses no database."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
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
from matches.files.schema import MOST_ROWS, checked, optional, parse_json, read_row, read_rows, unique
from people.text.cleaning import alike, clean_name
from tournaments.entries.entries import MOST_ENTRANTS
from tournaments.entries.teams import MOST_PAIRS, MOST_TEAMS
from tournaments.files.archive import row_formats, zip_file
from tournaments.files.archive.late_notes import late_entry
from tournaments.files.archive.row_formats import LISTS
from tournaments.setup.counting_rules import scheme_in
from tournaments.setup.stages import MOST_ROUNDS, MOST_STAGES
from tournaments.standings.series import read_rules

Row = dict[str, Any]
Lists = Mapping[str, list[Row]]
Rows = Mapping[Any, Mapping[str, Any]]  # by identity
POINTS = ("p1", "p2", "p3", "p4")
Place = tuple[int, int]  # the numbers of a round and of a table
# The sizes that a tournament's pages can handle; other lists have at most `MOST_ROWS`.
MOST = {
    "teams": MOST_TEAMS,
    "entrants": MOST_ENTRANTS,
    "apart": MOST_PAIRS,
    "stages": MOST_STAGES,
    "rounds": MOST_STAGES * MOST_ROUNDS,
}
MOST_EVENTS = 40_000  # in all matches together; limits the cost of an import
MOST_SETTLED = 100_000  # entries recomputed by corrections, in all matches together; likewise


@dataclass(frozen=True, slots=True)
class TableMatch:
    """The match of a table. `log`: replayed from the events in `file`."""

    row: Row
    sittings: list[Row]
    devices: list[Row]
    file: MatchFile
    log: MatchLog


@dataclass(frozen=True, slots=True)
class Incoming:
    """A validated archive. `lists`: its rows, by the names in `LISTS`."""

    tournament: Row
    house_rules: Row | None
    lists: Lists
    matches: Mapping[Place, TableMatch]


def read(data: bytes) -> Incoming:
    """Read and validate an archive. Raises `RuleViolation` with the first error."""
    files = zip_file.unpacked(data)
    content = _event(files.pop(zip_file.EVENT))
    tournament = read_row(content["tournament"], row_formats.TOURNAMENT, "tournament")
    if (house_rules := content["house_rules"]) is not None:
        house_rules = read_row(house_rules, row_formats.HOUSE_RULES, "house_rules")
    lists = {
        name: read_rows(content, name, row_list.columns, MOST.get(name, MOST_ROWS)) for name, row_list in LISTS.items()
    }
    lists["calls"] = [_with_flag(call) for call in lists["calls"]]
    players = _check(tournament, house_rules, lists)["players"]
    return Incoming(tournament, house_rules, lists, _matches(tournament, lists["tables"], players, files))


def _with_flag(call: Row) -> Row:
    """Return the call with its `late_entry` flag. Archives of version 1.0 have a sentence in the note instead."""
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
    anything = checked("", lambda value: True)
    later = dict.fromkeys(row_formats.LATER, optional(anything, []))
    return read_row(content, {**dict.fromkeys(row_formats.KEYS, anything), **later}, "")


def _matches(tournament: Row, tables: Iterable[Row], players: Rows, files: dict[str, bytes]) -> dict[Place, TableMatch]:
    matches, events, settled = {}, 0, 0
    for table in (table for table in tables if table["match"] is not None):
        name = zip_file.match_name(table["round"], table["number"])
        if name not in files:
            raise RuleViolation("file", _("%(name)s is missing from the archive."), name=name)
        try:
            played = _played(tournament, table["match"], files.pop(name), players)
        except RuleViolation as violation:
            raise RuleViolation("file", _("%(name)s: %(reason)s"), name=name, reason=str(violation)) from violation
        matches[table["round"], table["number"]] = played
        events += len(played.file.events)
        if events > MOST_EVENTS:
            raise RuleViolation(
                "file",
                _("The matches in the archive have too many log entries. The limit is %(most)s in total."),
                most=MOST_EVENTS,
            )
        settled += len(played.log.rows) * sum(event["kind"] == "correct" for event in played.file.events)
        if settled > MOST_SETTLED:
            raise RuleViolation("file", _("The matches in the archive have too many corrections."))
    for name in files:
        raise RuleViolation("file", _("%(name)s doesn’t belong to any table of the tournament."), name=name)
    return matches


def _played(tournament: Row, values: Any, data: bytes, players: Rows) -> TableMatch:
    row = read_row(values, row_formats.MATCH, "match")
    sittings = read_rows(row, "sittings", row_formats.SITTING)
    devices = read_rows(row, "devices", row_formats.DEVICE)
    unique(devices, "devices", "number")
    _refer(sittings, "sittings", "player", players)
    file = match_file.read(data)
    if file.system != tournament["system"]:
        raise RuleViolation("system", _("The match uses a different rule book from the tournament."))
    log = match_file.check(file)
    _names_agree(file, sittings)
    # Otherwise the next phone that joins could get the number of a phone in the log.
    numbers = {f"d{row['number']}" for row in devices}
    if any(event["by"] not in numbers for event in file.events):
        raise RuleViolation("devices", _("An entry was made on a phone that isn’t listed in the archive."))
    return TableMatch(row, sittings, devices, file, log)


def _names_agree(file: MatchFile, sittings: list[Row]) -> None:
    """Check that all three seats are taken from hand 1 on, and that the match file names their last players."""
    unique(sittings, "sittings", "chair", "from_hand")
    first = {row["chair"] for row in sittings if row["from_hand"] == 1}
    last = {row["chair"]: row["name"] for row in sorted(sittings, key=lambda row: row["from_hand"])}
    if len(first) < 3:
        raise RuleViolation("sittings", _("sittings must list a player in each of the three seats from hand 1 on."))
    if last != file.players.as_dict():
        raise RuleViolation("sittings", _("The players listed for this table don’t match those in the match file."))


# ── consistency of rows ──────────────────────────────────────────────────────


def _row_rules(name: str, row: Row) -> Iterator[tuple[object, str]]:
    """Yield, for each rule about a row of the list `name`, whether the row meets it, and the error message if not."""
    match name:
        case "entrants":
            yield row["player"] is not None or row["name"].strip(), _("%(key)s has no name.")
        case "apart":
            yield row["one"] < row["other"], _("%(key)s must have two different player numbers, the smaller one first.")
        case "stages":
            seed, promise, undrawn = row["seed"], row["promise"], row["drawn_at"] is None
            yield undrawn == (not seed), _("%(key)s must have a seed if it was drawn, and none if it wasn’t.")
            fits = not (seed and promise) or seating.promise(seed) == promise
            yield fits, _("%(key)s has a seed that doesn’t match its published fingerprint.")
        case "rounds":
            unplayed = not (row["started_at"] or row["closed_at"])
            yield row["published_at"] or unplayed, _("%(key)s was started or closed but never published.")
        case "seats":
            yield row["table"] is not None or not row["wind"], _("%(key)s has a wind but no table.")
        case "results":
            total = sum(row[key] for key in (*POINTS, "pot"))
            yield total == row["total"], _("The points in %(key)s don’t add up to the total.")
            yield not sum(row[key] for key in row_formats.CHIPS), _("The chips in %(key)s don’t add up to 0.")
        case "adjustments":
            yield row["points"], _("%(key)s has no points.")
            is_clear = row["cancelled_at"] is None or row["cancel_reason"]
            yield is_clear, _("%(key)s is cancelled without a reason.")


def _check(tournament: Row, house_rules: Row | None, lists: Lists) -> dict[str, Rows]:
    """Check that the rows are consistent, and return the rows of each list by identity. Raises `RuleViolation`."""
    book = rule_book(tournament["system"], tournament["options"], tournament["rules_version"])
    read_ranking({name: tournament[name] for name in ("tie_breaks", "bye") if tournament[name]})
    read_league(tournament["counting"])
    scheme = scheme_in(book, tournament["scheme"])
    if house_rules is not None:
        rule_book(tournament["system"], house_rules["options"], house_rules["rules_version"])
    rows: dict[str, Rows] = {
        name: unique(lists[name], name, *row_list.identity) for name, row_list in LISTS.items() if row_list.identity
    }
    unique([{"name": alike(row["name"])} for row in lists["players"] if not row["erased"]], "players", "name")
    unique([row for row in lists["entrants"] if row["player"] is not None], "entrants", "player")
    for name, row_list in LISTS.items():
        for column in filter(row_formats.REFERENCES.get, row_list.columns):
            _refer(lists[name], name, column, rows[row_formats.REFERENCES[column]])
    for name in LISTS:
        for place, row in enumerate(lists[name]):
            for holds, text in _row_rules(name, row):
                if not holds:
                    raise RuleViolation(f"{name}[{place}]", text, key=f"{name}[{place}]")
    _series_and_stages(lists, rows)
    _winds(lists, rows["tables"])
    _results(lists, rows["tables"], scheme, book.plays_chips)
    _without_gaps(lists["tables"], "tables", "round")
    _without_gaps(lists["results"], "results", "round", "table")
    _without_gaps(lists["verdicts"], "verdicts", "round", "table", "result")
    return rows


def _refer(rows: Iterable[Row], name: str, column: str, targets: Container[Any]) -> None:
    for place, row in enumerate(rows):
        named = row_formats.reference(row, column)
        if named is not None and named not in targets:
            what = " ".join(map(str, named)) if isinstance(named, tuple) else str(named)
            _refuse_unknown(f"{name}[{place}]", row_formats.REFERENCES[column], what)


def _refuse_unknown(where: str, target: str, what: str) -> None:
    text = _("%(key)s refers to something that isn’t in the archive: %(what)s.")
    if target == "players":
        text = _("%(key)s names a player who isn’t in the archive: %(what)s.")
    raise RuleViolation(where, text, key=where, what=what)


def _series_and_stages(lists: Lists, rows: Mapping[str, Rows]) -> None:
    """Check that the rules of series and stages are valid, and that draw plans contain only known entrants."""
    for row in lists["series"]:
        clean_name(row["name"], "series")
        read_rules(row["counting"])
    for place, row in enumerate(lists["stages"]):
        read_stage({"carry": row["carry"]})
        plan = row["plan"] or {}
        planned = [plan.get("field", []), *plan.get("groups", []), plan.get("drawn", {}).get("people", [])]
        for number in chain.from_iterable(planned):
            if number not in rows["entrants"]:
                _refuse_unknown(f"stages[{place}].plan", "entrants", str(number))


def _winds(lists: Lists, tables: Rows) -> None:
    winds: dict[Place, list[str]] = defaultdict(list)
    for row in lists["seats"]:
        winds[row["round"], row["table"]].append(row["wind"])
    for number, table in tables:
        if "".join(sorted(winds[number, table])) not in ("ESW", "ENSW"):
            text = _("Table %(table)s in round %(round)s doesn’t have each wind exactly once.")
            raise RuleViolation("seats", text, table=table, round=number)


def _results(lists: Lists, tables: Rows, scheme: Scheme, plays_chips: bool) -> None:
    """Check that results can be scored, and that the archive has the matches from which they were read."""
    four = {(row["round"], row["table"]) for row in lists["seats"] if row["wind"] == "N"}
    for place, row in enumerate(lists["results"]):
        at, where = (row["round"], row["table"]), f"results[{place}]"
        chips = [row[key] for key in row_formats.CHIPS]
        if any(chips) and not plays_chips:
            raise RuleViolation(where, _("%(key)s has chips, but the rule book has none."), key=where)
        if (row["p4"] or row["c4"]) and at not in four:
            raise RuleViolation(where, _("%(key)s has points for a fourth player at a table of three."), key=where)
        try:
            score_game(scheme, [row[key] for key in POINTS[: 4 if at in four else 3]], pot=row["pot"])
        except RuleViolation as violation:
            raise RuleViolation(where, _("%(name)s: %(reason)s"), name=where, reason=str(violation)) from violation
        if row["match_version"] is not None and tables[at]["match"] is None:
            raise RuleViolation(where, _("%(key)s was read from a match that isn’t in the archive."), key=where)


def _without_gaps(rows: Iterable[Row], name: str, *keys: str) -> None:
    """Check that rows with the same `keys` are numbered from 1 without gaps, which shows that none was removed."""
    numbers: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for row in rows:
        numbers[tuple(row[key] for key in keys)].append(row["number"])
    for place, given in numbers.items():
        if sorted(given) != list(range(1, len(given) + 1)):
            what = " ".join(map(str, place))
            raise RuleViolation(
                name, _("%(key)s (%(what)s): the numbers must start at 1 and have no gaps."), key=name, what=what
            )
