"""Changing and merging players of a roster, together with their names in matches."""

from collections.abc import Iterable
from datetime import UTC

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.models import Match, Sitting
from people.actions import roster as entries
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed
from people.models import Club, NameDisplay, Role, User
from people.text.cleaning import alike


def change_player(
    *,
    club: Club,
    by: User,
    player: int,
    name: str,
    number: int | None,
    nickname: str,
    shown: NameDisplay,
    record: Record = by_program,
) -> None:
    """What stands on the roster, and the name in every match. Organisers; the person alone how it is shown."""
    with rights.acting(club, by, Role.MEMBER) as (now, role):
        entry = entries.entry_of(now, player)
        if not role.covers(Role.ORGANISER) and entry.user_id != by.pk:
            raise NotAllowed
        told = {"name": name, "number": number, "nickname": nickname, "shown": shown}
        changed = entries.change(now, entry, by, **told, record=record)  # type: ignore[arg-type]
        call(Sitting.objects.filter(player=entry), changed.name)


def merge_players(*, club: Club, by: User, gone: int, kept: int, record: Record = by_program) -> None:
    """Two entries are one person: all that `gone` played is now `kept`'s. Raises `RuleViolation`, `NotAllowed`."""
    with rights.acting(club, by, Role.ORGANISER) as (now, _role):
        one, other = entries.entry_of(now, gone), entries.entry_of(now, kept)
        together = Match.objects.filter(sittings__player=one).filter(sittings__player=other).first()
        if together:
            day = together.created_at.astimezone(UTC).date().isoformat()
            text = _("%(one)s and %(other)s sat at one table on %(day)s: they are two people.")
            raise RuleViolation("into", text, one=one.name, other=other.name, day=day)
        entry = entries.merge(now, one, other, by, record)
        moved = list(Sitting.objects.filter(player=one).values_list("pk", flat=True))
        Sitting.objects.filter(pk__in=moved).update(player=entry)
        call(Sitting.objects.filter(pk__in=moved), entry.name)


def call(sittings: Iterable[Sitting], name: str) -> None:
    """Put a name on these sittings; where somebody else at the table has it, the old one stays."""
    rows = list(sittings)
    taken = {
        match
        for match, chair, other in Sitting.objects.filter(match__in={row.match_id for row in rows}).values_list(
            "match", "chair", "name"
        )
        if alike(other) == alike(name) and not any((row.match_id, row.chair) == (match, chair) for row in rows)
    }
    free = [row.pk for row in rows if row.match_id not in taken]
    Sitting.objects.filter(pk__in=free).update(name=name)
