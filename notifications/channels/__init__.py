"""The ways to a subscriber, web push and e-mail, and why a message doesn't arrive."""

from datetime import datetime


class ReceiverGone(Exception):
    """The push service doesn't know the phone any more: the user has blocked the site, or removed the browser."""


class DeliveryRefused(Exception):
    """The message was refused, and would be again."""


class TryLater(Exception):
    """The message was not delivered, and may be later. `at`: when the receiver asks for the next attempt."""

    def __init__(self, reason: str, at: datetime | None = None) -> None:
        super().__init__(reason)
        self.at = at
