"""Template tags about languages: their own names, and the form for the language of a print."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

from people.text.print_language import PARAMETER, other_parameters

register = template.Library()


@register.simple_tag
def own_names() -> list[tuple[str, str]]:
    """Return the code of each language and its name in that language. Django's own tag translates the names."""
    return list(settings.LANGUAGES)


@register.simple_tag(takes_context=True)
def address_without_language(context: template.Context) -> str:
    """Return the path and query of the page, without the language of a print."""
    request = context["request"]
    if PARAMETER not in request.GET:
        return str(request.get_full_path())
    query = request.GET.copy()
    del query[PARAMETER]
    return request.path + (f"?{query.urlencode()}" if query else "")


@register.inclusion_tag("people/shared/_print_language.html", takes_context=True)
def choose_print_language(context: template.Context) -> dict[str, Any]:
    """Show the form that shows this page in another language, for printing. It isn't printed."""
    return {
        "languages": settings.LANGUAGES,
        "now": get_language(),
        "parameter": PARAMETER,
        "others": other_parameters(context["request"]),
    }
