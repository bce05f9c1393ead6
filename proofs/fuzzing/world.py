"""The world to fuzz: a club with everything in it, created through the app's actions. Runs inside a site."""

from __future__ import annotations

import random
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.test import Client

from engine.rulesets import BOOKS
from engine.seats import PerSeat
from matches import actions, links
from matches.models import Match
from notifications.channels.mail import token_of
from notifications.channels.vapid import current_key, public_key
from notifications.models import Notice, NoticeKind, Subscription, Topic
from notifications.subscriptions import SiteContext, SubscriptionRequest, subscribe_address, subscribe_phone
from people.accounts import second_factors
from people.accounts.passwords import link_for
from people.accounts.sessions import HALF
from people.accounts.tokens import make_token
from people.actions import accounts, clubs, nights, roster, sign_ups
from people.clubs import invitations
from people.clubs.roster import TypedPlayer
from people.models import Authenticator, Club, NightSignUp, Player, Role, Scope, User
from proofs.fuzzing import costly, pages
from proofs.fuzzing.values import TYPED
from tournaments.demo.cast import people
from tournaments.demo.event import DemoOptions, DemoTournament
from tournaments.entries.entries import EntryDetails, add_entrants
from tournaments.entries.self_registration import register_entrant
from tournaments.files.sheet_registry import EXPORTS
from tournaments.links import entrant_token, table_code, table_token
from tournaments.models import Tournament
from tournaments.play import penalties
from tournaments.play.table_access import join_table
from tournaments.setup import series
from tournaments.setup.lifecycle import About, create_tournament
from tournaments.setup.stages import StageDetails
from webhooks.actions import new_secret
from webhooks.models import Delivery, EndpointKind, EventMessage, EventType, WebhookEndpoint

NAMES = ("Ann", "Bea", "Cho", "Dan", "Eve")
SCOPES = (Scope.READ, Scope.SCORE, *[Scope.ORGANISE] * 4)  # mostly the scope that may do everything
ROLES = ("guest", "phone", "owner", "organiser", "administrator")
HERE = SiteContext(language="en", site="http://localhost")
PHONES = 3
WINS: dict[str, dict[str, Any]] = {
    "korean_japanese": {"win": {"by": "wall"}, "hand_points": 4, "bonus_points": 7},
    "malaysian_recap": {"win": {"by": "wall"}, "hand_points": 4, "bonus_points": 7},
    "malaysian_fan": {"win": {"by": "wall"}, "fan": 6},
    "honshu": {"win": {"by": "tsumo"}, "han": 4},
    "riichi_sanma": {"win": {"by": "tsumo"}, "han": 2, "fu": 30},
}


class _Enough(Exception):
    """The tournament has been played far enough."""


@dataclass
class World:
    """`known`: the values for parts of addresses, by name; `clients`: the browsers by role; `accounts`: the account and
    device of each role. `tournament` is being played; `open` still accepts entries. `worker`: the request of the
    service workers of phones with notifications, as a form, because no page contains it."""

    club: Club
    tournament: Tournament
    open: Tournament
    matches: list[Match]
    worker: pages.Form
    accounts: dict[str, tuple[User | None, str]]
    clients: dict[str, Client] = field(default_factory=dict)
    known: dict[str, list[Any]] = field(default_factory=dict)

    def sign_in(self, role: str) -> None:
        """Create a new, signed-in browser for this role, whatever the state of the previous one."""
        user, device = self.accounts[role]
        self.clients[role] = _browser(user and User.objects.get(pk=user.pk), device)


def found_world(chance: random.Random) -> World:
    """Create a club with every role, a match of every rule book, a tournament in round two, and one open for entry."""
    mark = secrets.token_hex(6)
    owner = _owner(mark)
    organiser = accounts.make_account(username=f"organiser{mark}", name="Ori Ganiser")
    administrator = accounts.make_admin(username=f"administrator{mark}")
    club = clubs.create_club(by=owner, name=f"Friday club {mark}", key=_key())
    clubs.change_club(club=club, by=owner, name=club.name, public=chance.random() < 0.5)
    clubs.join_club(token=invitations.invitation(club, Role.ORGANISER), by=organiser)
    clubs.join_club(token=invitations.invitation(club, Role.MEMBER), by=administrator)
    roster.add_players(club=club, by=owner, typed=[TypedPlayer(name) for name in NAMES])
    _night(club, owner)
    _webhook(club)
    device = _key()
    matches = [_match(system, device, club if at % 2 else None) for at, system in enumerate(BOOKS)]
    matches.append(actions.import_match(device=device, data=costly.long_match(), key=_key(), name="Corrected"))
    played = _tournament(club, organiser, mark, swiss=chance.random() < 0.5)
    accounts_of = {
        "guest": (None, ""),
        "phone": (None, device),
        "owner": (owner, device),
        "organiser": (organiser, ""),
        "administrator": (administrator, ""),
    }
    taking_entries, worker = _taking_entries(club, organiser, mark), _worker(played, mark)
    world = World(club, played, taking_entries, matches, worker, accounts_of)
    series_of = series.create_series(club=club, by=owner, name="The year", key=_key())
    series.add_event(series=series_of, by=owner, tournament=world.tournament.code)
    own = actions.save_house_rules(device=device, system="honshu", name="Ours", note="", options={}, key=_key())
    told: dict[str, Any] = {"device": _key(), "system": "korean_japanese", "name": "The club's", "note": ""}
    theirs = actions.save_house_rules(club=club, user=owner, options={}, key=_key(), **told)
    join_table(tournament=world.tournament, number=1, token=table_token(world.tournament, 1), device=device, label="1")
    subscribed = _subscribed(played, mark)
    for role in accounts_of:
        world.sign_in(role)
    if settings.ENABLE_ADMIN:
        _of_the_admin(world)
    world.known |= _known(world, [owner, organiser, administrator], [own.rules.code, theirs.rules.code], series_of.code)
    world.known |= {"notifications/number": [subscribed.pk], "notifications/token": [token_of(subscribed)]}
    return world


