"""The page of a webhook names the hand of each delivery, also for a chat and after the entry has changed."""

import re

import pytest

from matches import actions as play
from matches.models import LedgerRow
from tests.matches.table import at, wall
from tests.webhooks.cast import House, run
from tests.webhooks.receivers import receiver

pytestmark = pytest.mark.django_db(transaction=True)
ANY_ENTRY = "A hand, drawn hand or penalty is entered, undone or corrected"


@pytest.fixture
def house(settings):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    return House()


def rows(house, endpoint):
    """The first line of each delivery, the newest first."""
    page = house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/")
    return re.findall(r'<a class="row"[^>]*/webhooks/\d+/\d+/">\s*<span>\s*<strong>([^<]*)</strong>', page.html)


def test_the_deliveries_to_a_chat_say_which_hand_they_are_about(house):
    with receiver() as hook:
        endpoint = house.endpoint(hook.url, kind="slack", events=["hand.recorded"])
        match = house.match()
        for _hand in range(2):
            house.hand(match)
        play.correct_entry(target=1, kind="hand", payload=wall("P2"), **at(match))
        run()
    assert rows(house, endpoint) == ["Hand 1", "Hand 2", "Hand 1"]
    delivery = endpoint.deliveries.last()
    assert "<h1>Hand 1</h1>" in house.owner.get(f"/c/{house.code}/webhooks/{endpoint.pk}/{delivery.pk}/").html


def test_an_entry_that_no_longer_counts_has_no_hand(house):
    with receiver() as hook:
        endpoint = house.endpoint(hook.url, kind="slack", events=["hand.recorded"])
        match = house.match()
        house.hand(match)
        play.undo_last(target=1, **at(match))
        run()
    assert not LedgerRow.objects.exists()
    assert rows(house, endpoint) == [ANY_ENTRY, ANY_ENTRY]
