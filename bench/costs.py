"""CPU milliseconds per request of the app and the floor in turn: the page, the hand and hello."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench import hands
from bench.meter import cpu_ms
from bench.server import Site
from bench.visitor import Visitor, wanted

Request = Callable[[], object]


class Costs:
    """The app and the floor with one client each; `staged["fresh"]` are the codes of matches without a hand."""

    def __init__(self, app: Site, floor: Site, staged: dict[str, Any], floor_staged: dict[str, Any]) -> None:
        self.app, self.floor = app, floor
        self.phone = Visitor(app.port, staged["cookies"])
        self.watcher = Visitor(app.port, staged["watching"])
        self.floor_phone = Visitor(floor.port, floor_staged["cookies"])
        self.page_path = f"/m/{staged['long']}/"
        self.version = hands.LENGTH  # nine hands are nine events
        self._fresh = iter(staged["fresh"])

    def warm_up(self, times: int) -> None:
        """Compile templates, open connections and set cookies, without measuring anything."""
        for _each in range(times):
            self._page()
            self._floor_page()
            self._hello()
        for request in (*self._match_by(hands.by_numbers), *self._match_by(hands.by_list)):
            request()
            self._floor_post()

    def hello(self, times: int) -> float:
        """Measure the floor's hello page: the cost of the server itself."""
        before = cpu_ms(self.floor.pid)
        for _each in range(times):
            self._hello()
        return (cpu_ms(self.floor.pid) - before) / times

    def page(self, times: int) -> tuple[float, float]:
        """Measure the score page and the floor's page."""
        return self._in_turn([self._page] * times, self._floor_page)

    def poll(self, times: int) -> tuple[float, float]:
        """Measure a watcher's poll while nothing changes, and the hello page."""
        return self._in_turn([self._poll] * times, self._hello)

    def numbers(self, matches: int) -> tuple[float, float]:
        """Measure all hands of some matches counted by numbers, and the floor's row."""
        return self._posts(matches, hands.by_numbers)

    def ticks(self, matches: int) -> tuple[float, float]:
        """Measure the same, counted by list."""
        return self._posts(matches, hands.by_list)

    def _posts(self, matches: int, hand: Callable[[int], dict[str, str]]) -> tuple[float, float]:
        requests = [request for _each in range(matches) for request in self._match_by(hand)]
        return self._in_turn(requests, self._floor_post)

    def _in_turn(self, ours: Sequence[Request], theirs: Request) -> tuple[float, float]:
        """CPU ms per request of each site; the requests alternate, so that both run under the same conditions."""
        before = cpu_ms(self.app.pid), cpu_ms(self.floor.pid)
        for request in ours:
            request()
            theirs()
        after = cpu_ms(self.app.pid), cpu_ms(self.floor.pid)
        return (after[0] - before[0]) / len(ours), (after[1] - before[1]) / len(ours)

    def _match_by(self, hand: Callable[[int], dict[str, str]]) -> Iterator[Request]:
        """The nine hands of one match, from the first to the last."""
        page = f"/m/{next(self._fresh)}/"
        return (lambda seq=seq: save_hand(self.phone, page, hand(seq)) for seq in range(1, hands.LENGTH + 1))

    def _page(self) -> None:
        wanted(self.phone.get(self.page_path), "score page")

    def _poll(self) -> None:
        answer = self.watcher.get(f"{self.page_path}?v={self.version}", {"HX-Request": "true"})
        if answer.status != 204 or answer.body:
            raise SystemExit(f"the poll was answered with {answer.status}")

    def _floor_page(self) -> None:
        wanted(self.floor_phone.get("/t/1/"), "floor page")

    def _floor_post(self) -> None:
        fields = {"no": "7", "name": "Annika", "points": "-12", "key": "x" * 22, "save": "1"}
        wanted(self.floor_phone.post("/t/2/row/", fields, "/t/2/"), "floor form")

    def _hello(self) -> None:
        wanted(self.floor_phone.get("/hello"), "hello")


def save_hand(phone: Visitor, page: str, fields: dict[str, str]) -> bytes:
    """Save a hand and return the fragment in the response. Any other response ends the bench."""
    answer = wanted(phone.post(f"{page}hand/", fields, page), "hand")
    if answer.headers.get("HX-Trigger-After-Settle") != "saved":
        raise SystemExit(f"the hand was not saved:\n{answer.body.decode()[:2000]}")
    return answer.body
