"""A tournament day in a browser: the organiser's desk, phones at the tables, the hall screen. Uses only pages."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import Table, whole

PASSWORD = "five quiet tiles"


def main_button(page: Page):
    """The main button in the bar at the bottom."""
    return page.locator("footer.bar button.btn-go, footer.bar a.btn-go")


def totals(page: Page, *points: int) -> None:
    """Type the totals of East, South and West."""
    fields = page.locator(".points-field input")
    expect(fields).to_have_count(len(points))
    for field, each in zip(fields.all(), points, strict=True):
        field.fill(str(each))


class Organiser:
    """The organiser, on a screen of 1280 by 800."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.event = ""

    def go(self, path: str) -> None:
        """Open a page of the tournament through its menus."""
        assert self.page.goto(f"{self.event}{path}").status == 200

    def press(self, name: str, exact: bool = True) -> None:
        """Press a button, and wait for the next page."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=whole(name) if exact else re.compile(name)).first.click()

    # ── before the day ───────────────────────────────────────────────────────

    def signs_up(self, name: str = "olga") -> None:
        self.page.goto("/account/new/")
        self.page.get_by_label("Username").fill(name)
        self.page.locator("input[name=password]").fill(PASSWORD)
        self.press("Create account")

    def founds(self, name: str, rounds: int, seating: str) -> None:
        """Create a club, and a tournament in it."""
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
        """Paste a list of entrants, preview and apply it."""
        self.go("entries/add/")
        self.page.get_by_label("Names, one per line").fill("\n".join(names))
        self.press("Preview")
        expect(self.page.locator(".e-lines > li")).to_have_count(len(names))
        self.press(f"Add {len(names)} player", exact=False)

    def draws(self) -> None:
        """Make a public draw: publish the fingerprint, then draw."""
        self.go("draw/")
        self.press("Publish fingerprint first")
        promised = self.page.locator(".promise .mono").inner_text()
        self.press("Draw seating")
        assert self.page.locator(".promise .mono").first.inner_text() == promised

    # ── round by round ───────────────────────────────────────────────────────

    def publishes(self, number: int) -> None:
        """Publish a round at the desk, and start its clock."""
        self.go("desk/")
        self.press(f"Publish round {number}")
        self.press("Start clock")

    def types(self, round: int, table: int, *points: int) -> None:
        """Type and confirm totals from a score sheet."""
        self.go(f"rounds/{round}/tables/{table}/result/")
        totals(self.page, *points)
        self.page.locator(".chip").filter(has_text=whole("Referee")).click()
        self.press("Save totals")
        expect(self.page.get_by_role("heading", name="Result confirmed")).to_be_visible()

    def closes(self, number: int) -> None:
        self.go("desk/")
        self.page.get_by_role("link", name=f"Close round {number}").first.click()
        self.press(f"Close round {number}")

    # ── reading pages ────────────────────────────────────────────────────────

    def standings(self) -> list[tuple[str, str, str]]:
        """Place, name and total of each row of the page."""
        self.go("standings/")
        return standings_of(self.page)

    def seats(self, round: int) -> dict[int, list[str]]:
        """The players at each table of a round: East, South, West. Table 0: players with a bye."""
        self.go(f"rounds/{round}/")
        cards = self.page.locator(".table-card").all()
        told = {}
        for card in cards:
            title = card.get_by_role("heading").inner_text()
            number = int(title.removeprefix("Table ")) if title.startswith("Table") else 0
            told[number] = card.locator(".sits bdi").all_inner_texts()
        return told


class Player:
    """A phone of 360 by 740 that has scanned the card of a table."""

    def __init__(self, page: Page, card: str, number: int) -> None:
        self.page = page
        page.goto(card)
        page.get_by_role("button", name=f"Join table {number}").tap()
        expect(page.get_by_role("heading", name=whole(f"Table {number}"))).to_be_visible()
        self.card = card

    def opens(self) -> None:
        """Open the table in the current round by its card."""
        self.page.goto(self.card)

    def scores(self, *hands: tuple[str, str]) -> None:
        """Score the match of the table on this phone: (winner, payer) of each hand."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Start scoring").tap()
        self.page.wait_for_load_state()
        table = Table(self.page)
        for no, (winner, source) in enumerate(hands, start=1):
            table.win(no, winner, source, 4)
        self.opens()

    def takes_result(self, name: str) -> None:
        """Use the match as the result, signed by `name`."""
        self.page.get_by_role("link", name=re.compile("^Enter totals")).tap()
        self.page.get_by_role("button", name=f"Confirm as {name}").tap()
        expect(self.page.get_by_role("heading", name="Result not confirmed yet")).to_be_visible()

    def types(self, name: str, *points: int) -> None:
        """Type totals on this phone, signed by `name`."""
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
    """Place, name and total of each row of a standings page."""
    rows = page.locator("table.rank tbody tr")
    return [
        tuple(
            row.locator(part).first.inner_text().strip().split("\n")[-1]
            for part in (".no", "a bdi", "td:nth-of-type(1) .amt")
        )
        for row in rows.all()
    ]
