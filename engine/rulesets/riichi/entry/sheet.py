"""The parts that the entry sheets of riichi books share: riichi sticks, questions about tiles (B4, B5, E2)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from engine.hands.hand import TileHand
from engine.hands.tiles import NORTH
from engine.language import gettext_noop as _
from engine.rulesets.definitions import Detail
from engine.rulesets.entry_sheet import Ask, EntrySheet, Situation, WinWay, ask_for
from engine.rulesets.riichi.entry.checklist import RiichiChecklist
from engine.rulesets.riichi.rules import RiichiRules
from engine.rulesets.scoring_types import TableState

WAYS = (
    WinWay("tsumo", False, won=_("%(winner)s tsumo")),
    WinWay("ron", True, won=_("%(winner)s ron from %(payer)s")),
    WinWay("chankan", True, _("The tile was robbed from a kong"), _("%(winner)s robs %(payer)s’s kong")),
)
ROB_NORTH = WinWay(
    "rob_north", True, _("The tile was a North that had been set aside"), _("%(winner)s robs %(payer)s’s North")
)
SET_ASIDE = ("norths", "flowers")
TENPAI = Ask("tenpai", _("Who was tenpai?"), "players", waits=True)
NORTHS_LATER = _(
    "For a set on the table, tap Pong or Kong, then its tile. Leave out Norths set aside; you enter their "
    "number further down."
)
RIICHI_BY = Ask("riichi_by", _("Riichi"), "players")

Rules = TypeVar("Rules", bound=RiichiRules)


class RiichiSheet(EntrySheet[Rules]):
    """The entry sheet of a riichi table.

    `details`: the details of an entry by key; those that the table doesn't play are in `unplayed`. `more_ways`: the
    ways to win that other riichi books don't have.
    """

    checklist: type[RiichiChecklist]
    details: Mapping[str, Detail]
    more_ways: tuple[WinWay, ...] = ()

    @cached_property
    def ways(self) -> tuple[WinWay, ...]:
        return (*WAYS, *((ROB_NORTH,) if self.rules.house.sets_aside else ()), *self.more_ways)

    @property
    def tiles_hint(self) -> str:
        """The help above the keypad. If Norths are set aside, it tells players not to enter them with the hand."""
        return NORTHS_LATER if self.rules.house.sets_aside else super().tiles_hint

    @property
    def unplayed(self) -> Collection[str]:
        """The details that this table doesn't ask for. Default: none."""
        return ()

    def bonus_values(self, item: str) -> tuple[int, ...]:
        bonus = self.checklist.bonus_items.get(item)
        return tuple(range(1, bonus.most + 1)) if bonus else ()

    def early(self, state: TableState) -> Ask | None:
        return RIICHI_BY if self.rules.house.riichi_stick else None

    def ticked_first(self, situation: Situation) -> tuple[str, ...]:
        return ("riichi",) if situation.winner in situation.declared else ()

    def sticks(self, situation: Situation, label: str = RIICHI_BY.label, others: bool = False) -> tuple[Ask, ...]:
        """Ask who put down a stick (B5.11). `others`: leave out the winner, who is asked about riichi separately."""
        if not self.rules.house.riichi_stick:
            return ()
        return (replace(RIICHI_BY, label=label, others=others, known=declared(situation)),)

    def tenpai(self, situation: Situation) -> Ask:
        """Ask who was tenpai. Players who declared riichi are ticked initially."""
        return replace(TENPAI, known=declared(situation))

    def beside_waits(self) -> tuple[Ask, ...]:
        """The questions of the waiting helper."""
        asks = (self._riichi(), self._indicators(), *self._set_aside(), ask_for(self.details["furiten"]))
        return tuple(ask for ask in asks if ask.key not in self.unplayed)

    def beside_tiles(self, situation: Situation, more: tuple[Ask, ...] = ()) -> tuple[Ask, ...]:
        """The questions about a hand entered by tiles, then `more` questions, then the opponents' sticks."""
        others = self.sticks(situation, label=_("Opponents’ riichi"), others=True)
        asked = tuple(ask for ask in self._beside_tiles(situation) if ask.key not in self.unplayed)
        return (*asked, *more, *others)

    def _riichi(self) -> Ask:
        return ask_for(self.details["riichi"], label=_("Winner’s riichi"))

    def _indicators(self) -> Ask:
        return ask_for(self.details["dora_indicators"], help=_("Tiles turned face up on the dead wall"))

    def _set_aside(self) -> tuple[Ask, ...]:
        return tuple(ask_for(self.details[key]) for key in SET_ASIDE if key in self.details)

    @property
    def of_each(self) -> tuple[Ask, ...]:
        """A question about the chips of a hand entered by numbers or by list, if the table plays with chips."""
        return (ask_for(self.details["chips"]),) if self.rules.house.plays_chips else ()

    def _beside_tiles(self, situation: Situation) -> Iterator[Ask]:
        """Yield the questions; those ruled out by the tiles or the payer have `applies=False`."""
        hand, answered, by = situation.hand or TileHand((), (), None), situation.answered, situation.by
        made = situation.winner in situation.declared
        riichi = "riichi" in answered or made
        yield replace(self._riichi(), applies=riichi or not hand.exposed, known="riichi" if made else "")
        yield Ask("ippatsu", _("Ippatsu"), applies=riichi)
        yield self._indicators()
        yield ask_for(self.details["ura_indicators"], applies=riichi, help=_("Tiles below the dora indicators"))
        yield from self._set_aside()
        fives = self.rules.reader.most_red(hand, self.rules.house)
        red = self.details["red"]
        yield ask_for(red, most=fives or red.most, applies=fives > 0 or "red" in answered)
        last = _("Last discard (houtei)") if by == "ron" else _("Last tile of the wall (haitei)")
        yield Ask("last_tile", last, inside="win", applies=by in ("tsumo", "ron"))
        drew = answered.intersection(SET_ASIDE) or any(meld.kind == "kong" for meld in hand.melds)
        replaced = by == "tsumo" and bool(drew or "replacement" in answered)
        yield Ask("replacement", _("Replacement tile (rinshan kaihou)"), inside="win", applies=replaced)
        for key, possible in self.may_be(situation, hand).items():
            yield ask_for(self.details[key], applies=possible or key in answered, folded=True)
        for way in self.switches(situation):
            fits = self.fits_way(way.key, hand) or by == way.key
            yield replace(way, applies=way.applies and fits, folded=True)
        concealed = Ask("concealed_kong", _("The robbed kong was concealed"), inside="win", folded=True)
        yield replace(concealed, applies=by == "chankan")
        from_player = situation.from_player is True
        yield ask_for(self.details["furiten"], folded=True, applies=from_player or "furiten" in answered)

    def may_be(self, situation: Situation, hand: TileHand) -> Mapping[str, bool]:
        """The rare switches of `details`, and whether the tiles and the payer allow them."""
        raise NotImplementedError

    def fits_way(self, by: str, hand: TileHand) -> bool:
        """Whether the tiles allow the way to win `by`. Default: a robbed tile must be a North."""
        return by != "rob_north" or hand.tile in (None, NORTH)


def declared(situation: Situation) -> tuple[str, ...]:
    """The players who declared riichi during the hand, in entry format."""
    return tuple(sorted(seat.value for seat in situation.declared))
