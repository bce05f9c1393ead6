"""The pages of a club's webhooks, for its organisers."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.log.state import MatchState
from matches.models import Match
from matches.wording import hand_label
from people.models import Club, Role
from people.views.guards import action_arguments, club_for
from people.web.public_urls import shared_address
from people.web.responses import FormPage, done, posted, see
from tournaments.models import Tournament
from webhooks import actions
from webhooks.deliveries import PAUSES
from webhooks.forms import EndpointForm
from webhooks.models import (
    JSON_FORM,
    TEST,
    Delivery,
    DeliveryState,
    EndpointKind,
    EventMessage,
    EventType,
    WebhookEndpoint,
)

LISTED = 50
MOST_PRIVATE = 5
OF_MATCHES = {EventType.MATCH_STARTED.value, EventType.HAND_RECORDED.value, EventType.MATCH_CLOSED.value}
_STEPS: Mapping[str, Callable[..., object]] = {
    "test": actions.send_test,
    "secret": actions.replace_secret,
    "off": actions.switch_off,
    "on": actions.switch_on,
    "held": actions.send_held,
}
SENDING = ("test", "held")


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the endpoints of a club."""
    club, _role = club_for(request, code, Role.ORGANISER)
    endpoints = list(WebhookEndpoint.objects.filter(club=club).select_related("tournament"))
    context = {
        "club": club,
        "endpoints": [_endpoint_row(endpoint) for endpoint in endpoints],
        "kinds": list(EndpointKind) if len(endpoints) < actions.MOST_ENDPOINTS else [],
        "most": actions.MOST_ENDPOINTS,
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "webhooks/list.html", context)


def _endpoint_row(endpoint: WebhookEndpoint) -> dict[str, Any]:
    labels = [EventType(each).label for each in endpoint.events]
    return {"endpoint": endpoint, "kind": EndpointKind(endpoint.kind).label, "events": labels}


