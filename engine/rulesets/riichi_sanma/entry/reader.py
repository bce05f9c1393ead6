"""Readers for riichi sanma entries. They check the format, and refuse rules that the table doesn't play (E18)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.entries import Draw, Penalty
from engine.match.fields import NONE, Payload, flag, known_keys, not_one_of, one_of, seat, whole_number
from engine.rulesets.definitions import Detail
from engine.rulesets.riichi.entry.reader import MOST_CHIPS, MOST_HAN, RIICHI, EntryReader, How
from engine.rulesets.riichi.scoring.deck import FIVES
from engine.rulesets.riichi_sanma.house import LIABLE, RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.payments import FIRST_COUNTED, LIMITS
from engine.rulesets.riichi_sanma.progression import SanmaDraw
from engine.seats import NOTHING, Seat

LOW_FU = (20, 25)  # of self-drawn pinfu and of seven pairs alone
FU = (*LOW_FU, *range(30, 150, 10))
NEEDS_FU = 4  # the most han with which fu still matter
ONE_COUNT = ("han", "limit", "yakuman")
PAO_LABELS = {
    "daisangen": _("Liable for daisangen"),
    "daisuushii": _("Liable for daisuushii"),
    "suukantsu": _("Liable for suukantsu"),
}

# The details of an entry besides the winner and the count (docs/formats.md); entry sheets are built from them.
DETAILS = (
    Detail("riichi", "choice", _("Winner’s riichi"), "E6", ("tiles", "hand"), choices=RIICHI),
    Detail("ippatsu", "switch", _("Won within one round of turns after riichi"), "E6"),
    Detail("dora_indicators", "tiles", _("Dora indicators"), "E1.3"),
    Detail("ura_indicators", "tiles", _("Uradora indicators"), "E1.3"),
    Detail("norths", "number", _("Norths set aside"), "E3", most=4),
    Detail("red", "number", _("Red fives"), "E1.2", most=8),
    Detail("furiten", "switch", _("The winner is in furiten"), "E4.4"),
    Detail("first_draw", "switch", _("Won on or before the first draw"), "E7"),
    Detail("pao", "seats", _("Liable players (pao)"), "E10.2", ("winner",), choices=PAO_LABELS),
    Detail("chips", "number", _("Chips from each payer"), "E14", ("count",), most=MOST_CHIPS),
    Detail("riichi_by", "players", _("Players who declared riichi"), "E2.6", ("hand", "draw")),
    Detail("tenpai", "players", _("Tenpai players"), "E11.1", ("draw",)),
    Detail("nagashi", "players", _("Players with nagashi mangan"), "E11.2", ("draw",)),
)


@dataclass(frozen=True, slots=True)
class Chombo(Penalty):
    """A serious irregularity (E15); its payments depend on who deals."""

    offender: Seat = Seat.P1


class RiichiSanmaReader(EntryReader[RiichiSanmaHouseRules]):
    """The reader of riichi sanma entries."""

    details = DETAILS
    by = ("tsumo", "ron", "chankan", "rob_north")
    knows = ("hand_no", "round", "seats", "honba", "sticks")
    numbers = frozenset({"han", "fu", "limit", "yakuman", "chips"})

    @property
    def list_keys(self) -> frozenset[str]:
        return frozenset({"fu", "open", "chips"})

    def read_numbers(self, payload: Payload, house: RiichiSanmaHouseRules) -> Mapping[str, int | str | bool]:
        counts = [key for key in ONE_COUNT if key in payload]
        if len(counts) > 1:
            raise RuleViolation(
                counts[1], _("%(key)s can’t be combined with %(other)s."), key=counts[1], other=counts[0]
            )
        if counts == ["yakuman"]:
            refuse_fu(payload)
            return {"yakuman": whole_number(payload, "yakuman", 1, house.yakuman_cap)}
        if counts == ["limit"]:
            refuse_fu(payload)
            return {"limit": one_of(payload, "limit", limits_of(house))}
        han = whole_number(payload, "han", 1, MOST_HAN)
        if "fu" not in payload:
            if han <= NEEDS_FU:
                raise RuleViolation("fu", _("A hand of up to 4 han needs its fu: %(allowed)s."), allowed=FU)
            return {"han": han}
        return {"han": han, "fu": read_fu(payload)}

    def read_count_details(self, payload: Payload, house: RiichiSanmaHouseRules) -> Mapping[str, Any]:
        found = dict(super().read_count_details(payload, house))
        if "patterns" in payload or "bonus_items" in payload:
            if "fu" in payload:
                found["fu"] = read_fu(payload)
            if flag(payload, "open"):
                found["open"] = True
        return found or NONE

    def check_how(self, how: How, special: Mapping[str, Any], house: RiichiSanmaHouseRules) -> None:
        super().check_how(how, special, house)
        for yakuman, liable in special.get("pao", NONE).items():
            if liable is how.winner:
                raise RuleViolation("pao", _("pao must name an opponent of the winner for %(item)s."), item=yakuman)

    def most_red(self, hand: TileHand, house: RiichiSanmaHouseRules) -> int:
        """The number of tiles of the hand that can be red (E1.2)."""
        tiles = hand.tiles
        return sum(min(house.red_fives, tiles.count(five)) for five in FIVES)

    def read_sanma_draw(self, payload: Payload, house: RiichiSanmaHouseRules) -> Draw:
        """Read a drawn hand: exhaustive, with nagashi mangan, or abortive. Raises `RuleViolation`."""
        riichi_by = self.players(payload, "riichi_by")
        if "abort" in payload:
            known_keys(payload, frozenset({"draw", "abort", "riichi_by"}))
            if not flag(payload, "draw", True):
                raise RuleViolation("draw", _("draw must be true."))
            if not house.aborts:
                raise RuleViolation("abort", _("abort must be left out: this table doesn’t play abortive draws."))
            return SanmaDraw(riichi_by=riichi_by, abort=one_of(payload, "abort", house.aborts))
        known_keys(payload, frozenset({"draw", "tenpai", "nagashi", "riichi_by"}))
        if payload.get("draw", "tenpai" in payload or "nagashi" in payload) is not True:
            raise RuleViolation("draw", _("draw must be true."))
        nagashi = self.players(payload, "nagashi")
        if nagashi and not house.nagashi_mangan:
            raise RuleViolation("nagashi", _("nagashi must be empty: this table doesn’t play nagashi mangan."))
        return SanmaDraw(self.players(payload, "tenpai"), riichi_by, nagashi)

    def read_penalty(self, payload: Payload) -> Penalty:
        if "chombo" not in payload:
            return super().read_penalty(payload)
        known_keys(payload, frozenset({"chombo", "note", "riichi_by"}))
        return Chombo(NOTHING, True, self.players(payload, "riichi_by"), seat(payload["chombo"], "chombo"))


def read_fu(payload: Payload) -> int:
    """Read the fu of a hand. Raises `RuleViolation`."""
    fu = payload["fu"]
    if type(fu) is not int or fu not in FU:
        raise not_one_of("fu", FU)
    return fu


def refuse_fu(payload: Payload) -> None:
    """Refuse fu entered together with a limit, which has a fixed value."""
    if "fu" in payload:
        raise RuleViolation("fu", _("fu must be left out: mangan and above have a fixed value."))


def limits_of(house: RiichiSanmaHouseRules) -> Collection[str]:
    """The limits that this table plays, the lowest first."""
    return [kind for kind, (least, _basic) in LIMITS.items() if least < FIRST_COUNTED or house.kazoe_yakuman]


READER = RiichiSanmaReader()
BY_KEY = READER.by_key
assert set(PAO_LABELS) == set(LIABLE)
