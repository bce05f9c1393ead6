"""The way in: the matches of this phone, a new one, one from a file, the glossary, light and dark."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.chain import is_key
from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.rulesets.base import RuleBook, TableState
from engine.seats import PerSeat
from matches import actions, glossary, profiles, words
from matches.actions import KeyReuse, NotAllowed, Unavailable
from matches.forms import StartForm
from matches.forms.entry import new_key
from matches.models import HouseRulesVersion, Match
from matches.reading import book_of, matches_of
from matches.views.cards import preset_cards
from matches.views.shared import device_of, known_device, not_saved, opened, scoring, see, trouble_words

LARGEST_FILE = 256 * 1024
YEAR = 365 * 24 * 3600


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Running, finished and archived matches of this phone; the one action is to go on."""
    device = device_of(request)
    mine = [_card(match) for match in matches_of(device)] if device else []
    running = [c for c in mine if not c["archived"] and not c["over"]]
    context = {
        "running": running,
        "over": [c for c in mine if not c["archived"] and c["over"]],
        "archived": [c for c in mine if c["archived"]],
        "resume": running[0] if running else None,
        "demo": Match.objects.filter(is_demo=True, purging_at=None).first(),
    }
    return render(request, "matches/home.html", context)


def _card(match: Match) -> dict[str, Any]:
    sittings = {sitting.chair: sitting.name for sitting in match.sittings.all()}
    names = PerSeat.read(sittings, "")
    book = book_of(match)
    table = _table(book, match)
    return {
        "match": match,
        "over": match.closed or match.finished,
        "archived": match.archived_at is not None,
        "title": words.note(book.hand_title(table)),
        "hand": words.hand_label(book, table),
        "three": [
            {"name": names[seat], "points": words.balance(book, points)} for seat, points in match.balances.items()
        ],
    }


def _table(book: RuleBook, match: Match) -> TableState:
    """The table before the hand in play, as far as the match's own row tells."""
    return replace(book.table_at(min(match.hand_no, match.length), 0), length=match.length)


@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Three names, seats and house rules; then the table."""
    if request.method == "GET":
        asked = {"system": request.GET.get("system", ""), "preset": request.GET.get("preset", "")}
        return _start_page(request, StartForm(initial=asked, profiles=_profiles(request, asked["preset"])))
    form = StartForm(request.POST, profiles=_profiles(request, request.POST.get("preset", "")))
    if request.POST.get("action") in ("preset", "more"):
        return _start_page(request, form)
    if not form.is_valid():
        return _start_page(request, form, 422)
    key = form.hidden_key
    device = known_device(request, key)
    try:
        match = actions.start_match(
            device=device,
            name=form.cleaned_data["title"],
            names=form.players,
            system=form.book.key,
            options=form.options,
            key=key,
            house_rules=form.house_rules and profiles.saying(form.house_rules.rules, form.options),
        )
    except RuleViolation as violation:
        form.add_error(None, words.sentence(violation, form.players))
        return _start_page(request, form, 422)
    except KeyReuse as reuse:
        return see("match", _started(reuse, device).code)
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return see("match", match.code)


def _profiles(request: HttpRequest, asked: str) -> list[HouseRulesVersion]:
    """The profiles of this phone, and the one that an address or a page names."""
    mine = profiles.profiles_of(device_of(request))
    if is_key(asked) and all(version.rules.code != asked for version in mine):
        try:
            return [profiles.profile(asked), *mine]
        except HouseRulesVersion.DoesNotExist:
            return mine
    return mine


def _started(reuse: KeyReuse, device: str) -> Match:
    """The match that this phone started from the same page a moment ago."""
    if isinstance(reuse.saved, Match) and reuse.saved.started_by == device:
        return reuse.saved
    raise Http404


def _start_page(request: HttpRequest, form: StartForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "known_names": _known_names(request), "show_errors": status == 422}
    context["adding"] = request.POST.get("action") == "more"
    return render(request, "matches/start.html", context, status=status)


def _known_names(request: HttpRequest) -> list[str]:
    """Names that this phone has scored before, the latest first."""
    device = device_of(request)
    found: dict[str, None] = {}
    for match in list(matches_of(device))[:30] if device else []:
        for sitting in match.sittings.all():
            found.setdefault(sitting.name)
    return list(found)[:30]


@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest) -> HttpResponse:
    """A match from a file that was exported here or elsewhere."""
    context: dict[str, Any] = {"key": request.POST.get("key") or new_key()}
    if request.method == "GET":
        return render(request, "matches/import.html", context)
    upload = request.FILES.get("file")
    try:
        if upload is None or (upload.size or 0) > LARGEST_FILE:
            raise RuleViolation("file", gettext_noop("Please choose a match file of at most 256 kB."))
        device = known_device(request, context["key"])
        match = actions.import_match(device=device, data=upload.read(), key=context["key"])
    except RuleViolation as violation:
        nobody = PerSeat("P1", "P2", "P3")
        context["error"] = words.sentence(violation, nobody)
        return render(request, "matches/import.html", context, status=422)
    except KeyReuse as reuse:
        return see("match", _started(reuse, device).code)
    except Unavailable as trouble:
        # No page can keep a file: it is asked for again, with the same key.
        context["error"] = trouble_words(trouble)
        response = render(request, "matches/import.html", context, status=trouble.status)
        response["Retry-After"] = "2"
        return response
    return see("match", match.code)


@require_POST
def copy(request: HttpRequest, code: str) -> HttpResponse:
    """A copy of the demonstration to try things with."""
    reading = opened(request, code)
    return _new_from(request, lambda device, key: actions.copy_match(match=reading.match, device=device, key=key))


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """The same players again; the next one deals first."""
    reading, _device = scoring(request, code)
    return _new_from(request, lambda device, key: actions.rematch(match=reading.match, device=device, key=key))


def _new_from(request: HttpRequest, make: Any) -> HttpResponse:
    key = request.POST.get("key") or new_key()
    device = known_device(request, key)
    try:
        match = make(device, key)
    except NotAllowed as forbidden:
        raise Http404 from forbidden
    except KeyReuse as reuse:
        match = _started(reuse, device)
    except RuleViolation as violation:
        sentences = [words.sentence(violation, PerSeat("P1", "P2", "P3"))]
        return render(request, "matches/sorry.html", {"sentences": sentences}, status=422)
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return see("match", match.code)


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The words of the game, and the rule cards that need no match."""
    return render(request, "matches/glossary.html", {"terms": glossary.terms(), "cards": preset_cards()})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the system has it."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    response.status_code = 303
    chosen = request.POST.get("theme")
    if chosen in ("light", "dark"):
        response.set_cookie("theme", chosen, YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax")
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response
