"""Views for receivers: their subscriptions, unsubscribing, and the texts for the service worker."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from notifications import subscriptions
from notifications.channels.mail import opened_by
from notifications.models import Notice, Receiver, Subscription
from notifications.notices.wording import NoticeText, general_texts, subject_of, text_of
from notifications.sessions import phones_of
from people.accounts.rate_limits import unknown_link
from people.db.transactions import NotAllowed, Unavailable, writing
from people.text.cleaning import read_digits
from people.web.responses import done, go, render_page, see

MOST_TEXTS = 5
RELATED = ("receiver", "tournament__club", "entrant__player", "club", "user")


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A row of the list: a subscription and its subject."""

    number: int
    subject: str
    confirmed: bool


def _rows(receivers: list[int]) -> list[SubscriptionRow]:
    found = Subscription.objects.filter(receiver__in=receivers).select_related(*RELATED)
    return [SubscriptionRow(row.pk, subject_of(row), row.confirmed_at is not None) for row in found]


@require_safe
def phone(request: HttpRequest) -> HttpResponse:
    """Show the subscriptions of this phone."""
    context = {"rows": _rows(phones_of(request)), "stopped": "stopped" in request.GET}
    return render(request, "notifications/phone.html", context)


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Delete one subscription of this phone, or all."""
    number = _number(request)

    def step() -> None:
        for receiver in Receiver.objects.filter(pk__in=phones_of(request)):
            subscriptions.stop(receiver, number)

    return done(request, step, lambda: see("notifications:notified", query="?stopped=1"))


def _number(request: HttpRequest) -> int | None:
    """Return the id of the subscription to stop; None for all. An invalid number stops nothing."""
    text = request.POST.get("subscription", "")
    return None if text == "all" else read_digits(text) or 0


# ── e-mail ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class MailPage:
    """The page that links in e-mails open. `rows`: the subscriptions of the address."""

    subscription: Subscription
    rows: list[SubscriptionRow]
    confirmed: bool
    stopped: bool

    @property
    def subject(self) -> str:
        return subject_of(self.subscription)


@csrf_exempt  # mail programs send the form for the reader (RFC 8058), without a CSRF token; the URL is secret
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """Confirm or stop e-mails. Opening the page changes nothing, because programs follow links too."""
    found = Subscription.objects.select_related(*RELATED).filter(pk=number).exclude(receiver__address="").first()
    if found is None:
        return _stopped(request)  # mail programs may repeat the request, and readers open old links
    if not opened_by(found, token):
        return unknown_link(request)
    if request.method != "POST":
        rows = [row for row in _rows([found.receiver_id]) if row.confirmed]
        page = MailPage(found, rows, found.confirmed_at is not None, "stopped" in request.GET)
        return render_page(request, "notifications/mail.html", page)
    if request.POST.get("action") == "confirm":
        return done(request, lambda: subscriptions.confirm(found), lambda: go(request.path))
    chosen = found.pk if "subscription" not in request.POST else _number(request)
    return done(request, lambda: subscriptions.stop(found.receiver, chosen), lambda: _stopped(request))


def _stopped(request: HttpRequest) -> HttpResponse:
    return render(request, "notifications/stopped.html", {"csrf_token": ""})  # nosec B105 # empty


# ── the service worker ───────────────────────────────────────────────────────


@csrf_exempt  # the service worker has no CSRF token; the phone's secret is required instead
@require_POST
def for_worker(request: HttpRequest) -> HttpResponse:
    """Answer a subscribed phone's service worker: the texts to show, or a stop, a new endpoint, a new language."""
    try:
        receiver = subscriptions.phone_with(request.POST.get("secret", ""))
        action = request.POST.get("action", "texts")
        if action == "stop":
            subscriptions.stop(receiver, _number(request))
        elif action == "move":
            subscriptions.move(receiver, request.POST.get("endpoint", ""))
        elif action == "language":
            subscriptions.change_language(receiver, get_language() or settings.LANGUAGE_CODE)
            return JsonResponse(general_texts())
    except NotAllowed:
        return unknown_link(request)
    except RuleViolation:
        return JsonResponse({}, status=422)
    except Unavailable as trouble:
        return JsonResponse({}, status=trouble.status)
    return JsonResponse(_texts(receiver) if action == "texts" else {})


def _texts(receiver: Receiver) -> dict[str, object]:
    """Return the texts that the phone hasn't fetched yet, or else the last one, marked `again`, to be shown silently.

    A browser must show a notification for each push, even if a push service delivers it twice.
    """
    now = datetime.now(UTC)
    related = [f"subscription__{name}" for name in RELATED]
    useful = Notice.objects.select_related(*related).filter(subscription__receiver=receiver, expires_at__gt=now)
    new = list(useful.filter(fetched_at=None).order_by("-pk")[:20])
    with override(receiver.language):
        texts = _latest(new)
        if not texts:
            before = useful.filter(fetched_at__gt=now - timedelta(hours=1)).order_by("-fetched_at", "-pk")
            return {"texts": list(_latest(list(before[:1])).values()), "again": True}
    left_for_next = {notice.pk for notice in new if notice.tag not in texts and text_of(notice)}
    try:
        with writing():
            Notice.objects.filter(pk__in={notice.pk for notice in new} - left_for_next).update(fetched_at=now)
    except Unavailable:
        pass  # otherwise the phone shows them again with the next push
    return {"texts": list(texts.values())[::-1], "again": False}


def _latest(notices: list[Notice]) -> dict[str, dict[str, object]]:
    """Return the texts of these notices by tag, only the latest of each tag, newest first."""
    found: dict[str, dict[str, object]] = {}
    for notice in notices:
        if notice.tag not in found and len(found) < MOST_TEXTS and (text := text_of(notice)):
            found[notice.tag] = _text(notice, text)
    return found


def _text(notice: Notice, text: NoticeText) -> dict[str, object]:
    return {**text._asdict(), "tag": notice.tag, "subscription": notice.subscription_id}
