"""The glossary: terms of the games, measures of a season, and the rule cards of the presets."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.season import wording as measures
from matches.pages import rule_card
from matches.views.house_rules import preset_cards


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The words of the game, and the rule cards that need no match."""
    context = {"games": rule_card.games(), "measures": measures.terms(), "cards": preset_cards()}
    return render(request, "clubs/glossary.html", context)
