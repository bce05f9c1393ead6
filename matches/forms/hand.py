"""A won hand, by numbers or by list, as the sheet asks for it. Asks the engine whether it can stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.entries import Hand, Ticks, Win
from engine.errors import RuleViolation
from engine.rulesets.base import Settlement, TableState
from engine.rulesets.declared import ListRow, Pattern
from engine.seats import Seat
from matches import words
from matches.forms import tiles
from matches.forms.choice import Choice
from matches.forms.entry import ReasonForm, Text, Tick
from matches.forms.tilefields import TileFields
from matches.reading import Reading

CHIPS = 11
MOST = 999
MOST_STEPS = 6
LIMITS = ("half", "full")
WAYS = ("numbers", "list", "tiles")
# Where the engine's refusals are shown; anything else stands at the top of the sheet.
FIELD_OF = {
    "win": "source",
    "from": "source",
    "hand_points": "points",
    "bonus_points": "bonus",
    "limit": "points",
    "opp_declared": "declared",
}


class HandForm(TileFields, ReasonForm):
    """Who won, from whom, and the count; `payload` is the hand as the log takes it.

    A form that is only looked at (`checking`) may be incomplete: `missing` says what comes next.
    """

    kind = "hand"

    winner = Text()
    source = Text()
    robbed = Tick()
    way = Text()
    points = Text()
    points_other = Text()
    bonus = Text()
    all_declared = Tick()

    def __init__(self, data: Any = None, *, reading: Reading, state: TableState | None = None, **options: Any) -> None:
        super().__init__(data, reading=reading, **options)
        self.state, self.appends = state or self.state, state is None
        self.payload: dict[str, Any] = {}
        self.ticked: dict[str, Any] = {}
        self.hand: Hand | None = None

    # ── parsing ──────────────────────────────────────────────────────────────

    def clean(self) -> dict[str, Any]:
        self._require("winner", _("Choose who won."))
        self._require("source", _("Choose the wall, or the player who discarded."))
        payload = self._how()
        if self.by_tiles:
            count = self._tiles(payload["win"]) | self._own_bonus()
        else:
            self.ticked = self._ticks() if self.by_list else {}
            count = self.ticked or self._numbers()
        if not self.errors:
            self._ask_engine({**payload, **count})
        return self.cleaned_data

    def _require(self, field: str, sentence: str) -> None:
        if self.cleaned_data.get(field) not in self._values(field):
            self.add_error(field, sentence)

    def _values(self, field: str) -> tuple[str, ...]:
        chairs = tuple(Seat.__members__)
        return chairs if field == "winner" else ("wall", *chairs)

    @property
    def way_shown(self) -> str:
        """How the hand is counted: "numbers", "list" or "tiles"."""
        way = self.typed("way")
        return way if way in WAYS else "numbers"

    @property
    def by_list(self) -> bool:
        return self.way_shown == "list"

    @property
    def by_tiles(self) -> bool:
        return self.way_shown == "tiles"

    def _how(self) -> dict[str, Any]:
        """Who won and how, with what is said of the opponents."""
        data = self.cleaned_data
        source = data.get("source")
        win: dict[str, Any] = {"by": "wall"}
        if source != "wall":
            win = {"by": "rob_kong" if data.get("robbed") else "discard", "from": source}
        payload: dict[str, Any] = {"winner": data.get("winner"), "win": win}
        for field, key in (("waiting", "waiting"), ("declared", "opp_declared")):
            chosen = [seat for seat in self.typed_list(field) if seat != data.get("winner")]
            if chosen:
                payload[key] = dict.fromkeys(sorted(chosen), True)
        if data.get("all_declared"):
            payload["all_declared"] = True
        return payload

    def _numbers(self) -> dict[str, Any]:
        points = self.cleaned_data.get("points")
        if points in self._limits:
            return {"limit": points}
        if not points:
            self.add_error("points", _("Choose the hand-points, or a limit."))
            return {}
        field = "points_other" if points == "other" else "points"
        hand_points = self.number(field, _("Hand-points"), 0, MOST)
        if not self.cleaned_data.get("bonus", "").strip():
            return {"hand_points": hand_points, "bonus_points": self.known_bonus()}
        return {"hand_points": hand_points, "bonus_points": self.number("bonus", _("Bonus-points"), 0, MOST)}

    def known_bonus(self) -> int:
        """The bonus-points that follow from how the hand was won."""
        source = self.typed("source")
        by = "wall" if source in ("", "wall") else "rob_kong" if self.typed("robbed") else "discard"
        return self.book.known_bonus(Win(Seat.P1, by, None, Ticks())) if source else self.least_bonus

    def _ticks(self) -> dict[str, Any]:
        limit = self.typed("limit")
        if limit in self._limits:
            return {"patterns": [], "limit": limit}
        patterns = [item for item, times in self._counts("t.") for _time in range(times)]
        return {"patterns": patterns, "bonus_items": dict(self._bonus())}

    def _own_bonus(self) -> dict[str, Any]:
        """The table's own bonus items, which are ticked beside the tiles."""
        own = {item.id for item in self.book.own_items}
        ticked = {item: points for item, points in self._bonus() if item in own}
        return {"bonus_items": ticked} if ticked else {}

    def _bonus(self) -> Iterator[tuple[str, int]]:
        """(bonus item, points): a second red five is worth more than the first."""
        for item, steps in self._counts("b."):
            values = self.book.bonus_values(item)
            # More steps than there are: a value that the engine refuses, saying which there are.
            yield item, values[steps - 1] if steps <= len(values) else sum(values) + steps

    def _counts(self, prefix: str) -> Iterator[tuple[str, int]]:
        """(item, how often it was ticked by hand), from checkboxes and steppers."""
        names = {pattern.id: pattern.name for pattern in self.book.known_items}
        for field in self.data:
            if isinstance(field, str) and field.startswith(prefix):
                item = field.removeprefix(prefix)
                text = self.data.get(field) or "0"
                if text == self.data.get(f"i{prefix}{item}"):
                    continue  # only what follows from other ticks stands there
                label = _(names[item]) if item in names else item
                if times := self.whole(text, item, label, 0, MOST_STEPS):
                    yield item, times

    def _ask_engine(self, payload: dict[str, Any]) -> None:
        """Let the engine read, complete and check the hand; keep it as the log takes it."""
        try:
            win = self.book.read_hand(payload).wins[0]
            win = self.book.complete(self.state, win) if self.by_list else win
            self.payload = completed(payload, win)
            self.hand = Hand((win,))
            self.book.check(self.state, self.hand)
        except RuleViolation as violation:
            self.refuse(violation, FIELD_OF.get(violation.field, violation.field))

    def settlement(self) -> Settlement | None:
        """What the hand would pay, if it can stand."""
        if self.hand is None or self.errors:
            return None
        return self.book.settle(self.state, self.hand)

    @property
    def missing(self) -> str:
        """What to choose next, in words; empty where nothing is missing."""
        if not self.typed("winner"):
            return _("Choose who won")
        if not self.typed("source"):
            return _("Choose who paid")
        if self.by_tiles:
            return ""
        if self.by_list:
            ticked = self.ticked.get("patterns") or self.ticked.get("limit")
            return "" if ticked or not self.errors else _("Tick what the hand has")
        points = self.typed("points")
        if not points or (points == "other" and not self.typed("points_other")):
            return _("Choose hand-points")
        return ""

    # ── what the sheet shows ─────────────────────────────────────────────────

    @property
    def winner_seat(self) -> Seat | None:
        """The winner, once known."""
        winner = self.typed("winner")
        return Seat(winner) if winner in Seat.__members__ else None

    @property
    def winners(self) -> list[Choice]:
        """The three players."""
        return [
            Choice(seat.value, name, self.typed("winner") == seat.value) for seat, name in self.reading.names.items()
        ]

    @property
    def sources(self) -> list[Choice]:
        """The wall and the two opponents, each with the bonus-points known from it."""
        chosen = self.typed("source")
        wall = self.book.known_bonus(Win(Seat.P1, "wall", None, Ticks()))
        return [
            Choice("wall", _("Wall"), chosen == "wall", wall),
            *(
                Choice(seat.value, self.reading.names[seat], chosen == seat.value, self.least_bonus)
                for seat in self._opponent_seats
            ),
        ]

    @property
    def point_chips(self) -> list[Choice]:
        """Hand-points from the table's minimum upwards."""
        least = max(1, self.book.house.get("min_hand_points") or 1)
        chosen = self.typed("points")
        return [Choice(str(points), str(points), chosen == str(points)) for points in range(least, least + CHIPS)]

    @property
    def limit_chips(self) -> list[Choice]:
        """Half-limit and limit, where the table plays them, and its own limit hands; with their values."""
        chosen = self.typed("limit" if self.by_list else "points")
        named = [(kind, words.limit_name(kind), kind) for kind in LIMITS if self.book.plays_limit(kind)]
        named += [(item.id, item.name, item.group) for item in self.book.own_items if item.kind == "limit"]
        return [Choice(value, name, chosen == value, self.book.limit_value(kind)) for value, name, kind in named]

    @property
    def _limits(self) -> tuple[str, ...]:
        """What a limit may be called."""
        return (*LIMITS, *(item.id for item in self.book.own_items if item.kind == "limit"))

    @property
    def own_rows(self) -> list[dict[str, Any]]:
        """The table's own bonus items beside the tiles: field, name, note, value, steps and how many are ticked."""
        return [
            {
                "field": f"b.{item.id}",
                "name": item.name,
                "note": item.condition,
                "value": words.number(item.points),
                "most": item.most,
                "times": self._own_times(item),
            }
            for item in self.book.own_items
            if item.kind == "bonus"
        ]

    def _own_times(self, item: Pattern) -> Any:
        """How often an own bonus item is ticked beside the tiles."""
        if self.is_bound:
            return self.typed(f"b.{item.id}") or 0
        points: int = self.initial.get("own", {}).get(item.id, 0)
        return points // item.points

    @property
    def other_points(self) -> str:
        """Hand-points that no chip offers; empty where a chip or a limit is chosen."""
        typed = str(self.typed("points"))
        if typed == "other":
            return str(self.typed("points_other"))
        offered = {choice.value for choice in (*self.point_chips, *self.limit_chips)}
        return "" if typed in offered else typed

    @property
    def points_are_other(self) -> bool:
        return self.typed("points") == "other" or bool(self.other_points)

    @property
    def limit_chosen(self) -> bool:
        return self.typed("limit") in self._limits

    @property
    def robbed_on(self) -> bool:
        return bool(self.typed("robbed"))

    @property
    def all_declared_on(self) -> bool:
        return bool(self.typed("all_declared"))

    @property
    def bonus_typed(self) -> str:
        """The bonus-points as typed. A page without scripts leaves them empty: what is known counts."""
        return str(self.typed("bonus"))

    @property
    def robbed_bonus(self) -> int:
        """What robbing a kong adds to a win on a discard."""
        return self.book.known_bonus(Win(Seat.P1, "rob_kong", None, Ticks())) - self.least_bonus

    def opponents(self, field: str) -> list[Choice]:
        """Switches for `field` ("waiting" or "declared"), one for each opponent."""
        chosen = self.typed_list(field)
        return [Choice(s.value, self.reading.names[s], s.value in chosen) for s in self._opponent_seats]

    @property
    def _opponent_seats(self) -> list[Seat]:
        """The chairs of the winner's opponents, in the order of the cards; all while nobody won."""
        return [seat for seat in Seat if seat is not self.winner_seat]

    @property
    def waiting_switches(self) -> list[Choice]:
        return self.opponents("waiting") if "waiting" in self.book.asks else []

    @property
    def declared_switches(self) -> list[Choice]:
        return self.opponents("declared") if "declared" in self.book.asks else []

    @property
    def asks_all_declared(self) -> bool:
        return "all_declared" in self.book.asks

    @property
    def list_rows(self) -> tuple[ListRow, ...]:
        """The list to tick, with what is implied and impossible beside the present ticks.

        While nobody said from where the tile came, nothing follows from it.
        """
        source = self.typed("source")
        by = "rob_kong" if self.typed("robbed") else "wall" if source == "wall" else "discard"
        payer = Seat(source) if source in Seat.__members__ else None
        win = Win(self.winner_seat or Seat.P1, by, payer, self._shown_ticks())
        return self.book.list_rows(self.state, win)

    def _shown_ticks(self) -> Ticks:
        if not self.is_bound:
            ticks: Ticks = self.initial.get("ticks", Ticks())
            return ticks
        known = {pattern.id for pattern in self.book.known_items}
        patterns = tuple(item for item in self.ticked.get("patterns", ()) if item in known)
        bonus = {i: n for i, n in self.ticked.get("bonus_items", {}).items() if i in known}
        return Ticks(patterns, bonus)


