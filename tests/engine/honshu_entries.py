"""Hypothesis strategies for entries of a Honshu sanma match: hands counted in all three ways, double ron, draws."""

from hypothesis import strategies as st

from tests.engine.honshu_asking import hand

PLAYERS = ("P1", "P2", "P3")
SEATS = st.lists(st.sampled_from(PLAYERS), unique=True)
TILES = [
    {key: value for key, value in given.items() if key != "hand_no"}
    for given in (
        hand("234p 678s 345s 99p", "4p", pongs="dR", norths=2),
        hand("123p 456p 789p 234s 99s", "9s ron", riichi="riichi", dora_indicators=["8s"]),
        hand("222p 555s 888s 9m9m9m dWdW", "9m"),
        hand("1p1p 3p3p 7p7p 2s2s 8s8s 9m9m EE", "E ron"),
    )
]
LISTS = (
    ["riichi", "pinfu"],
    ["yakuhai_seat"],
    ["shousangen", "toitoi"],
    ["double_riichi", "chiitoitsu"],
    ["suuankou", "suuankou"],
    ["daisangen", "tsuuiisou"],
)


@st.composite
def counts(draw: st.DrawFn) -> dict:
    """A count by tiles, by list or by numbers."""
    way = draw(st.sampled_from(["tiles", "list", "han", "yakuman"]))
    if way == "tiles":
        given = draw(st.sampled_from(TILES))
        return {key: given[key] for key in given if key not in ("winner", "win")} | {"tile": given["win"]["tile"]}
    if way == "list":
        return {"patterns": draw(st.sampled_from(LISTS)), "bonus_items": {}}
    return {"han": draw(st.integers(3, 20))} if way == "han" else {"yakuman": draw(st.integers(1, 3))}


@st.composite
def wins(draw: st.DrawFn, winner: str, source: str | None) -> dict:
    count = draw(counts())
    tile = {"tile": count.pop("tile")} if "tile" in count else {}
    how = {"by": "tsumo", **tile} if source is None else {"by": "ron", "from": source, **tile}
    return {"winner": winner, "win": how, **count}


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, dict]:
    """A hand, two hands or a draw. The engine refuses a stick of a player without enough points."""
    sticks = {"riichi_by": draw(SEATS)} if draw(st.booleans()) else {}
    kind = draw(st.sampled_from(["tsumo", "ron", "ron", "both", "draw", "draw"]))
    if kind == "draw":
        return "draw", {"tenpai": draw(SEATS), **sticks}
    order = draw(st.permutations(PLAYERS))
    if kind == "both":
        same = {"winner": order[0], "win": {"by": "ron", "from": order[2]}}
        both = [{**same, "winner": winner, "han": draw(st.integers(3, 20))} for winner in order[:2]]
        return "hand", {"wins": both, **sticks}
    return "hand", {**draw(wins(order[0], order[1] if kind == "ron" else None)), **sticks}
