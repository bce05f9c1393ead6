"""What the sheet asks beside the count in the Malaysian fan game (docs/rules, C2). Judges nothing."""

from collections.abc import Iterator, Mapping

from engine.language import gettext_noop as _
from engine.rulesets.entry_sheet import Ask, EntrySheet, Situation
from engine.rulesets.malaysian_fan.entry.fields import OF_WIN, OUTSIDE
from engine.rulesets.malaysian_fan.entry.reader import DRAWN
from engine.rulesets.malaysian_fan.rules import MalaysianFanRules
from engine.rulesets.malaysian_fan.scoring.table import OWN_NUMBER

# Which flower and season count for the winner, by the number of his seat (C2.1).
OWN = {1: _("1 is own"), 2: _("2 is own"), 3: _("3 is own")}
KEYS = frozenset(detail.key for detail in OUTSIDE)


def asked(sheet: EntrySheet[MalaysianFanRules], situation: Situation) -> Iterator[Ask]:
    """What this table asks of a hand, in the order of the sheet; of a drawn one nothing."""
    if situation.way in ("tiles", "waits"):
        yield from _outside(situation)
    if situation.way == "tiles":
        yield from _how(situation)
    yield from sheet.switches(situation)


def _outside(situation: Situation) -> Iterator[Ask]:
    """What lies beside the hand; of the numbered ones also which number is the winner's own."""
    seat = situation.winner
    own = OWN[OWN_NUMBER[situation.state.seat_winds[seat]]] if seat else ""
    for detail in OUTSIDE:
        note = own if detail.takes == "numbers" else ""
        yield Ask(detail.key, detail.label, detail.takes, detail.most, note=note)


def _how(situation: Situation) -> Iterator[Ask]:
    """Of how the hand was won: what cannot be so with these tiles and this payer does not apply."""
    applies = _possible(situation)
    for detail in OF_WIN:
        yield Ask(detail.key, detail.label, detail.takes, inside="win", applies=applies[detail.key])


def _possible(situation: Situation) -> Mapping[str, bool]:
    """Which of them can be so: what was said stays, as long as the tile is of the right sort."""
    hand, said = situation.hand, situation.said
    known, drawn = situation.from_player is not None, situation.from_player is False
    kongs = sum(meld.kind == "kong" for meld in hand.melds) if hand else 0
    can = {
        "first_tile": known and not (hand and hand.exposed) and "last_tile" not in said,
        "last_tile": known and "first_tile" not in said,
        "replacement": drawn and (kongs > 0 or not KEYS.isdisjoint(said)),
        "double_kong": drawn and kongs > 1,
    }
    return {key: possible or (key in said and (drawn or key not in DRAWN)) for key, possible in can.items()}
