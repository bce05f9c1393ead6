"""Endpoints and deliveries, written to the database directly. Asserts nothing, sends nothing."""

from datetime import UTC, datetime

from webhooks.actions import new_secret
from webhooks.models import Delivery, EndpointKind, EventMessage, EventType, WebhookEndpoint

NOWHERE = "https://192.0.2.1/hook"  # an address for documentation, which counts as private


def endpoint(club, **told):
    """An endpoint of the club that gets every event."""
    now = datetime.now(UTC)
    events = [each.value for each in EventType]
    values = {
        "kind": EndpointKind.JSON,
        "url": NOWHERE,
        "events": events,
        "language": "en",
        "site": "https://club.example/",
    }
    return WebhookEndpoint.objects.create(club=club, secret=new_secret(), created_at=now, **{**values, **told})


def delivery(of, number=1, type="match.closed", text='{"type": "match.closed"}', **told):
    """A delivery of a new message to the endpoint."""
    about = {"key": f"msg_{number}.{of.pk}", "club": of.club, "created_at": datetime.now(UTC)}
    message = EventMessage.objects.create(type=type, texts={of.form: text}, **about)
    values = {"state": "delivered", "status": 204, "attempts": 1, "attempted_at": datetime.now(UTC), **told}
    return Delivery.objects.create(endpoint=of, message=message, **values)
