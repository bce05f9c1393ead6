"""The entry sheet of the Korean/Japanese game: its fields, questions and penalties (docs/rules, A16)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.definitions import Irregularity, NumberField, chips
from engine.rulesets.entry_sheet import Ask, EntrySheet, Fixed, Situation, own_asks
from engine.rulesets.korean_japanese.entry.checklist import AUTOMATIC, HOW, KoreanJapaneseChecklist
from engine.rulesets.korean_japanese.items import BONUS_BY_ID
from engine.rulesets.korean_japanese.played_items import bonus_values, own_bonuses
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules
from engine.rulesets.korean_japanese.wording import LIMIT_NAMES
from engine.rulesets.rotating_deal import WAYS
from engine.rulesets.rule_card import Note
from engine.rulesets.scoring_types import TableState

READY = _("Had declared ready")
FLOWERS = Ask("flowers", _("Flowers"), "number", 4)
DISCARDED = _("Discards that can rule out a win on another player’s tile")
TURNED = {"flower": _("A flower")}


class KoreanJapaneseSheet(EntrySheet[KoreanJapaneseRules]):
    """The Korean/Japanese entry sheet for one table."""

    ways = WAYS
    checklist = KoreanJapaneseChecklist
    automatic = AUTOMATIC

    def known_bonus(self, win: Win) -> int:
        """The points for winning, and for a self-draw or a robbed kong (A7)."""
        return self.rules.winning + int(win.by in HOW and win.by not in self.rules.house.items_off)

    def number_fields(self, state: TableState) -> tuple[NumberField, ...]:
        """The field for hand-points, from the table's minimum up, and the field for bonus-points, with notes."""
        (points, bonus), house, owed = self.rules.numbers, self.rules.house, self.rules.carried(state)
        won = Note(_("%(least_bonus)s for winning"), "A7", {"least_bonus": self.rules.winning})
        carried = Note(_("Goulash adds %(goulash)s from each opponent"), "A3.2", {"goulash": owed})
        drawn = (
            () if "wall" in house.items_off else (Note(_("%(wall_bonus)s for a self-draw"), "A7", {"wall_bonus": 1}),)
        )
        return (
            replace(points, chips=chips(max(1, house.min_hand_points))),
            replace(bonus, notes=(won, carried) if owed else (won,), notes_drawn=drawn),
        )

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """The half-limit and limit, if played, and custom limit hands (A11, A15.1)."""
        rules = self.rules
        kinds = [(kind, LIMIT_NAMES[kind], kind) for kind in rules.limit_kinds if rules.plays_limit(kind)]
        own = [(item.id, item.name, item.group) for item in rules.own_items if item.kind == "limit"]
        return tuple(
            Fixed(name, label, rules.limit_value(kind), {"limit": name}, in_list=True, own=name != kind)
            for name, label, kind in (*kinds, *own)
        )

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """Penalties with common amounts (A14); any other amount can be typed."""
        return (
            Irregularity("false_mahjong", _("False mahjong"), self.rules.limit_value("half"), True),
            Irregularity("wrong_count", _("Too many or too few tiles"), 5, False),
            Irregularity("wrong_call", _("Wrong pong or kong call"), 5, False),
        )

    def bonus_values(self, item: str) -> tuple[int, ...]:
        known = item in BONUS_BY_ID or item in own_bonuses(self.rules.house)
        return bonus_values(self.rules.house, item) if known else ()

    def questions(self, situation: Situation) -> tuple[Ask, ...]:
        if situation.way == "waits":
            own = Ask("winner_discards", _("Own discards"), "tiles", help=DISCARDED)
            return (FLOWERS, Ask("declared_ready", READY), own)
        if situation.way == "tiles":
            return (*self._beside_tiles(situation), *self._opponents())
        if situation.way == "draw":
            return ()
        # Two claimants were both waiting, and their own sheets ask about the discarder.
        return (*(() if situation.way == "two" else self._opponents()), *self.switches(situation))

    def _opponents(self) -> Iterator[Ask]:
        """Ask who was waiting, if payments depend on it (A8, A9), and who declared ready, if that counts (A12.6)."""
        house = self.rules.house
        if house.ready_discount == "waiting" or house.payment_mode == "discarder_covers_all_unless_ready":
            less = _("pays 2 less") if self.rules.asks_discount else ""
            yield Ask("waiting", _("Waiting at the end"), "opponents", note=less, waits=True)
        if house.ready_discount == "declared":
            yield Ask("opp_declared", READY, "opponents", note=_("pays 2 less"))
        if house.three_ready != "off":
            yield Ask("all_declared", _("All three declared ready"))

    def _beside_tiles(self, situation: Situation) -> Iterator[Ask]:
        house = self.rules.house
        yield FLOWERS
        if house.red_dora:
            yield Ask("red_fives", _("Red fives"), "number", 2)
        if house.matching_bonus == "players":
            yield Ask("matching_players", _("Other players who were waiting for the winning tile"), "number", 2)
        yield from own_asks(self.rules.own_items)
        yield from self._how(situation)
        if house.dead_wall_dora:
            yield Ask("dora_indicator", _("Tile turned face up on the dead wall"), "tile", choices=TURNED)
        if house.revealed_dora:
            yield Ask("revealed_indicator", _("Tile revealed before play"), "tile", choices=TURNED)
        discarded = _("Tiles the winner had discarded")
        yield Ask("winner_discards", discarded, "tiles", help=DISCARDED, folded=True)

    def _how(self, situation: Situation) -> Iterator[Ask]:
        """Yield questions about the way of winning. Impossible questions are omitted or have `applies=False`."""
        hand, answered = situation.hand, situation.answered
        drawn, taken = situation.from_player is False, bool(situation.from_player)
        if hand is None or not hand.exposed or "declared_ready" in answered:
            yield Ask("declared_ready", READY)
        last = drawn or (taken and self.rules.house.last_tile_on_discard)
        yield Ask("last_tile", _("Last tile of the wall"), inside="win", applies=last)
        drew = "flowers" in answered or (hand is not None and any(meld.kind == "kong" for meld in hand.melds))
        replaced = drawn and (drew or "replacement" in answered)
        yield Ask("replacement", _("Replacement tile"), inside="win", applies=replaced)
        yield from self.switches(situation)
        if situation.by == "rob_kong":
            yield Ask("concealed_kong", _("The robbed kong was concealed"), inside="win")
