"""A small tournament in Chromium from sign-up to the final standings: ten players, three rounds, usual incidents."""

import csv
import io
import re

import pytest
from playwright.sync_api import expect

from tests.browser.day_cast import Organiser, Player, main_button, totals

PEOPLE = ("Ann", "Bea", "Cho", "Dan", "Eva", "Fay", "Gil", "Hua", "Ivo", "Jana")
LATE = "Karl"


@pytest.fixture
def olga(desktop, base_url):
    """The organiser, signed in."""
    organiser = Organiser(desktop, base_url)
    organiser.signs_up()
    return organiser


def cards_of(olga):
    """The addresses on the printed table cards."""
    olga.go("print/cards/")
    return [f"http://{each}" for each in olga.page.locator(".to-type b").all_inner_texts()]


@pytest.mark.thorough
def test_a_whole_day(olga, new_context):
    olga.founds("Spring cup", 3, "Fixed")
    olga.enters(*PEOPLE)
    olga.draws()
    olga.publishes(1)
    hall = olga.page.context.new_page()
    hall.goto(f"{olga.event}screen/")
    expect(hall.locator(".hall-seats th[scope=row]")).to_have_count(3)
    ann, bea = phones(olga, new_context)
    first_round(olga, ann, bea)
    come_and_go(olga)
    second_round(olga, ann, bea)
    third_round(olga, ann, bea, hall)
    the_list(olga)


def phones(olga, new_context):
    """Two phones that have scanned the card of table 1."""
    return [Player(new_context().new_page(), cards_of(olga)[0], 1) for _each in range(2)]


def first_round(olga, ann, bea):
    """Two hands on a phone, a dispute, the referee's decision."""
    seats = olga.seats(1)
    assert sorted(name for names in seats.values() for name in names) == sorted(PEOPLE)
    assert [len(seats[each]) for each in (1, 2, 3, 0)] == [3, 3, 3, 1]
    east, south, west = seats[1]
    ann.opens()
    ann.scores((east, "Wall"), (south, west))
    ann.takes_result(east)
    bea.disputes(south, "The second hand was mine, by self-draw")
    olga.go("desk/")
    expect(olga.page.get_by_role("heading", name="The result at table 1 is disputed")).to_be_visible()
    expect(olga.page.get_by_text("The second hand was mine, by self-draw")).to_be_visible()
    olga.go("rounds/1/tables/1/")
    olga.press("Confirm result")
    olga.types(1, 2, 30, 0, -30)
    olga.types(1, 3, -12, 24, -12)
    olga.closes(1)


def come_and_go(olga):
    """A late arrival and a withdrawal: previewed, then applied."""
    olga.enters(LATE)
    olga.go("late/")
    olga.page.get_by_label(LATE).check()
    olga.page.get_by_label("Jana").check()
    olga.press("Preview")
    expect(olga.page.get_by_text("Arriving: Karl")).to_be_visible()
    expect(olga.page.get_by_text("Leaving: Jana")).to_be_visible()
    olga.press("Apply")


def second_round(olga, ann, bea):
    """A substitute, a penalty, totals typed on a phone and confirmed by another player."""
    olga.publishes(2)
    seats = olga.seats(2)
    there = [name for names in seats.values() for name in names]
    assert sorted(there) == sorted([*PEOPLE[:-1], LATE])
    assert len(seats[0]) == 1
    east, south, west = seats[1]
    olga.go("rounds/2/tables/1/substitute/")
    card = olga.page.locator("form.card").filter(has_text=west)
    card.locator("input[name=name]").fill("Zoe")
    with olga.page.expect_navigation():
        card.get_by_role("button", name="Save").click()
    ann.opens()
    expect(ann.page.locator(".sitters .name")).to_have_text([east, south, "Zoe"])
    ann.types(east, 15, 5, -20)
    bea.confirms(south)
    olga.types(2, 2, 1, 2, -3)
    olga.types(2, 3, 0, 8, -8)
    olga.go("penalties/")
    olga.page.get_by_label("Player", exact=True).select_option(label=label_of(olga.page, east))
    olga.page.get_by_role("textbox", name="Points").fill("7")
    olga.page.get_by_label("Why?").fill("Late at the table")
    olga.press("Save")
    olga.closes(2)


def label_of(page, name):
    """The label of the option with this name."""
    return next(text for text in page.locator("#id_entrant option").all_inner_texts() if text.endswith(f" {name}"))


