"""The export tables of a tournament and of a series. CSV, XLSX, JSON, TSV and prints show the same rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from engine.hash_chain import stamp
from engine.rulesets import BOOKS
from engine.tournament import number_to_json
from matches.files import exports
from people.exports import Cell, ExportTable
from people.models import User
from tournaments.files.archive.write import TableMatches
from tournaments.files.column_labels import label
from tournaments.files.points_audit import checks_of
from tournaments.models import Entrant, Round, Table
from tournaments.snapshot import Day
from tournaments.standings import standings
from tournaments.standings.qualification import group_standings
from tournaments.standings.series import SeriesTable, rules_json
from tournaments.standings.standings import StandingsRow, standings_table

PLACES = 6  # decimal places
WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The tournament to export, now or as it was after round `after`. `options`: from the query string."""

    day: Day
    after: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


def _table(
    title: str, columns: tuple[str, ...], rows: Iterable[Row], headings: Callable[[str], str] = label
) -> ExportTable:
    """Build an export table, converting times, fractions and truth values to cells."""
    return ExportTable(title, columns, [tuple(map(_cell, row)) for row in rows], headings)


def _cell(value: Any) -> Cell:
    """Convert a value to a cell: a fraction to a rounded number, a time to text, a truth value to 1 or 0."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), PLACES)
    if isinstance(value, datetime):
        return stamp(value)
    cell: Cell = int(value) if isinstance(value, bool) else value
    return cell


STANDINGS = ("place", "entrant", "name", "club", "country", "licence", "team", "total")
STANDINGS_MORE = ("games", "byes", "carried", "adjusted", "placement", "first", "second", "third", "fourth")
STANDINGS_LAST = ("average_place", "best_game", "decided_by", "withdrawn", "stage", "not_counted")
STANDINGS_CHIPS = ("chips",)  # only where the rule book plays chips


def standing_sheet(export: ExportRequest) -> ExportTable:
    """Return a table of the standings, with the result of each round."""
    day, table = export.day, standings_table(export.day, export.after)
    last = export.after or max(len(table.rounds), *(drawn.number for drawn in day.shown), 0)
    columns = (*STANDINGS, *(f"round_{number}" for number in range(1, last + 1)), *STANDINGS_MORE, *STANDINGS_LAST)
    rows = [_standing(day, row, last) for row in table.rows]
    if standings.book_of(day.tournament).plays_chips:
        columns = (*columns, *STANDINGS_CHIPS)
        rows = [(*cells, row.figures.chips) for cells, row in zip(rows, table.rows, strict=True)]
    return _table(_("Standings"), columns, rows)


def _standing(day: Day, row: StandingsRow, last: int) -> Row:
    line, entrant, figures = row.line, day.by_pk[row.line.entrant], row.figures
    details = (entrant.club_name, entrant.country, entrant.licence if day.inside else "", _team_name(day, entrant))
    results = [result.value if result else None for result in row.rounds]
    left_out = [str(at) for at, result in enumerate(row.rounds, start=1) if result and not result.counted]
    left = line.withdrawn or entrant.left_after is not None
    return (
        *(line.place, entrant.number, day.names[entrant.pk], *details, line.total),
        *(*results, *[None] * (last - len(results)), figures.games, figures.byes, row.carried or 0, line.adjusted),
        *(figures.placement, *figures.places, figures.average_place, figures.best_game),
        *(line.reason.by if line.reason else "", left, row.stage, " ".join(left_out)),
    )


GROUPS = ("group", "place", "entrant", "name", "club", "total", "games")


def group_sheet(export: ExportRequest) -> ExportTable:
    """Return a table of the standings of each group; without rows if the tournament has no groups."""
    day, rows = export.day, list[Row]()
    for group in group_standings(day, export.after):
        for place, line in group.lines:
            entrant = day.by_pk[line.entrant]
            details = (entrant.number, day.names[entrant.pk], entrant.club_name)
            rows.append((group.name, place, *details, line.total, line.games))
    return _table(_("Groups"), GROUPS, rows)


def _team_name(day: Day, entrant: Entrant) -> str:
    return next((team.name for team in day.teams if team.pk == entrant.team_id), "")


GAMES = ("round", "table", "wind", "entrant", "name", "substitute", "status", "points", "pot", "place")
GAMES_MORE = ("average_place", "table_score", "pot_score", "oka", "uma", "sinking", "placement", "result")
GAMES_LAST = ("from_match", "entered_at", "confirmed_at")
GAMES_CHIPS = ("chips", "chip_score")  # only where the rule book plays chips
_SCORE = attrgetter("place", "average_place", "table", "pot", "oka", "uma", "sinking", "placement", "total")


def game_sheet(export: ExportRequest) -> ExportTable:
    """Return a table with a row per entrant and match or bye, with every part of the result."""
    rows = (row for drawn in _rounds(export) for row in _round_games(export.day, drawn))
    chips = GAMES_CHIPS if standings.book_of(export.day.tournament).plays_chips else ()
    return _table(_("Matches"), (*GAMES, *GAMES_MORE, *GAMES_LAST, *chips), rows)


def _rounds(export: ExportRequest) -> list[Round]:
    return [drawn for drawn in export.day.shown if export.after is None or drawn.number <= export.after]


def _round_games(day: Day, drawn: Round) -> Iterator[Row]:
    scheme, plays_chips = standings.scheme_of(day.tournament), standings.book_of(day.tournament).plays_chips
    no_chips = (None,) * len(GAMES_CHIPS) if plays_chips else ()
    for table in day.tables[drawn.pk]:
        seats, result = day.seats[table.pk], day.confirmed(table)
        outcomes: list[Row] = [(*[None] * 12, "", "", *no_chips)] * len(seats)
        if result:
            scores = standings.score_of(scheme, result, len(seats))
            points = result.points[: len(seats)]
            when = (result.match_version is not None, result.at, day.verdicts[result.pk].at)
            outcomes = [(own, result.pot, *_SCORE(score), *when) for own, score in zip(points, scores, strict=True)]
            if plays_chips:
                both = zip(outcomes, scores, strict=True)
                outcomes = [(*cells, score.chip_count, score.chips) for cells, score in both]
        for seat, outcome in zip(seats, outcomes, strict=True):
            person = (seat.entrant.number, day.names[seat.entrant_id], day.substitutes.get(seat.pk, ""))
            yield (drawn.number, table.number, seat.wind, *person, table_status(day, table), *outcome)
    for entrant in day.byes[drawn.pk]:
        yield (drawn.number, None, "", entrant.number, day.names[entrant.pk], "", "bye", *[None] * 14, *no_chips)


def table_status(day: Day, table: Table) -> str:
    """Return "open", "entered", "disputed" or "confirmed"."""
    if day.confirmed(table):
        return "confirmed"
    if day.disputed(table):
        return "disputed"
    return "entered" if table.pk in day.results else "open"


def hand_sheet(export: ExportRequest) -> ExportTable:
    """Return a table of all log entries of all matches, as in each match's own export.

    The first columns are the round and the table.
    """
    own = exports.columns(standings.book_of(export.day.tournament))
    columns = ("event_round", "event_table", *(f"{column}_wind" if column == "round" else column for column in own))
    played = TableMatches(export.day.tournament, inside=export.day.inside)
    rows = (
        (drawn.number, table.number, *row)
        for drawn in _rounds(export)
        for table in export.day.tables[drawn.pk]
        if table.match_id is not None
        for row in exports.ledger_table(played.reading(table.match_id)).rows
    )
    return _table(_("Hands"), columns, rows)


SEATING = ("round", "table", *WINDS.values(), *(f"{wind}_name" for wind in WINDS.values()), "byes")


def seating_sheet(export: ExportRequest) -> ExportTable:
    """Return a table with a row per table of a round: numbers and names by wind.

    The byes of a round are in the row of its first table.
    """
    rows: list[Row] = []
    for drawn in _rounds(export):
        byes = " ".join(str(entrant.number) for entrant in export.day.byes[drawn.pk])
        for table in export.day.tables[drawn.pk]:
            seats = {seat.wind: seat.entrant for seat in export.day.seats[table.pk]}
            numbers = [seats[wind].number if wind in seats else None for wind in WINDS]
            names = [export.day.names[seats[wind].pk] if wind in seats else "" for wind in WINDS]
            rows.append((drawn.number, table.number, *numbers, *names, byes))
            byes = ""
    return _table(_("Seating"), SEATING, rows)


def seating_text(export: ExportRequest) -> str:
    """Return the seating as text that can be imported.

    Each table is a line such as "7-2-1" (East, South, West); an empty line separates the rounds.
    """
    rounds = []
    for drawn in _rounds(export):
        tables = (export.day.seats[table.pk] for table in export.day.tables[drawn.pk])
        rounds.append("".join("-".join(str(seat.entrant.number) for seat in seats) + "\n" for seats in tables))
    return "\n".join(rounds)


ENTRANTS = ("name", "club", "country", "licence", "team", "seed", "entrant", "state", "house")
ENTRANTS_LAST = ("entered_at", "checked_in_at", "from_round", "left_after", "lot")


def entrant_sheet(export: ExportRequest) -> ExportTable:
    """Return a table of all entrants, whatever their status.

    The first columns are those of a player list that can be imported.
    """
    day, rows = export.day, list[Row]()
    for entrant in day.entrants:
        typed = (entrant.club_name, entrant.country, entrant.licence, _team_name(day, entrant), entrant.seeding)
        state = (entrant.number, entrant.state, entrant.house, entrant.entered_at, entrant.checked_in_at or "")
        rows.append((day.names[entrant.pk], *typed, *state, entrant.from_round, entrant.left_after, entrant.lot))
    return _table(_("Players"), (*ENTRANTS, *ENTRANTS_LAST), rows)


PENALTIES_LAST = ("cancelled_at", "cancelled_by", "cancel_reason")
PENALTIES = ("at", "round", "entrant", "name", "points", "reason", "by", *PENALTIES_LAST)


def penalty_sheet(export: ExportRequest) -> ExportTable:
    """Return a table of the penalties and bonuses, including cancelled ones."""
    day, rows = export.day, list[Row]()
    ids = {pk for penalty in day.adjustments for pk in (penalty.user_id, penalty.cancelled_by_id) if pk is not None}
    people = {user.pk: user.shown_name for user in User.objects.filter(pk__in=ids)} if ids else {}
    for penalty in day.adjustments:
        given = (penalty.points, penalty.reason, people.get(penalty.user_id or 0, ""))
        cancelled = (penalty.cancelled_at or "", people.get(penalty.cancelled_by_id or 0, ""), penalty.cancel_reason)
        number, name = day.by_pk[penalty.entrant_id].number, day.names[penalty.entrant_id]
        rows.append((penalty.at, penalty.round, number, name, *given, *cancelled))
    return _table(_("Penalties and bonuses"), PENALTIES, rows)


CHECK = ("round", "table", "points", "pot", "sum", "expected", "difference", "uma_sum", "result_sum", "holds")
_CHECKED = attrgetter("round", "table", "points", "pot", "sum", "expected", "difference", "uma", "results", "holds")


def check_sheet(export: ExportRequest) -> ExportTable:
    """Return the table of the points check: the actual and the expected sums of each match."""
    return _table(_("Points check"), CHECK, map(_CHECKED, checks_of(export.day, export.after).games))


ASSOCIATION_COLUMNS = (
    *("Tournament name", "Number of participants", "Place", "first name", "last name", "number", "Table points"),
    *("Score", "member", "Country", "Date", "court country", "city", "weight", "short name", "rules", "period"),
    *("days", "extra"),
)


def association_sheet(export: ExportRequest) -> ExportTable:
    """Return a table of all placed entrants, in the nineteen columns that associations ask for.

    The country, weight and short name of the event come from the association; the options `country`, `weight` and
    `short` pass them.
    """
    rows = [row for row in standings_table(export.day, export.after).rows if row.line.place is not None]
    table = [_association_row(export.day, row, len(rows), export.options) for row in rows]
    return _table("Results", ASSOCIATION_COLUMNS, table)


def _association_row(day: Day, row: StandingsRow, many: int, options: Mapping[str, str]) -> Row:
    entrant, event = day.by_pk[row.line.entrant], day.tournament
    first_name, _space, last_name = day.names[entrant.pk].rpartition(" ")
    until = event.ends_on or event.starts_on
    days = (until - event.starts_on).days + 1
    period = event.starts_on.isoformat() + (f"/{until.isoformat()}" if days > 1 else "")
    weight = options.get("weight", "")
    is_number = weight.isascii() and weight.isdigit() and len(weight) < 6
    return (
        *(event.name, many, row.line.place, first_name, last_name, entrant.licence, row.figures.placement),
        *(row.figures.points, bool(entrant.licence), entrant.country, event.starts_on.isoformat()),
        *(options.get("country", ""), event.place, int(weight) if is_number else weight, options.get("short", "")),
        *(BOOKS[event.system].title, period, days, entrant.club_name),
    )


SERIES = ("place", "name", "total", "events", "mark")


def series_sheet(table: SeriesTable) -> ExportTable:
    """Return a table of the standings of a series, with a column for each event.

    Results that don't count are included.
    """
    numbers, rows = range(1, len(table.events) + 1), list[Row]()
    for place in table.places:
        line = place.line
        values = {result.round: result.value for result in line.played}
        person = (line.place, table.people[line.entrant].name, line.total, line.games, place.mark)
        rows.append((*person, *map(values.get, numbers)))
    return _table("", (*SERIES, *(f"event_{at}" for at in numbers)), rows, headings=str)


def series_document(table: SeriesTable) -> dict[str, Any]:
    """Return the standings of a series as JSON. Numbers are exact, for example "7/2"."""
    events: list[dict[str, Any]] = []
    for event in table.events:
        named = {"name": event.tournament.name, "day": event.tournament.starts_on.isoformat()}
        events.append({**named, "counts": event.counts, "provisional": event.provisional})
    lines: list[dict[str, Any]] = []
    for place in table.places:
        line, name = place.line, table.people[place.line.entrant].name
        results = [
            {"event": result.round, "value": number_to_json(result.value), "counted": result.counted}
            for result in line.played
        ]
        total = number_to_json(line.total)
        lines.append({"place": line.place, "name": name, "total": total, "mark": place.mark, "results": results})
    return {
        "format": "scorekeeper-series",
        "name": table.series.name,
        "counting": rules_json(table.rules),
        "events": events,
        "standings": lines,
    }
