"""Hypothesis strategies for riichi sanma entries: hands counted in all three ways, double ron, every draw, chombo."""

from hypothesis import strategies as st

PLAYERS = ("P1", "P2", "P3")
SEATS = st.lists(st.sampled_from(PLAYERS), unique=True)
PONG = [{"type": "pong", "tile": "dR"}]
READY = {"riichi": "riichi", "dora_indicators": ["8s"], "ura_indicators": ["1p"]}
TILES = [
    {"concealed": tiles.split(), "tile": tile, "melds": melds, **more}
    for tiles, tile, melds, more in (
        ("2p 3p 4p 6p 7p 8p 3s 4s 5s 9m 9m", "4p", PONG, {"norths": 2}),
        ("1p 2p 3p 4p 5p 6p 7p 8p 9p 2s 3s 4s 9s 9s", "9s", [], READY),
        ("2p 2p 2p 5s 5s 5s 8s 8s 8s 9m 9m 9m dW dW", "9m", [], {}),
        ("1p 1p 3p 3p 5p 5p 2s 2s 8s 8s 9m 9m E E", "E", [], {"red": 1}),
    )
]
LISTS = (
    {"patterns": ["riichi", "pinfu"]},
    {"patterns": ["yakuhai_dragon", "honitsu"], "open": True, "fu": 40},
    {"patterns": ["double_riichi", "chiitoitsu"], "bonus_items": {"dora": 2}},
    {"patterns": ["toitoi"], "open": True, "fu": 50},
    {"patterns": ["daisangen", "tsuuiisou"], "pao": {"daisangen": "P3"}},
)
DRAWS = st.one_of(
    st.builds(lambda tenpai: {"tenpai": tenpai}, SEATS),
    st.builds(lambda tenpai, nagashi: {"tenpai": tenpai, "nagashi": nagashi}, SEATS, SEATS),
    st.sampled_from([{"draw": True}, {"abort": "kyuushu_kyuuhai"}, {"abort": "four_kongs"}]),
)


@st.composite
def counts(draw: st.DrawFn, winner: str) -> dict:
    """A count by tiles, by list or by numbers. Only an opponent of the winner can be liable."""
    way = draw(st.sampled_from(["tiles", "list", "han", "han", "limit", "yakuman"]))
    if way == "tiles":
        return dict(draw(st.sampled_from(TILES)))
    chips = {"chips": draw(st.integers(0, 9))} if draw(st.booleans()) else {}
    if way == "list":
        lists = [each for each in LISTS if winner not in each.get("pao", {}).values()]
        return {**draw(st.sampled_from(lists)), **chips}
    if way == "han":
        return {"han": draw(st.integers(1, 14)), "fu": draw(st.sampled_from([20, 25, 30, 40, 70])), **chips}
    if way == "limit":
        return {"limit": draw(st.sampled_from(["mangan", "haneman", "counted_yakuman"])), **chips}
    return {"yakuman": draw(st.integers(1, 3)), **chips}


@st.composite
def wins(draw: st.DrawFn, winner: str, source: str | None) -> dict:
    count = draw(counts(winner))
    tile = {"tile": count.pop("tile")} if "tile" in count else {}
    how = {"by": "tsumo", **tile} if source is None else {"by": "ron", "from": source, **tile}
    return {"winner": winner, "win": how, **count}


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, dict]:
    """A hand, two hands, a draw or a chombo. The engine refuses what the table doesn't play and impossible hands."""
    sticks = {"riichi_by": draw(SEATS)} if draw(st.booleans()) else {}
    kind = draw(st.sampled_from(["tsumo", "ron", "ron", "both", "draw", "draw", "chombo"]))
    if kind == "draw":
        return "draw", {**draw(DRAWS), **sticks}
    order = draw(st.permutations(PLAYERS))
    if kind == "chombo":
        return "penalty", {"chombo": order[0], **sticks}
    if kind == "both":
        same = {"win": {"by": "ron", "from": order[2]}}
        both = [{**same, "winner": winner, "han": draw(st.integers(5, 14))} for winner in order[:2]]
        return "hand", {"wins": both, **sticks}
    return "hand", {**draw(wins(order[0], order[1] if kind == "ron" else None)), **sticks}
