"""Rights to watch and score a match: renew links, join, revoke a phone, make a match public."""

from datetime import UTC, datetime

from django.db.models import Max

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.actions.append import managed, with_rights
from matches.links import SCORING, hash_of, new_link
from matches.models import Match, MatchDevice, MatchLink
from matches.rights import Account, refuse_archive_or_publish, was_revoked
from people.audit.log import Record, by_program
from people.db.transactions import NotAllowed
from people.models import User
from people.text.cleaning import checked_key

MOST_DEVICES = 99


def join_match(
    *,
    match: Match,
    device: str,
    user: Account,
    label: str,
    token: str = "",  # nosec B107 # none
    let_in: bool = False,
    record: Record = by_program,
) -> None:
    """Let a phone score the match.

    The phone needs the token of the scoring link, an account that scores for the club, or a containing event that lets
    it in (`let_in`); the event can't let in a revoked phone. A phone that joined before keeps its number. Raises
    `NotAllowed`, `RuleViolation` or `Unavailable`.
    """
    checked_key(device)
    with with_rights(match, device, user) as (reading, rights):
        now = reading.match
        if rights.score:
            return
        let_in = let_in and bool(now.within) and not was_revoked(now, device)
        holds_link = bool(token) and now.links.filter(role=SCORING, token_hash=hash_of(token)).exists()
        if not (rights.join or let_in or holds_link):
            raise NotAllowed
        if now.devices.filter(revoked_at=None).count() >= MOST_DEVICES:
            raise RuleViolation(
                "device",
                _("At most %(most)s phones can score a table. Someone must revoke access for one of them first."),
                most=MOST_DEVICES,
            )
        account = user if isinstance(user, User) and user.is_authenticated else None
        values = {"joined_at": datetime.now(UTC), "label": label[:80], "user": account, "revoked_at": None}
        number = 1 + (now.devices.aggregate(last=Max("number"))["last"] or 0)
        joined, _new = MatchDevice.objects.update_or_create(
            match=now, device=device, defaults=values, create_defaults={**values, "number": number}
        )
        record("device_joined", club=now.club, match=now.code, about=str(joined), after={"label": joined.label})


def revoke_device(*, match: Match, device: str, user: Account, number: int, record: Record = by_program) -> None:
    """Revoke the scoring right of the phone with this `number`.

    The scoring link is renewed too, since otherwise the phone could rejoin with a tap. Raises `NotAllowed`.
    """
    with with_rights(match, device, user) as (reading, rights):
        now = reading.match
        target = now.devices.filter(number=number).first()
        if not rights.revoke or target is None or target.device == device:
            raise NotAllowed
        if target.revoked_at is not None:
            return
        MatchDevice.objects.filter(pk=target.pk).update(revoked_at=datetime.now(UTC))
        record("device_revoked", club=now.club, match=now.code, about=str(target))
        if link := now.links.filter(role=SCORING).first():
            _renew(now, link, record)


def renew_link(
    *, match: Match, device: str, user: Account, role: str, generation: int, record: Record = by_program
) -> None:
    """Replace a link, so that the old one stops working, or create a missing one.

    `generation`: the generation of the link on the page, or 0 if there is none. A repeated request renews the link only
    once. Raises `NotAllowed`.
    """
    with managed(match, device, user) as reading:
        now = reading.match
        link = now.links.filter(role=role).first()
        if link is None:
            new_link(now, role).save(force_insert=True)
            record("link_made", club=now.club, match=now.code, about=role, after={"generation": 1})
        elif link.generation == generation:
            _renew(now, link, record)


def _renew(match: Match, link: MatchLink, record: Record) -> None:
    new = new_link(match, link.role, link.generation + 1)
    MatchLink.objects.filter(pk=link.pk).update(
        generation=new.generation, token_hash=new.token_hash, made_at=new.made_at
    )
    before, after = {"generation": link.generation}, {"generation": new.generation}
    record("link_rotated", club=match.club, match=match.code, about=link.role, before=before, after=after)


def publish_match(*, match: Match, device: str, user: Account, public: bool, record: Record = by_program) -> None:
    """Set whether anyone with the address may watch.

    Raises `NotAllowed`, or `RuleViolation` if the match belongs to an event and the requester isn't an organiser.
    """
    with managed(match, device, user) as reading:
        now = reading.match
        if now.public == public:
            return
        refuse_archive_or_publish(now, user, "public")
        Match.objects.filter(pk=now.pk).update(public=public)
        before, after = {"public": now.public}, {"public": public}
        record("match_public" if public else "match_private", club=now.club, match=now.code, before=before, after=after)
