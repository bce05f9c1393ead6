"""The entry sheet of riichi sanma: its fields, questions and penalties (docs/rules, E2–E4, E8, E10, E11, E14, E15)."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

from engine.hands.hand import TileHand
from engine.hands.tiles import DRAGONS, WINDS
from engine.language import gettext_noop as _
from engine.rulesets.definitions import Irregularity, NumberField
from engine.rulesets.entry_sheet import Ask, Fixed, Situation
from engine.rulesets.riichi.entry.sheet import RiichiSheet
from engine.rulesets.riichi.wording import MORE_YAKUMAN, YAKUMAN_TIMES
from engine.rulesets.riichi_sanma import wording
from engine.rulesets.riichi_sanma.entry.checklist import RiichiSanmaChecklist
from engine.rulesets.riichi_sanma.entry.reader import BY_KEY, FU, NEEDS_FU, PAO_LABELS, limits_of
from engine.rulesets.riichi_sanma.payments import YAKUMAN
from engine.rulesets.riichi_sanma.rules import RiichiSanmaRules
from engine.rulesets.scoring_types import LimitHand, TableState

BUTTONS = tuple(range(1, 13))  # han
OPEN = Ask("open", _("Open hand"), help=_("A pong or kong was called"), first=True)
FU_OF_LIST = Ask(
    "fu", _("Fu"), "choice", values=FU, help=_("Needed up to 4 han, except for chiitoitsu and pinfu"), first=True
)
NAGASHI = Ask("nagashi", _("Nagashi mangan"), "players")
ABORT = Ask("abort", _("Abortive draw: no payments, the dealer deals again"), "choice", folded=True)


class RiichiSanmaSheet(RiichiSheet[RiichiSanmaRules]):
    """The riichi sanma entry sheet for one table."""

    checklist = RiichiSanmaChecklist
    details = BY_KEY

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        (han,) = self.rules.numbers
        fu = NumberField(
            "fu",
            _("Fu"),
            FU[0],
            FU[-1],
            FU,
            choose=_("Choose the number of fu"),
            required=_("Choose the number of fu; it’s needed up to 4 han."),
            up_to=NEEDS_FU,
        )
        return (replace(han, chips=BUTTONS), fu)

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """One button for each limit, and one for each number of yakuman that this table can pay (E7.2, E8).

        A counted yakuman and several yakuman are rare.
        """
        names = YAKUMAN_TIMES
        limits = (
            Fixed(kind, wording.LIMIT_NAMES[kind], None, {"limit": kind}, rare=kind == "counted_yakuman")
            for kind in limits_of(self.rules.house)
        )
        yakuman = (
            Fixed(f"yakuman:{n}", names.get(n, MORE_YAKUMAN), None, {"yakuman": n}, rare=n > 1, values={"times": n})
            for n in range(1, self.rules.house.yakuman_cap + 1)
        )
        return (*limits, *yakuman)

    def fixed_as(self, limit: LimitHand) -> str:
        return f"yakuman:{limit.value // YAKUMAN}" if limit.kind == "yakuman" else limit.kind

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        house = self.rules.house
        if house.chombo == "each":
            return (Irregularity("chombo", _("False win (chombo)"), house.chombo_each, True, "chombo"),)
        return (Irregularity("chombo", _("False win (chombo), paid like a mangan"), None, True, "chombo"),)

    # ── questions ────────────────────────────────────────────────────────────

    @property
    def unplayed(self) -> Collection[str]:
        house = self.rules.house
        played = {
            "ippatsu": house.ippatsu,
            "ura_indicators": house.uradora,
            "norths": house.sets_aside,
            "red": house.red_fives > 0,
            "concealed_kong": house.rob_concealed_kong,
        }
        return [key for key, plays in played.items() if not plays]

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        if situation.way == "waits":
            return self.beside_waits()
        if situation.way == "draw":
            return self._of_draw(situation)
        if situation.way == "two":
            return (*self.sticks(situation), *self.switches(situation))
        if situation.way == "tiles":
            return self.beside_tiles(situation, self._pao(situation))
        of_list = (OPEN, FU_OF_LIST) if situation.way == "list" else ()
        folded = (replace(way, folded=True) for way in self.switches(situation))
        return (*of_list, *self.sticks(situation), *self.of_each, *folded, *self._pao(situation))

    def _of_draw(self, situation: Situation) -> tuple[Ask, ...]:
        house, exhaustive = self.rules.house, "abort" not in situation.answered
        tenpai = (replace(self.tenpai(situation), applies=exhaustive),)
        nagashi = (replace(NAGASHI, applies=exhaustive),) if house.nagashi_mangan else ()
        names = {abort: wording.ABORTS[abort] for abort in house.aborts}
        aborts = (replace(ABORT, choices=names),) if names else ()
        return (*tenpai, *self.sticks(situation), *nagashi, *aborts)

    def _pao(self, situation: Situation) -> tuple[Ask, ...]:
        """Ask who is liable for each yakuman that has liability (E10.2)."""
        hand, answered = situation.hand, situation.answered
        return tuple(
            Ask(
                item,
                PAO_LABELS[item],
                "opponent",
                inside="pao",
                folded=True,
                applies=hand is None or _may_be_liable(item, hand) or item in answered,
            )
            for item in self.rules.house.liable
        )

    def may_be(self, situation: Situation, hand: TileHand) -> Mapping[str, bool]:
        early_ron = self.rules.house.renhou != "none" and situation.winner is not situation.state.dealer
        ways = ("tsumo", "ron") if early_ron else ("tsumo",)
        return {"first_draw": situation.by in ways and not hand.melds and "norths" not in situation.answered}


def _may_be_liable(item: str, hand: TileHand) -> bool:
    """Whether the hand can have the yakuman `item` with a called set."""
    if item == "suukantsu":
        return len(hand.melds) == 4 and all(meld.kind == "kong" for meld in hand.melds)
    return hand.exposed and set(DRAGONS if item == "daisangen" else WINDS) <= set(hand.tiles)
