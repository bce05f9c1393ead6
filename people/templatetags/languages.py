"""Template tags about languages: their own names, and the form for the language of a print."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_from_request

from people.text.print_language import PARAMETER, other_parameters, print_language

register = template.Library()


@register.simple_tag
def own_names() -> list[tuple[str, str]]:
    """Return the code of each language and its name in that language. Django's own tag translates the names."""
    return list(settings.LANGUAGES)


@register.simple_tag(takes_context=True)
def language_of_phone(context: template.Context) -> str:
    """Return the code of the language of this phone. A print on it can be in another one."""
    return get_language_from_request(context["request"])


@register.simple_tag(takes_context=True)
def keep_print_language(context: template.Context) -> SafeString:
    """Show the hidden field that keeps the language of a print in a form for another parameter."""
    code = print_language(context["request"])
    return format_html('<input type="hidden" name="{}" value="{}">', PARAMETER, code) if code else SafeString("")


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
