"""Views of house-rule profiles: list, show, create, edit, share, import; rule cards."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.rulesets import BOOKS, rule_book
from engine.rulesets.rule_book import RuleBook
from matches import actions, house_rule_profiles, wording
from matches.actions import KeyReuse, NotAllowed, Outdated, Unavailable
from matches.files import house_rules_file
from matches.forms.option_fields import HouseForm
from matches.models import HouseRulesVersion
from matches.pages.rule_card import rule_card
from matches.views.shared import attempt, device_of, import_page, known_device, not_saved, opened
from people.audit import refusals
from people.audit.events import What
from people.audit.log import recording
from people.clubs import rights
from people.exports.download import JSON, download
from people.models import Role
from people.text.cleaning import read_digits
from people.views.guards import account, club_for
from people.web.codes import new_key
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import refuse, see


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Profiles of this phone, and the presets of every rule book."""
    device = device_of(request)
    context = {
        "mine": [profile_row(version) for version in house_rule_profiles.profiles_of(device)],
        "hidden": [profile_row(version) for version in house_rule_profiles.profiles_of(device, hidden=True)],
        "books": [
            {
                "key": book.key,
                "title": _(book.title),
                "origin": wording.origin(book),
                "presets": [{"key": p.key, "label": _(p.label), "help": _(p.help)} for p in book.presets],
            }
            for book in BOOKS.values()
        ],
    }
    return render(request, "matches/house_rules/list.html", context)


def profile_row(version: HouseRulesVersion) -> dict[str, Any]:
    """Return the row of a profile in a list."""
    return {"version": version, "book": _(BOOKS[version.rules.system].title), "said": wording.version_words(version)}


def profile_or_404(code: str, number: int | None = None) -> HouseRulesVersion:
    """Return the profile with this code. Raises `Http404` if there is none."""
    try:
        return house_rule_profiles.profile(code, number)
    except HouseRulesVersion.DoesNotExist as missing:
        raise Http404 from missing


def _book_of(version: HouseRulesVersion) -> RuleBook:
    """Return the rule book of a profile. Raises `Http404` if this version of the rules is no longer supported."""
    try:
        return rule_book(version.rules.system, version.options, version.rules_version)
    except RuleViolation as unplayed:
        raise Http404 from unplayed


def _owned(request: HttpRequest, code: str) -> tuple[HouseRulesVersion, str]:
    """Return the profile and the device. Raises `Http404` unless the requester may change the profile."""
    device, version = device_of(request), profile_or_404(code)
    if not house_rule_profiles.may_change(version.rules, device, account(request)):
        raise refuse(request, version.rules.club)
    return version, device or ""


