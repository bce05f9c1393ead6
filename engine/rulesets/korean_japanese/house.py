"""The house rules of the Korean/Japanese game, its options and presets (docs/rules, A15)."""

from dataclasses import dataclass
from typing import Literal

from engine.language import gettext_noop as _
from engine.rulesets.custom_items import OwnItem
from engine.rulesets.definitions import Preset, choice, house_rule, number, options_of, switch
from engine.rulesets.korean_japanese.items import BONUSES, LIMITS, PATTERNS
from engine.rulesets.korean_japanese.wording import LIMIT_NAMES
from engine.rulesets.rotating_deal import PassingDealHouseRules, length_option

OPTION_EXAMPLES = {
    "min_hand_points": _("Minimum 3: a hand with only one dragon pong (1 hand-point) can’t be declared."),
    "match_length": _("18 hands: each player deals six times, and a goulash in hand 9 carries over to hand 10."),
    "payment_mode": _(
        "A hand with 6 hand-points and 3 bonus-points: the discarder pays 15 and the other opponent 3, or "
        "they pay 12 and 6, or the discarder pays all 18."
    ),
    "ready_discount": _("Ann wins while Bea is waiting: Bea pays 2 fewer bonus-points."),
    "rob_kong_pays_as": _("Cho’s kong is robbed: Cho pays as the discarder, or both pay the same."),
    "unit_table": _("With the Hong Kong table, a player who owes 9 points pays 4 units."),
    "limit": _("Limit 40: great dragons by self-draw earn 40 from each opponent."),
    "half_limit": _("Half-limit 20: small dragons by self-draw earn 20 from each opponent."),
    "limits": _("If nine gates isn’t played, the hand is counted like any other."),
    "limit_requires_concealed": _("Great dragons with an exposed pong are scored in points, not as a limit hand."),
    "limit_discard": _(
        "Limit 40 on Ann’s discard: Ann pays 80 and Bea 40, or Ann pays 80 and Bea nothing, or both pay 40."
    ),
    "limit_choose_higher": _("A half-limit hand (20) whose points would earn 30 from each opponent earns 30."),
    "all_terminals_honours_scope": _("An all-pongs hand of 1s, 9s and dragons: a full limit, or 9 hand-points."),
    "nine_gates_strict": _("1112345678999 and a 5: the 5 must be the winning tile. If this is off, any tile can be."),
    "goulash_per_draw": _("Two drawn hands in a row: the next winner gets 10 more from each opponent."),
    "goulash_cap": _(
        "Maximum 10: after three drawn hands, the next winner still gets only 10 more from each opponent."
    ),
    "goulash_on_limit": _("A limit hand after a goulash: 45 from each opponent, or 40 if this is off."),
    "three_ready": _(
        "Ann, Bea and Cho all declare ready: the hand ends as a goulash, or is played for hand-points only."
    ),
    "items_off": _("If “Seven pairs” isn’t played, a hand of seven pairs can’t win at this table."),
    "matching_bonus": _("Bea’s discard completes a pong: 2 bonus-points for the two matching tiles."),
    "identical_chows": _("234 234 678 678 of one suit: 4 hand-points, or 2 if they count once."),
    "pure_excludes_no_honours": _("A hand of circles only: 6 hand-points instead of 7."),
    "seven_pairs_allow_four": _("Four identical tiles and five pairs count as seven pairs."),
    "last_tile_on_discard": _("A win on the last discard: 1 bonus-point."),
    "seat_dragons": _("East’s pong of green dragons: 2 hand-points instead of 1."),
    "claim_tiebreak": _(
        "Two players with 5 hand-points each claim the same tile: the hand with more bonus-points wins, or "
        "the next player in turn does."
    ),
    "sacred_discard_scope": _(
        "Ann discarded 4 circles and is waiting for 1 or 4 circles: she can’t win on a discarded 4, or can’t "
        "win on either discard."
    ),
    "wind_set": _("The dealer sits North, and the West tiles are removed."),
    "five_bamboo_pair": _("A pair of 5 bamboo with a green dragon pong is the small jade dragon."),
    "north_tile": _("A pair of North is worth 2 points and a kong of North 6. A hand with a pong of North can’t win."),
    "north_points_class": _("If a pair of North earns bonus-points, it doesn’t count towards the minimum."),
    "no_bamboo": _("The game is played with 100 tiles, so thirteen orphans isn’t possible."),
    "dead_wall_dora": _(
        "If a 3 of circles is turned face up, each 4 of circles in the winning hand earns 1 bonus-point."
    ),
    "revealed_dora": _("The dora earns 3 bonus-points as a pair, 5 as a pong and 10 as a kong."),
    "red_dora": _("One red five earns 1 bonus-point, and both together earn 6."),
    "own_items": _(
        "“Won on the last discard of the round” earns 3 bonus-points, and “Eight club flowers” earns a half-limit."
    ),
    "fictive_hand": _("The wall ends 13 tiles earlier. Nothing else changes."),
}


