"""Entries of the state machine, as payload and as form fields; and a count of how often each rule ran."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from engine.seats import Seat

COUNTED: Counter[str] = Counter()
RAN: Counter[str] = Counter()  # how often each rule had an effect
OFTEN = 4  # per table: then another rule is chosen
CHAIRS = ("P1", "P2", "P3")


def does(**drawn: Any) -> Callable[..., Any]:
    """A rule that is counted if it has an effect. It returns False if it was refused or had nothing to do."""

    def counted(step: Callable[..., Any]) -> Any:
        RAN[said(step)] += 0

        @wraps(step)
        def run(self: Any, **told: Any) -> None:
            self.times[step] += 1
            RAN[said(step)] += step(self, **told) is not False

        return precondition(lambda self: self.times[step] < OFTEN)(rule(**drawn)(run))

    return counted


def said(step: Callable[..., Any]) -> str:
    """The name of a rule in a report."""
    return step.__name__.replace("_", " ")


@dataclass(frozen=True)
class Step:
    """One event, as payload and as form data (`where`, `fields`). `sheet`: the sheet for a correction."""

    kind: str
    payload: dict[str, Any]
    where: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    sheet: str = ""
    note: str = ""


def by_numbers(winner: str, source: str, points: int) -> Step:
    """A hand by numbers."""
    source = "wall" if source == winner else source
    win = {"by": "wall"} if source == "wall" else {"by": "discard", "from": source}
    payload = {"winner": winner, "win": win, "hand_points": points, "bonus_points": 3}
    fields = {"winner": winner, "source": source, "way": "numbers", "points": str(points), "bonus": "3", "save": "1"}
    return Step("hand", payload, "hand/", fields)


def a_penalty(offender: str, amount: int, ends: bool) -> Step:
    """A penalty paid to both opponents."""
    paid = {chair: -2 * amount if chair == offender else amount for chair in CHAIRS}
    fields = {"offender": offender, "what": "other", "amount": str(amount), "payee": "both"}
    return Step(
        "penalty", {"penalty": paid, "ends_hand": ends}, "penalty/", fields | ({"ends_hand": "on"} if ends else {})
    )


def claimed(discarder: str, first: int, second: int) -> Step:
    """Two claims to one tile: the hand with more points wins, in a tie the next in turn. The other player waited."""
    counts = dict(zip(map(str, Seat(discarder).others), (first, second), strict=True))
    winner, loser = counts if first >= second else [*counts][::-1]
    win = {"by": "discard", "from": discarder}
    payload = {"winner": winner, "win": win, "hand_points": counts[winner], "bonus_points": 3, "waiting": {loser: True}}
    sent = {f"points_{chair}": str(points) for chair, points in counts.items()} | {"action": "save"}
    return Step("hand", payload, "claims/", {"discarder": discarder, **dict.fromkeys(bonuses(counts), "3"), **sent})


def bonuses(chairs: Any) -> list[str]:
    """The fields of the second number."""
    return [f"bonus_{chair}" for chair in chairs]


def by_han(winner: str, source: str, han: int) -> Step:
    """A hand of Honshu sanma by numbers."""
    source = "wall" if source == winner else source
    win = {"by": "tsumo"} if source == "wall" else {"by": "ron", "from": source}
    fields = {"winner": winner, "source": source, "way": "numbers", "points": str(han), "save": "1"}
    return Step("hand", {"winner": winner, "win": win, "han": han}, "hand/", fields)


def both(discarder: str, first: int, second: int) -> Step:
    """Both opponents win on the same tile."""
    counts = dict(zip(map(str, Seat(discarder).others), (first, second), strict=True))
    win = {"by": "ron", "from": discarder}
    wins = [{"winner": winner, "win": win, "han": han} for winner, han in counts.items()]
    sent = {f"points_{chair}": str(han) for chair, han in counts.items()} | {"action": "save"}
    return Step("hand", {"wins": wins}, "claims/", {"discarder": discarder, **sent}, sheet="two")


def drawn(waiting: list[str]) -> Step:
    """A drawn hand with the players who were waiting."""
    said = {"tenpai": sorted(waiting)} if waiting else {}
    return Step("draw", {"draw": True, **said}, "draw/", {"tenpai": sorted(waiting)})


SEATS = st.sampled_from(CHAIRS)
SOURCES = st.sampled_from(("wall", *CHAIRS))
CLAIMED = st.builds(claimed, SEATS, st.integers(3, 12), st.integers(3, 12))
BOTH = st.builds(both, SEATS, st.integers(3, 12), st.integers(3, 12))
SHEETS = st.one_of(
    st.builds(by_numbers, SEATS, SOURCES, st.integers(3, 12)),
    st.just(Step("draw", {"draw": True}, "draw/")),
    st.builds(a_penalty, SEATS, st.integers(1, 20), st.booleans()),
)
HONSHU_SHEETS = st.one_of(
    st.builds(by_han, SEATS, SOURCES, st.integers(3, 12)),
    BOTH,
    st.builds(drawn, st.lists(SEATS, unique=True)),
    st.builds(a_penalty, SEATS, st.integers(1, 20).map(lambda hundreds: 100 * hundreds), st.booleans()),
)