@require_safe
def shown(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """One version of a profile in plain words, by default the latest."""
    version = profile_or_404(code, number)
    address = shared_address(request, reverse("matches:house", args=[code]))
    book, club = _book_of(version), version.rules.club
    context = {
        "version": version,
        "rules": wording.house_rules(book),
        "book": book,
        "book_title": _(book.title),
        "origin": wording.origin(book),
        "versions": [{"version": each, "said": wording.version_words(each)} for each in version.rules.versions.all()],
        "newest": version.number == version.rules.latest,
        "owner": house_rule_profiles.may_change(version.rules, device_of(request), account(request)),
        # The club is hidden from people who only have the address.
        "club": club if rights.may(account(request), club, Role.MEMBER) else None,
        "address": address,
        "qr": qr_code(address),
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "matches/house_rules/house_rules.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a profile from a preset or from another profile."""
    book, begun, name = _beginning(request)
    club = club_for(request, request.GET["club"], Role.ORGANISER)[0] if "club" in request.GET else None

    def save(form: HouseForm) -> HouseRulesVersion:
        device = known_device(request, form.hidden_key)
        by: dict[str, Any] = {"club": club, "user": account(request), "record": recording(request)}
        return actions.save_house_rules(device=device, system=book.key, key=form.hidden_key, **form.content, **by)

    return _edited(request, book, begun, {"name": name}, None, save)


def _beginning(request: HttpRequest) -> tuple[type[RuleBook], Mapping[str, Any], str]:
    """Return (rule book, options, name) for a new profile, as the query string asks."""
    asked = request.GET
    if "house" in asked:
        version = profile_or_404(asked["house"], read_digits(asked.get("version"), 6))
        return BOOKS[version.rules.system], version.options, version.name
    book = BOOKS.get(asked.get("system", "")) or next(iter(BOOKS.values()))
    preset = next((each for each in book.presets if each.key == asked.get("preset")), None)
    return book, preset.options if preset else {}, ""


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Revise a profile. Matches in progress keep their version."""
    version, device = _owned(request, code)

    def save(form: HouseForm) -> HouseRulesVersion:
        after, user = form.cleaned_data["after"], account(request)
        by: dict[str, Any] = {"device": device, "key": form.hidden_key, "user": user, "record": recording(request)}
        return actions.revise_house_rules(rules=version.rules, after=after, **form.content, **by)

    initial = {"name": version.name, "note": version.note, "after": version.number}
    return _edited(request, BOOKS[version.rules.system], version.options, initial, version, save)


def _edited(
    request: HttpRequest,
    book: type[RuleBook],
    begun: Mapping[str, Any],
    initial: Mapping[str, Any],
    version: HouseRulesVersion | None,
    save: Callable[[HouseForm], HouseRulesVersion],
) -> HttpResponse:
    """Show the form, or save the profile and redirect to it. On failure, show the form again with the reason."""
    if request.method == "GET":
        return _edit_page(request, HouseForm(book=book, begun=begun, initial=initial), version)
    form = HouseForm(request.POST, book=book, begun=begun)
    if request.POST.get("action") == "more":
        return _edit_page(request, form, version)
    if not form.is_valid():
        return _edit_page(request, form, version, 422)
    try:
        saved = save(form)
    except RuleViolation as violation:
        form.refuse(violation)
        return _edit_page(request, form, version, 422)
    except Outdated as outdated:
        return _edit_page(request, form, outdated.latest, 409)
    except KeyReuse:
        form.add_error(
            None, _("This page has already been saved with different values. Save again to keep these as well.")
        )
        # Saving again must create something new.
        return _edit_page(request, form, version, 409, new_key())
    except NotAllowed as forbidden:
        raise Http404 from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return see("matches:house", saved.rules.code, query="?saved=1")


def _edit_page(
    request: HttpRequest, form: HouseForm, version: HouseRulesVersion | None, status: int = 200, key: str = ""
) -> HttpResponse:
    context = {
        "form": form,
        "key": key or form.hidden_key,
        "version": version,
        "book_title": _(form.book.title),
        "show_errors": status != 200,
        # After a conflict, saving again follows the version that this page now shows.
        "after": version.number if version and status == 409 else form["after"].value() or 0,
        "outdated": wording.version_words(version) if version and status == 409 and not form.errors else "",
    }
    return render(request, "matches/house_rules/edit.html", context, status=status)


@require_POST
def hide(request: HttpRequest, code: str) -> HttpResponse:
    """Archive a profile, or restore it."""
    version, device = _owned(request, code)
    rules, hidden = version.rules, request.POST.get("restore") != "1"
    by: dict[str, Any] = {"device": device, "user": account(request), "record": recording(request)}
    then = see("clubs:club_house", rules.club.code) if rules.club else see("matches:houses")
    return attempt(request, lambda: actions.hide_house_rules(rules=rules, hidden=hidden, **by), lambda _none: then)


@require_safe
def file(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Profile as a file to share."""
    version = profile_or_404(code, number)
    if refusals.is_known(request):  # anyone with the address may read it
        refusals.taken(request, What.HOUSE_RULES_EXPORTED, "json", club=version.rules.club, about=code)
    return download(house_rules_file.dump(version), JSON, version.name, "json")


@require_safe
def card(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Rule card of one version of a profile."""
    version = profile_or_404(code, number)
    back = reverse("matches:house_version", args=[code, number])
    return card_page(request, _book_of(version), wording.by_profile(version), back)


@require_http_methods(["GET", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Import a profile from a file."""

    def take(data: bytes, device: str, key: str) -> HttpResponse:
        version = actions.save_house_rules(device=device, key=key, **house_rules_file.read(data))
        return see("matches:house", version.rules.code, query="?saved=1")

    missing = gettext_noop("Choose a house rules file of at most 64 kB.")
    return import_page(request, "matches/house_rules/import.html", house_rules_file.MOST_BYTES, missing, take)


@require_safe
def match_card(request: HttpRequest, code: str) -> HttpResponse:
    """Rule card of a match."""
    reading = opened(request, code)
    profile = reading.match.house_rules
    by = wording.by_profile(profile) if profile else ""
    return card_page(
        request, reading.book, wording.listed(filter(None, [reading.title, by])), reverse("matches:rules", args=[code])
    )


@require_safe
def preset_card(request: HttpRequest, system: str, preset: str) -> HttpResponse:
    """Rule card of a preset."""
    presets = BOOKS[system].presets if system in BOOKS else ()
    chosen = next((one for one in presets if one.key == preset), None)
    if chosen is None:
        raise Http404
    return card_page(request, BOOKS[system](chosen.options), _(chosen.label), reverse("clubs:glossary") + "#cards")


def card_page(request: HttpRequest, book: RuleBook, title: str, back: str) -> HttpResponse:
    """Render the rule card of `book`. `back` is the address of the back link."""
    return render(
        request, "matches/house_rules/rule_card.html", {"card": rule_card(book), "title": title, "back": back}
    )


def preset_cards() -> list[dict[str, Any]]:
    """Return the presets of every rule book, for the list of rule cards."""
    return [
        {"system": key, "title": _(book.title), "preset": preset.key, "label": _(preset.label)}
        for key, book in BOOKS.items()
        for preset in book.presets
    ]
