"""Hypothesis strategies for logs of every game, from random events that may be refused."""

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, MatchLog, check, replay
from engine.rulesets import BOOKS, rule_book
from engine.rulesets.rule_book import RuleBook
from tests.engine import fan_entries, honshu_entries, sanma_entries
from tests.engine.fan_asking import fan
from tests.engine.honshu_asking import book as honshu
from tests.engine.logs import DRAW, RULES
from tests.engine.strategies import wins
from tests.engine.tables import by_list

Entry = tuple[str, dict]
PARLOUR = next(dict(preset.options) for preset in BOOKS["riichi_sanma"].presets if preset.key == "parlour")


def penalties(step: int = 1) -> st.SearchStrategy[dict]:
    """Fines in multiples of `step` points."""
    amounts = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).filter(any)
    return st.builds(
        lambda two, ends: {
            "penalty": {"P1": step * two[0], "P2": step * two[1], "P3": -step * sum(two)},
            "ends_hand": ends,
        },
        amounts,
        st.booleans(),
    )


def korean() -> st.SearchStrategy[Entry]:
    """Entries of the Korean/Japanese game."""
    return st.one_of(
        wins({}).map(lambda payload: ("hand", payload)),
        st.sampled_from(["seat_wind", "round_wind"]).map(
            lambda wind: ("hand", by_list(f"wind_pong dragon_pong {wind}"))
        ),
        st.just(DRAW),
        penalties().map(lambda payload: ("penalty", payload)),
    )


@dataclass(frozen=True)
class Game:
    """A rule book with house rules, and a strategy for its entries."""

    rules: RuleBook
    entries: st.SearchStrategy[Entry]
    longer: tuple[int, ...]


GAMES: Mapping[str, Game] = {
    "korean_japanese": Game(RULES, korean(), (18, 27)),
    "honshu": Game(
        honshu(), honshu_entries.entries() | penalties(100).map(lambda payload: ("penalty", payload)), (3, 6)
    ),
    "malaysian_recap": Game(rule_book("malaysian_recap", {}), korean(), (18, 27)),
    "malaysian_fan": Game(
        fan(), fan_entries.entries() | penalties().map(lambda payload: ("penalty", payload)), (18, 27)
    ),
    "honshu, East alone": Game(
        honshu(length="east", bust="zero", multiple_ron="head_bump", renchan="win"), honshu_entries.entries(), (6,)
    ),
    "riichi_sanma": Game(
        rule_book("riichi_sanma", {}),
        sanma_entries.entries() | penalties(100).map(lambda payload: ("penalty", payload)),
        (6, 9),
    ),
    "riichi_sanma, a parlour's East round": Game(
        rule_book("riichi_sanma", {**PARLOUR, "length": "east", "chip_yakuman": 5}),
        sanma_entries.entries().filter(lambda entry: "abort" not in entry[1]),  # this table has no abortive draws
        (6,),
    ),
}


@st.composite
def proposals(draw: st.DrawFn, game: Game, log: MatchLog) -> Entry:
    """A random next event. It may be invalid; `matches` leaves out refused events."""
    kind = draw(
        st.sampled_from(["entry"] * 5 + ["undo", "undo", "redo", "replace", "void", "insert", "extend", "close"])
    )
    target = draw(st.integers(0, log.last_seq))
    kind_of, payload = draw(game.entries)
    replacement = {"kind": kind_of, "payload": payload}
    if log.closed:
        return "reopen", {"reason": "misread"}
    return {
        "entry": (kind_of, payload),
        "undo": ("undo", {"target": log.undoable.seq if log.undoable else 1}),
        "redo": ("redo", {}),
        "replace": ("correct", {"target": target, "replace": replacement}),
        "void": ("correct", {"target": target, "replace": None}),
        "insert": ("correct", {"after": target, "replace": replacement}),
        "extend": ("extend", {"match_length": draw(st.sampled_from(game.longer))}),
        "close": ("close", log.state.balances.as_dict()),
    }[kind]


@st.composite
def matches(draw: st.DrawFn, game: Game, most: int = 14) -> list[LoggedEvent]:
    """A log of up to `most` accepted events."""
    facts: list[LoggedEvent] = []
    log = replay(game.rules, facts)
    for _ in range(draw(st.integers(0, most))):
        new = LoggedEvent(log.last_seq + 1, *draw(proposals(game, log)))
        try:
            log = check(game.rules, facts, new)
        except RuleViolation:
            continue
        facts.append(new)
    return facts
