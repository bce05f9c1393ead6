"""A club with data on each of its pages, and the test phone signed in as its owner."""

from datetime import UTC, date, datetime, time, timedelta
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from fido2.utils import websafe_encode

from matches import actions
from matches.models import Match
from people.accounts import second_factors
from people.accounts.sessions import HALF
from people.accounts.tokens import make_token
from people.actions import clubs, nights, roster, sign_ups
from people.clubs import invitations
from people.clubs.roster import TypedPlayer
from people.models import Authenticator, Club, ClubNight, NightSignUp, Passkey, Player, Role, Scope, User
from tests.browser.pages import Table
from tests.matches.table import NAMES, new_key
from tests.people.soft_passkey import SoftPasskey
from tests.tournaments.cast import tournament
from tests.webhooks import rows as webhooks
from tournaments.models import Entrant

# Deliveries to a webhook, one in each state.
DELIVERIES = (
    {},
    {"type": "webhook.test"},
    {"state": "waiting", "status": 500, "answer": "Out of order", "next_at": datetime.now(UTC) + timedelta(hours=2)},
    {"state": "waiting", "status": None, "reason": "time", "next_at": datetime.now(UTC) + timedelta(minutes=5)},
    {"state": "waiting", "status": 302, "attempts": 2, "next_at": datetime.now(UTC)},
    {"state": "failed", "status": 404, "attempts": 10, "answer": '{"message": "Unknown Webhook", "code": 10015}'},
)
LONG = "Bartholomäus-Maximilian von und zu Au"


def sign_in(table: Table, user: User) -> None:
    """Sign the test phone in like the page does, keeping its session."""
    cookies = {cookie["name"]: cookie["value"] for cookie in table.page.context.cookies()}
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookies[settings.SESSION_COOKIE_NAME])
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()


def half_sign_in(table: Table, user: User) -> None:
    """Put the session in the state after the correct password, before the second step. The phone stays signed in."""
    cookies = {cookie["name"]: cookie["value"] for cookie in table.page.context.cookies()}
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookies[settings.SESSION_COOKIE_NAME])
    at = datetime.now(UTC).timestamp()
    session[HALF] = {"user": user.pk, "password": user.get_session_auth_hash(), "at": at, "next": "/"}
    session.save()


def secure(user: User) -> None:
    """Give the account a passkey, an authenticator app and recovery codes."""
    now = datetime.now(UTC)
    for name in (LONG, "W" * 40):
        key = SoftPasskey()
        told = {"credential_id": websafe_encode(key.id), "credential": bytes(key.credential), "used_at": now}
        Passkey.objects.create(user=user, name=name, created_at=now, **told)
    Authenticator.objects.create(user=user, secret="A" * 32, created_at=now)
    second_factors.new_recovery_codes(user)


def friday(table: Table) -> dict[str, object]:
    """A club owned by this phone's account, with members, players, nights, house rules and a match: URL parameters."""
    device = Match.objects.get(code=table.code).started_by
    olga = User.objects.create(username="olga", name="Olga")
    club = clubs.create_club(by=olga, name="Friday club of the Old Town", key=new_key())
    zoe = User.objects.create(username="zoe", name="Zoe Nováková")
    clubs.join_club(token=invitations.invitation(club, Role.SCORER), by=zoe)
    names = (*NAMES, LONG, "Zoe")
    players = roster.add_players(club=club, by=olga, typed=[TypedPlayer(name, no) for no, name in enumerate(names, 1)])
    roster.claim_player(club=club, by=zoe, player=players[-1].pk)
    details = nights.NightDetails(time(19, 30), "U Kotvy, Spálená 11", "Bring tiles")
    days = [date.today() + timedelta(weeks=week) for week in (-2, 1, 2)]
    made = nights.add_nights(club=club, by=olga, days=days, details=details)
    guest = come(club, olga, made[1], players)
    details = nights.NightDetails(None, "", "", 1)
    [full] = nights.add_nights(club=club, by=olga, days=[date.today() + timedelta(weeks=9)], details=details)
    for player in players[:4]:
        sign_ups.add_person(club=club, by=olga, night=full.pk, name=player.name)
    nights.cancel_night(club=club, by=olga, night=made[-1].pk, cancelled=True)
    rules = {"system": "korean_japanese", "options": {}, "name": "Club rules", "note": ""}
    actions.save_house_rules(device=device, key=new_key(), club=club, user=olga, **rules)
    start = {"device": device, "name": "", "names": NAMES, "system": "korean_japanese", "options": {}}
    actions.start_match(key=new_key(), club=club, user=olga, **start)
    make_token(user=olga, club=club, name=LONG, scope=Scope.SCORE, days=90)
    sign_in(table, olga)
    secure(olga)
    event = tournament(club, entrants=10, played=1, published=2, drawn=3)
    Entrant.objects.filter(tournament=event, number=4).update(name=LONG)
    hook = webhooks.endpoint(club)
    sent = [webhooks.delivery(hook, number, **told) for number, told in enumerate(DELIVERIES)]
    off = {"enabled": False, "off_reason": "failing", "kind": "discord", "tournament": event}
    return {
        "endpoint": hook.pk,
        "off": webhooks.endpoint(club, **off).pk,
        "message": sent[-1].pk,
        "event": event.code,
        "club": Club.objects.get().code,
        "token": invitations.invitation(club, Role.SCORER),
        "player": Player.objects.get(name="Zoe").pk,
        "member": zoe.pk,
        "night": made[1].pk,
        "night_token": invitations.guest_invitation(made[1]),
        "full_night_token": invitations.guest_invitation(full),
        "guest_token": invitations.guest_token(guest),
    }


def come(club: Club, olga: User, night: ClubNight, players: list[Player]) -> NightSignUp:
    """Olga, roster players and a guest sign up for a night with one table. Returns the guest's sign-up."""
    ClubNight.objects.filter(pk=night.pk).update(tables=1)
    sign_ups.sign_up(club=club, by=olga, night=night.pk)
    for player in players[2:4]:
        sign_ups.add_person(club=club, by=olga, night=night.pk, name=player.name)
    token = invitations.guest_invitation(night)
    return sign_ups.sign_up_guest(token=token, name="Maximiliana Wolfeschlegelstein", key=new_key())
