"""A template tag that warns about URLs that phones cannot reach."""

from typing import Any

from django import template

from people.web.public_urls import unreachable

register = template.Library()


@register.inclusion_tag("people/shared/_address_warning.html", takes_context=True)
def warn_of_address(context: template.Context) -> dict[str, Any]:
    """Show a warning if phones cannot reach the URLs on this page, otherwise nothing."""
    request = context.get("request")
    return {"said": unreachable(request) if request else ""}
