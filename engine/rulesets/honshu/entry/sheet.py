"""Honshu sanma as a scorer meets it: fields of the sheet, names of hands, what lies on the table (docs/rules, B)."""

from functools import cached_property

from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.definitions import Irregularity, ListRow, NumberField
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, Situation, WinWay
from engine.rulesets.honshu import payments, wording
from engine.rulesets.honshu.entry import checklist, questions, reader
from engine.rulesets.honshu.items import BONUSES
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.scoring_types import TableState

CHIPS = 11
FALSE_WIN, WRONG_CALL = 4000, 1000


class HonshuSheet(EntrySheet[HonshuRules]):
    """What pages ask of the Honshu rule book."""

    ways = (
        WinWay("tsumo", False, won=_("%(winner)s tsumo")),
        WinWay("ron", True, won=_("%(winner)s ron from %(payer)s")),
        WinWay("chankan", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s")),
        WinWay("rob_north", True, _("The tile was a North set aside"), _("%(winner)s robs the North of %(payer)s")),
        WinWay("fourth_kong", False, _("Won by the fourth kong"), _("%(winner)s by the fourth kong"), tile=False),
    )
    automatic = frozenset((checklist.ADDED,))

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """Han from the first row of the table upwards, bazoro included (B5.12)."""
        least = payments.FIRST_ROW
        field = NumberField(
            "han",
            _("Han, bazoro included") if self.rules.house.bazoro else _("Han"),
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
            for times in range(1, self.rules.house.yakuman_cap + 1)
        )

    def asked(self, situation: Situation) -> tuple[Ask, ...]:
        return tuple(questions.asked(self, situation))

    def early(self, state: TableState) -> Ask | None:
        """Riichi, which is declared with a stick (B4.3)."""
        return questions.RIICHI_BY if self.rules.house.riichi_stick else None

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        return ("riichi",) if situation.winner in situation.declared else ()

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """Amounts that tables use; any other can be typed."""
        return (
            Irregularity("false_win", _("False win (chombo)"), FALSE_WIN, True),
            Irregularity("wrong_call", _("Wrong call"), WRONG_CALL, False),
        )

    def known_bonus(self, win: Win) -> int:
        """Bazoro, which comes with every win."""
        return self.rules.house.bazoro

    def list_rows(self, state: TableState, win: Win) -> tuple[ListRow, ...]:
        return checklist.HonshuChecklist(self.rules.house, state).rows(win)

    def bonus_values(self, item: str) -> tuple[int, ...]:
        return next((checklist.values_of(self.rules.house, each) for each in BONUSES if each.id == item), ())

    def complete(self, state: TableState, win: Win) -> Win:
        return checklist.HonshuChecklist(self.rules.house, state).complete(win)
