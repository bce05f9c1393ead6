"""A tournament day in a browser: the organiser at a desk, phones at the tables, a screen in the hall. Pages alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import Table, whole

PASSWORD = "five quiet tiles"


def main_button(page: Page):
    """The one step that the bar at the bottom offers."""
    return page.locator("footer.bar button.btn-go, footer.bar a.btn-go")


def totals(page: Page, *points: int) -> None:
    """Type what East, South and West came to."""
    fields = page.locator(".points-field input")
    expect(fields).to_have_count(len(points))
    for field, each in zip(fields.all(), points, strict=True):
        field.fill(str(each))


class Organiser:
    """Who runs the day, on a screen of 1280 by 800."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.event = ""

    def go(self, path: str) -> None:
        """A page of the event, as its menus lead there."""
        assert self.page.goto(f"{self.event}{path}").status == 200

    def press(self, name: str, exact: bool = True) -> None:
        """A button, and wait for what comes of it."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=whole(name) if exact else re.compile(name)).first.click()

    # ── before the day ───────────────────────────────────────────────────────

    def signs_up(self, name: str = "olga") -> None:
        self.page.goto("/account/new/")
        self.page.get_by_label("Username").fill(name)
        self.page.locator("input[name=password]").fill(PASSWORD)
        self.press("Create account")

    def founds(self, name: str, rounds: int, seating: str) -> None:
        """A club, and in it a tournament."""
        self.page.goto("/c/new/")
        self.page.get_by_label("Club name").fill("Friday club")
        self.press("Create club")
        self.page.get_by_role("link", name="Tournaments").click()
        self.page.get_by_role("link", name="New tournament").click()
        self.page.get_by_label("Tournament name").fill(name)
        self.page.get_by_label("Rounds").fill(str(rounds))
        self.page.get_by_role("radio", name=re.compile(f"^{seating}")).check()
        self.press("Create tournament")
        self.event = re.search(r"^.*/e/[^/]{22}/", self.page.url).group()

    def enters(self, *names: str) -> None:
        """Paste a list, look at it, take it."""
        self.go("entries/add/")
        self.page.get_by_label("Names, one per line").fill("\n".join(names))
        self.press("Preview")
        expect(self.page.locator(".e-lines > li")).to_have_count(len(names))
        self.press(f"Add {len(names)} player", exact=False)

    def draws(self) -> None:
        """In the open: first the promise, then the draw."""
        self.go("draw/")
        self.press("Publish fingerprint first")
        promised = self.page.locator(".promise .mono").inner_text()
        self.press("Draw seating")
        assert self.page.locator(".promise .mono").first.inner_text() == promised

    # ── round by round ───────────────────────────────────────────────────────

    def publishes(self, number: int) -> None:
        """At the desk, and start its clock."""
        self.go("desk/")
        self.press(f"Publish round {number}")
        self.press("Start clock")

    def types(self, round: int, table: int, *points: int) -> None:
        """Totals from a slip of paper, confirmed with it."""
        self.go(f"rounds/{round}/tables/{table}/result/")
        totals(self.page, *points)
        self.page.locator(".chip").filter(has_text=whole("Referee")).click()
        self.press("Save totals")
        expect(self.page.get_by_role("heading", name="Result confirmed")).to_be_visible()

    def closes(self, number: int) -> None:
        self.go("desk/")
        self.page.get_by_role("link", name=f"Close round {number}").first.click()
        self.press(f"Close round {number}")

    # ── what is read ─────────────────────────────────────────────────────────

    def standings(self) -> list[tuple[str, str, str]]:
        """Place, name, total of each line of the page."""
        self.go("standings/")
        return standings_of(self.page)

    def seats(self, round: int) -> dict[int, list[str]]:
        """Who sits at each table of a round: East, South, West; 0: who sits out."""
        self.go(f"rounds/{round}/")
        cards = self.page.locator(".table-card").all()
        told = {}
        for card in cards:
            title = card.get_by_role("heading").inner_text()
            number = int(title.removeprefix("Table ")) if title.startswith("Table") else 0
            told[number] = card.locator(".sits bdi").all_inner_texts()
        return told


class Player:
    """A phone of 360 by 740 that has read the card of a table."""

    def __init__(self, page: Page, card: str, number: int) -> None:
        self.page = page
        page.goto(card)
        page.get_by_role("button", name=f"Join table {number}").tap()
        expect(page.get_by_role("heading", name=whole(f"Table {number}"))).to_be_visible()
        self.card = card

    def opens(self) -> None:
        """The table in the round of now, by its card once more."""
        self.page.goto(self.card)

    def scores(self, *hands: tuple[str, str]) -> None:
        """The match of the table on this phone: (winner, who paid) of each hand."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Start scoring").tap()
        self.page.wait_for_load_state()
        table = Table(self.page)
        for no, (winner, source) in enumerate(hands, start=1):
            table.win(no, winner, source, 4)
        self.opens()

    def takes_result(self, name: str) -> None:
        """The match as it stands is the result; `name` signs."""
        self.page.get_by_role("link", name=re.compile("^Enter totals")).tap()
        self.page.get_by_role("button", name=f"Confirm as {name}").tap()
        expect(self.page.get_by_role("heading", name="Result not confirmed yet")).to_be_visible()

    def types(self, name: str, *points: int) -> None:
        """Totals typed on this phone; `name` signs."""
        self.page.get_by_role("link", name=re.compile("^Enter totals")).tap()
        totals(self.page, *points)
        self.page.locator(".chip").filter(has_text=whole(name)).tap()
        self.page.get_by_role("button", name="Save totals").tap()

    def confirms(self, name: str) -> None:
        self.opens()
        self.page.get_by_role("button", name=f"Confirm as {name}").tap()
        expect(self.page.get_by_role("heading", name="Result confirmed")).to_be_visible()

    def disputes(self, name: str, why: str) -> None:
        self.opens()
        self.page.get_by_role("link", name=re.compile("^The result is wrong")).first.tap()
        self.page.locator(".chip").filter(has_text=whole(name)).tap()
        self.page.get_by_label("What’s wrong?").fill(why)
        self.page.get_by_role("button", name="Dispute result").tap()
        expect(self.page.get_by_text("The result is disputed")).to_be_visible()


def standings_of(page: Page) -> list[tuple[str, str, str]]:
    """Place, name, total of each line of a page of standings."""
    rows = page.locator("table.rank tbody tr")
    return [
        tuple(
            row.locator(part).first.inner_text().strip().split("\n")[-1]
            for part in (".no", "a bdi", "td:nth-of-type(1) .amt")
        )
        for row in rows.all()
    ]
