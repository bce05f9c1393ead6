"""The Korean/Japanese game as a scorer meets it: fields of the sheet, what is asked, words (docs/rules, A16)."""

from functools import cached_property

from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.definitions import Irregularity, ListRow, NumberField
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, Situation, WinWay
from engine.rulesets.korean_japanese import wording
from engine.rulesets.korean_japanese.entry import checklist, questions
from engine.rulesets.korean_japanese.entry.reader import MOST
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import TableState
from engine.seats import Seat

CHIPS = 11


class KoreanJapaneseSheet(EntrySheet[KoreanJapaneseRules]):
    """What pages ask of the Korean/Japanese rule book."""

    ways = (
        WinWay("wall", False),
        WinWay("discard", True),
        WinWay("rob_kong", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s")),
    )
    automatic = checklist.AUTOMATIC

    def known_bonus(self, win: Win) -> int:
        """Winning, and the wall or the robbed kong (A7)."""
        how = checklist.HOW.get(win.by)
        earned = how is not None and how not in self.rules.house.items_off
        return self.rules.winning + (1 if earned else 0)

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """Hand-points from the table's minimum upwards; bonus-points with what is known of them."""
        least = max(1, self.rules.house.min_hand_points)
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
        won = Note(_("%(least_bonus)s for winning"), "A7", {"least_bonus": self._known(self.rules.by_discard)})
        owed = self.rules.carried(state)
        return (won, Note(_("Goulash adds %(goulash)s from each"), "A3.2", {"goulash": owed})) if owed else (won,)

    @property
    def _wall_notes(self) -> tuple[Note, ...]:
        more = self._known(self.rules.by_wall) - self._known(self.rules.by_discard)
        return (Note(_("%(wall_bonus)s from the wall"), "A7", {"wall_bonus": more}),) if more else ()

    def _known(self, by: str) -> int:
        return self.known_bonus(Win(Seat.P1, by, None, Ticks()))

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """Half-limit and limit, where the table plays them, and its own limit hands (A11, A15.1)."""
        kinds = [
            (kind, wording.LIMIT_NAMES[kind], kind, False)
            for kind in self.rules.limit_kinds
            if self.rules.plays_limit(kind)
        ]
        own = [(item.id, item.name, item.group, True) for item in self.rules.own_items if item.kind == "limit"]
        return tuple(
            Fixed(name, label, self.rules.limit_value(kind), {"limit": name}, in_list=True, own=theirs)
            for name, label, kind, theirs in (*kinds, *own)
        )

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        return tuple(questions.asked(self, situation))

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """Amounts that tables use (A14); any other can be typed."""
        return (
            Irregularity("false_mahjong", _("False mahjong"), self.rules.limit_value("half"), True),
            Irregularity("wrong_count", _("Too many or too few tiles"), 5, False),
            Irregularity("wrong_call", _("Wrong pong or kong call"), 5, False),
        )

    def list_rows(self, state: TableState, win: Win) -> tuple[ListRow, ...]:
        return checklist.KoreanJapaneseChecklist(self.rules.house, state).rows(win)

    def bonus_values(self, item: str) -> tuple[int, ...]:
        return checklist.step_values(self.rules.house, item)

    def complete(self, state: TableState, win: Win) -> Win:
        return checklist.KoreanJapaneseChecklist(self.rules.house, state).complete(win)