@dataclass(frozen=True, slots=True)
class KoreanJapaneseHouseRules(PassingDealHouseRules):
    """The house rules of one table of the Korean/Japanese game."""

    min_hand_points: int = number(
        3,
        _("Minimum hand-points"),
        "A5",
        help=_("A hand below the minimum can’t be declared, but limit hands always can."),
        most=40,
    )
    match_length: int = length_option()
    payment_mode: Literal[
        "double_hand_each_bonus", "discarder_covers_bonus", "discarder_covers_all_unless_ready", "discarder_covers_all"
    ] = choice(
        _("Who pays for a discard"),
        "A8",
        {
            "double_hand_each_bonus": _(
                "The discarder pays the hand-points twice, and each opponent pays the bonus-points they owe"
            ),
            "discarder_covers_bonus": _(
                "Each opponent pays the hand-points, and the discarder pays all the bonus-points"
            ),
            "discarder_covers_all_unless_ready": _(
                "The discarder pays everything, but the hand-points are shared if the discarder was waiting"
            ),
            "discarder_covers_all": _("The discarder pays everything"),
        },
        group="payments",
    )
    ready_discount: Literal["waiting", "declared", "none"] = choice(
        _("Who pays 2 fewer bonus-points"),
        "A9",
        {
            "waiting": _("Players who were waiting"),
            "declared": _("Only players who declared ready"),
            "none": _("Nobody"),
        },
        group="payments",
    )
    rob_kong_pays_as: Literal["discard", "wall"] = choice(
        _("Payment for a robbed kong"),
        "A8",
        {"discard": _("as for a discard"), "wall": _("as for a self-draw")},
        group="payments",
    )
    unit_table: Literal["hk"] | None = choice(
        _("Point conversion"),
        "A12.10",
        {"hk": _("Hong Kong table: up to 2 points count as 0 units, 3–4 as 1, 5–6 as 2, 7–10 as 4, and more as 8")},
        default=None,
        optional=True,
        unset=_("one unit for each point"),
        group="payments",
    )
    limit: int = number(40, _("Limit"), "A11", least=1, group="limits")
    half_limit: int | None = number(
        None,
        _("Half-limit"),
        "A11",
        help=_("Leave empty for half the limit."),
        least=1,
        optional=True,
        unset=_("half the limit"),
        group="limits",
    )
    limits: Literal["all", "none"] | tuple[str, ...] = house_rule(
        "list",
        "all",
        _("Limit hands played"),
        "A11",
        choices={limit.id: limit.name for limit in LIMITS},
        whole={"all": _("All"), "none": _("None")},
        group="limits",
    )
    limit_requires_concealed: bool = switch(_("Limit hands must be concealed"), "A11", group="limits")
    limit_discard: Literal["double_plus_single", "discarder_double_only", "single_each"] = choice(
        _("Who pays for a limit hand on a discard"),
        "A11",
        {
            "double_plus_single": _("The discarder pays twice, the other opponent once"),
            "discarder_double_only": _("The discarder pays twice, the other opponent nothing"),
            "single_each": _("Each opponent pays once"),
        },
        group="limits",
    )
    limit_choose_higher: bool = switch(
        _("Pay a limit hand’s points if they’re worth more than the limit"), "A11", default=True, group="limits"
    )
    all_terminals_honours_scope: Literal["mixed", "unmixed"] = choice(
        _("Full limit for terminals and honours"),
        "A17.3",
        {"mixed": _("mixed or pure"), "unmixed": _("only for all honours or all terminals")},
        group="limits",
    )
    nine_gates_strict: bool = switch(_("Nine gates needs the nine-sided wait"), "A11", default=True, group="limits")
    goulash_per_draw: int = number(
        5,
        _("Goulash: points from each opponent for every drawn hand"),
        "A3.2",
        help=_("These points are added to what the next winner gets."),
        most=999,
        group="goulash",
    )
    goulash_cap: int | None = number(
        None,
        _("Goulash: maximum points from each opponent"),
        "A3.5",
        help=_("Leave empty for no limit."),
        optional=True,
        unset=_("no limit"),
        group="goulash",
    )
    goulash_on_limit: bool = switch(_("Goulash is also paid on a limit hand"), "A3.4", default=True, group="goulash")
    three_ready: Literal["off", "draw", "hand_points_only"] = choice(
        _("All three declare ready"),
        "A12.6",
        {
            "off": _("play on"),
            "draw": _("the hand is a goulash"),
            "hand_points_only": _("play on for hand-points only"),
        },
        group="goulash",
    )
    items_off: tuple[str, ...] = house_rule(
        "list",
        (),
        _("Patterns and bonus-points not played"),
        "A17.1",
        choices={item.id: item.name for item in (*PATTERNS, *BONUSES)},
        group="count",
    )
    matching_bonus: Literal["tiles", "tiles_incl", "players", "off"] = choice(
        _("Bonus-points for tiles that match the winning tile"),
        "A7",
        {
            "tiles": _("1 for each further copy of the winning tile in the hand"),
            "tiles_incl": _("1 for each copy in the hand, including the winning tile"),
            "players": _("1 for each other player who was waiting for the winning tile"),
            "off": _("none"),
        },
        group="count",
    )
    identical_chows: Literal["pairs", "once"] = choice(
        _("Identical chows"),
        "A6",
        {"pairs": _("2 for each pair of identical chows"), "once": _("at most 2 per hand")},
        group="count",
    )
    pure_excludes_no_honours: bool = switch(_("A pure hand doesn’t also score “No honours”"), "A6", group="count")
    seven_pairs_allow_four: bool = switch(_("Four identical tiles can be two of the seven pairs"), "A6", group="count")
    last_tile_on_discard: bool = switch(
        _("A win on the discard after the last tile also earns the last-tile bonus"), "A7", group="count"
    )
    seat_dragons: bool = switch(_("Own dragon (East: green, South: red, West: white)"), "A6", group="count")
    claim_tiebreak: Literal["hand_bonus_turn", "hand_turn"] = choice(
        _("Two players claim the same tile"),
        "A13",
        {
            "hand_bonus_turn": _("more hand-points, then more bonus-points, then the next player in turn"),
            "hand_turn": _("more hand-points, then the next player in turn"),
        },
        group="play",
    )
    sacred_discard_scope: Literal["kind", "furiten"] = choice(
        _("Tiles ruled out by your own discards"),
        "A4.8",
        {"kind": _("the same tile only"), "furiten": _("any tile that would win")},
        group="play",
    )
    wind_set: Literal["ESW", "NES"] = choice(
        _("Winds in play"), "A12.8", {"ESW": _("East, South, West"), "NES": _("North, East, South")}, group="tiles"
    )
    five_bamboo_pair: bool = switch(_("Two extra 5 bamboo tiles, as a pair"), "A12.9", group="tiles")
    north_tile: bool = switch(_("North as a normal tile"), "A12.4", group="tiles")
    north_points_class: Literal["hand", "bonus"] = choice(
        _("Points for North"), "A12.4", {"hand": _("hand-points"), "bonus": _("bonus-points")}, group="tiles"
    )
    no_bamboo: bool = switch(_("No bamboo tiles"), "A12.5", group="tiles")
    dead_wall_dora: bool = switch(_("Dora on the dead wall"), "A12.1", group="tiles")
    revealed_dora: bool = switch(_("Revealed dora"), "A12.2", group="tiles")
    red_dora: bool = switch(_("Red fives"), "A12.3", group="tiles")
    fictive_hand: bool = switch(_("The last 13 tiles aren’t played"), "A12.7", group="tiles")
    own_items: tuple[OwnItem, ...] = house_rule(
        "own",
        (),
        _("Custom bonus-points and limit hands"),
        "A15.1",
        _("Items that only your table counts. Tick them yourself, because they aren’t read from the tiles."),
        choices={"bonus": _("Bonus-points"), **LIMIT_NAMES},
        group="own",
    )


OPTIONS = options_of(KoreanJapaneseHouseRules, OPTION_EXAMPLES)

PRESETS = (
    Preset(
        "first_game",
        _("First game"),
        _("Any complete hand can win: no minimum and nothing to remember."),
        {"min_hand_points": 0},
    ),
    Preset("club", _("Club"), _("The rules as written: at least 3 hand-points."), {}),
    Preset(
        "experts",
        _("Experts"),
        _("At least 7 hand-points, and a dora on the dead wall."),
        {"min_hand_points": 7, "dead_wall_dora": True},
    ),
)
