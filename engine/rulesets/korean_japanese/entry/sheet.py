"""The Korean/Japanese game as a scorer meets it: fields of the sheet, what is asked, words (docs/rules, A16)."""

from __future__ import annotations

from functools import cached_property

from engine.language import Signed
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import NumberField
from engine.rulesets.entry_sheet import Ask, Fixed, Situation, WinWay
from engine.rulesets.korean_japanese import wording
from engine.rulesets.korean_japanese.entry import checklist, questions
from engine.rulesets.korean_japanese.entry.reader import MOST
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.rotating_deal import PassingDeal
from engine.rulesets.rule_book import TableState
from engine.rulesets.rule_card import Note
from engine.seats import Seat

WINNING = 2
CHIPS = 11


class KoreanJapaneseSheet(PassingDeal):
    """What pages ask of the Korean/Japanese rule book."""

    house_rules = KoreanJapaneseHouseRules
    house: KoreanJapaneseHouseRules
    numbers = (
        NumberField("hand_points", _("Hand-points"), 0, MOST),
        NumberField("bonus_points", _("Bonus-points"), 0, MOST),
    )
    ways = (
        WinWay("wall", False),
        WinWay("discard", True),
        WinWay("rob_kong", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s")),
    )
    words = wording.WORDS
    limit_kinds = ("half", "full")
    limit_names = wording.LIMIT_NAMES
    limit_clause = "A11"
    line_words = wording.LINE_WORDS
    flag_words = wording.FLAG_WORDS
    refusal_words = wording.REFUSAL_WORDS
    option_groups = wording.GROUPS
    discount_clause = "A9"
    winning_item = "win"
    brought = wording.BROUGHT
    plays_claims = True
    knows_waiting = True

    @property
    def claims_compare_bonus(self) -> bool:  # type: ignore[override]
        return self.house.claim_tiebreak == "hand_bonus_turn"

    @property
    def winning(self) -> int:
        """The bonus-points for winning, from an opponent who was not waiting (A7, A17.1)."""
        return 0 if "win" in self.house.items_off else WINNING

    @property
    def asks_discount(self) -> bool:
        """Whether waiting opponents owe 2 less here (A9)."""
        return self.house.ready_discount == "waiting" and self.winning > 0

    def known_bonus(self, win: Win) -> int:
        """Winning, and the wall or the robbed kong (A7)."""
        how = checklist.HOW.get(win.by)
        earned = how is not None and how not in self.house.items_off
        return self.winning + (1 if earned else 0)

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """Hand-points from the table's minimum upwards; bonus-points with what is known of them."""
        least = max(1, self.house.min_hand_points)
        return (
            NumberField(
                "hand_points",
                _("Hand-points"),
                0,
                MOST,
                chips=tuple(range(least, least + CHIPS)),
                another=_("Another number of hand-points"),
                choose=_("Choose hand-points"),
                required=_("Choose the hand-points, or a limit."),
            ),
            NumberField(
                "bonus_points",
                _("Bonus-points"),
                0,
                MOST,
                less=_("One bonus-point less"),
                more=_("One bonus-point more"),
                notes=self._bonus_notes(state),
                notes_drawn=self._wall_notes,
            ),
        )

    def _bonus_notes(self, state: TableState) -> tuple[Note, ...]:
        won = Note(_("%(least_bonus)s for winning"), "A7", {"least_bonus": self._known(self.by_discard)})
        owed = self.carried(state)
        return (won, Note(_("Goulash adds %(goulash)s from each"), "A3.2", {"goulash": owed})) if owed else (won,)

    @property
    def _wall_notes(self) -> tuple[Note, ...]:
        more = self._known(self.by_wall) - self._known(self.by_discard)
        return (Note(_("%(wall_bonus)s from the wall"), "A7", {"wall_bonus": more}),) if more else ()

    def _known(self, by: str) -> int:
        return self.known_bonus(Win(Seat.P1, by, None, Ticks()))

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """Half-limit and limit, where the table plays them, and its own limit hands (A11, A15.1)."""
        kinds = [(kind, wording.LIMIT_NAMES[kind], kind, False) for kind in self.limit_kinds if self.plays_limit(kind)]
        own = [(item.id, item.name, item.group, True) for item in self.own_items if item.kind == "limit"]
        return tuple(
            Fixed(name, label, self.limit_value(kind), {"limit": name}, in_list=True, own=theirs)
            for name, label, kind, theirs in (*kinds, *own)
        )

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        return tuple(questions.asked(self, situation))

    @property
    def minimum(self) -> int:
        return self.house.min_hand_points

    def carry_notes(self, state: TableState) -> tuple[Note, ...]:
        owed = self.carried(state)
        return (Note(_("next winner %(points)s from each"), "A3.2", {"points": Signed(owed)}),) if owed else ()

    def drawn_notes(self, after: TableState) -> tuple[Note, ...]:
        return (Note(_("%(points)s carried over"), "A3.1", {"points": self.carried(after)}),)
