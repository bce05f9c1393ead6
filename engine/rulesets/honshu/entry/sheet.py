"""The entry sheet of Honshu sanma: its fields, questions and penalties (docs/rules, B2, B4, B5)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from engine.hands.hand import TileHand
from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, NORTH
from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.definitions import Irregularity, NumberField, chips
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, Situation, WinWay, ask_for
from engine.rulesets.honshu import payments, wording
from engine.rulesets.honshu.entry.checklist import HonshuChecklist
from engine.rulesets.honshu.entry.reader import BY_KEY, FIVES
from engine.rulesets.honshu.items import ADDED, BONUSES
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.honshu.scoring.table import ORPHAN_KINDS
from engine.rulesets.scoring_types import TableState

MOST_KONGS = 4
GATES_FULL = 13  # with this many tiles of one suit, a hand can be nine gates
FULL_SUITS = tuple(map(set, (CIRCLES, CHARACTERS, BAMBOO)))
TENPAI = Ask("tenpai", _("Who was tenpai?"), "players", waits=True)
RIICHI_BY = Ask("riichi_by", _("Riichi"), "players")
RIICHI = ask_for(BY_KEY["riichi"], label=_("Winner’s riichi"))
NORTHS = ask_for(BY_KEY["norths"])
INDICATORS = ask_for(BY_KEY["dora_indicators"], help=_("Tiles turned face up on the dead wall"))
FURITEN = ask_for(BY_KEY["furiten"], folded=True)


class HonshuSheet(EntrySheet[HonshuRules]):
    """The Honshu sanma entry sheet for one table."""

    ways = (
        WinWay("tsumo", False, won=_("%(winner)s tsumo")),
        WinWay("ron", True, won=_("%(winner)s ron from %(payer)s")),
        WinWay("chankan", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s’s kong")),
        WinWay(
            "rob_north", True, _("The tile was a North that had been set aside"), _("%(winner)s robs %(payer)s’s North")
        ),
        WinWay(
            "fourth_kong", False, _("Won with the fourth kong"), _("%(winner)s wins with the fourth kong"), tile=False
        ),
    )
    checklist = HonshuChecklist
    automatic = frozenset((ADDED,))
    irregularities = (
        Irregularity("false_win", _("False win (chombo)"), 4000, True),
        Irregularity("wrong_call", _("Wrong call"), 1000, False),
    )

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """The field for han, including bazoro. Its buttons start at the first row of the payment table (B5.12)."""
        (han,) = self.rules.numbers
        label = _("Han, including bazoro") if self.rules.house.bazoro else _("Han")
        return (replace(han, label=label, chips=chips(payments.FIRST_ROW)),)

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """One button for each number of yakuman that this table can pay for a hand (B5.2)."""
        names = wording.YAKUMAN_TIMES
        return tuple(
            Fixed(f"yakuman:{n}", names.get(n, f"{n} × yakuman"), None, {"yakuman": n}, own=n not in names)
            for n in range(1, self.rules.house.yakuman_cap + 1)
        )

    def early(self, state: TableState) -> Ask | None:
        return RIICHI_BY if self.rules.house.riichi_stick else None

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        return ("riichi",) if situation.winner in situation.declared else ()

    def known_bonus(self, win: Win) -> int:
        return self.rules.house.bazoro

    def bonus_values(self, item: str) -> tuple[int, ...]:
        return next((tuple(range(1, bonus.most + 1)) for bonus in BONUSES if bonus.id == item), ())

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        if situation.way == "waits":
            return (RIICHI, INDICATORS, NORTHS, replace(FURITEN, folded=False))
        if situation.way == "draw":
            return (replace(TENPAI, known=_declared(situation)), *self._sticks(situation))
        if situation.way == "two":
            return (*self._sticks(situation), *self.switches(situation))
        if situation.way == "tiles":
            others = self._sticks(situation, label=_("Opponents’ riichi"), others=True)
            return (*self._beside_tiles(situation), *others)
        return (*self._sticks(situation), *(replace(way, folded=True) for way in self.switches(situation)))

    def _sticks(self, situation: Situation, label: str = RIICHI_BY.label, others: bool = False) -> tuple[Ask, ...]:
        """Ask who put down a stick (B5.11). `others`: leave out the winner, who is asked about riichi separately."""
        if not self.rules.house.riichi_stick:
            return ()
        return (replace(RIICHI_BY, label=label, others=others, known=_declared(situation)),)

    def _beside_tiles(self, situation: Situation) -> Iterator[Ask]:
        """The questions for a hand entered by tiles. Those ruled out by the tiles or the payer have `applies=False`."""
        hand, answered, by = situation.hand or TileHand((), (), None), situation.answered, situation.by
        declared = situation.winner in situation.declared
        riichi = "riichi" in answered or declared
        yield replace(RIICHI, applies=riichi or not hand.exposed, known="riichi" if declared else "")
        yield Ask("ippatsu", _("One shot (ippatsu)"), applies=riichi)
        yield INDICATORS
        yield ask_for(BY_KEY["ura_indicators"], applies=riichi, help=_("Tiles below the dora indicators"))
        yield NORTHS
        fives = sum(tile in FIVES for tile in hand.tiles)
        red = BY_KEY["red"]
        yield ask_for(red, most=fives or red.most, applies=fives > 0 or "red" in answered)
        yield Ask("last_tile", _("Last tile of the wall"), inside="win", applies=by in ("tsumo", "ron"))
        drew = "norths" in answered or any(meld.kind == "kong" for meld in hand.melds)
        replaced = by == "tsumo" and (drew or "replacement" in answered)
        yield Ask("replacement", _("Replacement tile"), inside="win", applies=replaced)
        yield from self._rare(situation, hand)

    def _rare(self, situation: Situation, hand: TileHand) -> Iterator[Ask]:
        by, answered = situation.by, situation.answered
        orphans = not hand.melds and len(hand.concealed) > 12 and set(hand.concealed) == set(ORPHAN_KINDS)
        gates = not hand.melds and len(hand.concealed) >= GATES_FULL and set(hand.concealed) in FULL_SUITS
        may = {
            "first_draw": by == "tsumo" and not hand.melds and "norths" not in answered,
            "kokushi_pure": orphans and "norths" not in answered,
            "chuuren_pure": gates,
        }
        for key, possible in may.items():
            yield ask_for(BY_KEY[key], applies=possible or key in answered, folded=True)
        kongs = sum(meld.kind == "kong" for meld in hand.melds)
        ways = {"chankan": True, "rob_north": hand.tile in (None, NORTH), "fourth_kong": kongs == MOST_KONGS}
        for way in self.switches(situation):
            yield replace(way, applies=way.applies and (ways[way.key] or by == way.key), folded=True)
        concealed = Ask("concealed_kong", _("The robbed kong was concealed"), inside="win", folded=True)
        yield replace(concealed, applies=by == "chankan")
        yield replace(FURITEN, applies=situation.from_player is True or "furiten" in answered)


def _declared(situation: Situation) -> tuple[str, ...]:
    return tuple(sorted(seat.value for seat in situation.declared))
