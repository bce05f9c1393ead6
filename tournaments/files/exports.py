"""The export tables of a tournament and of a series. CSV, XLSX, JSON, TSV and prints show the same rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.hash_chain import stamp
from engine.rulesets import BOOKS
from engine.tournament import tell_number
from matches.files import exports
from people.exports import Cell, ExportTable
from people.models import User
from tournaments.files.archive.match_logs import TableMatches
from tournaments.files.column_labels import labelled_table
from tournaments.files.points_audit import checks_of
from tournaments.models import Entrant, Result, Round, Table
from tournaments.snapshot import Day
from tournaments.standings import standings
from tournaments.standings.qualification import group_standings
from tournaments.standings.series import SeriesTable, rules_json
from tournaments.standings.standings_table import StandingsRow, standings_table

PLACES = 6  # decimals
WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to export. `day`: the tournament as the reader may see it; `after`: the round after which (None: now);
    `options`: the query string."""

    day: Day
    after: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


def number(value: Fraction | int | None) -> int | float | None:
    """Convert a number for spreadsheets: an integer, or a float rounded to `PLACES` decimals."""
    if value is None or value == int(value):
        return None if value is None else int(value)
    return round(float(value), PLACES)


STANDINGS = ("place", "entrant", "name", "club", "country", "licence", "team", "total")
STANDINGS_MORE = ("games", "byes", "carried", "adjusted", "placement", "first", "second", "third", "fourth")
STANDINGS_LAST = ("average_place", "best_game", "decided_by", "withdrawn", "stage", "not_counted")


def standing_sheet(export: ExportRequest) -> ExportTable:
    """The standings with the result of each round."""
    day, table = export.day, standings_table(export.day, export.after)
    last = export.after or max(len(table.rounds), *(drawn.number for drawn in day.shown), 0)
    columns = (*STANDINGS, *(f"round_{number}" for number in range(1, last + 1)), *STANDINGS_MORE, *STANDINGS_LAST)
    return labelled_table(_("Standings"), columns, [_standing(day, row, last) for row in table.rows])


def _standing(day: Day, row: StandingsRow, last: int) -> tuple[Cell, ...]:
    line, entrant, all_games = row.line, day.by_pk[row.line.entrant], row.figures
    details = (entrant.club_name, entrant.country, entrant.licence if day.inside else "", team_name(day, entrant))
    played = [number(result.value) if result else None for result in row.rounds]
    left_out = [str(at) for at, result in enumerate(row.rounds, start=1) if result and not result.counted]
    left = line.withdrawn or entrant.left_after is not None
    return (
        *(line.place, entrant.number, day.names[entrant.pk], *details, number(line.total)),
        *(*played, *[None] * (last - len(played))),
        *(all_games.games, all_games.byes, number(row.carried or 0), number(line.adjusted)),
        *(number(all_games.placement), *all_games.places),
        *(number(all_games.average_place), number(all_games.best_game)),
        *(line.reason.by if line.reason else "", int(left), row.stage, " ".join(left_out)),
    )


GROUPS = ("group", "place", "entrant", "name", "club", "total", "games")


def group_sheet(export: ExportRequest) -> ExportTable:
    """The standings of each group; empty if there are none."""
    day = export.day
    rows: list[tuple[Cell, ...]] = []
    for group in group_standings(day, export.after):
        for place, line in group.lines:
            entrant = day.by_pk[line.entrant]
            details = (entrant.number, day.names[entrant.pk], entrant.club_name)
            rows.append((group.name, place, *details, number(line.total), line.games))
    return labelled_table(_("Groups"), GROUPS, rows)


def team_name(day: Day, entrant: Entrant) -> str:
    """The name of an entrant's team, or ""."""
    return next((team.name for team in day.teams if team.pk == entrant.team_id), "")


GAMES = ("round", "table", "wind", "entrant", "name", "substitute", "status", "points", "pot", "place")
GAMES_MORE = ("average_place", "table_score", "pot_score", "oka", "uma", "sinking", "placement", "result")
GAMES_LAST = ("from_match", "entered_at", "confirmed_at")


def game_sheet(export: ExportRequest) -> ExportTable:
    """A row per entrant and game or bye, with every part of the result."""
    subs = export.day.substitutes
    rows = [row for drawn in _rounds(export) for row in _round_games(export.day, drawn, subs)]
    return labelled_table(_("Matches"), (*GAMES, *GAMES_MORE, *GAMES_LAST), rows)


def _rounds(export: ExportRequest) -> list[Round]:
    """The published rounds up to the requested one."""
    return [drawn for drawn in export.day.shown if export.after is None or drawn.number <= export.after]


