"""Reads an uploaded archive and checks every part of it. Uses no database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import MatchLog
from matches.files import match_file
from matches.files.match_file import MatchFile
from matches.files.schema import MOST_ROWS, parse_json, read_row, read_rows, unique
from tournaments.entries.entries import MOST_ENTRANTS
from tournaments.entries.teams import MOST_PAIRS, MOST_TEAMS
from tournaments.files.archive import row_formats, validate, zip_file
from tournaments.setup.stages import MOST_ROUNDS, MOST_STAGES

Row = dict[str, Any]
Place = tuple[int, int]  # the numbers of a round and of a table
# What a tournament may have here: its pages work as long as that. Of the other lists `MOST_ROWS`.
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
    """The match of a table: its row with who sat there and the phones, its file, and what the events come to."""

    row: Row
    sittings: list[Row]
    devices: list[Row]
    file: MatchFile
    log: MatchLog


@dataclass(frozen=True, slots=True)
class Incoming:
    """What an archive says, checked: it can be written as it is. `lists` by the names of `format.LISTS`."""

    tournament: Row
    house_rules: Row | None
    lists: Mapping[str, list[Row]]
    matches: Mapping[Place, TableMatch]


def read(data: bytes) -> Incoming:
    """The event in an archive. Raises `RuleViolation` with the first thing that does not hold."""
    files = zip_file.unpacked(data)
    content = _event(files.pop(zip_file.EVENT))
    tournament = read_row(content["tournament"], row_formats.TOURNAMENT, "tournament")
    told = content["house_rules"]
    house_rules = None if told is None else read_row(told, row_formats.HOUSE_RULES, "house_rules")
    lists = {
        name: read_rows(content, name, columns, MOST.get(name, MOST_ROWS))
        for name, columns in row_formats.LISTS.items()
    }
    validate.check(tournament, house_rules, lists)
    return Incoming(tournament, house_rules, lists, _matches(tournament, lists, files))


def _event(data: bytes) -> Row:
    content = parse_json(data)
    if not isinstance(content, dict) or content.get("format") != row_formats.FORMAT:
        raise RuleViolation("file", _("This is no archive of a tournament: its format is another."))
    if content.get("version") != row_formats.VERSION or isinstance(content["version"], bool):
        raise RuleViolation("version", _("version takes %(version)s."), version=row_formats.VERSION)
    for key in content:
        if key not in row_formats.KEYS:
            raise RuleViolation("file", _("%(key)s does not take the key %(unknown)s."), key="file", unknown=key[:40])
    for key in row_formats.KEYS:
        if key not in content and key not in row_formats.LATER:
            raise RuleViolation(key, _("%(key)s is missing."), key=key)
    return {**{key: [] for key in row_formats.LATER}, **content}


def _matches(tournament: Row, lists: Mapping[str, list[Row]], files: dict[str, bytes]) -> dict[Place, TableMatch]:
    found, events, settled = {}, 0, 0
    for table in lists["tables"]:
        if table["match"] is None:
            continue
        name = zip_file.match_name(table["round"], table["number"])
        if name not in files:
            raise RuleViolation("file", _("%(name)s is not in the archive."), name=name)
        try:
            played = _played(tournament, table["match"], files.pop(name), validate.roster(lists))
        except RuleViolation as violation:
            raise RuleViolation("file", _("%(name)s: %(reason)s"), name=name, reason=str(violation)) from violation
        found[table["round"], table["number"]] = played
        events += len(played.file.events)
        if events > MOST_EVENTS:
            raise RuleViolation("file", _("An archive holds at most %(most)s entries of matches."), most=MOST_EVENTS)
        settled += len(played.log.rows) * sum(event["kind"] == "correct" for event in played.file.events)
        if settled > MOST_SETTLED:
            raise RuleViolation("file", _("The matches of the archive hold too many corrections."))
    for name in files:
        raise RuleViolation("file", _("%(name)s belongs to no table of the event."), name=name)
    return found


def _played(tournament: Row, told: Any, data: bytes, roster: frozenset[str]) -> TableMatch:
    row = read_row(told, row_formats.MATCH, "match")
    sittings = read_rows(row, "sittings", row_formats.SITTING)
    devices = read_rows(row, "devices", row_formats.DEVICE)
    unique(devices, "devices", "number")
    for sitting in sittings:
        validate.on_the_roster(sitting["player"], roster, "sittings")
    file = match_file.read(data)
    if file.system != tournament["system"]:
        raise RuleViolation("system", _("The match is played by another rule book than the event."))
    log = match_file.check(file)
    _names_agree(file, sittings)
    _phones_agree(file, devices)
    return TableMatch(row, sittings, devices, file, log)


def _names_agree(file: MatchFile, sittings: list[Row]) -> None:
    """Each chair has somebody from the first hand on, and who sits there now is who the file says."""
    unique(sittings, "sittings", "chair", "from_hand")
    first = {row["chair"] for row in sittings if row["from_hand"] == 1}
    last = {row["chair"]: row["name"] for row in sorted(sittings, key=lambda row: row["from_hand"])}
    if len(first) < 3 or last != file.players.as_dict():
        raise RuleViolation("sittings", _("Who sits at the table is not who the match file names."))


def _phones_agree(file: MatchFile, devices: list[Row]) -> None:
    """Every entry was made by a phone that is listed: the next one to join takes no number that is taken."""
    known = {f"d{row['number']}" for row in devices}
    if any(event["by"] not in known for event in file.events):
        raise RuleViolation("devices", _("An entry was made by a phone that is not listed."))
