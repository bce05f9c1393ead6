"""The idempotency key of a new house rules profile: one profile per key, and an error is never reported as saved."""

import pytest
from django.db import IntegrityError

from matches import actions
from matches.models import HouseRules
from tests.matches.table import new_key

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
DEVICE = "d" * 22


def save(**changes):
    told = {"device": DEVICE, "system": "honshu", "name": "Friday", "note": "", "options": {}, "key": new_key()}
    return actions.save_house_rules(**{**told, **changes})


def test_a_key_that_is_sent_again_finds_its_profile():
    key = new_key()
    assert save(key=key) == save(key=key)
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    "changes",
    [{"system": "malaysian_fan"}, {"name": "Monday"}, {"options": {"bazoro": 0}}],
    ids=["book", "name", "rule"],
)
def test_a_key_of_another_profile_creates_none_and_shows_that_one(changes):
    key = new_key()
    first = save(key=key)
    with pytest.raises(actions.KeyReuse) as refused:
        save(key=key, **changes)
    assert (refused.value.saved, HouseRules.objects.count()) == (first, 1)


def test_a_profile_that_the_database_refuses_is_not_reported_as_saved(monkeypatch):
    taken = save().rules.code
    monkeypatch.setattr("matches.actions.house_rules.new_code", lambda: taken)
    with pytest.raises(IntegrityError):
        save()
    assert HouseRules.objects.count() == 1
