"""Rows that are written by a query put together once: as the ORM would write them, on either database."""

import pytest
from django.utils.safestring import SafeString

from engine.seats import PerSeat
from matches import actions
from matches.models import Sitting
from people.db.prepared_queries import WrittenInsert
from people.web.codes import new_key

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SAME = ("match", "chair", "from_hand")


@pytest.fixture
def match():
    return actions.start_match(
        device="phone-of-the-tests-000",
        name="",
        names=PerSeat("Ann", "Bea", "Cho"),
        system="korean_japanese",
        options={},
        key=new_key(),
    )


def sitting(match, **told):
    return Sitting(**{"match": match, "chair": "P1", "from_hand": 1, "name": "-", "system": "x"} | told)


def test_a_row_that_is_there_gets_the_columns_that_are_named_and_keeps_the_others(match):
    before = Sitting.objects.get(match=match, chair="P1")
    WrittenInsert(Sitting, same=SAME, instead=("hands", "values")).add_all([sitting(match, hands=4, values=[6, -2])])
    now = Sitting.objects.get(match=match, chair="P1")
    assert (now.pk, now.name, now.system) == (before.pk, "Ann", before.system)
    assert (now.hands, now.values) == (4, [6, -2])
    assert Sitting.objects.filter(match=match).count() == 3


@pytest.mark.parametrize(
    ("field", "given", "stored"),
    [
        ("name", SafeString("<b>Dana</b>"), "<b>Dana</b>"),
        ("hands", True, 1),
        ("hands", "7", 7),
        ("rank", None, None),
        ("values", [], []),
        ("played_on", "2026-11-22", "2026-11-22"),
    ],
)
def test_a_new_row_is_what_the_field_makes_of_its_value(match, field, given, stored):
    row = sitting(match, from_hand=2, **{field: given})
    WrittenInsert(Sitting).add(row)
    found = getattr(Sitting.objects.get(pk=row.pk), field)
    assert (str(found) if field == "played_on" else found) == stored
    assert type(found) is not bool
