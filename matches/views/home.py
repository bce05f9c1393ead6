"""Home page; starting, importing and copying matches; the colour theme."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop
from engine.rulesets.riichi_sanma.tenhou import TenhouLog
from engine.seats import PerSeat, Seat
from matches import actions, house_rule_profiles, wording
from matches.actions import KeyReuse, Unavailable
from matches.files import tenhou
from matches.forms.start import StartForm
from matches.log.state import book_of, matches_of
from matches.models import HouseRulesVersion, Match
from matches.pages.log_preview import LogPreview, usable_names
from matches.views.saving import attempt, import_page
from matches.views.shared import device_of, known_device, opened, scoring
from people.accounts import rate_limits
from people.accounts.rate_limits import RateLimit
from people.audit.log import address_of, recording
from people.clubs import rights, roster
from people.clubs.attendance import table_of_night
from people.db.transactions import writing
from people.forms.accounts import own_address
from people.models import Role
from people.text.cleaning import read_digits
from people.views.guards import account
from people.web.clients import label_of, network_of
from people.web.codes import new_key
from people.web.one_at_a_time import long_work
from people.web.responses import go, render_page, see

A_PAGE = 60
LARGEST_FILE = 256 * 1024
# Per network, since a whole club may share one address. Without a limit, a stranger could fill the disk.
MATCHES = RateLimit("match", most=600, window=timedelta(hours=1))
YEAR = 365 * 24 * 3600


class MatchCard(NamedTuple):
    """A match in a list.

    `title`, `hand`: the hand in play as a phrase and as a label; `three`: the (name, balance) of each player.
    """

    match: Match
    over: bool
    title: str
    hand: str
    three: list[tuple[str, str]]


@dataclass
class HomePage:
    page: Page | None

    def __post_init__(self) -> None:
        cards = [match_card(match) for match in self.page or ()]
        current = [card for card in cards if card.match.archived_at is None]
        self.running = [card for card in current if not card.over]
        self.over = [card for card in current if card.over]
        self.archived = [card for card in cards if card.match.archived_at]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the matches of this phone: in progress, finished and archived."""
    device, page = device_of(request), None
    if device:
        matches = matches_of(device).order_by("closed", "finished", "-created_at", "-pk")
        page = Paginator(matches, A_PAGE).get_page(request.GET.get("page"))
    return render_page(request, "matches/home/home.html", HomePage(page))


def match_card(match: Match) -> MatchCard:
    names = PerSeat.read({sitting.chair: sitting.name for sitting in match.sittings.all()}, "")
    book = book_of(match)
    table = replace(book.table_at(min(match.hand_no, match.length)), length=match.length, honba=match.repeats)
    return MatchCard(
        match,
        match.closed or match.finished,
        wording.note(book.hand_title(table)),
        wording.hand_label(book, table),
        [(names[seat], wording.balance(book, points)) for seat, points in match.balances.items()],
    )


@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Show the form to start a match (players, seats, house rules), or start the match."""
    if request.method == "GET":
        initial: dict[str, Any] = {name: request.GET.get(name, "") for name in ("system", "preset", "club")}
        initial |= _table_of_night(request)
        return _start_page(request, _start_form(request, initial["preset"], initial=initial))
    form = _start_form(request, request.POST.get("preset", ""), request.POST)
    if request.POST.get("action") in ("preset", "more"):
        return _start_page(request, form)
    if not form.is_valid():
        return _start_page(request, form, 422)
    key, profile = form.hidden_key, form.house_rules
    device = known_device(request, key)

    def begin() -> Match:
        return actions.start_match(
            device=device,
            name=form.cleaned_data["title"],
            names=form.players,
            system=form.book.key,
            options=form.options,
            key=key,
            house_rules=profile and house_rule_profiles.version_with(profile.rules, form.options),
            label=label_of(request),
            club=form.club,
            guests=form.guests,
            user=account(request),
            record=recording(request),
        )

    def again(error: str) -> HttpResponse:
        form.add_error(None, error)
        return _start_page(request, form, 422)

    return attempt(request, lambda: _start_once(request, key, device, begin), _to_table, again)


def _table_of_night(request: HttpRequest) -> dict[str, Any]:
    """Return the club, players and guests of a table of a club night. The URL has no names, because URLs are logged."""
    night, number = read_digits(request.GET.get("night")), read_digits(request.GET.get("table"), 3)
    found = table_of_night(account(request), night, number or 0) if night else None
    if found is None:
        return {}
    club, people = found
    names, guests = [person.name for person in people], [person.name for person in people if person.guest]
    return {"club": club.code, "guest": guests, **dict(zip(Seat.__members__, names, strict=False))}


def _to_table(match: Match) -> HttpResponse:
    return see("matches:match", match.code)


def _start_once(request: HttpRequest, key: str, device: str, begin: Callable[[], Match]) -> Match:
    """Start a match, or return the match that this phone already started with the same key."""
    _count_match(request, key)
    try:
        return begin()
    except KeyReuse as reuse:
        if isinstance(reuse.saved, Match) and reuse.saved.started_by == device:
            return reuse.saved
        raise Http404 from reuse


def _count_match(request: HttpRequest, key: str) -> None:
    """Count a new match against the network's limit. Raises `RuleViolation` above it, unless `key` started a match."""
    network = network_of(address_of(request))
    if rate_limits.failures(MATCHES, network) >= MATCHES.most and not Match.objects.filter(start_key=key).exists():
        sentence = gettext_noop("Too many matches have been started from your network. Try again in an hour.")
        raise RuleViolation("start", sentence)
    with suppress(Unavailable), writing():  # not counted if the database is busy
        rate_limits.count_failure(MATCHES, network)


