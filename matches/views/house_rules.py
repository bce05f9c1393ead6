"""Views of house-rule profiles: list, show, create, edit, share, import; rule cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

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
from matches.views.saving import attempt, import_page, not_saved
from matches.views.shared import device_of, known_device, opened
from people.audit import refusals
from people.audit.events import What
from people.audit.log import recording
from people.clubs import rights
from people.exports import JSON, download
from people.models import Club, Role
from people.text.cleaning import read_digits
from people.text.print_language import in_print_language
from people.views.guards import account, club_for
from people.web.codes import new_key
from people.web.public_urls import qr_code, shared_address
from people.web.responses import refuse, render_page, see


class ProfileRow(NamedTuple):
    """A profile in a list: its latest version, the name of its game, and a description."""

    version: HouseRulesVersion
    book: str
    description: str


def profile_row(version: HouseRulesVersion) -> ProfileRow:
    return ProfileRow(version, _(BOOKS[version.rules.system].title), wording.version_words(version))


class BookPreset(NamedTuple):
    system: str
    title: str
    preset: str
    label: str
    help: str


def presets(book: type[RuleBook]) -> list[BookPreset]:
    return [BookPreset(book.key, _(book.title), p.key, _(p.label), _(p.help)) for p in book.presets]


@dataclass(frozen=True)
class ProfilesPage:
    """The profiles of this phone; `books`: (title, origin, presets) of every rule book."""

    mine: list[ProfileRow]
    hidden: list[ProfileRow]
    books: list[tuple[str, str, list[BookPreset]]]


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Show the profiles of this phone, and the presets of every rule book."""
    device = device_of(request)
    page = ProfilesPage(
        mine=list(map(profile_row, house_rule_profiles.profiles_of(device))),
        hidden=list(map(profile_row, house_rule_profiles.profiles_of(device, hidden=True))),
        books=[(_(book.title), wording.origin(book), presets(book)) for book in BOOKS.values()],
    )
    return render_page(request, "matches/house_rules/list.html", page)


def profile_or_404(code: str, number: int | None = None) -> HouseRulesVersion:
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


@dataclass
class ProfilePage:
    """One version of a profile.

    `owner`: whether the requester may change the profile; `club`: its club, shown only to members.
    """

    version: HouseRulesVersion
    owner: bool
    club: Club | None
    address: str
    saved: bool

    def __post_init__(self) -> None:
        self.book, self.qr = _book_of(self.version), qr_code(self.address)
        self.rules = wording.house_rules(self.book)
        versions = self.version.rules.versions.all()
        self.versions = [(version, wording.version_words(version)) for version in versions]
        self.newest = self.version.number == self.version.rules.latest


@in_print_language
@require_safe
def shown(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Show one version of a profile in plain words, by default the latest."""
    version, user = profile_or_404(code, number), account(request)
    page = ProfilePage(
        version,
        owner=house_rule_profiles.may_change(version.rules, device_of(request), user),
        club=version.rules.club if rights.may(user, version.rules.club, Role.MEMBER) else None,
        address=shared_address(request, reverse("matches:house", args=[code])),
        saved=request.GET.get("saved") == "1",
    )
    return render_page(request, "matches/house_rules/house_rules.html", page)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a profile from a preset or from another profile."""
    book, options, name = _initial(request)
    club = club_for(request, request.GET["club"], Role.ORGANISER)[0] if "club" in request.GET else None

    def save(form: HouseForm) -> HouseRulesVersion:
        device = known_device(request, form.hidden_key)
        by: dict[str, Any] = {"club": club, "user": account(request), "record": recording(request)}
        return actions.save_house_rules(device=device, system=book.key, key=form.hidden_key, **form.content, **by)

    return _edited(request, book, options, {"name": name}, None, save)


def _initial(request: HttpRequest) -> tuple[type[RuleBook], Mapping[str, Any], str]:
    """Return (rule book, options, name) for a new profile, from the query string."""
    query = request.GET
    if "house" in query:
        version = profile_or_404(query["house"], read_digits(query.get("version"), 6))
        return BOOKS[version.rules.system], version.options, version.name
    book = BOOKS.get(query.get("system", "")) or next(iter(BOOKS.values()))
    preset = next((preset for preset in book.presets if preset.key == query.get("preset")), None)
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
    initial_options: Mapping[str, Any],
    initial: Mapping[str, Any],
    version: HouseRulesVersion | None,
    save: Callable[[HouseForm], HouseRulesVersion],
) -> HttpResponse:
    """Show the form, or save the profile and redirect to it. On failure, show the form again with the reason."""
    if request.method == "GET":
        return _edit_page(request, HouseForm(book=book, initial_options=initial_options, initial=initial), version)
    form = HouseForm(request.POST, book=book, initial_options=initial_options)
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
            None,
            _(
                "This page has already been saved with different values. To keep the values shown here as well, "
                "save again."
            ),
        )
        # Saving again must create something new.
        return _edit_page(request, form, version, 409, new_key())
    except NotAllowed as forbidden:
        raise Http404 from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return see("matches:house", saved.rules.code, query="?saved=1")