def _night(club: Club, owner: User) -> None:
    """Create a club night with a waiting list: a member, a roster player and two guests have signed up."""
    details = nights.NightDetails(None, "Old Town Hall", "", 1)
    [night] = nights.add_nights(club=club, by=owner, days=[date(2031, 3, 28)], details=details)
    sign_ups.sign_up(club=club, by=owner, night=night.pk)
    sign_ups.add_person(club=club, by=owner, night=night.pk, name=NAMES[0])
    for name in ("Gus Guest", "Gina Guest"):
        sign_ups.sign_up_guest(token=invitations.guest_invitation(night), name=name, key=_key())


def _owner(mark: str) -> User:
    """Create an account with an authenticator app, and a password for the forms that ask for it again."""
    owner = accounts.make_account(username=f"owner{mark}", name="Ona Owner")
    owner.set_password(TYPED["password"])
    owner.save()
    Authenticator.objects.create(user=owner, secret=second_factors.new_secret(), created_at=datetime.now(UTC))
    return owner


def _match(system: str, device: str, club: Club | None) -> Match:
    chairs = PerSeat(*NAMES[:3])
    match = actions.start_match(
        device=device, name="Friday table", names=chairs, system=system, options={}, key=_key(), club=club
    )
    hands = [
        ("hand", {"winner": "P2", **WINS[system]}),
        ("draw", {"draw": True}),
        ("hand", {"winner": "P1", **WINS[system]}),
    ]
    for kind, payload in hands:
        match.refresh_from_db()
        seq = match.version + 1
        actions.record_entry(match=match, device=device, key=_key(), expected_seq=seq, kind=kind, payload=payload)
    match.refresh_from_db()
    return match


def _tournament(club: Club, by: User, mark: str, swiss: bool) -> Tournament:
    """Create a tournament of three rounds as in the demonstration: the first is over, the second is in play."""

    def tell(done: int, of: int, what: str) -> None:
        if what.startswith("round 2") and what.endswith("table 2"):
            raise _Enough

    event = DemoTournament(DemoOptions(12 if swiss else 9, 3, mark, swiss=swiss, typed=True), club, by, tell)
    with suppress(_Enough):
        event.run()
    event.tournament.refresh_from_db()
    give: dict[str, Any] = {"points": -5, "reason": "Came late", "round": 1, "key": _key()}
    penalties.give_penalty(tournament=event.tournament, entrant=1, by=by, **give)
    event.tournament.refresh_from_db()
    return event.tournament


def _taking_entries(club: Club, by: User, mark: str) -> Tournament:
    """Create a tournament that is not yet drawn, with three entrants and one request to enter."""
    about = About(name="Spring open", starts_on=datetime.now(UTC).date(), open_for_entry=True)
    found = create_tournament(club=club, by=by, about=about, key=_key(), stages=[StageDetails()])
    add_entrants(tournament=found, by=by, entries=people(3, mark))
    register_entrant(tournament=found, details=EntryDetails(name="Jo Later"), key=_key(), device=_key())
    found.refresh_from_db()
    return found


