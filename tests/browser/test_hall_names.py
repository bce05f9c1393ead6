"""Long names in a tournament: lines break between words, wide tables show that they scroll, names link to tables."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import whole
from tests.browsing import DESKTOP, PHONE
from tests.matches.seasons import club
from tests.tournaments import cast, hall
from tests.tournaments.stage_cast import one_round
from tournaments.models import Entrant, Stage

NAMES = (
    "Aleksandra Wiśniewska-Kowalczykowska",
    "Bartholomew Featherstonehaugh",
    "Maximiliane Schwarzenbacher",
    "Guadalupe Concepción Fernández de Vega",
    "Konstantin Papadopoulos-Anagnostopoulos",
    "Kateřina Nováčková",
    "Magdaléna Hřebejková",
    "佐藤 由美",
    "Ivo Ings",
)
PAGES = ("", "rounds/2/", "rounds/2/tables/", "standings/", "screen/")
# Words of a name that are split over several lines; a word ends at a space or after a hyphen.
BROKEN = r"""() => [...document.querySelectorAll('main bdi')].flatMap((each) => {
  const text = each.firstChild;
  if (text?.nodeType !== Node.TEXT_NODE || !each.checkVisibility()) return [];
  return [...text.data.matchAll(/[\p{Script=Latin}\p{M}]+/gu)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  }).map((word) => word[0]);
})"""


# Pairs of overlapping texts in the list on the hall screen.
COVERED = """() => {
  const texts = [...document.querySelectorAll('.turn[data-on] :is(bdi, .cut-said)')].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.textContent, range.getBoundingClientRect()];
  });
  return texts.flatMap(([text, box], at) => texts.slice(at + 1).filter(([, other]) =>
    other.top < box.bottom - 3 && box.top < other.bottom - 3 && other.left < box.right && box.left < other.right
  ).map(([other]) => `${text} / ${other}`));
}"""


@pytest.fixture
def made(transactional_db):
    """A tournament in the second of seven rounds, whose players have long names."""
    made = cast.tournament(club(), entrants=24, rounds=7, drawn=2, published=2, played=1, public=True)
    for number in range(1, 25):
        name = NAMES[number - 1] if number <= len(NAMES) else f"Somebody {number}"
        Entrant.objects.filter(tournament=made, number=number).update(name=name, player=None)
    hall.begin(made, 2)
    return made


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.thorough)], ids=["phone", "desktop"])
def test_no_word_of_a_name_is_broken(made, new_context, size):
    page, found = new_context(**size).new_page(), {}
    for ending in PAGES:
        page.goto(f"/e/{made.code}/{ending}")
        found[ending] = page.evaluate(BROKEN)
    assert found == dict.fromkeys(PAGES, [])


def test_a_wide_table_shows_that_it_scrolls_until_its_end_is_visible(made, phone):
    phone.goto(f"/e/{made.code}/standings/")
    table = phone.locator(".scroll")
    shown = "(box) => getComputedStyle(box.parentElement, '::after').opacity"
    assert phone.evaluate("document.scrollingElement.scrollWidth") == 360
    assert table.evaluate(shown) == "1"
    table.evaluate("(box) => box.scrollTo(box.scrollWidth, 0)")
    phone.wait_for_function(f"() => ({shown})(document.querySelector('.scroll')) === '0'")


def test_a_name_in_the_list_links_to_its_table(made, phone):
    table = next(each for each in made.rounds.get(number=2).tables.all() if NAMES[8] in names(each))
    for ending in ("", "rounds/2/"):
        phone.goto(f"/e/{made.code}/{ending}")
        phone.locator("summary", has_text="By name").tap()
        row = phone.locator(".find tr").filter(has=phone.get_by_role("rowheader", name=whole(NAMES[8])))
        row.get_by_role("link").tap()
        expect(phone.locator(f"#table-{table.number}")).to_be_in_viewport()


def test_texts_in_the_list_of_the_hall_screen_do_not_overlap(transactional_db, desktop):
    made = cast.tournament(club(), entrants=24, rounds=1, played=1, public=True)
    for number, name in ((4, NAMES[3]), (5, "Martin Zeman"), (7, "Zuzana Doležalová"), (8, NAMES[2])):
        Entrant.objects.filter(tournament=made, number=number).update(name=name)
    stage = Stage.objects.create(tournament=made, number=2, seating="final", rounds=1, takes=6)
    one_round(stage, [(1, 2, 3), (4, 5, 6)], points=(5, 0, -5))
    desktop.goto(f"/e/{made.code}/screen/")
    expect(desktop.locator(".cut-said")).to_have_text(["B final", "Out after Stage 1"])
    assert desktop.evaluate(COVERED) == []


def names(table):
    return [each.name for each in hall.seated(table)]


@pytest.mark.thorough
def test_the_hall_screen_shows_a_small_tournament_at_once_in_two_columns(made, desktop):
    cast.close(made.rounds.get(number=2))
    type(made).objects.filter(pk=made.pk).update(state="over")
    desktop.goto(f"/e/{made.code}/screen/")
    rows = desktop.locator(".hall-list .turn[data-on] li")
    expect(rows).to_have_count(24)
    places = [row.bounding_box() for row in rows.all()]
    assert places[0]["y"] == places[12]["y"]
    assert max(box["y"] + box["height"] for box in places) <= desktop.locator(".big-bar").bounding_box()["y"]


def test_the_sign_beside_a_wide_table_does_not_cover_it(made, phone):
    phone.goto(f"/e/{made.code}/standings/")
    card = "document.querySelector('.scroll').parentElement"
    wide, margin = phone.evaluate(
        f"(({{width, marginRight}}) => [width, marginRight])(getComputedStyle({card}, '::after'))"
    )
    # All but its last pixels is in the margin of the page, beside the card.
    assert float(wide.removesuffix("px")) + float(margin.removesuffix("px")) <= 4
    assert phone.evaluate("document.scrollingElement.scrollWidth") == 360
