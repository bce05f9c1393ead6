"""House rules that the riichi rule books share: the end of the match, and chips (docs/rules, B4, E12, E14)."""

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
            _("Chips for one shot (ippatsu)"),
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
