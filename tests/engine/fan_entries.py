"""Hypothesis strategies for entries of the Malaysian fan game: hands counted in all three ways, maxima, draws."""

from hypothesis import strategies as st

from tests.engine.fan_asking import hand

PLAYERS = ("P1", "P2", "P3")
TILES = [
    {key: value for key, value in given.items() if key not in ("winner", "hand_no", "win")}
    | {"tile": given["win"]["tile"]}
    for given in (
        hand("234p 678p 55p", "5p", "pong:dR", "pong:dG", faces=2),
        hand("234p 678p 55p", "5p", "pong:dR", "pong:dG"),
        hand("111p 444p 777p SS", "S", "pong:W", faces=2),
    )
]
COUNTS = (
    st.builds(lambda fan: {"fan": fan}, st.integers(5, 20)),
    st.just({"maximum": True}),
    st.just({"patterns": ["own_wind", "all_pongs", "faces", "faces"]}),
    st.just({"patterns": ["one_suit", "all_pongs"]}),
    st.sampled_from(TILES),
)


@st.composite
def wins(draw: st.DrawFn) -> tuple[str, dict]:
    """A hand by numbers, by list or by tiles. The engine refuses a hand below the minimum for its seat."""
    winner, source, _third = draw(st.permutations(PLAYERS))
    how = draw(st.sampled_from([{"by": "wall"}, {"by": "discard", "from": source}, {"by": "rob_kong", "from": source}]))
    count = dict(draw(st.one_of(*COUNTS)))
    tile = {"tile": count.pop("tile")} if "tile" in count else {}
    return "hand", {"winner": winner, "win": how | tile, **count}


def entries() -> st.SearchStrategy[tuple[str, dict]]:
    """A hand or a draw."""
    return wins() | wins() | st.just(("draw", {"draw": True}))
