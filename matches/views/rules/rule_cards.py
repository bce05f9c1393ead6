"""Rule cards: of a match's table, and of every preset of every rule book."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.rulesets import BOOKS
from engine.rulesets.rule_book import RuleBook
from matches import wording
from matches.rule_cards.rule_card import rule_card
from matches.views.shared import opened


@require_safe
def card(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of this match's table."""
    reading = opened(request, code)
    profile = reading.match.house_rules
    by = wording.by_profile(profile) if profile else ""
    return card_page(request, reading.book, wording.listed(filter(None, [reading.title, by])), _rules_of(code))


def _rules_of(code: str) -> str:
    return reverse("matches:rules", args=[code])


@require_safe
def preset_card(request: HttpRequest, system: str, preset: str) -> HttpResponse:
    """The rules of a preset, for a table that has not begun."""
    presets = BOOKS[system].presets if system in BOOKS else ()
    chosen = next((one for one in presets if one.key == preset), None)
    if chosen is None:
        raise Http404
    return card_page(request, BOOKS[system](chosen.options), _(chosen.label), reverse("clubs:glossary") + "#cards")


def card_page(request: HttpRequest, book: RuleBook, title: str, back: str) -> HttpResponse:
    """The rule card of `book`; `title` says whose card it is, `back` is the address to return to."""
    return render(request, "matches/rule_card.html", {"card": rule_card(book), "title": title, "back": back})


def preset_cards() -> list[dict[str, Any]]:
    """The cards that need no match: the presets of every rule book."""
    return [
        {"system": key, "title": _(book.title), "preset": preset.key, "label": _(preset.label)}
        for key, book in BOOKS.items()
        for preset in book.presets
    ]
