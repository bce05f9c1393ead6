"""Changing and merging players of a roster, together with their names in matches."""

from collections.abc import Iterable
from datetime import UTC

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.models import Match, Sitting
from people.actions import roster as entries
from people.actions.roster import PlayerDetails
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed
from people.models import Club, Role, User
from people.text.cleaning import alike


def change_player(*, club: Club, by: User, player: int, details: PlayerDetails, record: Record = by_program) -> None:
    """Change an entry of the roster, and the name in all matches; for organisers, and for the player in part."""
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entries.entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        changed = entries.change(now, entry, by, details, record)
        rename(Sitting.objects.filter(player=entry), changed.name)


def merge_players(*, club: Club, by: User, gone: int, kept: int, record: Record = by_program) -> None:
    """Merge two entries of one person: the matches of `gone` become those of `kept`.

    Raises `RuleViolation`, `NotAllowed`, `Unavailable`.
    """
    with rights.acting(club, by, Role.ORGANISER) as (now, _role):
        one, other = entries.entry_of(now, gone), entries.entry_of(now, kept)
        together = Match.objects.filter(sittings__player=one).filter(sittings__player=other).first()
        if together:
            day = together.created_at.astimezone(UTC).date().isoformat()
            text = _("%(one)s and %(other)s sat at the same table on %(day)s, so they can’t be merged.")
            raise RuleViolation("into", text, one=one.name, other=other.name, day=day)
        entry = entries.merge(now, one, other, by, record)
        moved = list(Sitting.objects.filter(player=one).values_list("pk", flat=True))
        Sitting.objects.filter(pk__in=moved).update(player=entry)
        rename(Sitting.objects.filter(pk__in=moved), entry.name)


def rename(sittings: Iterable[Sitting], name: str) -> None:
    """Give these sittings a name, except at tables where somebody else has the same."""
    rows = list(sittings)
    chairs = {(row.match_id, row.chair) for row in rows}
    at_tables = Sitting.objects.filter(match__in={row.match_id for row in rows})
    taken = {
        match
        for match, chair, other in at_tables.values_list("match", "chair", "name")
        if alike(other) == alike(name) and (match, chair) not in chairs
    }
    Sitting.objects.filter(pk__in=[row.pk for row in rows if row.match_id not in taken]).update(name=name)
