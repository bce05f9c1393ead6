"""The tables of the rule card: fu and payments (docs/rules, E5, E8, E9)."""

from collections.abc import Iterator
from itertools import pairwise

from engine.language import Term
from engine.language import gettext_noop as _
from engine.rulesets.riichi.card import AMOUNTS_HEAD, AMOUNTS_TITLE, LIMIT_TERMS, amounts
from engine.rulesets.riichi.wording import YAKUMAN_TIMES
from engine.rulesets.riichi_sanma import payments
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.rule_card import Cell, Grid, Note

FU_OF_SETS = {
    _("Pong of 2 to 8: exposed / concealed"): (2, 4),
    _("Pong of 1, 9 or honours: exposed / concealed"): (4, 8),
    _("Kong of 2 to 8: exposed / concealed"): (8, 16),
    _("Kong of 1, 9 or honours: exposed / concealed"): (16, 32),
}
# By whether pinfu counts on a self-draw, and whether a replacement tile has these fu.
SELF_DRAW = {
    (True, True): _("Tsumo, except with pinfu"),
    (True, False): _("Tsumo, except with pinfu or on a replacement tile"),
    (False, True): _("Tsumo"),
    (False, False): _("Tsumo, except on a replacement tile"),
}
USUAL_FU = range(30, 80, 10)


def fu_table(house: RiichiSanmaHouseRules) -> Grid:
    """The fu of each part of a hand (E5)."""
    return Grid(_("The fu of a hand"), (_("Part of the hand"), _("Fu")), tuple(_fu(house)))


def _fu(house: RiichiSanmaHouseRules) -> Iterator[tuple[Cell, ...]]:
    yield Note(_("Every hand")), 20
    yield Note(_("Concealed hand won by ron")), 10
    yield Note(SELF_DRAW[house.pinfu_tsumo, house.rinshan_fu]), 2
    for name, (exposed, concealed) in FU_OF_SETS.items():
        both = {"exposed": exposed, "concealed": concealed}
        yield Note(name), Note("%(exposed)s\u00a0/\u00a0%(concealed)s", values=both)
    north = _("Pair of dragons, North, or the seat or round wind")
    yield Note(north if house.north_is_value else _("Pair of dragons, or of the seat or round wind")), 2
    if house.double_wind_fu != 2:
        yield Note(_("Pair of the wind of both seat and round")), house.double_wind_fu
    yield Note(_("Winning tile completes the pair, the middle of a chow, 123 with the 3, or 789 with the 7")), 2
    yield Note(_("Chiitoitsu: always, with nothing added")), 25


def payment_table(house: RiichiSanmaHouseRules) -> Grid:
    """The payments for hands by han and fu, and for limits (E8, E9)."""
    mode = payments.TSUMO_MODES[house.tsumo_mode]
    rows = ((name, *amounts(mode, basic)) for name, basic in (*_below_limits(house), *_limits(house)))
    return Grid(AMOUNTS_TITLE, (_("Han / fu"), *AMOUNTS_HEAD), tuple(rows))


def _below_limits(house: RiichiSanmaHouseRules) -> Iterator[tuple[Note, int]]:
    """Yield (han and fu, basic points) for the usual hands below mangan; hands of the same value are combined."""
    known: dict[int, dict[int, int]] = {}
    for han in range(1, 5):
        pinfu = (20,) if house.pinfu_tsumo else ()
        for fu in (*pinfu, 25, *USUAL_FU) if han > 1 else USUAL_FU:
            value = payments.value_of(house.kiriage, house.kazoe_yakuman, han, fu)
            if not value.kind:
                known.setdefault(value.basic, {})[han] = fu
    for basic, hands in sorted(known.items()):
        (han, fu), *others = hands.items()
        values = {"han": han, "fu": fu}
        if not others:
            yield Note("%(han)s\u00a0/\u00a0%(fu)s", values=values), basic
        for more, fewer in others:
            both = _("%(han)s / %(fu)s or %(more)s / %(fewer)s")
            yield Note(both, values={**values, "more": more, "fewer": fewer}), basic


def _limits(house: RiichiSanmaHouseRules) -> Iterator[tuple[Note, int]]:
    """Yield (name and han, basic points) for each limit, then for yakuman."""
    for (kind, (least, basic)), (above, (more, _basic)) in pairwise(payments.LIMITS.items()):
        if above == "counted_yakuman" and not house.kazoe_yakuman:
            han = f"{least}+"
        else:
            han = f"{least}–{more - 1}" if more - 1 > least else str(least)
        yield Note(_("%(han)s han, %(limit)s"), values={"han": han, "limit": Term(LIMIT_TERMS[kind])}), basic
    counted = Note(_("%(han)s+ han or yakuman"), values={"han": payments.FIRST_COUNTED})
    yield counted if house.kazoe_yakuman else Note(YAKUMAN_TIMES[1]), payments.YAKUMAN
    if house.yakuman_cap > 1 and (house.yakuman_stack or house.doubled):
        yield Note(YAKUMAN_TIMES[2]), 2 * payments.YAKUMAN
