"""Imports a tournament from an archive. The whole file is checked before a row is written."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions import NotAllowed
from matches.actions.append import checked_key
from matches.actions.import_archive import ArchivedMatch, ArchivedSeat, bring_matches
from matches.models import HouseRules, HouseRulesVersion, Match
from people.actions import roster as entries
from people.audit.log import Record, by_program
from people.clubs import rights, roster
from people.clubs.roster import TypedPlayer
from people.models import Club, NameDisplay, Player, Role, User
from people.text.cleaning import alike
from people.web.codes import new_code
from people.web.serial_work import long_work
from tournaments.files.archive import row_formats
from tournaments.files.archive.read import Incoming, Place, TableMatch, read
from tournaments.models import (
    Adjustment,
    Apart,
    Call,
    Entrant,
    Result,
    Round,
    RoundChange,
    Seat,
    Stage,
    Table,
    Team,
    Tournament,
    Verdict,
)
from tournaments.setup.series import add_imported

Row = Mapping[str, Any]


def import_event(*, club: Club, by: User, data: bytes, key: str, record: Record = by_program) -> Tournament:
    """Import the tournament in an archive into `club`, as an organiser. A repeated `key` returns what it created.

    Players whom the file names by the roster are those of this club with similar names, or are added to its roster.
    It counts in the club's series that was created when the file's was, otherwise in a new one with its name and
    rules. Raises `RuleViolation` with what is wrong in the file, `NotAllowed`, `Unavailable`.
    """
    checked_key(key)
    with long_work():
        archive = read(data)
    with rights.acting(club, by, Role.ORGANISER) as (locked_club, _role):
        imported = Tournament.objects.filter(start_key=key).first()
        if imported is not None:
            if imported.club_id != locked_club.pk:
                raise NotAllowed
            return imported
        same = Tournament.objects.filter(club=locked_club, created_at=archive.tournament["created_at"]).first()
        if same is not None:
            raise RuleViolation("file", _("This tournament is already in the club: %(name)s."), name=same.name)
        new = _Import(locked_club, by, key, archive, record).tournament
        for row in archive.lists["series"]:
            add_imported(locked_club, by, new, row, record)
        after = {"tournament": new.code, "entrants": len(archive.lists["entrants"]), "matches": len(archive.matches)}
        record("tournament_imported", club=locked_club, user=by, about=new.code, after=after)
        return new


class _Import:
    """Writes one archive: rows of each model at once, those that others refer to first."""

    def __init__(self, club: Club, by: User, key: str, archive: Incoming, record: Record) -> None:
        self.club, self.by, self.record, self.archive = club, by, record, archive
        self.house_rules = self._house_rules()
        self.tournament = Tournament.objects.create(
            club=club, code=new_code(), start_key=key, house_rules=self.house_rules, **archive.tournament
        )
        self.players = self._players()
        self.teams = self._made(Team, archive.lists["teams"])
        self.entrants = self._made(Entrant, [self._entrant(row) for row in archive.lists["entrants"]])
        self.stages = self._made(Stage, archive.lists["stages"])
        self.rounds = self._made(Round, [self._round(row) for row in archive.lists["rounds"]])
        self.tables = self._tables()
        self._write_rest()

    def _made(self, model: Any, rows: Iterable[Row]) -> dict[int, Any]:
        """Rows of the tournament, by their numbers."""
        new = model.objects.bulk_create(model(tournament=self.tournament, **row) for row in rows)
        return {each.number: each for each in new}

    def _house_rules(self) -> HouseRulesVersion | None:
        """The club's profile with the same rules; otherwise a new one."""
        house_rules = self.archive.house_rules
        if house_rules is None:
            return None
        system = self.archive.tournament["system"]
        same = HouseRulesVersion.objects.filter(rules__club=self.club, rules__system=system, **house_rules).first()
        if same is not None:
            return same
        now, key = datetime.now(UTC), secrets.token_urlsafe(16)
        owner, code = secrets.token_urlsafe(16), new_code()
        values = {"owner": owner, "club": self.club, "start_key": key, "created_at": now}
        rules = HouseRules.objects.create(code=code, system=system, **values)
        self.record("house_rules_saved", club=self.club, user=self.by, about=code, after={"version": 1})
        return HouseRulesVersion.objects.create(rules=rules, number=1, key=key, saved_at=now, **house_rules)

    # ── people ───────────────────────────────────────────────────────────────

    def _players(self) -> dict[str, Player]:
        """Players of the roster by their names in the file."""
        rows = self.archive.lists["players"]
        new = [row for row in rows if not row["erased"]]
        made = entries.enter(self.club, self.by, [TypedPlayer(row["name"]) for row in new], self.record)
        there, fresh = roster.by_name(self.club), {player.pk for player in made}
        found = {row["name"]: there[alike(row["name"])] for row in new}
        for row in new:
            if found[row["name"]].pk in fresh:
                values = {"nickname": row["nickname"], "shown": row["shown"]}
                Player.objects.filter(pk=found[row["name"]].pk).update(**values)
        return {**found, **{row["name"]: self._erased(row["name"]) for row in rows if row["erased"]}}

    def _erased(self, name: str) -> Player:
        """A player as erasing leaves them: only a code."""
        now = datetime.now(UTC)
        values = {"shown": NameDisplay.NOBODY, "created_at": now, "left_at": now, "erased_at": now}
        return Player.objects.create(club=self.club, name=name, **values)

    def _player(self, name: str | None) -> Player | None:
        return None if name is None else self.players[name]

    def _entrant(self, row: Row) -> Row:
        team = None if row["team"] is None else self.teams[row["team"]]
        return {**row, "player": self._player(row["player"]), "team": team, "key": secrets.token_urlsafe(16)}

    def _who(self, number: int | None) -> Entrant | None:
        return None if number is None else self.entrants[number]

    # ── rounds and tables ────────────────────────────────────────────────────

    def _round(self, row: Row) -> Row:
        return {**row, "stage": self.stages[row["stage"]], "key": secrets.token_urlsafe(16)}

    def _tables(self) -> dict[Place, Table]:
        matches = self._matches()
        rows = self.archive.lists["tables"]
        places: list[Place] = [(row["round"], row["number"]) for row in rows]
        new = Table.objects.bulk_create(
            Table(
                round=self.rounds[row["round"]],
                number=row["number"],
                extra_seconds=row["extra_seconds"],
                match=matches.get(place),
            )
            for row, place in zip(rows, places, strict=True)
        )
        return dict(zip(places, new, strict=True))

    def _matches(self) -> dict[Place, Match]:
        matches = self.archive.matches
        rows = bring_matches([self._brought(place, each) for place, each in matches.items()], self.club)
        return dict(zip(matches, rows, strict=True))

    def _brought(self, place: Place, match: TableMatch) -> ArchivedMatch:
        sat = [
            ArchivedSeat(row["chair"], row["name"], row["from_hand"], self._player(row["player"]))
            for row in match.sittings
        ]
        own = {key: match.row[key] for key in row_formats.MATCH if key not in ("sittings", "devices")}
        rules = self.house_rules
        same = rules and (rules.options, rules.rules_version) == (match.file.options, match.file.rules_version)
        return ArchivedMatch(
            file=match.file,
            log=match.log,
            sat=sat,
            phones=match.devices,
            within=reverse("tournaments:table", args=[self.tournament.code, *place]),
            house_rules=rules if same else None,
            **own,
        )

    # ── seats and results ────────────────────────────────────────────

    def _write_rest(self) -> None:
        lists, new_key = self.archive.lists, lambda: secrets.token_urlsafe(16)
        Apart.objects.bulk_create(
            Apart(tournament=self.tournament, one=self.entrants[row["one"]], other=self.entrants[row["other"]])
            for row in lists["apart"]
        )
        Seat.objects.bulk_create(Seat(**self._seat(row)) for row in lists["seats"])
        RoundChange.objects.bulk_create(
            RoundChange(**{**row, "round": self.rounds[row["round"]]}) for row in lists["changes"]
        )
        results = Result.objects.bulk_create(
            Result(key=new_key(), **self._at_table(self._signed(row))) for row in lists["results"]
        )
        self._write_verdicts(results)
        Adjustment.objects.bulk_create(
            Adjustment(tournament=self.tournament, key=new_key(), **self._signed(row)) for row in lists["adjustments"]
        )
        Call.objects.bulk_create(Call(key=new_key(), **self._at_table(row)) for row in lists["calls"])

    def _write_verdicts(self, results: Iterable[Result]) -> None:
        known = {(each.table_id, each.number): each for each in results}
        new = []
        for row in self.archive.lists["verdicts"]:
            values = self._at_table(self._signed(row))
            result = known[values.pop("table").pk, values.pop("result")]
            new.append(Verdict(result=result, key=secrets.token_urlsafe(16), **values))
        Verdict.objects.bulk_create(new)

    def _seat(self, row: Row) -> dict[str, Any]:
        return {
            "round": self.rounds[row["round"]],
            "table": None if row["table"] is None else self.tables[row["round"], row["table"]],
            "entrant": self.entrants[row["entrant"]],
            "wind": row["wind"],
            "substitute": row["substitute"],
            "substitute_player": self._player(row["substitute_player"]),
        }

    def _signed(self, row: Row) -> dict[str, Any]:
        return {**row, "entrant": self._who(row["entrant"])}

    def _at_table(self, row: Row) -> dict[str, Any]:
        """The row with its table instead of the numbers of round and table."""
        rest = {key: value for key, value in row.items() if key != "round"}
        return {**rest, "table": self.tables[row["round"], row["table"]]}
