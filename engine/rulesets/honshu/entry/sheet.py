"""Honshu sanma as a scorer meets it: fields of the sheet, names of hands, what lies on the table (docs/rules, B)."""

from __future__ import annotations

from functools import cached_property

from engine.language import gettext_noop as _
from engine.rulesets.definitions import NumberField
from engine.rulesets.entry_sheet import Ask, Fixed, Situation, WinWay
from engine.rulesets.honshu import payments, progression, wording
from engine.rulesets.honshu.entry import questions, reader
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.rule_book import RuleBook, TableState
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import LimitHand

CHIPS = 11


class HonshuSheet(RuleBook):
    """What pages ask of the Honshu rule book."""

    house_rules = HonshuHouseRules
    house: HonshuHouseRules
    by_wall = "tsumo"
    by_discard = "ron"
    ways = (
        WinWay("tsumo", False, won=_("%(winner)s tsumo")),
        WinWay("ron", True, won=_("%(winner)s ron from %(payer)s")),
        WinWay("chankan", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s")),
        WinWay("rob_north", True, _("The tile was a North set aside"), _("%(winner)s robs the North of %(payer)s")),
        WinWay("fourth_kong", False, _("Won by the fourth kong"), _("%(winner)s by the fourth kong"), tile=False),
    )
    words = wording.WORDS
    limit_kinds = ("yakuman",)
    limit_names = wording.LIMIT_NAMES
    limit_clause = "B3"
    unpaid_clause = "B4.10"
    line_words = wording.LINE_WORDS
    flag_words = wording.FLAG_WORDS
    refusal_words = wording.REFUSAL_WORDS
    short_of = frozenset({"no_yaku", "no_yaku_before_winning_tile", "below_table"})
    option_groups = wording.GROUPS
    brought = wording.BROUGHT
    signed_balances = False
    deposits = True
    two_win = True
    share_words = wording.SHARE_WORDS
    most_penalty = 48_000  # what the dealer's yakuman costs

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """Han from the first row of the table upwards, bazoro included (B5.12)."""
        least = payments.FIRST_ROW
        field = NumberField(
            "han",
            _("Han, bazoro included") if self.house.bazoro else _("Han"),
            least,
            reader.MOST_HAN,
            chips=tuple(range(least, least + CHIPS)),
            another=_("Another number of han"),
            choose=_("Choose the han"),
            required=_("Choose the han, or a yakuman."),
        )
        return (field,)

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """Yakuman, as often as this table pays them for one hand (B5.2)."""
        return tuple(
            Fixed(
                f"yakuman:{times}",
                wording.YAKUMAN_TIMES.get(times, f"{times} × yakuman"),
                None,
                {"yakuman": times},
                own=times not in wording.YAKUMAN_TIMES,
            )
            for times in range(1, self.house.yakuman_cap + 1)
        )

    def limit_said(self, limit: LimitHand) -> Note:
        if limit.value in wording.YAKUMAN_TIMES:
            return Note(wording.YAKUMAN_TIMES[limit.value])
        return Note("%(times)s × yakuman", values={"times": limit.value})

    def limit_key(self, limit: LimitHand) -> str:
        """`yakuman`, and `yakuman:2` where two are paid."""
        return limit.kind if limit.value == 1 else f"{limit.kind}:{limit.value}"

    def limit_worth(self, limit: LimitHand) -> None:
        """No one amount: the dealer gets more, and a self-draw is shared (B3)."""

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        return tuple(questions.asked(self, situation))

    def early(self, state: TableState) -> Ask | None:
        """Riichi, which is declared with a stick (B4.3)."""
        return questions.RIICHI_BY if self.house.riichi_stick else None

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        return ("riichi",) if situation.winner in situation.declared else ()

    # ── the course of a match ────────────────────────────────────────────────

    def ahead(self, state: TableState) -> tuple[TableState, ...]:
        """The hand in play, then a hand for every deal that is to come; how often one repeats nobody knows."""
        later = (progression.table(no, state.length) for no in range(state.hand_no + 1, state.length + 1))
        return () if state.finished else (state, *later)

    @property
    def deals_repeat(self) -> bool:
        return self.house.renchan != "none"

    def length_said(self, length: int) -> Note:
        """Deals that repeat count once, so that nobody would recognize their number."""
        return Note(wording.LENGTHS[length])

    def hand_title(self, state: TableState) -> Note:
        """East 2 · 1 honba."""
        if state.finished:
            return Note(_("The match is over"))
        deal = {"wind": state.round_wind, "deal": _deal(state), "honba": state.honba}
        text = _("%(wind)s %(deal)s · %(honba)s honba") if state.honba else _("%(wind)s %(deal)s")
        return Note(text, values=deal)

    def hand_label(self, state: TableState) -> Note:
        """E2, and E2.1 with a honba: a deal that is repeated has one more."""
        label = f"{state.round_wind.value}{_deal(state)}"
        return Note("%(hand)s", values={"hand": f"{label}.{state.honba}" if state.honba else label})

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        honba = (Note(_("%(honba)s honba"), "B4.2", {"honba": state.honba}),)
        sticks = (Note(_("%(points)s in sticks"), "B4.3", {"points": state.sticks}),)
        return (honba if state.honba and not state.finished else ()) + (sticks if state.sticks else ())

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        return self.carry_notes(after)


def _deal(state: TableState) -> int:
    """Which deal of its round a hand belongs to, from 1."""
    return (state.hand_no - 1) % 3 + 1