@dataclass
class ProfileFormPage:
    """The form of a profile.

    `version`: the version to revise; `conflict`: whether another revision has been saved since the form was opened.
    """

    form: HouseForm
    key: str
    version: HouseRulesVersion | None
    show_errors: bool
    conflict: bool

    def __post_init__(self) -> None:
        newer = self.version if self.conflict else None
        self.book_title = _(self.form.book.title)
        # After a conflict, saving again follows the version that this page now shows.
        self.after = newer.number if newer else self.form["after"].value() or 0
        self.outdated = wording.version_words(newer) if newer and not self.form.errors else ""


def _edit_page(
    request: HttpRequest, form: HouseForm, version: HouseRulesVersion | None, status: int = 200, key: str = ""
) -> HttpResponse:
    page = ProfileFormPage(form, key or form.hidden_key, version, status != 200, status == 409)
    return render_page(request, "matches/house_rules/edit.html", page, status)


@require_POST
def hide(request: HttpRequest, code: str) -> HttpResponse:
    """Archive or restore a profile."""
    version, device = _owned(request, code)
    rules, hidden = version.rules, request.POST.get("restore") != "1"
    by: dict[str, Any] = {"device": device, "user": account(request), "record": recording(request)}
    then = see("clubs:club_house", rules.club.code) if rules.club else see("matches:houses")
    return attempt(request, lambda: actions.hide_house_rules(rules=rules, hidden=hidden, **by), lambda _none: then)


@require_safe
def file(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    version = profile_or_404(code, number)
    if refusals.is_known(request):  # anyone with the address may read it
        refusals.record_export(request, What.HOUSE_RULES_EXPORTED, "json", club=version.rules.club, about=code)
    return download(house_rules_file.dump(version), JSON, version.name, "json")


@in_print_language
@require_safe
def card(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the rule card of one version of a profile."""
    version = profile_or_404(code, number)
    back = reverse("matches:house_version", args=[code, number])
    return _card_page(request, _book_of(version), wording.by_profile(version), back)


@require_http_methods(["GET", "POST"])
def import_profile(request: HttpRequest) -> HttpResponse:
    def take(data: bytes, device: str, key: str) -> HttpResponse:
        version = actions.save_house_rules(device=device, key=key, **house_rules_file.read(data))
        return see("matches:house", version.rules.code, query="?saved=1")

    missing = gettext_noop("Choose a house rules file of at most 64 kB.")
    return import_page(request, "matches/house_rules/import.html", house_rules_file.MOST_BYTES, missing, take)


@in_print_language
@require_safe
def match_card(request: HttpRequest, code: str) -> HttpResponse:
    reading = opened(request, code)
    profile = reading.match.house_rules
    by = wording.by_profile(profile) if profile else ""
    return _card_page(
        request, reading.book, wording.listed(filter(None, [reading.title, by])), reverse("matches:rules", args=[code])
    )


@in_print_language
@require_safe
def preset_card(request: HttpRequest, system: str, preset: str) -> HttpResponse:
    chosen = next((p for p in BOOKS[system].presets if p.key == preset), None) if system in BOOKS else None
    if chosen is None:
        raise Http404
    return _card_page(request, BOOKS[system](chosen.options), _(chosen.label), reverse("clubs:glossary") + "#cards")


def _card_page(request: HttpRequest, book: RuleBook, title: str, back: str) -> HttpResponse:
    context = {"card": rule_card(book), "title": title, "back": back, "cited": set()}
    return render(request, "matches/house_rules/rule_card.html", context)


def preset_cards() -> list[BookPreset]:
    return [preset for book in BOOKS.values() for preset in presets(book)]