def third_round(olga, ann, bea, hall):
    """A result is corrected after it was confirmed: standings, screen and activity log follow."""
    olga.publishes(3)
    east, south, west = olga.seats(3)[1]
    ann.opens()
    ann.types(east, 10, 0, -10)
    bea.confirms(south)
    before = {name: total for _place, name, total in olga.standings()}
    olga.go("rounds/3/tables/1/correct/")
    totals(olga.page, -10, 0, 10)
    olga.page.get_by_label("Why?").fill("East and West were mixed up")
    olga.press("Save these totals")
    expect(olga.page.get_by_text("East and West were mixed up")).to_be_visible()
    after = {name: total for _place, name, total in olga.standings()}
    moved = {name: points(after[name]) - points(before[name]) for name in after if after[name] != before[name]}
    assert moved == {east: -20, west: 20}
    assert audited(olga, r"corrected the result for table 1 in round 3: \u221210, 0, \+10$")
    olga.types(3, 2, 4, 4, -8)
    olga.types(3, 3, 11, -5, -6)
    olga.closes(3)
    olga.press("End tournament")
    expect(hall.locator(".hall-title p")).to_have_text("Final standings")
    expect(hall.locator(".hall-list li bdi")).to_have_text([name for _place, name, _total in olga.standings()])


def points(text):
    """A total as the page shows it."""
    return int(text.replace("\u2212", "-").replace("+", ""))


def audited(olga, said):
    """Expect this text in the club's activity log."""
    olga.page.goto(olga.event)
    club = olga.page.request.get(f"{olga.base}/c/").text()
    code = re.search(r"/c/([^/\"]{22})/", club).group(1)
    olga.page.goto(f"/c/{code}/audit/?kind=tables")
    return olga.page.get_by_text(re.compile(said)).count() == 1


def the_list(olga):
    """The final standings: the file and the printout agree with the page."""
    shown = olga.standings()
    assert len(shown) == 11
    expect(olga.page.get_by_role("heading", name="Final standings")).to_be_visible()
    olga.go("files/")
    olga.page.get_by_text("For spreadsheets and other programs").click()
    with olga.page.expect_download() as taken:
        olga.page.get_by_role("link", name=re.compile("^CSV ?, Standings$")).click()
    rows = list(csv.DictReader(io.StringIO(taken.value.path().read_text(encoding="utf-8-sig"))))
    assert [(row["name"], int(row["total"])) for row in rows] == [(name, points(total)) for _no, name, total in shown]
    assert [row["place"] for row in rows] == [place.lstrip("=") for place, _name, _total in shown]
    assert sum(int(row["total"]) for row in rows) == -7  # the penalty; everything else sums to zero
    olga.go("print/standings/")
    printed = olga.page.locator("table tbody tr")
    told = [(row.locator("bdi").first.inner_text(), row.locator("td b").inner_text()) for row in printed.all()]
    assert told == [(name, total) for _place, name, total in shown]
    assert olga.page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.thorough  # tests/tournaments/test_draw_ways.py has the same without a browser
def test_eight_simultaneous_taps_draw_one_round(olga):
    olga.founds("Swiss cup", 2, "Swiss")
    olga.enters(*PEOPLE, LATE, "Lea")
    olga.draws()
    olga.publishes(1)
    for table in range(1, 5):
        olga.types(1, table, 5 * table, 0, -5 * table)
    olga.closes(1)
    olga.go("rounds/")
    expect(main_button(olga.page)).to_have_text("Draw round 2")
    tabs = [olga.page.context.new_page() for _each in range(8)]
    for tab in tabs:
        tab.goto(f"{olga.event}rounds/")
        expect(main_button(tab)).to_have_text("Draw round 2")
    for tab in tabs:  # a tap each, none of them awaited
        tab.evaluate("() => { setTimeout(() => document.querySelector('footer.bar .btn-go').click(), 50) }")
    for tab in tabs:
        tab.wait_for_url(re.compile("/rounds/2/"))
    seats = olga.seats(2)
    assert sorted(name for names in seats.values() for name in names) == sorted([*PEOPLE, LATE, "Lea"])
    olga.go("rounds/")
    expect(olga.page.get_by_role("link", name=re.compile(r"^\d? ?Round \d"))).to_have_count(2)
