"""Exports a tournament as one archive: all its rows, and the match file of each table.

The format is in docs/formats.md, "The archive of a tournament". Importing and exporting an archive gives the same
bytes. Does not write to the database.
"""

from typing import Any

from matches.files import match_file
from matches.files.schema import dump_json, write_row
from matches.models import HouseRulesVersion, Match
from people.clubs.roster import final
from people.models import Player
from tournaments.files.archive import row_formats, zip_file
from tournaments.files.archive.match_logs import TableMatches
from tournaments.models import Apart, Call, Entrant, Result, Round, Seat, Series, Stage, Table, Tournament, Verdict
from tournaments.snapshot import WINDS, Day

Row = dict[str, Any]


def archive_bytes(tournament: Tournament) -> bytes:
    """The whole event as a ZIP."""
    return Archive(tournament).packed


class Archive:
    """One tournament and its archive. Each table of the database is queried at most once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.day = Day(tournament, inside=True)
        self.played = TableMatches(tournament)
        self.people: dict[int, Player] = {}  # of the roster, as rows name them

    @property
    def packed(self) -> bytes:
        matches = {
            zip_file.match_name(each.number, table.number): self._match_file(table)
            for each in self.day.rounds
            for table in self.day.tables[each.pk]
            if table.match_id is not None
        }
        return zip_file.packed({zip_file.EVENT: dump_json(self.document()), **matches})

    def document(self) -> Row:
        """The contents of event.json, keys in the order of the format."""
        lists = {
            "series": self._series(),
            "teams": [write_row(each, row_formats.TEAM) for each in self.day.teams],
            "entrants": [self._entrant(each) for each in self.day.entrants],
            "apart": self._apart(),
            "stages": [_stage(each) for each in self.day.stages],
            "rounds": [write_row(each, row_formats.ROUND, stage=each.stage.number) for each in self.day.rounds],
            "changes": self._changes(),
            "tables": [self._table(each, table) for each in self.day.rounds for table in self.day.tables[each.pk]],
            "seats": self._seats(),
            **self._results(),
        }
        document = {
            "format": row_formats.FORMAT,
            "version": row_formats.VERSION,
            "tournament": write_row(self.tournament, row_formats.TOURNAMENT),
            "house_rules": _house_rules(self.tournament.house_rules),
            "players": [_player(each) for each in sorted(self.people.values(), key=lambda each: each.name)],
            **lists,
        }
        return {key: document[key] for key in row_formats.KEYS}

    def _series(self) -> list[Row]:
        series = Series.objects.filter(events__tournament=self.tournament).order_by("created_at", "name")
        return [write_row(each, row_formats.SERIES) for each in series]

    # ── who plays ────────────────────────────────────────────────────────────

    def _named(self, player: Player | None) -> str | None:
        """The roster's name of a player, and list the player in the file."""
        if player is None:
            return None
        entry = final(player)
        self.people[entry.pk] = entry
        return entry.name

    def _entrant(self, entrant: Entrant) -> Row:
        teams = {team.pk: team.number for team in self.day.teams}
        team = teams.get(entrant.team_id) if entrant.team_id is not None else None
        player, name = self._known(entrant)
        return write_row(entrant, row_formats.ENTRANT, player=self._named(player), name=name, team=team)

    def _known(self, entrant: Entrant) -> tuple[Player | None, str]:
        """The player and the name of an entrant. If the player was merged into that of another entrant, only the name
        tells the two apart."""
        player = entrant.player
        players = {each.player_id for each in self.day.entrants}
        if player is not None and player.merged_into_id in players - {None}:
            return None, player.name
        return player, entrant.name

    def _number(self, entrant: int | None) -> int | None:
        return None if entrant is None else self.day.by_pk[entrant].number

    def _apart(self) -> list[Row]:
        pairs = Apart.objects.filter(tournament=self.tournament).values_list("one__number", "other__number")
        return [{"one": one, "other": other} for one, other in sorted(tuple(sorted(pair)) for pair in pairs)]

    # ── rounds and seats ───────────────────────────────────────────────────────

    def _changes(self) -> list[Row]:
        numbers = {each.pk: each.number for each in self.day.rounds}
        changes = sorted(self.day.changes, key=lambda each: (numbers[each.round_id], each.revision))
        return [write_row(each, row_formats.CHANGE, round=numbers[each.round_id]) for each in changes]

    def _table(self, each: Round, table: Table) -> Row:
        match = self._match(table.match) if table.match else None
        return write_row(table, row_formats.TABLE, round=each.number, match=match)

    def _match(self, match: Match) -> Row:
        sittings = [
            write_row(each, row_formats.SITTING, player=self._named(each.player))
            for each in self.played.sittings[match.pk]
        ]
        devices = [write_row(each, row_formats.DEVICE) for each in self.played.devices[match.pk]]
        return write_row(match, row_formats.MATCH, sittings=sittings, devices=devices)

    def _match_file(self, table: Table) -> bytes:
        return match_file.dump(match_file.document(self.played.reading(table.match_id or 0)))

    def _seats(self) -> list[Row]:
        """Round by round; tables first, each in the order of the winds; then who sits out."""
        rounds = {each.pk: each.number for each in self.day.rounds}
        tables = {table.pk: table.number for each in self.day.rounds for table in self.day.tables[each.pk]}
        seats = Seat.objects.filter(round__tournament=self.tournament).select_related("substitute_player__merged_into")
        rows = [
            write_row(
                seat,
                row_formats.SEAT,
                round=rounds[seat.round_id],
                table=None if seat.table_id is None else tables[seat.table_id],
                entrant=self._number(seat.entrant_id),
                substitute_player=self._named(seat.substitute_player),
            )
            for seat in seats
        ]
        return sorted(rows, key=_place)

    # ── results, penalties, calls ──────────────────────────────────────────────────

    def _results(self) -> dict[str, list[Row]]:
        of_tournament = {"table__round__tournament": self.tournament}
        results = Result.objects.filter(**of_tournament).order_by("table__round__number", "table__number", "number")
        verdicts = Verdict.objects.filter(result__table__round__tournament=self.tournament).order_by(
            "result__table__round__number", "result__table__number", "result__number", "number"
        )
        calls = Call.objects.filter(**of_tournament).order_by("at", "pk")
        places = {
            table.pk: {"round": each.number, "table": table.number}
            for each in self.day.rounds
            for table in self.day.tables[each.pk]
        }
        return {
            "results": [self._signed(each, row_formats.RESULT, **places[each.table_id]) for each in results],
            "verdicts": [
                self._signed(each, row_formats.VERDICT, **places[each.result.table_id], result=each.result.number)
                for each in verdicts.select_related("result")
            ],
            "adjustments": [self._signed(each, row_formats.ADJUSTMENT) for each in self.day.adjustments],
            "calls": [write_row(each, row_formats.CALL, **places[each.table_id]) for each in calls],
        }

    def _signed(self, row: Any, columns: row_formats.Columns, **given: Any) -> Row:
        return write_row(row, columns, entrant=self._number(row.entrant_id), **given)


def _place(row: Row) -> tuple[int, int, int, int]:
    return row["round"], row["table"] or 10**6, WINDS.find(row["wind"]), row["entrant"]


def _stage(stage: Stage) -> Row:
    """A stage, without the seed of a draw that is still to come: nobody may know it before."""
    hidden = {} if stage.drawn_at else {"seed": "", "promise": "", "promised_at": None}
    return write_row(stage, row_formats.STAGE, **hidden)


def _house_rules(version: HouseRulesVersion | None) -> Row | None:
    return None if version is None else write_row(version, row_formats.HOUSE_RULES)


def _player(player: Player) -> Row:
    return write_row(player, row_formats.PLAYER, erased=player.erased_at is not None)
