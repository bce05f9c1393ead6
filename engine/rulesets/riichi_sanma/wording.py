"""The wording of riichi sanma on pages."""

from dataclasses import dataclass

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.honshu.wording import YAKUMAN_TIMES
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand
from engine.rulesets.wording import OPTION_GROUPS, TILE_REFUSALS, CarryOverWording, Words

LIMIT_NAMES = {
    "mangan": _("Mangan"),
    "haneman": _("Haneman"),
    "baiman": _("Baiman"),
    "sanbaiman": _("Sanbaiman"),
    "counted_yakuman": _("Counted yakuman"),
    "yakuman": _("Yakuman"),
}
YAKUMAN = 8000  # basic points
ABORTS = {"kyuushu_kyuuhai": _("Nine different 1s, 9s and honours"), "four_kongs": _("Four kongs")}
ABORTED = {"kyuushu_kyuuhai": _("Abortive draw: nine kinds"), "four_kongs": _("Abortive draw: four kongs")}

# By the number of deals.
LENGTHS = {3: _("the end of the East round"), 6: _("the end of the South round"), 9: _("the end of the West round")}


@dataclass(frozen=True, slots=True)
class RiichiSanmaWords(Words):
    """The words of riichi sanma, where a hand can be paid as several yakuman."""

    def limit_said(self, limit: LimitHand) -> Note:
        if limit.kind != "yakuman":
            return Note(LIMIT_NAMES[limit.kind])
        times = limit.value // YAKUMAN
        if times in YAKUMAN_TIMES:
            return Note(YAKUMAN_TIMES[times])
        return Note("%(times)s × yakuman", values={"times": times})

    def limit_key(self, limit: LimitHand) -> str:
        """The kind, followed by the number if several yakuman are paid: `yakuman`, `yakuman:2`."""
        times = limit.value // YAKUMAN
        return f"{limit.kind}:{times}" if limit.kind == "yakuman" and times > 1 else limit.kind

    def limit_worth(self, limit: LimitHand) -> None:
        """Always None: the value depends on the dealer and on a self-draw (E9)."""


WORDS = RiichiSanmaWords(
    origin=_(
        "These rules are modern riichi for three players, as on Tenhou and Mahjong Soul. Some details rest on one "
        "source only (E21), so agree on them before you play."
    ),
    points=ngettext("%(points)s han", "%(points)s han"),
    with_fu=_("%(points)s han %(fu)s fu"),
    fu_up_to=4,
    fu_sum=_("Fu, rounded up to tens"),
    fu_points=_("%(points)s fu"),
    fu_items={
        "base": _("Winning hand"),
        "closed_ron": _("Concealed hand, won by ron"),
        "tsumo": _("Self-draw"),
        "sets": _("Pongs and kongs"),
        "pair": _("Pair of value tiles"),
        "wait": _("Closed, edge or pair wait"),
        "chiitoitsu": _("Seven pairs"),
    },
    so_far="",
    fixed=_("Limit hand"),
    fixed_list=_("Or a limit hand"),
    draw_ask=_("Draw (ryuukyoku)"),
    draw_title=_("Draw (ryuukyoku): nobody wins hand %(no)s"),
    draw_says=_("Players who aren’t tenpai pay those who are. If all or none are tenpai, nobody pays."),
    carry=_("On the table:"),
    carry_left=_("%(carry)s, which go to first place"),
    carry_along=_("Carried over: %(carry)s."),
    carry_closing=_("The remaining sticks go to first place."),
    value_of=_("Enter the value of one result point, which is 1,000 points at the table."),
    two=_("Two players win on the same tile"),
    two_ask=_("What does each winner get?"),
    two_link=_("Another player also wins on this tile"),
    early=_("Riichi"),
    waits_beside=_("Riichi, dora and more"),
    waits_short=_("Complete, but can’t be declared"),
    waits_short_why=_("No win is possible. For each type of win, you can see what the hand lacks (E4)."),
    waits_gone_why=_("No copies are left: they’re all visible or in the hand."),
    waits_all_short=_("%(name)s can’t declare a win with any of the tiles that complete the hand."),
    waits_plain=_(
        "Counted as a plain win: no last or replacement tile, no robbed kong or North. Honba and sticks are included."
    ),
    limit_names=LIMIT_NAMES,
    lines={
        "han": _("hand %(sum)s"),
        "mangan": _("mangan %(sum)s"),
        "haneman": _("haneman %(sum)s"),
        "baiman": _("baiman %(sum)s"),
        "sanbaiman": _("sanbaiman %(sum)s"),
        "counted_yakuman": _("counted yakuman %(sum)s"),
        "yakuman": _("yakuman %(sum)s"),
        "liable": _("pao %(sum)s"),
        "nagashi": _("nagashi mangan %(sum)s"),
        "chombo": _("chombo %(sum)s"),
        "honba": _("honba %(sum)s"),
        "riichi_stick": _("riichi stick %(sum)s"),
        "riichi_sticks": _("riichi sticks %(sum)s"),
        "noten": _("noten %(sum)s"),
    },
    flags={
        "yakuhai_seat": _("“Seat wind” was ticked for a different wind. Check the ticks again."),
        "yakuhai_round": _("“Round wind” was ticked in a different round. Check the ticks again."),
        "tenhou": _("“Blessing of heaven” was ticked when another player dealt. Check the ticks again."),
        "chiihou": _("“Blessing of earth” was ticked when another player dealt. Check the ticks again."),
        "renhou": _("“Blessing of man” was ticked when another player dealt. Check the ticks again."),
    },
    refusals={
        "furiten": _("furiten"),
        "no_yaku": _("no yaku"),
        "no_yaku_before_winning_tile": _("yaku depends on the winning tile"),
    },
    option_groups={**OPTION_GROUPS, "settlement": _("Settlement"), "chips": _("Chips")},
    carry_lines={
        "honba": CarryOverWording(_("honba"), _("Honba")),
        "riichi_sticks": CarryOverWording(_("sticks"), _("Riichi sticks")),
    },
    ended={
        "bust": _("A player had too few points to continue."),
        "cold": _("A player reached the points that end the match."),
        "agari_yame": _("The last dealer won and was first."),
        "tenpai_yame": _("The last dealer was tenpai and first."),
        "target": _("A player had enough points in the extension."),
        "last_hand": _("The last hand was played."),
    },
    shares={
        "return_points": _("difference from return points"),
        "uma": _("uma"),
        "sinking_uma": _("sinking uma"),
        "oka": _("oka"),
        "chips": _("chips"),
        "left_over": _("remaining sticks, rounding"),
    },
)

REFUSALS = {
    **TILE_REFUSALS,
    "declared_ready_needs_concealed": _("Riichi can only be declared with a concealed hand."),
    "not_a_legal_hand": _("These tiles don’t make a complete hand. You need four sets and a pair, or a special hand."),
    "furiten": _("A hand in furiten can only win by self-draw."),
    "north_robbed_only_by_kokushi": _("Only thirteen orphans can rob a North that was set aside."),
    "no_yaku": _("The hand has no yaku; dora don’t count as yaku."),
    "no_yaku_before_winning_tile": _(
        "With some of the tiles it’s waiting for, the hand has no yaku, so it can’t win by ron."
    ),
}