def completed(payload: Mapping[str, Any], win: Win) -> dict[str, Any]:
    """`payload` with the ticks of `win`, which may have been completed."""
    full = dict(payload)
    if isinstance(win.count, Ticks) and not win.count.limit:
        full["patterns"] = list(win.count.patterns)
        full["bonus_items"] = dict(win.count.bonus_items)
    if win.declared_ready:
        full["declared_ready"] = True
    return full


def initial_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet shows for a hand of the log."""
    win = payload["win"]
    initial: dict[str, Any] = {
        "winner": payload["winner"],
        "source": win.get("from") or "wall",
        "robbed": win["by"] == "rob_kong",
        "waiting": [seat for seat, on in payload.get("waiting", {}).items() if on],
        "declared": [seat for seat, on in payload.get("opp_declared", {}).items() if on],
        "all_declared": payload.get("all_declared", False),
    }
    if "concealed" in payload:
        return {**initial, **tiles.initial_of(payload)}
    if "patterns" in payload or "bonus_items" in payload:
        ticks = Ticks(tuple(payload.get("patterns", ())), payload.get("bonus_items", {}))
        return {**initial, "way": "list", "ticks": ticks, "limit": payload.get("limit", "")}
    points = payload.get("limit") or str(payload.get("hand_points", ""))
    return {**initial, "points": points, "bonus": str(payload.get("bonus_points", ""))}
