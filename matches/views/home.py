"""Home page; starting, importing and copying matches; the colour theme."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop
from engine.seats import PerSeat
from matches import actions, house_rule_profiles, wording
from matches.actions import KeyReuse, Unavailable
from matches.forms.start import StartForm
from matches.log.state import book_of, matches_of
from matches.models import HouseRulesVersion, Match
from matches.views.shared import attempt, device_of, import_page, known_device, opened, scoring
from people.accounts import rate_limits
from people.accounts.rate_limits import RateLimit
from people.accounts.user_agents import label_of
from people.audit.log import address_of, recording
from people.clubs import rights, roster
from people.db.transactions import writing
from people.forms.accounts import own_address
from people.models import Role
from people.views.guards import account
from people.web.codes import new_key
from people.web.networks import network_of
from people.web.responses import go, see

A_PAGE = 60
# Per network, since a whole club may share one address. Without a limit, a stranger could fill the disk.
MATCHES = RateLimit("match", most=600, window=timedelta(hours=1))
LARGEST_FILE = 256 * 1024
YEAR = 365 * 24 * 3600


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Matches of this phone: in progress, finished and archived."""
    device = device_of(request)
    found = matches_of(device).order_by("closed", "finished", "-created_at", "-pk") if device else None
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page")) if found is not None else None
    mine = [match_card(match) for match in page or ()]
    running = [c for c in mine if not c["archived"] and not c["over"]]
    context = {
        "page": page,
        "running": running,
        "over": [c for c in mine if not c["archived"] and c["over"]],
        "archived": [c for c in mine if c["archived"]],
        "resume": running[0] if running else None,
    }
    return render(request, "matches/home/home.html", context)


def match_card(match: Match) -> dict[str, Any]:
    """Return the entry of a match in a list: title, hand, players and balances."""
    names = PerSeat.read({sitting.chair: sitting.name for sitting in match.sittings.all()}, "")
    book = book_of(match)
    before = book.table_at(min(match.hand_no, match.length))
    table = replace(before, length=match.length, honba=match.repeats)
    return {
        "match": match,
        "over": match.closed or match.finished,
        "archived": match.archived_at is not None,
        "title": wording.note(book.hand_title(table)),
        "hand": wording.hand_label(book, table),
        "three": [
            {"name": names[seat], "points": wording.balance(book, points)} for seat, points in match.balances.items()
        ],
    }


@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Form to start a match: players, seats and house rules."""
    if request.method == "GET":
        asked = {name: request.GET.get(name, "") for name in ("system", "preset", "club")}
        return _start_page(request, _start_form(request, asked["preset"], initial=asked))
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
            house_rules=profile and house_rule_profiles.saying(profile.rules, form.options),
            label=label_of(request),
            club=form.club,
            user=account(request),
            record=recording(request),
        )

    def again(error: str) -> HttpResponse:
        form.add_error(None, error)
        return _start_page(request, form, 422)

    return attempt(request, lambda: _begun(request, key, device, begin), _to_table, again)


def _to_table(match: Match) -> HttpResponse:
    return see("matches:match", match.code)


def _begun(request: HttpRequest, key: str, device: str, begin: Callable[[], Match]) -> Match:
    """Start a match, or return the one that this phone already started with the same key."""
    _count_match(request, key)
    try:
        return begin()
    except KeyReuse as reuse:
        if isinstance(reuse.saved, Match) and reuse.saved.started_by == device:
            return reuse.saved
        raise Http404 from reuse


def _count_match(request: HttpRequest, key: str) -> None:
    """Count a new match for this network. Raises `RuleViolation` above the limit, unless the key has already started a
    match."""
    network = network_of(address_of(request))
    if rate_limits.failures(MATCHES, network) >= MATCHES.most and not Match.objects.filter(start_key=key).exists():
        sentence = gettext_noop("Too many matches have been started from your network. Try again in an hour.")
        raise RuleViolation("start", sentence)
    with suppress(Unavailable), writing():  # not counted if the database is busy
        rate_limits.count_failure(MATCHES, network)


def _start_form(request: HttpRequest, asked: str, data: Any = None, **options: Any) -> StartForm:
    """Return the form with the house-rule profiles of the user's clubs and of this phone. `asked` may be the code of
    another profile."""
    user = account(request)
    clubs = rights.clubs_of(user, Role.SCORER)
    profiles = house_rule_profiles.profiles_of_clubs(rights.clubs_of(user)) if user else []
    profiles += house_rule_profiles.profiles_of(device_of(request))
    if is_key(asked) and all(version.rules.code != asked for version in profiles):
        with suppress(HouseRulesVersion.DoesNotExist):
            profiles.insert(0, house_rule_profiles.profile(asked))
    return StartForm(data, profiles=profiles, clubs=clubs, **options)


def _start_page(request: HttpRequest, form: StartForm, status: int = 200) -> HttpResponse:
    ours = [player.name for player in roster.present(form.clubs)] if form.clubs else []
    known = list(dict.fromkeys([*ours, *_known_names(request)]))
    context = {"form": form, "known_names": known, "show_errors": status == 422}
    context["adding"] = request.POST.get("action") == "more"
    return render(request, "matches/home/start.html", context, status=status)


def _known_names(request: HttpRequest) -> list[str]:
    device = device_of(request)
    played = matches_of(device)[:30] if device else []
    return list(dict.fromkeys(sitting.name for match in played for sitting in match.sittings.all()))[:30]


@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest) -> HttpResponse:
    """Import a match file."""

    def take(data: bytes, device: str, key: str) -> HttpResponse:
        by: dict[str, Any] = {"key": key, "label": label_of(request), "record": recording(request)}
        return _to_table(_begun(request, key, device, lambda: actions.import_match(device=device, data=data, **by)))

    missing = gettext_noop("Choose a match file of at most 256 kB.")
    return import_page(request, "matches/home/import.html", LARGEST_FILE, missing, take)


@require_POST
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """Copy the demo match, to try things out."""
    reading = opened(request, code)
    return _new_from(request, lambda told: actions.copy_match(match=reading.match, **told))


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Start a match with the same players; the next player deals first."""
    reading, _device = scoring(request, code)
    return _new_from(request, lambda told: actions.rematch(match=reading.match, user=account(request), **told))


def _new_from(request: HttpRequest, make: Callable[[dict[str, Any]], Match]) -> HttpResponse:
    key = request.POST.get("key") or new_key()
    device = known_device(request, key)
    by = {"device": device, "key": key, "label": label_of(request), "record": recording(request)}
    return attempt(request, lambda: _begun(request, key, device, lambda: make(by)), _to_table)


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