@sensitive_post_parameters("url", "token")
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Add an endpoint of one kind."""
    club, _role = club_for(request, code, Role.ORGANISER)
    if kind not in EndpointKind.values:
        raise Http404
    form = _form(request, club, EndpointKind(kind), None)
    made: list[WebhookEndpoint] = []
    return _form_page(request, club, form, EndpointKind(kind), None).submit(
        lambda: made.append(
            actions.add_endpoint(club=club, kind=EndpointKind(kind), details=form.details, **action_arguments(request))
        ),
        lambda: see("webhooks:webhook", code, made[0].pk, query="?saved=1"),
    )


@sensitive_post_parameters("url", "token")
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, endpoint: int) -> HttpResponse:
    """Change an endpoint."""
    club, row = _endpoint(request, code, endpoint)
    form = _form(request, club, EndpointKind(row.kind), row)
    return _form_page(request, club, form, EndpointKind(row.kind), row).submit(
        lambda: actions.change_endpoint(club=club, endpoint=row.pk, details=form.details, **action_arguments(request)),
        lambda: see("webhooks:webhook", code, row.pk, query="?saved=1"),
    )


def _form(request: HttpRequest, club: Club, kind: EndpointKind, endpoint: WebhookEndpoint | None) -> EndpointForm:
    tournaments = Tournament.objects.filter(club=club, archived_at=None)
    return EndpointForm(
        posted(request),
        kind=kind,
        initial=EndpointForm.initial_of(endpoint),
        tournaments=tournaments,
        site=shared_address(request, "/"),
    )


def _form_page(
    request: HttpRequest, club: Club, form: EndpointForm, kind: EndpointKind, endpoint: WebhookEndpoint | None
) -> FormPage:
    more = {"club": club, "kind": kind, "endpoint": endpoint}
    return FormPage(request, "webhooks/edit.html", form, more=more)


@require_safe
def endpoint_page(request: HttpRequest, code: str, endpoint: int) -> HttpResponse:
    """Show an endpoint: its state and its last deliveries."""
    return _endpoint_page(request, *_endpoint(request, code, endpoint))


def _endpoint_page(request: HttpRequest, club: Club, row: WebhookEndpoint, secret: str = "") -> HttpResponse:  # nosec B107 # empty
    newest = row.deliveries.select_related("message__match").defer("message__texts")
    deliveries = list(newest.prefetch_related("message__match__sittings")[:LISTED])
    hands = _hands(deliveries)
    context = {
        "club": club,
        **_endpoint_row(row),
        "deliveries": [_delivery_row(delivery, hands) for delivery in deliveries],
        "held": row.deliveries.filter(state=DeliveryState.HELD).count(),
        "waiting": row.deliveries.filter(state=DeliveryState.WAITING).count(),
        "private_matches": _private_matches(row),
        "saved": request.GET.get("saved") == "1",
        "sent": request.GET.get("sent", ""),
        "tested": next((each for each in deliveries if each.message.type == TEST), None),
        "secret": secret,
    }
    return render(request, "webhooks/endpoint.html", context)


def _private_matches(endpoint: WebhookEndpoint) -> list[Match]:
    """Return the private matches of the last day, about which a chat gets no messages. Organisers can share them."""
    reports_matches = endpoint.enabled and endpoint.is_chat and OF_MATCHES.intersection(endpoint.events)
    if not reports_matches or endpoint.tournament:
        return []
    private = Match.objects.filter(club=endpoint.club, public=False, within="", purging_at=None, archived_at=None)
    recent = private.filter(created_at__gte=now() - timedelta(days=1)).order_by("-created_at")
    return list(recent.prefetch_related("sittings")[:MOST_PRIVATE])


def _hands(deliveries: list[Delivery]) -> dict[int, str]:
    """Return the label of the hand that each message is about, by the id of the message.

    It is taken from the JSON document of the message. A message without a document, such as one for a chat only, gets
    the label from the current match, unless its entry no longer counts.
    """
    recorded = [each.message for each in deliveries if each.message.type == EventType.HAND_RECORDED]
    texts = EventMessage.objects.filter(pk__in=[each.pk for each in recorded]).values_list("pk", "texts")
    entries = {pk: json.loads(text[JSON_FORM])["data"].get("entry") for pk, text in texts if JSON_FORM in text}
    hands = {pk: entry["label"] for pk, entry in entries.items() if entry}
    states: dict[int, MatchState] = {}
    for message in recorded:
        match = message.match
        if match and message.pk not in entries and match.purging_at is None:
            hands[message.pk] = _hand_now(states.setdefault(match.pk, MatchState(match)), message.seq)
    return {pk: hand for pk, hand in hands.items() if hand}


def _hand_now(reading: MatchState, seq: int) -> str:
    """Return the label of the hand that the event `seq` added or corrected; "" if the entry no longer counts."""
    event = reading.event(seq)
    target = event.payload.get("target") if event and event.kind == "correct" else None
    row = reading.log.row(target or seq)
    return hand_label(reading.book, row.before) if row else ""


def _delivery_row(delivery: Delivery, hands: Mapping[int, str]) -> dict[str, Any]:
    label = EventType(delivery.message.type).label if delivery.message.type != TEST else ""
    if delivery.message_id in hands:
        label = _("Hand %(hand)s") % {"hand": hands[delivery.message_id]}
    return {"delivery": delivery, "label": label, "most": len(PAUSES) + 1}


@require_POST
def step(request: HttpRequest, code: str, endpoint: int) -> HttpResponse:
    """Send a test event, show or replace the secret, switch the endpoint off or on, or send held deliveries."""
    club, row = _endpoint(request, code, endpoint)
    if request.POST.get("step") == "show":
        return _endpoint_page(request, club, row, row.secret)
    name = request.POST.get("step", "")
    action = _STEPS.get(name)
    if action is None:
        raise Http404
    return done(
        request,
        lambda: action(club=club, endpoint=row.pk, **action_arguments(request)),
        lambda: see("webhooks:webhook", code, row.pk, query=f"?sent={name}" if name in SENDING else "?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, code: str, endpoint: int) -> HttpResponse:
    """Remove an endpoint, after asking for confirmation."""
    club, row = _endpoint(request, code, endpoint)
    if request.method != "POST":
        return render(request, "webhooks/remove.html", {"club": club, **_endpoint_row(row)})
    return done(
        request,
        lambda: actions.remove_endpoint(club=club, endpoint=row.pk, **action_arguments(request)),
        lambda: see("webhooks:webhooks", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def message(request: HttpRequest, code: str, endpoint: int, number: int) -> HttpResponse:
    """Show a message with its last attempt, or send it again."""
    club, row = _endpoint(request, code, endpoint)
    delivery = get_object_or_404(Delivery.objects.select_related("message"), endpoint=row, pk=number)
    if request.method != "POST":
        shown = delivery.message.texts.get(row.form, "")
        if shown and not row.is_chat:
            shown = json.dumps(json.loads(shown), ensure_ascii=False, indent=2)
        context = {"club": club, **_endpoint_row(row), **_delivery_row(delivery, _hands([delivery])), "body": shown}
        return render(request, "webhooks/message.html", {**context, "sent": request.GET.get("sent") == "1"})
    return done(
        request,
        lambda: actions.send_again(club=club, endpoint=row.pk, delivery=number, **action_arguments(request)),
        lambda: see("webhooks:webhook_message", code, row.pk, number, query="?sent=1"),
    )


def _endpoint(request: HttpRequest, code: str, endpoint: int) -> tuple[Club, WebhookEndpoint]:
    """Return the club and the endpoint for an organiser; raise `Http404` otherwise."""
    club, _role = club_for(request, code, Role.ORGANISER)
    return club, get_object_or_404(
        WebhookEndpoint.objects.select_related("club", "tournament", "added_by"), club=club, pk=endpoint
    )
