"""Rate limits count failures by key and time window. Roles of accounts in clubs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from people.accounts import rate_limits
from people.clubs.rights import role_of
from people.models import Club, Membership, Role, Tries, User
from people.web.clients import network_of

pytestmark = pytest.mark.both_databases

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
LIMIT = rate_limits.RateLimit("test", most=3, window=timedelta(minutes=10))


@pytest.mark.django_db
def test_failures_are_counted_in_a_window_that_begins_with_the_first():
    minutes = (0, 4, 9, 9.9, 10, 10.1, 19.9, 20.1)
    counted = [rate_limits.count_failure(LIMIT, "a", NOON + timedelta(minutes=each)) for each in minutes]
    assert counted == [1, 2, 3, 4, 1, 2, 3, 1]
    assert rate_limits.failures(LIMIT, "a", NOON + timedelta(minutes=21)) == 1
    assert rate_limits.failures(LIMIT, "a", NOON + timedelta(minutes=31)) == 0


@pytest.mark.django_db
def test_keys_and_limits_are_counted_separately_and_old_rows_are_deleted():
    other = rate_limits.RateLimit("other", most=3, window=timedelta(days=1))
    assert rate_limits.count_failure(other, "a", NOON) == 1
    for no in range(50):
        assert rate_limits.count_failure(LIMIT, f"10.0.0.{no}", NOON) == 1
    assert Tries.objects.count() == 51
    assert rate_limits.count_failure(LIMIT, "b", NOON + timedelta(hours=1)) == 1
    assert [(row.what, row.count) for row in Tries.objects.order_by("what")] == [("other", 1), ("test", 1)]
    assert not Tries.objects.filter(who__contains="10.0.0").exists()  # a hash is stored, not the address


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_an_address_is_counted_by_its_network(address, network):
    assert network_of(address) == network


@pytest.mark.django_db
def test_a_role_belongs_to_an_account_in_a_club():
    club, other = (Club.objects.create(name=x, code=x, start_key=x, created_at=NOON) for x in ("a", "b"))
    user, boss = User.objects.create_user("bea"), User.objects.create_user("root", is_superuser=True)
    Membership.objects.create(club=club, user=user, role="referee", since=NOON)
    assert [role_of(user, each) for each in (club, club.pk, other, None)] == [Role.REFEREE, Role.REFEREE, None, None]
    assert [role_of(each, club) for each in (None, AnonymousUser(), boss)] == [None, None, Role.OWNER]
