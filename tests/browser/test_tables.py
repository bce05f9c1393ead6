"""A tournament table in the browser: the clock runs and sounds, and a phone sees the signatures of the others."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from matches.models import Match
from tests.browser import later
from tests.browser.pages import Table
from tests.tournaments.table_cast import OTHER, Hall
from tournaments.links import table_token
from tournaments.models import Call, Round
from tournaments.play.results import confirm_result, enter_result
from tournaments.play.substitutions import exchange_tables, mark

TONES = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...told) { window.tones += 1; return start.apply(this, told); };
}"""


@pytest.fixture
def hall(live_server) -> Hall:
    return Hall(public=True)


@pytest.fixture
def base(hall, live_server) -> str:
    return f"{live_server.url}/e/{hall.tournament.code}"


def begun(seconds_left: float) -> None:
    """Start the first round with this many seconds left."""
    ago = timedelta(minutes=60) - timedelta(seconds=seconds_left)
    Round.objects.filter(number=1).update(started_at=datetime.now(UTC) - ago)


@pytest.mark.thorough
def test_the_clock_counts_down_and_says_when_time_is_up(phone: Page, hall, base):
    begun(3)
    phone.goto(f"{base}/rounds/1/clock/")
    phone.evaluate(TONES)
    button = phone.get_by_role("button", name="Sound a gong when time is up")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    heard = phone.evaluate("window.tones")
    assert heard == 12
    expect(phone.get_by_role("timer")).to_have_text("0:00")
    expect(phone.get_by_text("Time is up. Finish this hand.")).to_be_visible()
    phone.wait_for_function("window.tones === 24")
    phone.reload()
    expect(phone.get_by_text("Time is up. Finish this hand.")).to_be_visible()


def test_from_the_card_to_the_score_and_to_a_result_that_two_have_signed(phone: Page, hall, base):
    phone.goto(f"{base}/t/1/{table_token(hall.tournament, 1)}")
    phone.get_by_role("button", name="Join table 1").tap()
    phone.get_by_role("button", name="Start scoring").tap()
    expect(phone.get_by_role("heading", name="Who won hand 1?")).to_be_visible()
    phone.get_by_role("link", name="Go to tournament").tap()
    expect(phone.get_by_role("link", name="Go to scoring")).to_be_visible()
    # The totals are typed and confirmed on another phone; this page is updated.
    first, second, _third = hall.numbers()
    enter_result(points=(20, -5, -15), **hall.at(entrant=first))
    expect(phone.get_by_role("heading", name="Result not confirmed yet")).to_be_visible()
    confirm_result(number=1, **hall.at(entrant=second))
    expect(phone.get_by_role("heading", name="Result confirmed")).to_be_visible()


@pytest.fixture
def scoring(phone: Page, hall, base) -> Table:
    """The score page of the first table, on the phone that has scanned its card."""
    phone.goto(f"{base}/t/1/{table_token(hall.tournament, 1)}")
    phone.get_by_role("button", name="Join table 1").tap()
    phone.get_by_role("button", name="Start scoring").tap()
    expect(phone.get_by_role("heading", name="Who won hand 1?")).to_be_visible()
    return Table(phone)


@pytest.mark.thorough
def test_the_score_page_counts_down_and_offers_the_end_when_time_is_up(scoring, hall):
    page = scoring.page
    first = hall.here().sitting[hall.here().seats[0].entrant_id]
    scoring.win(1, first)
    begun(4)
    page.reload()
    ends = page.get_by_role("link", name="End match")
    expect(page.get_by_role("timer")).to_have_text("0:03")
    expect(ends).to_be_hidden()
    expect(page.get_by_role("timer")).to_have_text("0:00")
    expect(page.get_by_text("Time is up. Finish this hand.")).to_be_visible()
    expect(ends).to_be_visible()
    page.reload()
    expect(ends).to_be_visible()
    scoring.win(2, first)
    page.get_by_role("link", name="Time is up: end match").tap()
    page.get_by_role("button", name="End match").tap()
    expect(page.get_by_role("link", name="Confirm result")).to_be_visible()


@pytest.mark.thorough
def test_a_hand_that_waited_while_the_result_was_confirmed_is_shown_and_not_sent_again(scoring, hall, complaints):
    complaints.allow("409|Failed to load resource|net::ERR_INTERNET_DISCONNECTED")
    page, first = scoring.page, hall.here().sitting[hall.here().seats[0].entrant_id]
    later.ready(page)
    page.context.set_offline(True)
    later.enter(scoring, first)
    enter_result(points=(20, -5, -15), **hall.at(device="", by=hall.referee))
    page.context.set_offline(False)
    later.needs_you(page, 1)
    (entry,) = later.waiting(page)
    assert entry["needs"] == 409
    assert (Match.objects.get(within__gt="").version, Call.objects.count()) == (0, 1)
    expect(page.get_by_text("The result is confirmed. Only the referee can correct it.")).to_be_visible()
    assert [each["tries"] for each in later.waiting(page)] == [entry["tries"]]
    page.locator(".later-line").tap()
    page.get_by_role("button", name="Compare and decide").tap()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Your entry (not saved)")
    sheet.get_by_role("link", name="Don’t save").tap()
    later.is_empty(page)
    expect(page.locator(".player").first).to_be_visible()
    assert Call.objects.count() == 1


@pytest.mark.thorough
def test_after_tables_are_swapped_the_phone_shows_the_new_names(scoring, hall):
    hall.card(OTHER, 2)
    hall.open(2, OTHER)
    scoring.win(1, hall.here().sitting[hall.here().seats[0].entrant_id])
    told = {"other": hall.table(2), "reason": "Mixed up", **hall.at(key="k" * 22, by=hall.referee)}
    orders = {no: dict(zip("ESW", hall.numbers(no), strict=True)) for no in (1, 2)}
    exchange_tables(orders=orders, seen=mark(hall.here(1), hall.here(2)), **told)
    here = hall.here(2)
    for seat in here.seats:
        expect(scoring.page.locator(".player", has_text=here.sitting[seat.entrant_id])).to_be_visible()