def _round_games(day: Day, drawn: Round, subs: Mapping[int, str]) -> Iterator[tuple[Cell, ...]]:
    scheme = standings.scheme_of(day.tournament)
    for table in day.tables[drawn.pk]:
        seats, result = day.seats[table.pk], day.confirmed(table)
        scores = standings.score_of(scheme, result, len(seats)) if result else (None,) * len(seats)
        for place, (seat, score) in enumerate(zip(seats, scores, strict=True)):
            terms = (
                *(score.place, number(score.average_place), number(score.table), number(score.pot)),
                *(number(score.oka), number(score.uma), number(score.sinking)),
                *(number(score.placement), number(score.total)),
            ) if score else (None,) * 9  # fmt: skip
            yield (
                *(drawn.number, table.number, seat.wind, seat.entrant.number, day.names[seat.entrant_id]),
                *(subs.get(seat.pk, ""), _status(day, table)),
                *((result.points[place], result.pot) if result else (None, None)),
                *(*terms, *_when(day, result)),
            )
    blank = (None,) * (len(GAMES_MORE) + len(GAMES_LAST) + 3)
    for entrant in day.byes[drawn.pk]:
        yield (drawn.number, None, "", entrant.number, day.names[entrant.pk], "", "bye", *blank)


def _status(day: Day, table: Table) -> str:
    if day.confirmed(table):
        return "confirmed"
    if day.disputed(table):
        return "disputed"
    return "entered" if table.pk in day.results else "open"


def _when(day: Day, result: Result | None) -> tuple[Cell, ...]:
    verdict = day.verdicts.get(result.pk) if result else None
    read = int(result.match_version is not None) if result else None
    return read, stamp(result.at) if result else "", stamp(verdict.at) if verdict else ""


def hand_sheet(export: ExportRequest) -> ExportTable:
    """All log entries of all matches, as in the match's own export, preceded by round and table."""
    book = standings.book_of(export.day.tournament)
    own = exports.columns(book)
    columns = ("event_round", "event_table", *(f"{column}_wind" if column == "round" else column for column in own))
    played = TableMatches(export.day.tournament, inside=export.day.inside)
    rows = [
        (drawn.number, table.number, *row)
        for drawn in _rounds(export)
        for table in export.day.tables[drawn.pk]
        if table.match_id is not None
        for row in exports.ledger_table(played.reading(table.match_id)).rows
    ]
    return labelled_table(_("Hands"), columns, rows)


SEATING = ("round", "table", *WINDS.values(), *(f"{wind}_name" for wind in WINDS.values()), "byes")


def seating_sheet(export: ExportRequest) -> ExportTable:
    """A row per table: numbers and names by wind. The byes of a round are in the row of its first table."""
    rows: list[tuple[Cell, ...]] = []
    for drawn in _rounds(export):
        byes = " ".join(str(entrant.number) for entrant in export.day.byes[drawn.pk])
        for table in export.day.tables[drawn.pk]:
            seats = {seat.wind: seat.entrant for seat in export.day.seats[table.pk]}
            numbers = [seats[wind].number if wind in seats else None for wind in WINDS]
            names = [export.day.names[seats[wind].pk] if wind in seats else "" for wind in WINDS]
            rows.append((drawn.number, table.number, *numbers, *names, byes))
            byes = ""
    return labelled_table(_("Seating"), SEATING, rows)


def seating_text(export: ExportRequest) -> str:
    """The seating as text that can be imported: "7-2-1" (East, South, West) per table, an empty line between rounds."""
    rounds = (
        "".join(
            "-".join(str(seat.entrant.number) for seat in export.day.seats[table.pk]) + "\n"
            for table in export.day.tables[drawn.pk]
        )
        for drawn in _rounds(export)
    )
    return "\n".join(rounds)


ENTRANTS = ("name", "club", "country", "licence", "team", "seed", "entrant", "state", "house")
ENTRANTS_LAST = ("entered_at", "checked_in_at", "from_round", "left_after", "lot")


def entrant_sheet(export: ExportRequest) -> ExportTable:
    """All entrants, whatever their status. The first columns are those of a player list that can be imported."""
    day = export.day
    rows: list[tuple[Cell, ...]] = [
        (
            *(
                day.names[entrant.pk],
                entrant.club_name,
                entrant.country,
                entrant.licence,
                team_name(day, entrant),
                entrant.seeding,
            ),
            *(entrant.number, entrant.state, int(entrant.house), stamp(entrant.entered_at)),
            stamp(entrant.checked_in_at) if entrant.checked_in_at else "",
            *(entrant.from_round, entrant.left_after, entrant.lot),
        )
        for entrant in day.entrants
    ]
    return labelled_table(_("Players"), (*ENTRANTS, *ENTRANTS_LAST), rows)


PENALTIES_LAST = ("cancelled_at", "cancelled_by", "cancel_reason")
PENALTIES = ("at", "round", "entrant", "name", "points", "reason", "by", *PENALTIES_LAST)


