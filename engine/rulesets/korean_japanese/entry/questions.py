"""What the sheet asks beside the count in the Korean/Japanese game (docs/rules, A16). Judges nothing."""

from collections.abc import Iterator

from engine.language import gettext_noop as _
from engine.rulesets.entry_sheet import Ask, EntrySheet, Situation, own_asks
from engine.rulesets.korean_japanese.rules import KoreanJapaneseRules

READY = _("Had declared ready")
FLOWERS = Ask("flowers", _("Flowers"), "number", 4)
TURNED = {"flower": _("A flower")}


def asked(sheet: EntrySheet[KoreanJapaneseRules], situation: Situation) -> Iterator[Ask]:
    """What this table asks of a hand, in the order of the sheet; of a drawn one nothing."""
    if situation.way == "waits":
        yield from _waits(situation)
    elif situation.way == "tiles":
        yield from _beside_tiles(sheet, situation)
        yield from _opponents(sheet)
    elif situation.way != "draw":
        if situation.way != "two":  # the claimants were waiting, and of the discarder their sheet asks by itself
            yield from _opponents(sheet)
        yield from sheet.switches(situation)


def _opponents(sheet: EntrySheet[KoreanJapaneseRules]) -> Iterator[Ask]:
    """Waiting, unless nothing depends on it (A8, A9); declarations where they count (A12.6)."""
    discount, mode = sheet.rules.house.ready_discount, sheet.rules.house.payment_mode
    if discount == "waiting" or mode == "discarder_covers_all_unless_ready":
        less = _("owes 2 less") if sheet.rules.asks_discount else ""
        yield Ask("waiting", _("Waiting at the end"), "opponents", note=less, waits=True)
    if discount == "declared":
        yield Ask("opp_declared", READY, "opponents", note=_("owes 2 less"))
    if sheet.rules.house.three_ready != "off":
        yield Ask("all_declared", _("All three had declared ready"))


def _beside_tiles(sheet: EntrySheet[KoreanJapaneseRules], situation: Situation) -> Iterator[Ask]:
    yield FLOWERS
    if sheet.rules.house.red_dora:
        yield Ask("red_fives", _("Red fives"), "number", 2)
    if sheet.rules.house.matching_bonus == "players":
        yield Ask("matching_players", _("Further players who waited on it"), "number", 2)
    yield from own_asks(sheet.rules.own_items)
    yield from _how(sheet, situation)
    if sheet.rules.house.dead_wall_dora:
        yield Ask("dora_indicator", _("Turned on the dead wall"), "tile", choices=TURNED)
    if sheet.rules.house.revealed_dora:
        yield Ask("revealed_indicator", _("Tile shown before play"), "tile", choices=TURNED)
    yield Ask(
        "winner_discards",
        _("Tiles that the winner had discarded"),
        "tiles",
        help=_("Nobody wins on a tile that he has discarded before"),
        folded=True,
    )


def _how(sheet: EntrySheet[KoreanJapaneseRules], situation: Situation) -> Iterator[Ask]:
    """Of how the hand was won: what cannot be so with these tiles and this payer does not apply."""
    hand, said = situation.hand, situation.said
    drawn, taken = situation.from_player is False, bool(situation.from_player)
    if hand is None or not hand.exposed or "declared_ready" in said:
        yield Ask("declared_ready", READY)
    last = drawn or (taken and sheet.rules.house.last_tile_on_discard)
    yield Ask("last_tile", _("Last tile of the wall"), inside="win", applies=last)
    drew = "flowers" in said or (hand is not None and any(meld.kind == "kong" for meld in hand.melds))
    replaced = drawn and (drew or "replacement" in said)
    yield Ask("replacement", _("Replacement tile"), inside="win", applies=replaced)
    yield from sheet.switches(situation)
    if situation.by == "rob_kong":
        yield Ask("concealed_kong", _("The robbed kong was concealed"), inside="win")


def _waits(situation: Situation) -> Iterator[Ask]:
    """Of a hand that lacks its winning tile."""
    yield FLOWERS
    yield Ask("declared_ready", READY)
    yield Ask(
        "winner_discards", _("Own discards"), "tiles", help=_("Nobody wins on a tile that he has discarded before")
    )