def _known(world: World, users: list[User], house: list[str], series_of: str) -> dict[str, list[Any]]:
    event, club = world.tournament, world.club
    codes = [match.code for match in world.matches]
    tokens = [links.token_of(code, role, 1) for code in codes for role in links.ROLES]
    entrant = event.entrants.order_by("number").first()
    assert entrant is not None
    sign_ups_of = NightSignUp.objects.filter(night__club=club)
    players = list(Player.objects.filter(club=club).values_list("pk", flat=True))
    return {
        "m/code": codes,
        "c/code": [club.code],
        "c/match": [match.code for match in world.matches if match.club == club],
        "e/code": [event.code, world.open.code],
        "house/code": house,
        "s/token": tokens,
        "t/token": tokens,
        "at/code": [table_code(event, 1)],
        "e/token": [table_token(event, 1), table_token(event, 2), entrant_token(event, entrant)],
        "c/token": [invitations.invitation(club, role) for role in (Role.MEMBER, Role.ORGANISER)],
        "n/token": [invitations.guest_invitation(night) for night in club.nights.all()],
        "g/token": [invitations.guest_token(row) for row in sign_ups_of.exclude(key="")],
        "sign_up": list(sign_ups_of.values_list("pk", flat=True)),
        "c/key": [invitations.nights_key(club)],
        "series": [series_of],
        "seq": [1, 2, 3, 4],
        "kind": list(EndpointKind),
        "endpoint": list(WebhookEndpoint.objects.filter(club=club).values_list("pk", flat=True)),
        "user": [user.pk for user in users],
        "player": players,
        "number": [1, 2, *players, *club.nights.values_list("pk", flat=True), *_deliveries(club)],
        "penalty": list(event.adjustments.values_list("pk", flat=True)),
        **{name: [1, 2, 3] for name in ("stage", "round", "table", "entrant")},
        "role": list(links.ROLES),
        "system": list(BOOKS),
        "preset": sorted({preset.key for book in BOOKS.values() for preset in book.presets}),
        "sheet": [*EXPORTS, "seating", "cards", "signs", "board"],
        "password": [link_for(users[-1])[3:]],
        "token": [make_token(user=users[0], club=club, name=str(each), scope=each, days=9) for each in SCOPES],
    }


def _subscribed(event: Tournament, mark: str) -> Subscription:
    """Subscribe an e-mail address to the first player of a tournament."""
    return subscribe_address(_first_player(event), HERE, f"{mark}@mail.example")


def _worker(event: Tournament, mark: str) -> pages.Form:
    """Subscribe phones to the first player, with a notice for each. Return the request of their service workers.

    There are several, because a phone that stops its last subscription is deleted.
    """
    now, form = datetime.now(UTC), pages.Form("/notifications/worker/", "post")
    for number in range(PHONES):
        endpoint = f"https://fcm.googleapis.com/fcm/send/{mark}{number}"
        phone, secret = subscribe_phone(_first_player(event), HERE, endpoint=endpoint, key=public_key(current_key()))
        told: dict[str, Any] = {"values": {"round": 2}, "made_at": now, "expires_at": now + timedelta(days=1)}
        Notice.objects.create(subscription=phone, kind=NoticeKind.SEATED, cause="round 2", **told)
        form.take("secret", "option", secret, number == 0, {})
        form.take("subscription", "option", str(phone.pk), number == 0, {})
        form.take("endpoint", "text", f"{endpoint}-moved", number == 0, {})
    for action in ("texts", "stop", "move", "language"):
        form.take("action", "option", action, action == "texts", {})
    return form


def _first_player(event: Tournament) -> SubscriptionRequest:
    entrant = event.entrants.order_by("number").first()
    return SubscriptionRequest(topic=Topic.PLAYER, tournament=event, entrant=entrant)


def _webhook(club: Club) -> None:
    """Add a webhook to an address that refuses everything, with a delivery."""
    now = datetime.now(UTC)
    told: dict[str, Any] = {"url": "https://192.0.2.1/hook", "events": list(EventType), "language": "en", "site": "/"}
    endpoint = WebhookEndpoint.objects.create(
        club=club, kind=EndpointKind.JSON, secret=new_secret(), created_at=now, **told
    )
    sent: dict[str, Any] = {"type": "match.closed", "created_at": now}
    message = EventMessage.objects.create(key=f"msg_{club.code}", club=club, **sent)
    Delivery.objects.create(endpoint=endpoint, message=message)


def _deliveries(club: Club) -> list[int]:
    return list(Delivery.objects.filter(endpoint__club=club).values_list("pk", flat=True))


def _of_the_admin(world: World) -> None:
    """Add the values for the addresses of Django's admin."""
    from django.contrib.auth.models import Group
    from django.contrib.contenttypes.models import ContentType

    group = Group.objects.create(name=_key())
    world.known = {
        "object_id": [group.pk, *Match.objects.values_list("pk", flat=True)[:3]],
        "content_type_id": list(ContentType.objects.values_list("pk", flat=True)),
        "app_label": ["auth", "matches", "people", "tournaments"],
        "url": ["matches/event/", "matches/event/1/delete/", "people/user/1/change/", "auth/group"],
    }


def _browser(user: User | None = None, device: str = "") -> Client:
    """A browser signed in as `user`, on a phone known as `device`, where the account's password was entered again.

    Its host is a name, because browsers offer no passkeys at a number.
    """
    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    if user:
        client.force_login(user)
    if device:
        session = client.session
        session["device"] = device
        if user:
            at = datetime.now(UTC).timestamp()
            session[HALF] = {"user": user.pk, "password": user.get_session_auth_hash(), "at": at, "next": "/"}
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def _key() -> str:
    return secrets.token_urlsafe(16)