def penalty_sheet(export: ExportRequest) -> ExportTable:
    """Penalties and grants, including cancelled ones."""
    day = export.day
    ids = {pk for penalty in day.adjustments for pk in (penalty.user_id, penalty.cancelled_by_id) if pk is not None}
    people = {user.pk: user.shown_name for user in User.objects.filter(pk__in=ids)} if ids else {}
    rows: list[tuple[Cell, ...]] = [
        (
            *(stamp(penalty.at), penalty.round, day.by_pk[penalty.entrant_id].number, day.names[penalty.entrant_id]),
            *(penalty.points, penalty.reason, people.get(penalty.user_id or 0, "")),
            stamp(penalty.cancelled_at) if penalty.cancelled_at else "",
            *(people.get(penalty.cancelled_by_id or 0, ""), penalty.cancel_reason),
        )
        for penalty in day.adjustments
    ]
    return labelled_table(_("Penalties and bonuses"), PENALTIES, rows)


CHECK = ("round", "table", "points", "pot", "sum", "expected", "difference", "uma_sum", "result_sum", "holds")


def check_sheet(export: ExportRequest) -> ExportTable:
    """The points check: the sums of each game, and what they should be."""
    rows: list[tuple[Cell, ...]] = [
        (
            *(game.round, game.table, game.points, game.pot, game.points + game.pot, game.expected),
            *(game.difference, number(game.uma), number(game.results), int(game.holds)),
        )
        for game in checks_of(export.day, export.after).games
    ]
    return labelled_table(_("Points check"), CHECK, rows)


ASSOCIATION_COLUMNS = (
    *("Tournament name", "Number of participants", "Place", "first name", "last name", "number", "Table points"),
    *("Score", "member", "Country", "Date", "court country", "city", "weight", "short name", "rules", "period"),
    *("days", "extra"),
)


def association_sheet(export: ExportRequest) -> ExportTable:
    """All placed entrants, in the nineteen columns that associations ask for.

    The options `country`, `weight` and `short` (name) of the event come from the association.
    """
    rows = [row for row in standings_table(export.day, export.after).rows if row.line.place is not None]
    table = [_association_row(export.day, row, len(rows), export.options) for row in rows]
    return labelled_table("Results", ASSOCIATION_COLUMNS, table)


def _association_row(day: Day, row: StandingsRow, many: int, options: Mapping[str, str]) -> tuple[Cell, ...]:
    entrant, event = day.by_pk[row.line.entrant], day.tournament
    first_name, _space, last_name = day.names[entrant.pk].rpartition(" ")
    placement, points = number(row.figures.placement), row.figures.points
    until = event.ends_on or event.starts_on
    days = (until - event.starts_on).days + 1
    period = event.starts_on.isoformat() + (f"/{until.isoformat()}" if days > 1 else "")
    weight = options.get("weight", "")
    is_number = weight.isascii() and weight.isdigit() and len(weight) < 6
    return (
        *(event.name, many, row.line.place, first_name, last_name, entrant.licence, placement, points),
        *(int(bool(entrant.licence)), entrant.country, event.starts_on.isoformat(), options.get("country", "")),
        *(event.place, int(weight) if is_number else weight, options.get("short", ""), BOOKS[event.system].title),
        *(period, days, entrant.club_name),
    )


SERIES = ("place", "name", "total", "events", "mark")


def series_sheet(table: SeriesTable) -> ExportTable:
    """The standings of a series, with a column for each event. Results that don't count are included."""
    numbers = range(1, len(table.events) + 1)
    rows: list[Sequence[Any]] = []
    for place in table.places:
        line = place.line
        values = {result.round: number(result.value) for result in line.played}
        name = table.people[line.entrant].name
        rows.append((line.place, name, number(line.total), line.games, place.mark, *map(values.get, numbers)))
    return ExportTable("", (*SERIES, *(f"event_{at}" for at in numbers)), rows)


def series_document(table: SeriesTable) -> dict[str, Any]:
    """The standings of a series as JSON. Numbers are exact, for example "7/2"."""
    people = table.people
    return {
        "format": "scorekeeper-series",
        "name": table.series.name,
        "counting": rules_json(table.rules),
        "events": [
            {
                "name": event.tournament.name,
                "day": event.tournament.starts_on.isoformat(),
                "counts": event.counts,
                "provisional": event.provisional,
            }
            for event in table.events
        ],
        "standings": [
            {
                "place": place.line.place,
                "name": people[place.line.entrant].name,
                "total": tell_number(place.line.total),
                "mark": place.mark,
                "results": [
                    {"event": result.round, "value": tell_number(result.value), "counted": result.counted}
                    for result in place.line.played
                ],
            }
            for place in table.places
        ],
    }
