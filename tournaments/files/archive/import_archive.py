"""Importing a tournament from an archive. The whole file is validated before anything is written."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, cast

from django.urls import reverse

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions import NotAllowed
from matches.actions.import_archive import ArchivedMatch, ArchivedSeat, import_matches
from matches.models import HouseRules, HouseRulesVersion, Match
from people.actions import roster as entries
from people.audit.log import Record, by_program
from people.clubs import rights, roster
from people.clubs.roster import TypedPlayer
from people.models import Club, NameDisplay, Player, Role, User
from people.text.cleaning import alike, checked_key
from people.web.codes import new_code
from people.web.one_at_a_time import long_work
from tournaments.files.archive import row_formats
from tournaments.files.archive.read import Incoming, Place, TableMatch, read
from tournaments.models import Tournament
from tournaments.setup.series import add_imported

Row = Mapping[str, Any]


def import_event(*, club: Club, by: User, data: bytes, key: str, record: Record = by_program) -> Tournament:
    """Import a tournament into `club` on behalf of the organiser `by`. Idempotent per `key`.

    Players are matched by name with the club's roster, or added to it. The tournament joins the club's series that has
    the creation time given in the file, or a new series. Raises `RuleViolation` (errors in the file), `NotAllowed`
    or `Unavailable`.
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
    """The import of an archive, list by list. `written`: the new rows of each list, by their identity in the file."""

    def __init__(self, club: Club, by: User, key: str, archive: Incoming, record: Record) -> None:
        self.club, self.by, self.record, self.archive = club, by, record, archive
        self.house_rules = self._house_rules()
        self.tournament = Tournament.objects.create(
            club=club, code=new_code(), start_key=key, house_rules=self.house_rules, **archive.tournament
        )
        self.written: dict[str, dict[Any, Any]] = {"players": self._players()}
        matches = archive.matches
        new = import_matches([self._archived_match(place, match) for place, match in matches.items()], club)
        self.matches = dict(zip(matches, new, strict=True))
        for name, row_list in row_formats.LISTS.items():
            if name not in ("series", "players"):
                model, identity, rows = cast(Any, row_list.model), row_list.identity, archive.lists[name]
                fields = {field.name: field for field in model._meta.fields}
                written = model.objects.bulk_create(model(**self._values(row, fields)) for row in rows)
                if identity:
                    self.written[name] = dict(zip(map(itemgetter(*identity), rows), written, strict=True))

    def _values(self, row: Row, fields: Mapping[str, Any]) -> Row:
        """Return the field values of a database row, with resolved references and a new key."""
        values = {column: value for column, value in row.items() if column in fields}
        for column in values:
            if column in row_formats.REFERENCES and fields[column].is_relation:
                named = row_formats.reference(row, column)
                values[column] = None if named is None else self.written[row_formats.REFERENCES[column]][named]
        if "match" in fields:
            values["match"] = self.matches.get((row["round"], row["number"]))
        own = {"tournament": self.tournament, "key": secrets.token_urlsafe(16)}
        return {**values, **{name: value for name, value in own.items() if name in fields}}

    def _house_rules(self) -> HouseRulesVersion | None:
        """Return the club's version of the archive's house rules, created if missing; None if the archive has none."""
        house_rules = self.archive.house_rules
        if house_rules is None:
            return None
        system = self.archive.tournament["system"]
        same = HouseRulesVersion.objects.filter(rules__club=self.club, rules__system=system, **house_rules).first()
        if same is not None:
            return same
        now, key, owner = datetime.now(UTC), secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        values = {"owner": owner, "club": self.club, "start_key": key, "created_at": now}
        rules = HouseRules.objects.create(code=new_code(), system=system, **values)
        self.record("house_rules_saved", club=self.club, user=self.by, about=rules.code, after={"version": 1})
        return HouseRulesVersion.objects.create(rules=rules, number=1, key=key, saved_at=now, **house_rules)

    def _players(self) -> dict[str, Player]:
        rows = self.archive.lists["players"]
        new = [row for row in rows if not row["erased"]]
        new_players = entries.enter(self.club, self.by, [TypedPlayer(row["name"]) for row in new], self.record)
        on_roster, added = roster.by_name(self.club), {player.pk for player in new_players}
        players = {row["name"]: on_roster[alike(row["name"])] for row in new}
        for row in new:
            if players[row["name"]].pk in added:
                values = {"nickname": row["nickname"], "shown": row["shown"]}
                Player.objects.filter(pk=players[row["name"]].pk).update(**values)
        erased_at = dict.fromkeys(("created_at", "left_at", "erased_at"), datetime.now(UTC))
        for row in rows:
            if row["erased"]:  # the name is only a code
                values = {"name": row["name"], "shown": NameDisplay.NOBODY, **erased_at}
                players[row["name"]] = Player.objects.create(club=self.club, **values)
        return players

    def _archived_match(self, place: Place, match: TableMatch) -> ArchivedMatch:
        players = self.written["players"]
        sat = [
            ArchivedSeat(row["chair"], row["name"], row["from_hand"], players.get(row["player"]))
            for row in match.sittings
        ]
        own = {key: match.row[key] for key in row_formats.MATCH if key not in ("sittings", "devices")}
        rules = self.house_rules
        same = rules and (rules.options, rules.rules_version) == (match.file.options, match.file.rules_version)
        within = reverse("tournaments:table", args=[self.tournament.code, *place])
        new = Match(within=within, house_rules=rules if same else None, **own)
        return ArchivedMatch(match.file, match.log, new, sat, match.devices)