def _start_form(request: HttpRequest, code: str, data: Any = None, **options: Any) -> StartForm:
    """Return the form with the profiles of the user's clubs and of this phone, plus any profile with this `code`."""
    user = account(request)
    clubs = rights.clubs_of(user, Role.SCORER)
    profiles = house_rule_profiles.profiles_of_clubs(rights.clubs_of(user)) if user else []
    profiles += house_rule_profiles.profiles_of(device_of(request))
    if is_key(code) and all(version.rules.code != code for version in profiles):
        with suppress(HouseRulesVersion.DoesNotExist):
            profiles.insert(0, house_rule_profiles.profile(code))
    return StartForm(data, profiles=profiles, clubs=clubs, **options)


@dataclass(frozen=True)
class StartPage:
    """The page to start a match. `known_names`: suggested names; `adding`: whether a club's own item is being added."""

    form: StartForm
    known_names: list[str]
    show_errors: bool
    adding: bool


def _start_page(request: HttpRequest, form: StartForm, status: int = 200) -> HttpResponse:
    device = device_of(request)
    on_roster = [player.name for player in roster.present(form.clubs)] if form.clubs else []
    played = [sitting.name for match in matches_of(device)[:30] for sitting in match.sittings.all()] if device else []
    names = list(dict.fromkeys([*on_roster, *list(dict.fromkeys(played))[:30]]))
    page = StartPage(form, names, show_errors=status == 422, adding=request.POST.get("action") == "more")
    return render_page(request, "matches/home/start.html", page, status)


@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest) -> HttpResponse:
    """Import a match file, or show the preview of a log."""

    def take(data: bytes, device: str, key: str) -> HttpResponse:
        content = tenhou.content_of(data)
        if content is not None:
            log = _read(content)
            return _preview(request, content, log, usable_names(log.names))
        by: dict[str, Any] = {"key": key, "label": label_of(request), "record": recording(request)}
        return _to_table(
            _start_once(request, key, device, lambda: actions.import_match(device=device, data=data, **by))
        )

    missing = gettext_noop("Choose a match file of at most 256 kB, or paste a log.")
    return import_page(request, "matches/home/import.html", LARGEST_FILE, missing, take)


@require_POST
def import_log(request: HttpRequest) -> HttpResponse:
    """Import the log of a preview, with the names in its form."""
    content = tenhou.content_of(request.POST.get("log", "").encode("utf-8", "replace"))
    if content is None:
        return see("matches:import")
    return attempt(request, lambda: _read(content), lambda log: _import(request, content, log))


def _import(request: HttpRequest, content: Mapping[str, Any], log: TenhouLog) -> HttpResponse:
    key = request.POST.get("key") or new_key()
    device = known_device(request, key)
    names = PerSeat.of(lambda seat: request.POST.get(seat.value, ""))
    by: dict[str, Any] = {"key": key, "label": label_of(request), "record": recording(request)}

    def begin() -> Match:
        return _start_once(request, key, device, lambda: actions.import_log(device=device, log=log, names=names, **by))

    def then(match: Match) -> HttpResponse:
        ours = "&ours" if log.differences else ""
        return see("matches:match", match.code, query=f"?imported={match.version}{ours}")

    return attempt(request, begin, then, lambda error: _preview(request, content, log, names, error))


def _read(content: Mapping[str, Any]) -> TenhouLog:
    with long_work():
        return tenhou.read(content)


def _preview(
    request: HttpRequest, content: Mapping[str, Any], log: TenhouLog, names: PerSeat[str], error: str = ""
) -> HttpResponse:
    page = LogPreview(log, tenhou.text_of(content), new_key(), names, error)
    return render_page(request, "matches/home/import_log.html", page, 422 if error else 200)


@require_POST
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """Copy the demo match, to try things out."""
    reading = opened(request, code)
    return _new_from(request, lambda by: actions.copy_match(match=reading.match, **by))


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Start a match with the same players; the next player deals first."""
    reading, _device = scoring(request, code)
    return _new_from(request, lambda by: actions.rematch(match=reading.match, user=account(request), **by))


def _new_from(request: HttpRequest, make: Callable[[dict[str, Any]], Match]) -> HttpResponse:
    key = request.POST.get("key") or new_key()
    device = known_device(request, key)
    by = {"device": device, "key": key, "label": label_of(request), "record": recording(request)}
    return attempt(request, lambda: _start_once(request, key, device, lambda: make(by)), _to_table)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set the colour theme: light, dark or system default."""
    response = go(own_address(request, request.POST.get("next")))
    chosen = request.POST.get("theme")
    if chosen in ("light", "dark"):
        name, secure = settings.THEME_COOKIE_NAME, settings.SESSION_COOKIE_SECURE
        response.set_cookie(name, chosen, YEAR, secure=secure, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(settings.THEME_COOKIE_NAME, samesite="Lax")
    return response
