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
MORE_YAKUMAN = _("%(times)s × yakuman")

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
    "yakuhai_seat": _("“Yakuhai: seat wind” was ticked for a different wind. Check the ticks again."),
    "yakuhai_round": _("“Yakuhai: round wind” was ticked in a different round. Check the ticks again."),
    "tenhou": _("“Tenhou” was ticked when another player dealt. Check the ticks again."),
    "chiihou": _("“Chiihou” was ticked when another player dealt. Check the ticks again."),
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
    "north_robbed_only_by_kokushi": _("Only kokushi musou can rob a North that was set aside."),
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
    carry: str = _("On the table")
    carry_left: str = _("%(carry)s, which go to first place")
    carry_along: str = _("Carried over: %(carry)s.")
    carry_closing: str = _("The remaining sticks go to first place.")
    value_of: str = _("Enter the value of one result point, which is 1,000 points at the table.")
    two: str = _("Two players win on the same tile")
    two_ask: str = _("What does each winner get?")
    two_link: str = _("Another player also wins on this tile")
    early: str = _("Riichi")
    drawn: str = _("Tsumo")
    claimed: str = _("Ron")
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
        return Note(YAKUMAN_TIMES.get(times, MORE_YAKUMAN), values={"times": times})

    def limit_key(self, limit: LimitHand) -> str:
        """The kind, followed by the number if several yakuman are paid: `yakuman`, `yakuman:2`."""
        times = limit.value // self.yakuman
        return f"{limit.kind}:{times}" if limit.kind == "yakuman" and times > 1 else limit.kind

    def limit_worth(self, limit: LimitHand) -> None:
        """Always None: the value depends on who deals and on whether the win is a self-draw (B3, E9)."""


# The items of riichi books by id: the name, and what it means, for players who don't know the romanised name.
NAMES: Mapping[str, tuple[str, str]] = {
    "riichi": (_("Riichi"), ""),
    "double_riichi": (_("Double riichi"), ""),
    "ippatsu": (_("Ippatsu"), _("One shot")),
    "menzen_tsumo": (_("Menzen tsumo"), _("Concealed self-draw")),
    "haitei_houtei": (_("Haitei, houtei"), _("Last tile")),
    "rinshan": (_("Rinshan kaihou"), _("Replacement tile")),
    "chankan": (_("Chankan"), _("Robbed kong")),
    "yakuhai_dragon": (_("Yakuhai: dragon"), ""),
    "yakuhai_seat": (_("Yakuhai: seat wind"), ""),
    "yakuhai_round": (_("Yakuhai: round wind"), ""),
    "yakuhai_north": (_("Yakuhai: North"), ""),
    "shousangen": (_("Shousangen"), _("Small three dragons")),
    "iipeikou": (_("Iipeikou"), _("Two identical chows")),
    "ryanpeikou": (_("Ryanpeikou"), _("Two pairs of identical chows")),
    "iisou_sanjun": (_("Iisou sanjun"), _("Three identical chows")),
    "ittsu": (_("Ittsuu"), _("Straight")),
    "sanankou": (_("Sanankou"), _("Three concealed pongs")),
    "sankantsu": (_("Sankantsu"), _("Three kongs")),
    "sanrenkou": (_("Sanrenkou"), _("Three pongs in a row")),
    "sanshoku_doukou": (_("Sanshoku doukou"), _("Same pong in three suits")),
    "pinfu": (_("Pinfu"), ""),
    "tanyao": (_("Tanyao"), _("All simples")),
    "toitoi": (_("Toitoi"), _("All pongs")),
    "chiitoitsu": (_("Chiitoitsu"), _("Seven pairs")),
    "chanta": (_("Chanta"), _("Outside hand")),
    "junchan": (_("Junchan"), _("Terminals in every set")),
    "honroutou": (_("Honroutou"), _("Terminals and honours")),
    "honitsu": (_("Honitsu"), _("One suit and honours")),
    "chinitsu": (_("Chinitsu"), _("One suit")),
    "tenhou": (_("Tenhou"), _("Blessing of heaven")),
    "chiihou": (_("Chiihou"), _("Blessing of earth")),
    "renhou": (_("Renhou"), _("Blessing of man")),
    "paarenchan": (_("Paarenchan"), _("Deal kept eight times")),
    "kokushi": (_("Kokushi musou"), _("Thirteen orphans")),
    "suuankou": (_("Suuankou"), _("Four concealed pongs")),
    "suukantsu": (_("Suukantsu"), _("Four kongs")),
    "daisangen": (_("Daisangen"), _("Big three dragons")),
    "suushiihou": (_("Suushiihou"), _("Four winds")),
    "shousuushii": (_("Shousuushii"), _("Small four winds")),
    "daisuushii": (_("Daisuushii"), _("Big four winds")),
    "tsuuiisou": (_("Tsuuiisou"), _("All honours")),
    "chinroutou": (_("Chinroutou"), _("All terminals")),
    "ryuuiisou": (_("Ryuuiisou"), _("All green")),
    "chuuren": (_("Chuuren poutou"), _("Nine gates")),
    "bazoro": (_("Bazoro"), ""),
    "dora": (_("Dora"), ""),
    "uradora": (_("Uradora"), ""),
    "pei_dora": (_("Kita"), _("North set aside")),
    "akadora": (_("Akadora"), _("Red five")),
    "flower": (_("Flower"), ""),
}
