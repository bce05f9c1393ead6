"""Random matches of every game, through the actions and the database: taps at a table in any order."""

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent
from engine.seats import Seat
from matches import actions
from matches.models import Match
from tests.engine.random_logs import Game, proposals
from tests.matches.table import PHONE, at, read, start

RIICHI = {"riichi", "double_riichi"}


def begun(game: Game) -> Match:
    """A new match of the game."""
    return start(system=game.rules.key, options=game.rules.changed)


def put_down(payload: Mapping[str, Any]) -> frozenset[Seat]:
    """The players who put down a stick in a hand: those named, and winners with riichi. Empty without sticks."""
    wins = payload.get("wins", [payload])
    winners = [win["winner"] for win in wins if "riichi" in win or RIICHI & set(win.get("patterns", ()))]
    return frozenset(map(Seat, [*payload.get("riichi_by", ()), *winners]))


def ends_hand(fact: LoggedEvent) -> bool:
    """Whether this entry ends a hand."""
    return fact.kind in ("hand", "draw") or (fact.kind == "penalty" and fact.payload.get("ends_hand", True))


class Evening:
    """A match and an independent count of its declarations. `early`: whether the game has declarations."""

    def __init__(self, game: Game) -> None:
        self.game, self.match = game, begun(game)
        self.early = game.rules.sheet.early(game.rules.start()) is not None
        self.declared: frozenset[Seat] = frozenset()

    def tap(self, chair: Seat, on: bool) -> None:
        """Declare or cancel. Refused if no hand is in play or the player lacks the points."""
        reading = read(self.match)
        try:
            actions.declare(match=self.match, device=PHONE, chair=chair, on=on, expected_seq=reading.version + 1)
        except RuleViolation:
            return
        self.declared = self.declared | {chair} if on else self.declared - {chair}

    def enter(self, kind: str, payload: dict[str, Any]) -> bool:
        """Record an event. An entry that ends a hand contains its declarations, as on the sheet."""
        log = read(self.match).log
        fact = LoggedEvent(log.last_seq + 1, kind, payload)
        if self.declared and ends_hand(fact):
            named = sorted({*payload.get("riichi_by", ()), *(seat.value for seat in self.declared)})
            fact = LoggedEvent(fact.seq, kind, payload | {"riichi_by": named})
        try:
            saved = actions.append_event(kind=kind, payload=fact.payload, **at(self.match))
        except RuleViolation:
            return False
        undone = saved.reading.event(payload["target"]).fact if kind == "undo" else None
        again = log.redoable if kind == "redo" else fact
        if undone and ends_hand(undone):
            self.declared = put_down(undone.payload)
        elif not undone and ends_hand(again):
            self.declared = frozenset()
        return True


@st.composite
def taps(draw: st.DrawFn, evening: Evening) -> Any:
    """The next action: (seat, on) for a tap on a card, or (kind, payload) of an event."""
    if evening.early and draw(st.integers(0, 2)) == 0:
        return draw(st.sampled_from(Seat)), draw(st.integers(0, 3)) > 0
    return draw(proposals(evening.game, read(evening.match).log))


def played(data: st.DataObject, game: Game, most: int = 10, after: Iterable[Any] = ()) -> Evening:
    """A match of up to `most` taps. `after`: functions that are called with it after each tap."""
    evening = Evening(game)
    for _tap in range(data.draw(st.integers(0, most))):
        what, how = data.draw(taps(evening))
        if isinstance(what, Seat):
            evening.tap(what, how)
        else:
            evening.enter(what, how)
        for look in after:
            look(evening)
    return evening
