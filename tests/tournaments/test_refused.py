"""The club's log names what exactly a member was refused in a tournament."""

import pytest

from people.models import Audit, Club
from tests.people.club_cast import member
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "step", "said"),
    [
        ("rounds/1/close/", "tournaments:close", "closing a tournament round"),
        ("rounds/1/reopen/", "tournaments:reopen", "reopening a tournament round"),
        ("rounds/1/clock/", "tournaments:clock", "a round’s clock"),
        ("settings/archive/", "tournaments:archive", "archiving a tournament"),
    ],
)
def test_a_refused_tournament_action_is_not_logged_as_a_match_action(path, step, said):
    olga = Person("olga")
    club = Club.objects.get(code=olga.found())
    cup = tournament(club, published=1)
    member(club.code, "member", "mia").post(f"/e/{cup.code}/{path}", {"action": "start"}, status=404)
    row = Audit.objects.get(refused=True)
    assert (row.what, row.after) == ("change_refused", {"step": step, "why": "right"})
    assert f"Mia’s change was refused: {said}. No permission." in olga.get(f"/c/{club.code}/audit/")


def test_a_page_without_its_own_wording_is_logged_as_a_page_of_a_tournament():
    olga = Person("olga")
    club = Club.objects.get(code=olga.found())
    Audit.objects.create(
        club=club,
        what="change_refused",
        refused=True,
        at=club.created_at,
        after={"step": "tournaments:x", "why": "right"},
    )
    assert "’s change was refused: a tournament. No permission." in olga.get(f"/c/{club.code}/audit/")
