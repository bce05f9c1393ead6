"""The glossary: terms of the games, measures of a season, and the rule cards of the presets."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.season import wording as measures
from matches.rule_cards import glossary
from matches.views.rules.rule_cards import preset_cards


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The words of the game, and the rule cards that need no match."""
    context = {"games": glossary.games(), "measures": measures.terms(), "cards": preset_cards()}
    return render(request, "clubs/glossary.html", context)
