"""House rules that the riichi rule books share (docs/rules, B2, B4, B5, E)."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from engine.language import gettext_noop as _
from engine.rulesets.definitions import HouseRuleValues, Option, OptionValue

MONEY = 100_000

SHARED: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option(
            "kuitan",
            "switch",
            True,
            _("Tanyao also counts with exposed sets (kuitan)"),
            "",
            group="count",
            example=_(
                "A hand with an exposed pong of 4 bamboo and no 1, 9 or honour can win. If this is off, it has no yaku."
            ),
        ),
        Option(
            "atozuke",
            "switch",
            False,
            _("On a ron, the winning tile may supply the yaku (atozuke)"),
            "",
            group="play",
            help=_("If off, the hand must have a yaku with every tile it’s waiting for."),
            example=_(
                "A hand waits for white dragon or 5 circles, but only the dragon gives it a yaku. It can win by ron "
                "only if this is on."
            ),
        ),
        Option(
            "chiitoi_allow_four",
            "switch",
            False,
            _("In chiitoitsu, four identical tiles can count as two pairs"),
            "",
            group="count",
            example=_("Four identical tiles and five pairs count as chiitoitsu."),
        ),
        Option("pinfu_tsumo", "switch", True, _("Pinfu also counts on a self-draw"), "", group="count"),
        Option(
            "yakuman_stack",
            "switch",
            True,
            _("Several yakuman in one hand add up"),
            "",
            group="payments",
            example=_("Daisangen and tsuuiisou in one hand: 64,000, or 32,000."),
        ),
        Option(
            "yakuman_cap",
            "number",
            6,
            _("Maximum yakuman paid for one hand"),
            "",
            least=1,
            most=9,
            group="payments",
            example=_("Maximum 3: four yakuman in one hand are paid as three."),
        ),
        Option(
            "honba_ron",
            "number",
            200,
            _("Points per honba on a ron"),
            "",
            most=MONEY,
            group="payments",
            example=_("Two honba: a ron pays 400 more."),
        ),
        Option(
            "honba_tsumo_each",
            "number",
            100,
            _("Points per honba from each opponent on a self-draw"),
            "",
            most=MONEY,
            group="payments",
            example=_("Two honba: on a self-draw, each opponent pays 200 more."),
        ),
        Option(
            "riichi_stick",
            "number",
            1000,
            _("Value of a riichi stick"),
            "",
            most=MONEY,
            group="payments",
            example=_("Ann declares riichi and puts down 1,000. The next winner takes the stick."),
        ),
        Option(
            "noten_pool",
            "number",
            2000,
            _("Total noten payment in a drawn hand"),
            "",
            most=MONEY,
            group="payments",
            example=_("Only Ann is tenpai: Bea and Cho pay her 1,000 each."),
        ),
        Option(
            "rob_north_any",
            "switch",
            False,
            _("Any hand can rob a North that was set aside"),
            "",
            group="play",
            example=_(
                "Ann sets a North aside and Bea is waiting for it: Bea wins with any hand, or only with kokushi musou."
            ),
        ),
        Option(
            "multiple_ron",
            "choice",
            "all",
            _("Two players win on one discard"),
            "",
            group="play",
            choices={"all": _("both are paid"), "head_bump": _("only the next player in turn is paid")},
            example=_("Bea and Cho both win on Ann’s discard: she pays both, or only Bea, who is next in turn."),
        ),
        Option(
            "bust",
            "choice",
            "below_zero",
            _("Early end of the match"),
            "",
            choices={
                "below_zero": _("when a player is below 0"),
                "zero": _("when a player has 0 or less"),
                "off": _("never"),
            },
            example=_("Cho has 500 left and pays 1,000: the match ends."),
        ),
        Option(
            "start_points",
            "number",
            35_000,
            _("Starting points"),
            "",
            most=10 * MONEY,
            group="settlement",
            example=_("Each player starts with 35,000 points, 105,000 in total."),
        ),
        Option(
            "return_points",
            "number",
            40_000,
            _("Return points"),
            "",
            most=10 * MONEY,
            group="settlement",
            example=_(
                "Starting points 35,000, return points 40,000: first place gets 5 from each player, 15 in total."
            ),
        ),
        Option(
            "sinking_uma",
            "number",
            0,
            _("Sinking uma (in thousands), paid by each player who ends below the return points"),
            "",
            most=999,
            group="settlement",
            help=_("The sinking uma goes to first place."),
            example=_("10: a player who ends below the return points pays 10 to first place."),
        ),
        Option(
            "target_points",
            "number",
            0,
            _("Points that first place needs after the last round"),
            "",
            help=_("0: any number is enough, and there’s no extension."),
            example=_("40,000: if nobody has 40,000 after the last round, the match continues."),
            most=10 * MONEY,
        ),
        Option(
            "extension",
            "choice",
            "none",
            _("If nobody has enough points after the last round"),
            "",
            example=_(
                "Nobody has 40,000 after the South round: a West round follows, or an East round, or the match ends."
            ),
            choices={
                "next_wind": _("one more round is played, with the next wind"),
                "return_east": _("one more round is played, with East as its wind"),
                "none": _("the match ends"),
            },
        ),
        Option(
            "sudden_death",
            "choice",
            "deal_passes",
            _("The extension ends when a player has enough points"),
            "",
            example=_(
                "A player reaches 40,000 in the extension, and the dealer deals again: the match goes on, or it ends."
            ),
            choices={"deal_passes": _("and the deal passes"), "any_hand": _("after any hand")},
        ),
        Option(
            "agari_yame",
            "switch",
            False,
            _("The match ends when the last dealer wins and is first with enough points (agari-yame)"),
            "",
            example=_("The last dealer wins and is first with 40,000: the match ends, or the dealer deals again."),
        ),
        Option(
            "tenpai_yame",
            "switch",
            False,
            _(
                "The match ends when the last dealer is tenpai in a drawn hand and first with enough points "
                "(tenpai-yame)"
            ),
            "",
            example=_(
                "The last dealer is tenpai in a drawn hand and first with 40,000: the match ends, or the dealer deals "
                "again."
            ),
        ),
        Option(
            "chip_ippatsu",
            "number",
            0,
            _("Chips for ippatsu"),
            "",
            example=_("2: on a self-draw with ippatsu, each opponent gives 2 chips."),
            most=99,
            group="chips",
        ),
        Option(
            "chip_ura",
            "number",
            0,
            _("Chips for each uradora"),
            "",
            example=_("1: a ron with two uradora earns 2 chips from the discarder."),
            most=99,
            group="chips",
        ),
        Option(
            "chip_red",
            "number",
            0,
            _("Chips for each red five"),
            "",
            example=_("1: a hand with a red five earns a chip from each payer."),
            most=99,
            group="chips",
        ),
        Option(
            "chip_red_when",
            "choice",
            "always",
            _("Red fives earn chips"),
            "",
            example=_("An open hand with a red five earns a chip, or none."),
            choices={"always": _("in every hand"), "closed": _("in concealed hands"), "riichi": _("after riichi")},
            group="chips",
        ),
        Option(
            "chip_yakuman",
            "number",
            0,
            _("Chips for each yakuman"),
            "",
            example=_("5: a yakuman by self-draw earns 5 chips from each opponent."),
            most=99,
            group="chips",
        ),
        Option(
            "chip_points",
            "number",
            0,
            _("Value of a chip in the result, in points"),
            "",
            example=_("500: 4 chips are worth 2,000 points, so 2 in the result."),
            most=MONEY,
            group="chips",
        ),
    )
}


def shared(name: str, clause: str, default: OptionValue = None) -> Any:
    """A shared house rule as a field. `clause`: its clause in the book's rules; `default`: None for the usual one."""
    option = SHARED[name]
    option = replace(option, clause=clause, default=option.default if default is None else default)
    return field(default=option.default, metadata={"option": option})


