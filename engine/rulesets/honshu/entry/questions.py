"""What the sheet asks beside the count in Honshu sanma, the usual first (docs/rules, B2, B4, B5). Judges nothing."""

from collections.abc import Iterator
from dataclasses import replace

from engine.hands.hand import TileHand
from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, NORTH
from engine.language import gettext_noop as _
from engine.rulesets.entry_sheet import Ask, EntrySheet, Situation
from engine.rulesets.honshu.entry.fields import BY_KEY
from engine.rulesets.honshu.entry.reader import FIVES
from engine.rulesets.honshu.rules import HonshuRules
from engine.rulesets.honshu.scoring.table import ORPHAN_KINDS

MOST_NORTHS = BY_KEY["norths"].most
MOST_KONGS = 4
GATES_FULL = 13  # tiles of one suit from which nine gates may come
TENPAI = Ask("tenpai", _("Who was tenpai?"), "players", waits=True)
RIICHI_BY = Ask("riichi_by", _("Riichi"), "players")
RIICHI = Ask("riichi", _("Riichi of the winner"), "choice", choices=BY_KEY["riichi"].choices)
NORTHS = Ask("norths", BY_KEY["norths"].label, "number", MOST_NORTHS)
TURNED = _("The tiles that are turned up")
INDICATORS = Ask("dora_indicators", BY_KEY["dora_indicators"].label, "tiles", help=TURNED)
FURITEN = Ask("furiten", BY_KEY["furiten"].label, folded=True)


def asked(sheet: EntrySheet[HonshuRules], situation: Situation) -> Iterator[Ask]:
    """What this table asks, in the order of the sheet."""
    if situation.way == "waits":
        yield from (RIICHI, INDICATORS, NORTHS, replace(FURITEN, folded=False))
    elif situation.way == "draw":
        yield replace(TENPAI, known=tuple(sorted(seat.value for seat in situation.declared)))
        yield from _sticks(sheet, situation)
    elif situation.way == "two":
        yield from _sticks(sheet, situation)
        yield from sheet.switches(situation)
    elif situation.way == "tiles":
        yield from _beside_tiles(sheet, situation)
        yield from _sticks(sheet, situation, others=True)
    else:
        yield from _sticks(sheet, situation)
        for way in sheet.switches(situation):
            yield replace(way, folded=True)


def _sticks(sheet: EntrySheet[HonshuRules], situation: Situation, others: bool = False) -> Iterator[Ask]:
    """Who put down a stick, where they are played; `others`: the winner's is told by his riichi (B5.11)."""
    if not sheet.rules.house.riichi_stick:
        return
    known = tuple(sorted(seat.value for seat in situation.declared))
    if others:
        yield replace(RIICHI_BY, label=_("Riichi of the others"), others=True, known=known)
    else:
        yield replace(RIICHI_BY, known=known)


def _beside_tiles(sheet: EntrySheet[HonshuRules], situation: Situation) -> Iterator[Ask]:
    """What cannot be so with these tiles and this payer does not apply."""
    hand, said = situation.hand or TileHand((), (), None), situation.said
    declared = situation.winner in situation.declared
    riichi = "riichi" in said or declared
    yield replace(RIICHI, applies=riichi or not hand.exposed, known="riichi" if declared else "")
    yield Ask("ippatsu", _("One shot (ippatsu)"), applies=riichi)
    yield INDICATORS
    hidden = BY_KEY["ura_indicators"].label
    yield Ask("ura_indicators", hidden, "tiles", applies=riichi, help=_("The tiles below them"))
    yield NORTHS
    fives = sum(tile in FIVES for tile in hand.tiles)
    yield Ask("red", BY_KEY["red"].label, "number", fives or BY_KEY["red"].most, applies=fives > 0 or "red" in said)
    yield from _how(situation, hand)
    yield from _rare(sheet, situation, hand)


def _how(situation: Situation, hand: TileHand) -> Iterator[Ask]:
    """Which tile it was."""
    by, said = situation.by, situation.said
    yield Ask("last_tile", _("Last tile of the wall"), inside="win", applies=by in ("tsumo", "ron"))
    drew = "norths" in said or any(meld.kind == "kong" for meld in hand.melds)
    replaced = by == "tsumo" and (drew or "replacement" in said)
    yield Ask("replacement", _("Replacement tile"), inside="win", applies=replaced)


def _rare(sheet: EntrySheet[HonshuRules], situation: Situation, hand: TileHand) -> Iterator[Ask]:
    """What happens once in many matches, folded away."""
    by, said = situation.by, situation.said
    first = by == "tsumo" and not hand.melds and "norths" not in said
    yield Ask("first_draw", BY_KEY["first_draw"].label, applies=first or "first_draw" in said, folded=True)
    orphans = _orphans(hand)
    pure = orphans and "norths" not in said
    yield Ask("kokushi_pure", BY_KEY["kokushi_pure"].label, applies=pure or "kokushi_pure" in said, folded=True)
    gates = _one_suit(hand)
    yield Ask("chuuren_pure", BY_KEY["chuuren_pure"].label, applies=gates or "chuuren_pure" in said, folded=True)
    kongs = sum(meld.kind == "kong" for meld in hand.melds)
    may = {"chankan": True, "rob_north": hand.tile in (None, NORTH), "fourth_kong": kongs == MOST_KONGS}
    for way in sheet.switches(situation):
        yield replace(way, applies=way.applies and (may[way.key] or by == way.key), folded=True)
    concealed = Ask("concealed_kong", _("The robbed kong was concealed"), inside="win", folded=True)
    yield replace(concealed, applies=by == "chankan")
    yield replace(FURITEN, applies=situation.from_player is True or "furiten" in said)


def _orphans(hand: TileHand) -> bool:
    """Whether the tiles are thirteen orphans."""
    return not hand.melds and len(hand.concealed) > len(ORPHAN_KINDS) - 1 and set(hand.concealed) == set(ORPHAN_KINDS)


def _one_suit(hand: TileHand) -> bool:
    """Whether the tiles may be nine gates: concealed, of one suit, every number among them."""
    full = not hand.melds and len(hand.concealed) >= GATES_FULL
    return full and set(hand.concealed) in map(set, (CIRCLES, CHARACTERS, BAMBOO))
