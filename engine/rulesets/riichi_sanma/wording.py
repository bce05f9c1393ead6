"""The wording of riichi sanma on pages."""

from engine.language import gettext_noop as _
from engine.rulesets.riichi import wording as riichi
from engine.rulesets.riichi_sanma.payments import YAKUMAN

LIMIT_NAMES = {
    "mangan": _("Mangan"),
    "haneman": _("Haneman"),
    "baiman": _("Baiman"),
    "sanbaiman": _("Sanbaiman"),
    "counted_yakuman": _("Counted yakuman"),
    "yakuman": _("Yakuman"),
}
ABORTS = {
    "kyuushu_kyuuhai": _("Nine different 1s, 9s and honours"),
    "four_kongs": _("Four kongs by more than one player"),
}
ABORTED = {"kyuushu_kyuuhai": _("Abortive draw: nine kinds"), "four_kongs": _("Abortive draw: four kongs")}

# By the number of deals.
LENGTHS = {3: _("the end of the East round"), 6: _("the end of the South round"), 9: _("the end of the West round")}

WORDS = riichi.RiichiWords(
    yakuman=YAKUMAN,
    origin=_(
        "These rules are modern riichi for three players, as on Tenhou and Mahjong Soul. Some details rest on one "
        "source only (E21), so agree on them before you play."
    ),
    with_fu=_("%(points)s han %(fu)s fu"),
    fu_up_to=4,
    fu_sum=_("Fu, rounded up to tens"),
    fu_points=_("%(points)s fu"),
    fu_items={
        "base": _("Base fu"),
        "closed_ron": _("Concealed hand, won by ron"),
        "tsumo": _("Tsumo"),
        "sets": _("Pongs and kongs"),
        "pair": _("Pair of value tiles"),
        "wait": _("Closed, edge or pair wait"),
        "chiitoitsu": _("Chiitoitsu"),
    },
    fixed=_("Mangan or more"),
    waits_short_why=_("No win is possible. For each type of win, you can see what the hand lacks (E4)."),
    limit_names=LIMIT_NAMES,
    lines={
        **riichi.LINES,
        "counted_yakuman": _("counted yakuman %(sum)s"),
        "liable": _("pao %(sum)s"),
        "nagashi": _("nagashi mangan %(sum)s"),
        "chombo": _("chombo %(sum)s"),
    },
    flags={**riichi.FLAGS, "renhou": _("“Renhou” was ticked when another player dealt. Check the ticks again.")},
    ended={**riichi.ENDED, "cold": _("A player reached the points that end the match.")},
)