class RiichiHouseRules(HouseRuleValues):
    """The house rules that every riichi book has; each book declares them as fields, with its own choices."""

    __slots__ = ()

    start_points: int
    return_points: int
    uma: tuple[int, int, int]
    sinking_uma: int
    riichi_stick: int
    noten_pool: int
    yakuman_stack: bool
    yakuman_cap: int
    multiple_ron: str
    renchan: str
    length: str
    bust: str
    target_points: int
    extension: str
    sudden_death: str
    agari_yame: bool
    tenpai_yame: bool
    chip_ippatsu: int
    chip_ura: int
    chip_red: int
    chip_red_when: str
    chip_yakuman: int
    chip_points: int

    @property
    def sets_aside(self) -> bool:
        """Whether Norths can be set aside."""
        raise NotImplementedError

    @property
    def has_extension(self) -> bool:
        """Whether another round can follow the last one."""
        return self.extension != "none" and self.target_points > 0

    @property
    def bust_below(self) -> int | None:
        """The points that each player needs to continue, or None if no number is too low."""
        return {"below_zero": 0, "zero": 1, "off": None}[self.bust]

    @property
    def plays_chips(self) -> bool:
        """Whether any win can earn chips, or chips are worth points."""
        return bool(self.chip_ippatsu or self.chip_ura or self.chip_red or self.chip_yakuman or self.chip_points)
