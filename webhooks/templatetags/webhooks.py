"""The notice on a club's page about webhooks that were switched off automatically."""

from typing import Any

from django import template

from people.models import Club
from webhooks.models import OffReason, WebhookEndpoint

register = template.Library()


@register.inclusion_tag("webhooks/_notice.html")
def webhooks_off(club: Club) -> dict[str, Any]:
    """Show organisers which webhooks were switched off automatically."""
    off = WebhookEndpoint.objects.filter(club=club, enabled=False, off_reason__in=(OffReason.GONE, OffReason.FAILING))
    return {"club": club, "off": list(off)}
