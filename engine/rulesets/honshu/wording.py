"""What pages call things in Honshu sanma: the words of the field, plain English around them. Sentences alone."""

from dataclasses import dataclass

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand
from engine.rulesets.wording import OPTION_GROUPS, CarryOverWording, Words

LIMIT_NAMES = {"yakuman": _("Yakuman")}
# By how many times a yakuman is paid; more are counted.
YAKUMAN_TIMES = {1: _("Yakuman"), 2: _("Double yakuman"), 3: _("Triple yakuman")}

# By the number of deals.
LENGTHS = {3: _("the end of the East round"), 6: _("the end of the South round")}


@dataclass(frozen=True, slots=True)
class HonshuWords(Words):
    """The words of Honshu sanma, in which a hand may be paid as several yakuman."""

    def limit_said(self, limit: LimitHand) -> Note:
        if limit.value in YAKUMAN_TIMES:
            return Note(YAKUMAN_TIMES[limit.value])
        return Note("%(times)s × yakuman", values={"times": limit.value})

    def limit_key(self, limit: LimitHand) -> str:
        """`yakuman`, and `yakuman:2` where two are paid."""
        return limit.kind if limit.value == 1 else f"{limit.kind}:{limit.value}"

    def limit_worth(self, limit: LimitHand) -> None:
        """No one amount: the dealer gets more, and a self-draw is shared (B3)."""


WORDS = HonshuWords(
    points=ngettext("%(points)s han", "%(points)s han"),
    so_far="",
    fixed=_("Yakuman"),
    fixed_list=_("Or a yakuman"),
    draw_ask=_("Draw (ryuukyoku)"),
    draw_title=_("Draw (ryuukyoku): nobody wins hand %(no)s"),
    draw_says=_("Whoever is not tenpai pays whoever is. If all are or nobody is, nobody pays."),
    carry=_("On the table:"),
    carry_left=_("%(carry)s, which go to first"),
    carry_along=_("What lies on the table goes along: %(carry)s."),
    carry_closing=_("The sticks that are left go to first."),
    value_of=_("A point is one of the result here: 1,000 on the table."),
    two=_("Two win on the same tile"),
    two_ask=_("What do they get?"),
    two_link=_("Another player wins on it too"),
    early=_("Riichi"),
    waits_beside=_("Riichi, dora and more"),
    waits_short=_("Complete, but may not be declared"),
    waits_short_why=_("No win: each way of winning says what the hand lacks (B1.8)."),
    waits_gone_why=_("No copy can come: every one lies open or is in the hand."),
    waits_all_short=_("%(name)s wins on no tile: those that complete the hand bring no win that may be declared."),
    waits_plain=_("Counted as a plain win: no last or replacement tile, nothing robbed. With honba and sticks."),
    limit_names=LIMIT_NAMES,
    lines={
        "han": _("hand %(sum)s"),
        "mangan": _("mangan %(sum)s"),
        "haneman": _("haneman %(sum)s"),
        "baiman": _("baiman %(sum)s"),
        "sanbaiman": _("sanbaiman %(sum)s"),
        "yakuman": _("yakuman %(sum)s"),
        "honba": _("honba %(sum)s"),
        "riichi_stick": _("riichi stick %(sum)s"),
        "riichi_sticks": _("riichi sticks %(sum)s"),
        "noten": _("noten %(sum)s"),
    },
    flags={
        "yakuhai_seat": _("Seat wind was ticked when another wind was meant. Please look again."),
        "yakuhai_round": _("Round wind was ticked in another round. Please look again."),
        "tenhou": _("Blessing of heaven was ticked when somebody else dealt. Please look again."),
        "chiihou": _("Blessing of earth was ticked when somebody else dealt. Please look again."),
        "paarenchan": _("Eight deals kept was ticked when the dealer had kept the deal so often. Please look again."),
    },
    refusals={
        "furiten": _("furiten"),
        "no_yaku": _("no yaku"),
        "no_yaku_before_winning_tile": _("no yaku before the winning tile"),
        "below_table": _("fewer than 3 han"),
    },
    option_groups={**OPTION_GROUPS, "settlement": _("Settlement")},
    carry_lines={
        "honba": CarryOverWording(_("honba"), _("Honba")),
        "riichi_sticks": CarryOverWording(_("sticks"), _("Riichi sticks")),
    },
    shares={
        "return_points": _("against the return points"),
        "uma": _("uma"),
        "sinking_uma": _("sinking uma"),
        "oka": _("oka"),
        "left_over": _("sticks left over, rounding"),
    },
)


REFUSALS = {
    "exposed_chow": _("A chow is never laid open: it can only be completed by the winning tile."),
    "wrong_tile_count": _("A winning hand has 14 tiles, a set laid down counting as three."),
    "tile_not_in_deck": _("The hand holds a tile that this table's deck does not have, or too many of one."),
    "winning_tile_missing": _("The winning tile must be one of the hand's tiles."),
    "declared_ready_needs_concealed": _("Only a concealed hand can have declared riichi."),
    "not_a_legal_hand": _("These tiles are no hand: it takes four sets and a pair, or a special hand."),
    "furiten": _("In furiten a hand can only be won by self-draw."),
    "north_robbed_only_by_kokushi": _("Only thirteen orphans may rob a North that is set aside."),
    "no_yaku": _("The hand has no yaku: dora and bazoro are none."),
    "no_yaku_before_winning_tile": _("Every tile that the hand waits for must bring a yaku of its own."),
    "below_table": _("The table of payments begins with 3 han."),
}
