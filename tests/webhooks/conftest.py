"""A club with webhooks; receivers on this machine can be reached."""

import pytest

from tests.webhooks.cast import House
from tests.webhooks.receivers import receiver


@pytest.fixture
def house(db, settings):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    return House()


@pytest.fixture
def hook():
    """A receiver that takes everything."""
    with receiver() as one:
        yield one
