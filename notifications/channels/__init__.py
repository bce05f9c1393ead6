"""The channels for notifications, web push and e-mail, and the errors of their deliveries."""

from datetime import datetime


class ReceiverGone(Exception):
    """The push service no longer knows the phone: the user has blocked the site, or removed the browser."""


class DeliveryRefused(Exception):
    """The message was refused, and a retry would be refused too."""


class TryLater(Exception):
    """The message was not delivered, but a retry may succeed. `at`: the time that the receiver asks for, if any."""

    def __init__(self, reason: str, at: datetime | None = None) -> None:
        super().__init__(reason)
        self.at = at
