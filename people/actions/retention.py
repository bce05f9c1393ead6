"""Delete personal data at the end of its retention period. A running server does this once a minute."""

from datetime import UTC, datetime
from typing import NamedTuple

from people.actions.sign_ups import forget_sign_ups, old_sign_ups
from people.audit.log import ADDRESSES_KEPT, forget_addresses
from people.db.transactions import writing
from people.models import AuditAddress


class Deleted(NamedTuple):
    addresses: int
    sign_ups: int


def delete_old_data() -> Deleted:
    """Delete network addresses and sign-ups for club nights. Takes the write lock only if there are any."""
    oldest = AuditAddress.objects.order_by("pk").values_list("row__at", flat=True).first()
    are_addresses_old = oldest is not None and oldest < datetime.now(UTC) - ADDRESSES_KEPT
    if not are_addresses_old and not old_sign_ups().exists():
        return Deleted(0, 0)
    with writing():
        return Deleted(forget_addresses(), forget_sign_ups())
