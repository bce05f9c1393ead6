"""Page object of the score page: wins, goulash, penalty, undo. Counts its taps.

Its methods work with and without JavaScript: locators wait, and the texts of the pages are the same.
"""

import re
from collections.abc import Iterable

from django.test import Client
from playwright.sync_api import Locator, Page, expect

from tests import wording
from tests.matches.cast import Phone

MINUS = "\u2212"
NAMES = ("Ann", "Bea", "Cho")
CHAIRS = dict(zip(NAMES, ("P1", "P2", "P3"), strict=True))


def signed(points: int) -> str:
    """A balance as the pages show it: +14, 0, −7."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def whole(text: object) -> re.Pattern[str]:
    """Matches exactly this text, ignoring surrounding space."""
    return re.compile(rf"^\s*{re.escape(str(text))}\s*$")


def share_session(page: Page, client: Client) -> None:
    """Give the browser of `page` the cookies of a test client, so that it has the same rights."""
    page.goto("/healthz")
    cookies = [{"name": name, "value": cookie.value, "url": page.url} for name, cookie in client.cookies.items()]
    page.context.add_cookies(cookies)


def open_match(page: Page, *names: str, system: str = "korean_japanese", hands: int = 9, preset: str = "") -> "Table":
    """Start a match without the browser, which is faster than `start`, and open it on this phone."""
    phone = Phone()
    form = phone.get(f"/start/?system={system}{f'&preset={preset}' if preset else ''}").form("/start/")
    chairs = dict(zip(CHAIRS.values(), names or NAMES, strict=True))
    length = {"o.match_length": str(hands)} if hands != 9 else {}
    started = phone.send(form, button=("action", "start"), **chairs, **length)
    share_session(page, phone.client)
    page.goto(started.goes_to)
    return Table(page)


def start(page: Page, *names: str, rules: str = "Club", hands: int = 9, site: str = "/") -> "Table":
    """Start a match from the home page, as a guest would."""
    page.goto(site)
    page.get_by_role("link", name="Start match").tap()
    for label, name in zip(("East", "South", "West"), names or NAMES, strict=True):
        page.get_by_label(re.compile(f"^{label}")).fill(name)
    page.get_by_role("radio", name=re.compile(f"^{rules}")).check()
    if hands != 9:
        page.get_by_text("House rules in detail").tap()
        page.get_by_label("Length of the match").select_option(str(hands))
    page.get_by_role("button", name="Start match").tap()
    expect(page.get_by_role("heading", name=wording.hand_of(1, hands))).to_be_visible()
    page.wait_for_load_state()  # a tap before the scripts are loaded would send a plain form
    return Table(page)


class Table:
    """The score page of one match on one phone."""

    def __init__(self, page: Page, *, scripts: bool = True) -> None:
        self.page = page
        self.address = re.sub(r"[?#].*", "", page.url)
        self.scripts = scripts
        self.taps = 0

    @property
    def code(self) -> str:
        """The match's code in every address."""
        return self.address.rstrip("/").rsplit("/", 1)[-1]

    # ── fingers ──────────────────────────────────────────────────────────────

    def tap(self, target: Locator) -> None:
        """One tap, counted."""
        target.tap()
        self.taps += 1

    def open(self) -> None:
        self.page.goto(self.address)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=whole(name))

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=whole(name))

    def card(self, name: str) -> Locator:
        return self.page.locator(".player").filter(has=self.page.locator(".name", has_text=whole(name)))

    def chip(self, question: str, answer: object) -> Locator:
        """One answer among the chips of a question."""
        asked = self.page.get_by_role("group", name=whole(question))
        return asked.locator("label").filter(has_text=re.compile(rf"^\s*{re.escape(str(answer))}(\s+\d+)?\s*$"))

    def switch(self, question: str, name: str) -> Locator:
        asked = self.page.get_by_role("group", name=re.compile(f"^{question}"))
        return asked.get_by_role("switch", name=whole(name))

    # ── what the page says ───────────────────────────────────────────────────

    def says(self, text: str) -> None:
        """Expect this text in the toast of the last change."""
        expect(self.page.locator("#toast")).to_contain_text(text)

    def saved(self, no: object) -> None:
        self.says(wording.hand_saved(no))

    def shows(self, *balances: int) -> None:
        """Expect these balances on the three cards, in seat order."""
        expect(self.page.locator(".player .amt")).to_have_text([signed(points) for points in balances])

    def row(self, no: int) -> Locator:
        """The first row of the ledger with this hand's number."""
        number = self.page.locator(".no", has_text=whole(no))
        return self.page.locator(".hands tbody:not(.wide) tr").filter(has=number).first

    def is_at(self, title: str) -> None:
        expect(self.page.locator("#now h1")).to_have_text(title)

    def is_at_hand(self, no: int, length: int = 9) -> None:
        self.is_at(wording.hand_of(no, length))

    def asks(self, no: int) -> None:
        expect(self.page.get_by_role("heading", name=whole(wording.who_won(no)))).to_be_visible()

    def preview(self, text: str) -> None:
        """Expect this preview on the sheet before anything is saved. Without scripts, press the button for it."""
        if not self.scripts:
            self.tap(self.button("Calculate"))
        expect(self.page.locator("#sheet-bar .words")).to_contain_text(text)

    # ── what a table does ────────────────────────────────────────────────────

    def take(self, winner: str) -> None:
        """Open the winner's sheet."""
        self.tap(self.card(winner))
        expect(self.page.locator("#sheet-title")).to_contain_text(f"{winner} wins hand")

    def source(self, name: str) -> None:
        """On the sheet: the wall, or who discarded the tile."""
        self.tap(self.chip(wording.WON_FROM, name))

    def win(
        self,
        no: int,
        winner: str,
        source: str = "Wall",
        points: object = 3,
        *,
        waiting: Iterable[str] = (),
        robbed: bool = False,
        bonus: int | None = None,
        pays: str = "",
    ) -> None:
        """Enter and save a win by numbers. `pays`: the expected preview."""
        self.take(winner)
        self.source(source)
        self.tap(self.chip("Hand-points", points))
        for name in waiting:
            self.tap(self.switch("Waiting at the end", name))
        if robbed:
            self.tap(self.page.get_by_role("switch", name="The tile was robbed from a kong"))
        if bonus is not None:
            self.page.get_by_label("Bonus-points").fill(str(bonus))
        if pays:
            self.preview(pays)
        self.save(no)

    def save_button(self, no: object) -> Locator:
        return self.button(wording.save_hand(no))

    def save(self, no: object) -> None:
        self.tap(self.save_button(no))
        self.saved(no)

    def goulash(self, no: int) -> None:
        self.tap(self.link("Goulash, no winner"))
        self.tap(self.button(f"Save goulash, hand {no}"))
        self.saved(no)

    def tick(self, *patterns: str) -> None:
        """Tick these patterns in the open list."""
        for pattern in patterns:
            row = self.page.locator("label.pat").filter(has=self.page.locator(".what", has_text=pattern)).first
            self.tap(row)
            expect(row.locator("input")).to_be_checked()

    def by_list(self) -> None:
        """Switch to the list; without scripts, press the button for it."""
        self.tap(self.page.locator("label[for=way-list]"))
        if not self.scripts:
            self.tap(self.button("Calculate"))
        expect(self.page.locator("#ticks")).to_be_visible()

    def penalty(self, offender: str, what: str) -> None:
        self.tap(self.page.locator("summary[aria-label=More]"))
        self.tap(self.link("Penalty"))
        self.tap(self.chip("Who pays", offender))
        self.tap(self.page.get_by_role("radio", name=re.compile(f"^{what}")))
        self.tap(self.button("Save penalty"))
        self.says("Saved ✓ penalty")

    def undo(self, what: str) -> None:
        self.tap(self.button(f"Undo {what}"))
        self.says("Undone")

    def redo(self) -> None:
        self.tap(self.button("Redo"))
        self.says("Redone")

    def correct(self, no: int) -> None:
        """Open the correction of a hand from its row."""
        self.tap(self.row(no).locator("a.row"))
        self.tap(self.link("Correct hand"))
        expect(self.page.get_by_role("heading", name=whole(f"Correct hand {no}"))).to_be_visible()
