"""A tournament, its rounds and its tables as JSON documents of the API."""

from typing import Any

from api.endpoints.match_document import status_of
from tournaments.files import exports
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.play.rounds import ends_at
from tournaments.snapshot import Day


def summary(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as it appears in a list."""
    return {
        "code": tournament.code,
        "name": tournament.name,
        "club": tournament.club.code,
        "place": tournament.place,
        "starts_on": tournament.starts_on,
        "ends_on": tournament.ends_on,
        "system": tournament.system,
        "state": tournament.state,
        "version": tournament.version,
    }


def entrant_document(day: Day, entrant: Entrant) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "name": day.names[entrant.pk],
        "club": entrant.club_name,
        "country": entrant.country,
        "state": entrant.state,
        "checked_in": entrant.checked_in_at is not None if day.inside else None,
        "first_round": entrant.from_round,
        "withdrawn_after": entrant.left_after,
    }


def round_document(day: Day, drawn: Round) -> dict[str, Any]:
    return {
        "number": drawn.number,
        "published_at": drawn.published_at,
        "closed_at": drawn.closed_at,
        "starts_at": drawn.planned_start,
        "started_at": drawn.started_at,
        "ends_at": ends_at(drawn),
        "tables": [table_document(day, table) for table in day.tables[drawn.pk]],
        "byes": [entrant.number for entrant in day.byes[drawn.pk]],
    }


def table_document(day: Day, table: Table) -> dict[str, Any]:
    result, seats = day.results.get(table.pk), day.seats[table.pk]
    return {
        "number": table.number,
        "match": table.match.code if table.match else "",
        "match_status": status_of(table.match) if table.match else "",
        "match_version": table.match.version if table.match else 0,
        "state": exports.table_status(day, table),
        "result": result.number if result else 0,
        "pot": result.pot if result else 0,
        "seats": [
            {
                "wind": seat.wind,
                "player": seat.entrant.number,
                "name": day.names[seat.entrant_id],
                "substitute": day.substitutes.get(seat.pk, ""),
                "points": points,
            }
            for seat, points in zip(seats, result.points if result else [None] * len(seats), strict=False)
        ],
    }


def standings_rows(day: Day, after: int | None = None) -> list[dict[str, Any]]:
    """Return the rows of the standings, current or after a round."""
    return exports.standing_sheet(exports.ExportRequest(day, after)).objects()
