"""A warning for pages with addresses that phones cannot reach."""

from typing import Any

from django import template

from people.web.public_urls import unreachable

register = template.Library()


@register.inclusion_tag("people/_unreachable.html", takes_context=True)
def warn_of_address(context: template.Context) -> dict[str, Any]:
    """Nothing where all is well."""
    request = context.get("request")
    return {"said": unreachable(request) if request else ""}
