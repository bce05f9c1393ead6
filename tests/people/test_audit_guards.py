"""Database triggers keep the audit log append-only, but people can still be erased from it."""

import pytest
from django.db import DatabaseError, connection, transaction

from clubs import player_changes
from people.audit import append_only
from people.audit.log import by_program
from people.models import Audit, AuditAddress, AuditNames, User
from tests.people.club_cast import Person, told

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def olga():
    """Olga, who has created a club and renamed it."""
    olga = Person("olga")
    code = olga.found("Friday club")
    form = olga.get(f"/c/{code}/settings/").form("/settings/")
    olga.send(form, status=303, name="Olga's own club")
    return olga


def run(sql, *values):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE people_audit SET what = 'signed_in'",
        "UPDATE people_audit SET user_id = NULL",
        "UPDATE people_audit SET at = at WHERE id = 1",
        "UPDATE people_audit SET refused = NOT refused",
        "DELETE FROM people_audit",
        "DELETE FROM people_audit WHERE what = 'club_renamed'",
    ],
)
def test_the_database_refuses_to_change_or_remove_a_row(olga, sql):
    before = list(Audit.objects.values())
    AuditAddress.objects.all().delete()
    AuditNames.objects.all().delete()
    first = Audit.objects.earliest("pk").pk
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run(sql.replace("id = 1", f"id = {first}"))
    assert list(Audit.objects.values()) == before


def test_the_database_refuses_to_empty_the_audit_or_to_replace_a_row(olga):
    AuditAddress.objects.all().delete()
    AuditNames.objects.all().delete()
    sql = "TRUNCATE people_audit CASCADE"
    if connection.vendor == "sqlite":
        sql = "INSERT OR REPLACE INTO people_audit SELECT * FROM people_audit WHERE what = 'club_renamed'"
    else:
        run("SET CONSTRAINTS ALL IMMEDIATE")  # pending constraints of this test would block the next statement
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run(sql)
    assert [what for what, _who, _about in told()] == ["club_founded", "club_renamed"]


def test_an_account_is_erased_while_every_row_stays_as_it_was(olga):
    before = list(Audit.objects.order_by("pk").values())
    assert AuditAddress.objects.count() == 1  # of the page that renamed the club
    assert [(each.before, each.after) for each in AuditNames.objects.all()] == [("Friday club", "Olga's own club")]
    player_changes.erase_account(by=olga.user)
    assert list(Audit.objects.order_by("pk").values())[: len(before)] == before
    assert AuditAddress.objects.count() == 0
    code = User.objects.get(pk=olga.user.pk).name
    assert [(each.before, each.after) for each in AuditNames.objects.all()] == [("Friday club", f"{code}'s own club")]


def test_the_apps_own_actions_have_no_network_address():
    by_program("admin_made", about=1)
    assert (Audit.objects.count(), AuditAddress.objects.count()) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_the_triggers_exist_in_a_transactional_test():
    by_program("admin_made", about=1)
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run("DELETE FROM people_audit")


@pytest.mark.django_db(transaction=True)
def test_the_triggers_exist_again_after_a_transactional_test():
    by_program("admin_made", about=1)
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run("UPDATE people_audit SET what = ''")
