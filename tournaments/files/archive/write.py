"""Exporting a tournament as an archive, in the format of docs/formats.md ("The archive of a tournament"). Read-only.

Importing an archive and exporting it again gives the same bytes.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import Model

from matches.files import match_file
from matches.files.schema import dump_json, write_row
from matches.log.state import MatchState, SeatedPlayer, book_of, cached_log, fold_events
from matches.models import Event, EventNote, Match, MatchDevice, Sitting
from people.clubs.roster import final, shown_name
from people.models import Player
from tournaments.files.archive import row_formats, zip_file
from tournaments.models import Apart, Call, Entrant, Result, Seat, Series, Tournament, Verdict
from tournaments.snapshot import WINDS, Day
from tournaments.standings.standings import book_of as book_of_tournament

Row = dict[str, Any]
_Row = TypeVar("_Row", Sitting, MatchDevice, Event, EventNote)
_SECRET = {"seed": "", "promise": "", "promised_at": None}


class TableMatches:
    """The matches of a tournament by id. `inside`: whether to show the names that members see; None: as stored."""

    def __init__(self, tournament: Tournament, inside: bool | None = None) -> None:
        self._inside = inside
        of_it = {"match__table__round__tournament": tournament}
        self.matches = {match.pk: match for match in Match.objects.filter(table__round__tournament=tournament)}
        self.sittings = _by_match(
            Sitting.objects.filter(**of_it).select_related("player__merged_into").order_by("chair", "from_hand")
        )
        self.devices = _by_match(MatchDevice.objects.filter(**of_it).order_by("number"))
        self._events = _by_match(Event.objects.filter(**of_it).order_by("seq"))
        self._notes = _by_match(EventNote.objects.filter(**of_it).order_by("seq"))

    def reading(self, match: int) -> MatchState:
        """Return the state of one match."""
        row = self.matches[match]
        events = tuple(event for event in self._events[match] if event.seq <= row.version)
        folded = cached_log(events[-1].hash if events else None) or fold_events(book_of(row), events)
        state = MatchState(row, folded)
        state.sittings = [
            SeatedPlayer(sitting.pk, sitting.chair, self._name(sitting), sitting.from_hand)
            for sitting in self.sittings[match]
        ]
        state.notes = {note.seq: note.text for note in self._notes[match]}
        return state

    def _name(self, sitting: Sitting) -> str:
        if self._inside is None or sitting.player is None:
            return sitting.name
        return shown_name(sitting.player, self._inside)


def _by_match(rows: Iterable[_Row]) -> dict[int, list[_Row]]:
    by_match: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_match[row.match_id].append(row)
    return by_match


def archive_bytes(tournament: Tournament) -> bytes:
    """Return the archive as a ZIP file."""
    archive = Archive(tournament)
    matches = {
        zip_file.match_name(table.round.number, table.number): archive.match_file(table.match_id)
        for table in archive.tables
        if table.match_id is not None
    }
    return zip_file.packed({zip_file.EVENT: dump_json(archive.document()), **matches})


class Archive:
    """The archive of one tournament, built with one query per database table."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.day = Day(tournament, inside=True)
        self.tables = [table for round in self.day.rounds for table in self.day.tables[round.pk]]
        self.played = TableMatches(tournament)
        self.people: dict[int, Player] = {}  # roster players to which rows refer

    def match_file(self, match: int) -> bytes:
        return match_file.dump(match_file.document(self.played.reading(match)))

    def document(self) -> Row:
        """Return the contents of event.json."""
        day, rules = self.day, self.tournament.house_rules
        series = Series.objects.filter(events__tournament=self.tournament).order_by("created_at", "name")
        pairs = Apart.objects.filter(tournament=self.tournament).values_list("one__number", "other__number")
        document: Row = {
            "format": row_formats.FORMAT,
            "version": row_formats.VERSION,
            "tournament": write_row(self.tournament, row_formats.TOURNAMENT),
            "house_rules": write_row(rules, row_formats.HOUSE_RULES) if rules else None,
            "series": self._rows("series", series),
            "teams": self._rows("teams", day.teams),
            "entrants": [self._entrant(entrant) for entrant in day.entrants],
            "apart": [{"one": one, "other": other} for one, other in sorted(tuple(sorted(pair)) for pair in pairs)],
            # The seed is secret before the draw.
            "stages": [self._row("stages", stage, **({} if stage.drawn_at else _SECRET)) for stage in day.stages],
            "rounds": self._rounds(),
            "changes": sorted(self._rows("changes", day.changes), key=lambda row: (row["round"], row["revision"])),
            "tables": [self._row("tables", table, match=self._match(table.match)) for table in self.tables],
            "seats": self._seats(),
            **self._results(),
        }
        people = sorted(self.people.values(), key=lambda player: player.name)
        document["players"] = [self._row("players", player, erased=player.erased_at is not None) for player in people]
        return {key: document[key] for key in row_formats.KEYS}

    @cached_property
    def numbers(self) -> dict[str, dict[int | None, int]]:
        """The numbers of referenced rows, by column and id."""
        day = self.day
        columns = ("entrant", "team", "stage", "round", "table")
        lists: list[Sequence[Any]] = [day.entrants, day.teams, day.stages, day.rounds, self.tables]
        return {column: {row.pk: row.number for row in rows} for column, rows in zip(columns, lists, strict=True)}

    def _rounds(self) -> list[Row]:
        """Return the rounds. Only those with a planned start have `starts_at`, which older versions don't know."""
        rows = self._rows("rounds", self.day.rounds)
        return [{key: row[key] for key in row if key != "starts_at" or row[key]} for row in rows]

    def _rows(self, name: str, rows: Iterable[Model]) -> list[Row]:
        return [self._row(name, row) for row in rows]

    def _row(self, name: str, row: Model, /, **given: Any) -> Row:
        """Return a row of the list `name`, with references as numbers. `given`: values that replace stored ones."""
        columns = row_formats.LISTS[name].columns
        fields = {field.name: field.attname for field in row._meta.fields}
        numbers = {
            column: self.numbers[column].get(getattr(row, fields[column]))
            for column in columns
            if column in self.numbers and fields.get(column, column) != column
        }
        return write_row(row, columns, **numbers | given)

    def _named(self, player: Player | None) -> str | None:
        """Return a player's roster name, and add the player to those in the file."""
        if player is None:
            return None
        entry = final(player)
        self.people[entry.pk] = entry
        return entry.name

    def _entrant(self, entrant: Entrant) -> Row:
        """Return an entrant's row.

        `player` is None if the entrant's player was merged into that of another entrant, so that the two stay separate.
        """
        player = entrant.player
        if player and player.merged_into_id and player.merged_into_id in {row.player_id for row in self.day.entrants}:
            return self._row("entrants", entrant, player=None, name=player.name)
        return self._row("entrants", entrant, player=self._named(player))

    def _match(self, match: Match | None) -> Row | None:
        if match is None:
            return None
        sittings = [
            write_row(sitting, row_formats.SITTING, player=self._named(sitting.player))
            for sitting in self.played.sittings[match.pk]
        ]
        devices = [write_row(device, row_formats.DEVICE) for device in self.played.devices[match.pk]]
        return write_row(match, row_formats.MATCH, sittings=sittings, devices=devices)

    def _seats(self) -> list[Row]:
        """Return all seats by round, table and wind, with the byes last in each round."""
        seats = Seat.objects.filter(round__tournament=self.tournament).select_related("substitute_player__merged_into")
        rows = [self._row("seats", seat, substitute_player=self._named(seat.substitute_player)) for seat in seats]
        rows.sort(key=lambda row: (row["round"], row["table"] or 10**6, WINDS.find(row["wind"]), row["entrant"]))
        return rows

    def _results(self) -> dict[str, list[Row]]:
        of_tournament = {"table__round__tournament": self.tournament}
        results = Result.objects.filter(**of_tournament).order_by("table__round__number", "table__number", "number")
        verdicts = Verdict.objects.filter(result__table__round__tournament=self.tournament).order_by(
            "result__table__round__number", "result__table__number", "result__number", "number"
        )
        calls = Call.objects.filter(**of_tournament).order_by("at", "pk")
        places = {table.pk: {"round": table.round.number, "table": table.number} for table in self.tables}
        rows = [self._row("results", result, **places[result.table_id]) for result in results]
        if not book_of_tournament(self.tournament).plays_chips:
            rows = [{key: row[key] for key in row if key not in row_formats.CHIPS} for row in rows]
        return {
            "results": rows,
            "verdicts": [
                self._row("verdicts", verdict, **places[verdict.result.table_id], result=verdict.result.number)
                for verdict in verdicts.select_related("result")
            ],
            "adjustments": self._rows("adjustments", self.day.adjustments),
            "calls": [self._row("calls", call, **places[call.table_id]) for call in calls],
        }
