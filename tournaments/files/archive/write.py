"""Exports a tournament as one archive: all its rows, and the match file of each table.

The format is in docs/formats.md, "The archive of a tournament". Importing and exporting an archive gives the same
bytes. Does not write to the database.
"""

from functools import cached_property
from typing import Any

from matches.files import match_file
from matches.files.schema import dump_json, write_row
from matches.models import Match
from people.clubs.roster import final
from people.models import Player
from tournaments.files.archive import row_formats, zip_file
from tournaments.files.archive.match_logs import TableMatches
from tournaments.models import Apart, Call, Entrant, Result, Seat, Series, Stage, Tournament, Verdict
from tournaments.snapshot import WINDS, Day

Row = dict[str, Any]


def archive_bytes(tournament: Tournament) -> bytes:
    """The whole event as a ZIP."""
    archive = Archive(tournament)
    matches = {
        zip_file.match_name(table.round.number, table.number): archive.match_file(table.match_id)
        for table in archive.tables
        if table.match_id is not None
    }
    return zip_file.packed({zip_file.EVENT: dump_json(archive.document()), **matches})


class Archive:
    """One tournament and its archive. Each table of the database is queried at most once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.day = Day(tournament, inside=True)
        self.tables = [table for each in self.day.rounds for table in self.day.tables[each.pk]]
        self.played = TableMatches(tournament)
        self.people: dict[int, Player] = {}  # of the roster, as rows name them

    def match_file(self, match: int) -> bytes:
        return match_file.dump(match_file.document(self.played.reading(match)))

    def document(self) -> Row:
        """The contents of event.json, keys in the order of the format."""
        day, rules = self.day, self.tournament.house_rules
        series = Series.objects.filter(events__tournament=self.tournament).order_by("created_at", "name")
        changes = [self._row(each, row_formats.CHANGE) for each in day.changes]
        document: Row = {
            "format": row_formats.FORMAT,
            "version": row_formats.VERSION,
            "tournament": write_row(self.tournament, row_formats.TOURNAMENT),
            "house_rules": write_row(rules, row_formats.HOUSE_RULES) if rules else None,
            "series": [write_row(each, row_formats.SERIES) for each in series],
            "teams": [write_row(each, row_formats.TEAM) for each in day.teams],
            "entrants": [self._entrant(each) for each in day.entrants],
            "apart": self._apart(),
            "stages": [_stage(each) for each in day.stages],
            "rounds": [self._row(each, row_formats.ROUND) for each in day.rounds],
            "changes": sorted(changes, key=lambda row: (row["round"], row["revision"])),
            "tables": [self._row(each, row_formats.TABLE, match=self._match(each.match)) for each in self.tables],
            "seats": self._seats(),
            **self._results(),
        }
        people = sorted(self.people.values(), key=lambda each: each.name)
        document["players"] = [
            write_row(each, row_formats.PLAYER, erased=each.erased_at is not None) for each in people
        ]
        return {key: document[key] for key in row_formats.KEYS}

    @cached_property
    def numbers(self) -> dict[str, dict[int | None, int]]:
        """The numbers of the rows (ids) to which columns refer."""
        day = self.day
        rows: dict[str, list[Any]] = {"entrant": day.entrants, "team": day.teams, "stage": day.stages}
        rows |= {"round": day.rounds, "table": self.tables}
        return {column: {each.pk: each.number for each in listed} for column, listed in rows.items()}

    def _row(self, row: Any, columns: row_formats.Columns, **given: Any) -> Row:
        """A row with the numbers of the rows to which it refers; `given`: other values than those of the database."""
        fields = {field.name: field.attname for field in row._meta.fields}
        numbers = {
            column: self.numbers[column].get(getattr(row, fields[column]))
            for column in columns
            if column in self.numbers and fields.get(column, column) != column
        }
        return write_row(row, columns, **numbers | given)

    def _named(self, player: Player | None) -> str | None:
        """The roster's name of a player, and list the player in the file."""
        if player is None:
            return None
        entry = final(player)
        self.people[entry.pk] = entry
        return entry.name

    def _entrant(self, entrant: Entrant) -> Row:
        """An entrant. If the player was merged into that of another entrant, only the name tells the two apart."""
        player = entrant.player
        players = {each.player_id for each in self.day.entrants}
        if player is not None and player.merged_into_id in players - {None}:
            return self._row(entrant, row_formats.ENTRANT, player=None, name=player.name)
        return self._row(entrant, row_formats.ENTRANT, player=self._named(player))

    def _apart(self) -> list[Row]:
        pairs = Apart.objects.filter(tournament=self.tournament).values_list("one__number", "other__number")
        return [{"one": one, "other": other} for one, other in sorted(tuple(sorted(pair)) for pair in pairs)]

    def _match(self, match: Match | None) -> Row | None:
        if match is None:
            return None
        sittings = [
            write_row(each, row_formats.SITTING, player=self._named(each.player))
            for each in self.played.sittings[match.pk]
        ]
        devices = [write_row(each, row_formats.DEVICE) for each in self.played.devices[match.pk]]
        return write_row(match, row_formats.MATCH, sittings=sittings, devices=devices)

    def _seats(self) -> list[Row]:
        """Round by round; tables first, each in the order of the winds; then who sits out."""
        seats = Seat.objects.filter(round__tournament=self.tournament).select_related("substitute_player__merged_into")
        rows = [
            self._row(seat, row_formats.SEAT, substitute_player=self._named(seat.substitute_player)) for seat in seats
        ]
        return sorted(
            rows, key=lambda row: (row["round"], row["table"] or 10**6, WINDS.find(row["wind"]), row["entrant"])
        )

    def _results(self) -> dict[str, list[Row]]:
        of_tournament = {"table__round__tournament": self.tournament}
        results = Result.objects.filter(**of_tournament).order_by("table__round__number", "table__number", "number")
        verdicts = Verdict.objects.filter(result__table__round__tournament=self.tournament).order_by(
            "result__table__round__number", "result__table__number", "result__number", "number"
        )
        calls = Call.objects.filter(**of_tournament).order_by("at", "pk")
        places = {each.pk: {"round": each.round.number, "table": each.number} for each in self.tables}
        return {
            "results": [self._row(each, row_formats.RESULT, **places[each.table_id]) for each in results],
            "verdicts": [
                self._row(each, row_formats.VERDICT, **places[each.result.table_id], result=each.result.number)
                for each in verdicts.select_related("result")
            ],
            "adjustments": [self._row(each, row_formats.ADJUSTMENT) for each in self.day.adjustments],
            "calls": [self._row(each, row_formats.CALL, **places[each.table_id]) for each in calls],
        }


def _stage(stage: Stage) -> Row:
    """A stage, without the seed of a draw that is still to come: nobody may know it before."""
    hidden = {} if stage.drawn_at else {"seed": "", "promise": "", "promised_at": None}
    return write_row(stage, row_formats.STAGE, **hidden)
