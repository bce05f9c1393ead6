"""The search at check-in shows the number of results legibly."""

import pytest

from people.models import Club
from tests.browser.page_checks import COLOUR_RULES, barriers_in_theme
from tests.browser.pages import share_session
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person


@pytest.mark.parametrize("search", ["ann", pytest.param("nobody", marks=pytest.mark.thorough)])
def test_the_number_of_results_can_be_read(transactional_db, phone, search):
    olga = Person("olga")
    made = tournament(Club.objects.get(code=olga.found()), entrants=9, rounds=1)
    share_session(phone, olga.client)
    phone.goto(f"/e/{made.code}/check-in/?q={search}")
    assert [barriers_in_theme(phone, "check-in", scheme, COLOUR_RULES) for scheme in ("light", "dark")] == [[], []]
