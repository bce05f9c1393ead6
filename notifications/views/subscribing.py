"""The *Notify me* pages: for a player, a tournament's desk, and the nights of a club."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from engine.language import gettext_noop
from matches.views.shared import device_of
from notifications import subscriptions, tasks
from notifications.channels.vapid import current_key, public_key
from notifications.forms import AddressForm
from notifications.models import PushKey, Subscription, Topic
from notifications.notices.wording import general_texts
from notifications.sessions import phones_of, remember_phone
from notifications.subscriptions import SiteContext, SubscriptionRequest
from people.accounts.rate_limits import RateLimit, count_failure, failures
from people.db.transactions import writing
from people.forms.shared import sentence
from people.text.lists import isolated
from people.views.guards import account, account_or_404, club_for
from people.web.clients import address_of, network_of
from people.web.public_urls import shared_address
from people.web.responses import FormPage, done, go, posted, render_page
from tournaments.models import Entrant, Tournament, TournamentState
from tournaments.play.tables import AtTable, table_of
from tournaments.views.shared import FORM, GET, TournamentAccess, TournamentPage, or_404, readers, referees

# A whole club may share one network.
SUBSCRIBING = RateLimit("notify", most=300, window=timedelta(hours=1))
MAILING = RateLimit("notify mail", most=60, window=timedelta(hours=1))
MAILED = RateLimit("notify address", most=5, window=timedelta(days=1))  # confirmation links to one address
MAILED_ABOUT = RateLimit("notify subject", most=200, window=timedelta(days=1))  # the same for one tournament or club


@dataclass(frozen=True)
class SubscribePage(FormPage):
    """A *Notify me* page.

    `title`: its subject; `news`: the notices that the subscriber gets; `back`, `calendar`: paths of other pages, or "".
    """

    wanted: SubscriptionRequest
    title: str
    news: tuple[str, ...]
    back: str
    calendar: str = ""

    @property
    def worker(self) -> bool:
        return bool(settings.SERVICE_WORKER)

    @property
    def by_mail(self) -> bool:
        return bool(settings.EMAIL_URL)

    @property
    def sent(self) -> bool:
        """Whether a confirmation link was just sent to an e-mail address."""
        return self.request.GET.get("sent") == "1"

    @property
    def on(self) -> Subscription | None:
        """The subscription of this phone to the subject of the page."""
        rows = Subscription.objects.filter(receiver__in=phones_of(self.request), **self.wanted.subject)
        return rows.first()

    @property
    def ends_with_session(self) -> bool:
        """Whether signing out on this phone ends its subscription."""
        return self.on.device_id is not None if self.on else self.wanted.device is not None

    @property
    def over(self) -> bool:
        return bool(self.wanted.tournament and self.wanted.tournament.state == TournamentState.OVER)

    @property
    def context(self) -> SiteContext:
        site = shared_address(self.request, "/").rstrip("/")
        return SiteContext(language=get_language() or settings.LANGUAGE_CODE, site=site[:300])

    def answer(self) -> HttpResponse:
        """Show the page, or subscribe the browser that sent its endpoint or the e-mail address in the form.

        A browser first requests the key. It is not in the page, because opening a page saves nothing.
        """
        if self.request.method == "POST" and self.request.POST.get("action") == "key":
            made: list[PushKey] = []
            return done(
                self.request,
                lambda: made.append(current_key()),
                lambda: JsonResponse({"key": public_key(made[0])}),
                refused_json,
            )
        if self.request.method == "POST" and "endpoint" in self.request.POST:
            return self._subscribe_phone()
        if self.request.method == "POST" and not self.by_mail:
            self.form.refuse(RuleViolation("", gettext_noop("This site sends no email.")))
            return self.response(422)
        return self.submit(self._subscribe_address, lambda: go(f"{self.request.path}?sent=1"))

    def _subscribe_phone(self) -> HttpResponse:
        sent = {name: self.request.POST.get(name, "") for name in ("endpoint", "key", "secret")}
        made: list[tuple[Subscription, str]] = []

        def subscribe() -> None:
            count(self.request, SUBSCRIBING)
            made.append(subscriptions.subscribe_phone(self.wanted, self.context, **sent))

        def then() -> HttpResponse:
            subscription, known = made[0]
            remember_phone(self.request, subscription.receiver)
            return JsonResponse({"secret": known, "key": sent["key"], **general_texts()})

        return done(self.request, subscribe, then, refused_json)

    def _subscribe_address(self) -> None:
        address = self.form.cleaned_data["address"]
        count(self.request, MAILING)
        count(self.request, MAILED, mailbox_of(address))
        count(self.request, MAILED_ABOUT, self.wanted.about)
        made = subscriptions.subscribe_address(self.wanted, self.context, address)
        if made.confirmed_at is None:
            with writing():
                tasks.ask_to_confirm.enqueue(made.pk)


def mailbox_of(address: str) -> str:
    """Return an e-mail address without the part after a plus sign, which its owner can choose freely."""
    name, _at, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def refused_json(violation: RuleViolation) -> HttpResponse:
    return JsonResponse({"error": sentence(violation)}, status=422)


def count(request: HttpRequest, limit: RateLimit, party: str = "") -> None:
    """Count a request from a network, or for an address. Raises `RuleViolation` above the limit."""
    party = party or network_of(address_of(request))
    if failures(limit, party) < limit.most:
        with writing():
            count_failure(limit, party)
        return
    raise RuleViolation("address", gettext_noop("Too many requests for notifications. Try again later."))


def _request_of(request: HttpRequest, topic: Topic, **subject: object) -> SubscriptionRequest:
    user = account(request)
    device = user.current_device if user else None
    tournament = subject.get("tournament")
    if topic == Topic.PLAYER and isinstance(tournament, Tournament) and tournament.public:
        device = None
    return SubscriptionRequest(
        topic=topic,
        user=user,
        phone=device_of(request) or "",
        device=device if device and device.pk else None,
        **subject,  # type: ignore[arg-type]
    )


@readers(FORM)
def player(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Notify somebody of a player's seats and results."""
    row = or_404(access.day.by_number.get(entrant))
    or_404(row if row.state in (Entrant.State.ENTERED, Entrant.State.WITHDRAWN) else None)
    page = SubscribePage(
        request,
        "notifications/subscribe.html",
        AddressForm(posted(request)),
        _request_of(request, Topic.PLAYER, tournament=access.tournament, entrant=row),
        _("%(name)s in %(tournament)s")
        % {"name": isolated(access.day.names[row.pk]), "tournament": access.tournament.name},
        (
            _("The seat in each round, as soon as it’s published"),
            _("A new seat, if seats change"),
            _("Five minutes before each round, if its start is planned; otherwise when it starts"),
            _("A disputed result at the player’s table"),
        ),
        reverse("tournaments:player", args=[access.code, entrant]),
        reverse("tournaments:ics", args=[access.code]) + f"?entrant={entrant}",
    )
    return page.answer()


