"""The wording of Honshu sanma on pages."""

from engine.language import gettext_noop as _
from engine.rulesets.riichi import wording as riichi

# By the number of deals.
LENGTHS = {3: _("the end of the East round"), 6: _("the end of the South round")}

WORDS = riichi.RiichiWords(
    fixed=_("Yakuman"),
    fixed_list=_("Or a yakuman"),
    waits_short_why=_("No win is possible. For each type of win, you can see what the hand lacks (B1.8)."),
    limit_names={"yakuman": _("Yakuman")},
    flags={
        **riichi.FLAGS,
        "paarenchan": _(
            "“Paarenchan” was ticked when the dealer had kept the deal a different number of times. "
            "Check the ticks again."
        ),
    },
    refusals={**riichi.SHORT_REFUSALS, "below_table": _("fewer than 3 han")},
    shares={**riichi.SHARES, "bust_prize": _("bust prize")},
)

REFUSALS = {
    **riichi.REFUSALS,
    "no_yaku": _("The hand has no yaku. Dora and bazoro don’t count as yaku."),
    "below_table": _("The hand needs at least 3 han, because the payment table starts there."),
}
