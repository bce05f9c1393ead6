"""The cache of rendered rows: a row is reused only if nothing in it has changed."""

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.seats import PerSeat, Seat
from matches import actions
from matches.log.state import LOGS
from matches.pages.score_page import ScorePage
from matches.pages.table import ROWS
from people.web.responses import as_context
from tests.matches.table import PHONE, at, discard, read, start, wall

pytestmark = pytest.mark.django_db


def rows(match):
    return "".join(ScorePage(read(match), owner=True).ledger)


def test_rows_change_with_the_log_the_names_and_the_language():
    match = start()
    actions.record_entry(kind="hand", payload=wall("P1"), **at(match))
    first = rows(match)
    assert "Ann" in first and rows(match) == first
    actions.rename_player(match=match, device=PHONE, chair=Seat.P1, name="Anička")
    renamed = rows(match)
    assert renamed == first.replace("Ann", "Anička")
    with override("cs"):
        czech = rows(match)
    assert czech != renamed and rows(match) == renamed
    actions.record_entry(kind="hand", payload=discard("P2", "P3"), **at(match))
    assert rows(match).startswith(renamed) and rows(match) != renamed
    actions.undo_last(target=2, **at(match))
    assert rows(match) == renamed


def test_after_a_correction_rows_equal_those_of_a_new_process():
    match = start()
    for seat in ("P1", "P2", "P3", "P1"):
        actions.record_entry(kind="hand", payload=wall(seat), **at(match))
        before = rows(match)
    actions.correct_entry(target=2, kind="hand", payload=discard("P3", "P1"), **at(match))
    corrected = rows(match)
    assert corrected != before
    ROWS.clear()
    LOGS.clear()
    assert rows(match) == corrected


def test_the_last_row_is_marked_when_it_is_new():
    match = start()
    for _hand in range(2):
        actions.record_entry(kind="hand", payload=wall("P1"), **at(match))
    marked = {
        fresh: 'class="newest"'
        in render_to_string("matches/table/_table.html", as_context(ScorePage(read(match), owner=True, fresh=fresh)))
        for fresh in (2, 1, None)
    }
    assert marked == {2: True, 1: False, None: False}


def test_names_in_rows_are_escaped():
    match = start(names=PerSeat("<b>Ann</b>", "Bea", "Cho"))
    for _hand in range(2):
        html = render_to_string("matches/table/_table.html", as_context(ScorePage(read(match), owner=True)))
        assert "<b>" not in html
        assert "&lt;b&gt;Ann" in html
        actions.record_entry(kind="hand", payload=wall("P1"), **at(match))
    assert "&lt;b&gt;Ann" in rows(match)