@referees(FORM)
def desk(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Notify an organiser or a referee of open tasks."""
    page = SubscribePage(
        request,
        "notifications/subscribe.html",
        AddressForm(posted(request)),
        _request_of(request, Topic.DESK, tournament=access.tournament),
        _("The desk of %(tournament)s") % {"tournament": access.tournament.name},
        (
            _("A table calls the referee"),
            _("A disputed result"),
            _("A player registers"),
            _("A result isn’t confirmed after five minutes"),
        ),
        reverse("tournaments:desk", args=[access.code]),
        reverse("tournaments:ics", args=[access.code]),
    )
    return page.answer()


@require_http_methods(FORM)
def nights(request: HttpRequest, code: str) -> HttpResponse:
    """Remind a member of the club nights for which they have signed up."""
    club, _role = club_for(request, code)
    account_or_404(request)
    page = SubscribePage(
        request,
        "notifications/subscribe.html",
        AddressForm(posted(request)),
        _request_of(request, Topic.NIGHTS, club=club),
        _("Club nights of %(club)s") % {"club": club.name},
        (_("A reminder the day before each club night for which you have signed up"),),
        reverse("people:nights", args=[code]),
        reverse("people:nights", args=[code]),
    )
    return page.answer()


@dataclass
class WhoPage(TournamentPage):
    """The page that asks which player at a table wants to be notified. `players`: numbers and names; `back`: a path."""

    players: list[tuple[int, str]]
    back: str


@readers(GET)
def table(request: HttpRequest, access: TournamentAccess, round: int, table: int) -> HttpResponse:
    """Ask which player at a table wants to be notified."""
    at = AtTable(or_404(table_of(access.tournament, round, table)), access.rights.inside)
    players = [(seat.entrant.number, at.names[seat.entrant_id]) for seat in at.seats]
    page = WhoPage(access, players, reverse("tournaments:table", args=[access.code, round, table]))
    return render_page(request, "notifications/who.html", page)
