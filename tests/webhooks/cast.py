"""A club with webhooks, and matches whose hands they announce. Asserts nothing."""

import json
from datetime import timedelta

from django.db.models import F
from django_tasks_db.models import DBTaskResult

from delivery import worker
from matches import actions as play
from people.actions import clubs, roster
from people.clubs.roster import TypedPlayer
from tests.matches.table import NAMES as PLAYERS
from tests.matches.table import at, new_key, start, wall
from tests.people.club_cast import Person
from webhooks import actions
from webhooks.actions import EndpointDetails
from webhooks.models import Delivery, EndpointKind, EventMessage, EventType, WebhookEndpoint

ALL = [each.value for each in EventType]


class House:
    """A club and its owner, with methods that make things happen in it."""

    def __init__(self, owner="olga", name="Friday club"):
        self.owner = Person(owner)
        self.club = clubs.create_club(by=self.owner.user, name=name, key=new_key())
        self.code = self.club.code
        roster.add_players(club=self.club, by=self.owner.user, typed=[TypedPlayer(name) for name in PLAYERS])

    def endpoint(self, url, kind=EndpointKind.JSON, events=ALL, **more):
        """Add an endpoint, as an organiser does."""
        told = {"token": "", "chat": "", "tournament": None, "language": "en", "site": "https://club.example/", **more}
        details = EndpointDetails(url=url, events=events, **told)
        return actions.add_endpoint(club=self.club, by=self.owner.user, kind=kind, details=details)

    def act(self, action, endpoint, **more):
        return action(club=self.club, by=self.owner.user, endpoint=endpoint.pk, **more)

    def match(self, public=True, **more):
        """Start a match of the club."""
        match = start(club=self.club, user=self.owner.user, **more)
        type(match).objects.filter(pk=match.pk).update(public=public)
        match.refresh_from_db()
        return match

    def hand(self, match, payload=None):
        """Enter a hand, by default one that Ann wins from the wall."""
        return play.record_entry(kind="hand", payload=payload or wall(), **at(match))


def run():
    """Run all tasks that are due, also those that they queue: an endpoint can change from one queue to another."""
    for work in ("webhook events", *["webhooks", "slow webhooks"] * 2):
        worker.run_ready(work)


def pass_time(**span):
    """Let time pass, by moving all stored times into the past."""
    passed = timedelta(**span)
    EventMessage.objects.update(created_at=F("created_at") - passed)
    Delivery.objects.update(next_at=F("next_at") - passed, attempted_at=F("attempted_at") - passed)
    WebhookEndpoint.objects.update(
        failing_since=F("failing_since") - passed,
        wait_until=F("wait_until") - passed,
        old_secret_ends=F("old_secret_ends") - passed,
    )
    for row in DBTaskResult.objects.filter(run_after__year__lt=9999):
        DBTaskResult.objects.filter(pk=row.pk).update(run_after=row.run_after - passed)


def log(endpoint):
    """The deliveries of an endpoint, oldest first: (type, state, attempts, status, reason)."""
    rows = Delivery.objects.filter(endpoint=endpoint).order_by("pk")
    return list(rows.values_list("message__type", "state", "attempts", "status", "reason"))


def documents(receiver):
    """The bodies that a receiver got, parsed as JSON."""
    return [json.loads(request.body) for request in receiver.got]
