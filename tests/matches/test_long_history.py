"""The history of a match with hundreds of corrections is paginated, and a page is cheaper than the whole."""

import re

import pytest

from engine.rulesets.rule_book import RuleBook
from matches import actions
from matches.models import Match
from proofs.fuzzing import costly
from tests.matches.table import new_key
from tests.thorough import sized

pytestmark = pytest.mark.django_db
A_PAGE = 50
CORRECTIONS = sized(80, costly.CORRECTIONS)
ENTRIES = costly.HANDS + CORRECTIONS


@pytest.fixture(scope="module")
def history(standing):
    """The address of the public history of such a match."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(costly, "CORRECTIONS", CORRECTIONS)
        data = costly.long_match()
    match = actions.import_match(device=new_key(), data=data, key=new_key())
    Match.objects.filter(pk=match.pk).update(public=True)
    return f"/m/{match.code}/history/"


def test_every_entry_is_on_one_of_the_pages_the_latest_first(history, watcher):
    numbers = []
    for page in range(1, ENTRIES // A_PAGE + 2):
        shown = re.findall(r'<b class="mute">(\d+)</b>', watcher.get(f"{history}?page={page}").html)
        assert len(shown) <= A_PAGE
        numbers += shown
    assert numbers == [str(seq) for seq in range(ENTRIES, 0, -1)]


def test_a_page_calculates_only_the_payments_that_it_shows(history, watcher, monkeypatch):
    settled = []
    settle = RuleBook.settle
    monkeypatch.setattr(RuleBook, "settle", lambda *told: settled.append(told) or settle(*told))
    watcher.get(history)
    assert costly.HANDS < len(settled) <= costly.HANDS * (A_PAGE + 2)
