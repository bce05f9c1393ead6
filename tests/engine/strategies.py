"""Hypothesis strategies for legal house rules and entries."""

from hypothesis import strategies as st

from tests.engine.tables import book

PLAYERS = ("P1", "P2", "P3")
MODES = (
    "double_hand_each_bonus",
    "discarder_covers_bonus",
    "discarder_covers_all_unless_ready",
    "discarder_covers_all",
)
BOOLS = st.booleans()


def chosen(name: str) -> st.SearchStrategy:
    """One of the values that the option `name` offers."""
    option = next(each for each in book().options if each.name == name)
    return st.sampled_from([*option.choices, *([None] if option.optional else [])])


def paying_rules() -> st.SearchStrategy[dict]:
    """House rules that change the payments for a win, each omitted half of the time."""
    points = st.integers(1, 120)
    return st.fixed_dictionaries(
        {},
        optional={
            "min_hand_points": st.integers(0, 7),
            "payment_mode": st.sampled_from(MODES),
            "ready_discount": chosen("ready_discount"),
            "rob_kong_pays_as": chosen("rob_kong_pays_as"),
            "unit_table": chosen("unit_table"),
            "limit": points,
            "half_limit": st.none() | points,
            "limit_discard": chosen("limit_discard"),
            "goulash_per_draw": st.integers(0, 12),
            "goulash_cap": st.none() | st.integers(0, 30),
            "goulash_on_limit": BOOLS,
            "three_ready": st.sampled_from(["off", "hand_points_only"]),
            "items_off": st.sampled_from([[], ["win"], ["wall", "win"]]),
        },
    )


@st.composite
def wins(draw: st.DrawFn, house: dict, limits: bool = True) -> dict:
    """A win by numbers or as a limit hand, acceptable under `house`."""
    winner = draw(st.sampled_from(PLAYERS))
    opponents = [player for player in PLAYERS if player != winner]
    by = draw(st.sampled_from(["wall", "discard", "rob_kong"]))
    win = {"by": by} if by == "wall" else {"by": by, "from": draw(st.sampled_from(opponents))}
    entry: dict = {"winner": winner, "win": win}
    for key in ("waiting", "opp_declared"):
        entry[key] = {player: draw(BOOLS) for player in opponents}
    entry["declared_ready"], entry["all_declared"] = draw(BOOLS), draw(BOOLS)
    if limits and draw(st.integers(0, 3)) == 0:
        return {**entry, "limit": draw(st.sampled_from(["half", "full"]))}
    least = 0 if "win" in house.get("items_off", ()) else 2
    hand_points = draw(st.integers(house.get("min_hand_points", 3), 40))
    return {**entry, "hand_points": hand_points, "bonus_points": draw(st.integers(least, 30))}
