"""The wording that riichi books share on pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.language import gettext_noop as _
from engine.language import ngettext_noop as ngettext
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand
from engine.rulesets.wording import OPTION_GROUPS, TILE_REFUSALS, CarryOverWording, Words

# By the number of yakuman paid; higher numbers are written as digits.
YAKUMAN_TIMES = {1: _("Yakuman"), 2: _("Double yakuman"), 3: _("Triple yakuman")}

LINES = {
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
}
FLAGS = {
    "yakuhai_seat": _("“Seat wind” was ticked for a different wind. Check the ticks again."),
    "yakuhai_round": _("“Round wind” was ticked in a different round. Check the ticks again."),
    "tenhou": _("“Blessing of heaven” was ticked when another player dealt. Check the ticks again."),
    "chiihou": _("“Blessing of earth” was ticked when another player dealt. Check the ticks again."),
}
SHORT_REFUSALS = {
    "furiten": _("furiten"),
    "no_yaku": _("no yaku"),
    "no_yaku_before_winning_tile": _("yaku depends on the winning tile"),
}
SHARES = {
    "return_points": _("difference from return points"),
    "uma": _("uma"),
    "sinking_uma": _("sinking uma"),
    "oka": _("oka"),
    "chips": _("chips"),
    "left_over": _("remaining sticks, rounding"),
}
ENDED = {
    "bust": _("A player had too few points to continue."),
    "agari_yame": _("The last dealer won and was first."),
    "tenpai_yame": _("The last dealer was tenpai and first."),
    "target": _("A player had enough points in the extension."),
    "last_hand": _("The last hand was played."),
}
CARRY_LINES = {
    "honba": CarryOverWording(_("honba"), _("Honba")),
    "riichi_sticks": CarryOverWording(_("sticks"), _("Riichi sticks")),
}
# In the order in which they are checked (docs/formats.md).
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


@dataclass(frozen=True, slots=True)
class RiichiWords(Words):
    """The words of a riichi book, in which a hand can be paid as several yakuman.

    `yakuman`: the value of one yakuman in a `LimitHand`.
    """

    yakuman: int = 1
    points: tuple[str, str] = ngettext("%(points)s han", "%(points)s han")
    so_far: str = ""
    draw_ask: str = _("Draw (ryuukyoku)")
    draw_title: str = _("Draw (ryuukyoku): nobody wins hand %(no)s")
    draw_says: str = _("Players who aren’t tenpai pay those who are. If all or none are tenpai, nobody pays.")
    carry: str = _("On the table:")
    carry_left: str = _("%(carry)s, which go to first place")
    carry_along: str = _("Carried over: %(carry)s.")
    carry_closing: str = _("The remaining sticks go to first place.")
    value_of: str = _("Enter the value of one result point, which is 1,000 points at the table.")
    two: str = _("Two players win on the same tile")
    two_ask: str = _("What does each winner get?")
    two_link: str = _("Another player also wins on this tile")
    early: str = _("Riichi")
    waits_beside: str = _("Riichi, dora and more")
    waits_short: str = _("Complete, but can’t be declared")
    waits_gone_why: str = _("No copies are left: they’re all visible or in the hand.")
    waits_all_short: str = _("%(name)s can’t declare a win with any of the tiles that complete the hand.")
    waits_plain: str = _(
        "Counted as a plain win: no last or replacement tile, no robbed kong or North. Honba and sticks are included."
    )
    lines: Mapping[str, str] = field(default_factory=lambda: LINES)
    flags: Mapping[str, str] = field(default_factory=lambda: FLAGS)
    refusals: Mapping[str, str] = field(default_factory=lambda: SHORT_REFUSALS)
    shares: Mapping[str, str] = field(default_factory=lambda: SHARES)
    ended: Mapping[str, str] = field(default_factory=lambda: ENDED)
    option_groups: Mapping[str, str] = field(
        default_factory=lambda: {**OPTION_GROUPS, "settlement": _("Settlement"), "chips": _("Chips")}
    )
    carry_lines: Mapping[str, CarryOverWording] = field(default_factory=lambda: CARRY_LINES)

    def limit_said(self, limit: LimitHand) -> Note:
        if limit.kind != "yakuman":
            return Note(self.limit_names[limit.kind])
        times = limit.value // self.yakuman
        if times in YAKUMAN_TIMES:
            return Note(YAKUMAN_TIMES[times])
        return Note("%(times)s × yakuman", values={"times": times})

    def limit_key(self, limit: LimitHand) -> str:
        """The kind, followed by the number if several yakuman are paid: `yakuman`, `yakuman:2`."""
        times = limit.value // self.yakuman
        return f"{limit.kind}:{times}" if limit.kind == "yakuman" and times > 1 else limit.kind

    def limit_worth(self, limit: LimitHand) -> None:
        """Always None: the value depends on who deals and on whether the win is a self-draw (B3, E9)."""


# The romanised names of items, which players say in languages without names of their own for them.
ROMANISED = {
    "double_riichi": "double riichi",
    "ippatsu": "ippatsu",
    "menzen_tsumo": "menzen tsumo",
    "haitei_houtei": "haitei, houtei",
    "rinshan": "rinshan kaihou",
    "chankan": "chankan",
    "yakuhai_dragon": "yakuhai",
    "yakuhai_seat": "yakuhai",
    "yakuhai_round": "yakuhai",
    "yakuhai_north": "yakuhai",
    "shousangen": "shousangen",
    "iipeikou": "iipeikou",
    "ryanpeikou": "ryanpeikou",
    "iisou_sanjun": "iisou sanjun",
    "ittsu": "ittsuu",
    "sanankou": "sanankou",
    "sankantsu": "sankantsu",
    "sanrenkou": "sanrenkou",
    "sanshoku_doukou": "sanshoku doukou",
    "tanyao": "tanyao",
    "toitoi": "toitoi",
    "chiitoitsu": "chiitoitsu",
    "chanta": "chanta",
    "junchan": "junchan",
    "honroutou": "honroutou",
    "honitsu": "honitsu",
    "chinitsu": "chinitsu",
    "tenhou": "tenhou",
    "chiihou": "chiihou",
    "renhou": "renhou",
    "paarenchan": "paarenchan",
    "kokushi": "kokushi musou",
    "suuankou": "suuankou",
    "suukantsu": "suukantsu",
    "daisangen": "daisangen",
    "suushiihou": "suushiihou",
    "shousuushii": "shousuushii",
    "daisuushii": "daisuushii",
    "tsuuiisou": "tsuuiisou",
    "chinroutou": "chinroutou",
    "ryuuiisou": "ryuuiisou",
    "chuuren": "chuuren poutou",
    "pei_dora": "kita",
    "akadora": "akadora",
}
