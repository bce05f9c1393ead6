"""From han and fu to points, and who pays them (docs/rules, E8–E11)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.match.payments import PaymentLine
from engine.rulesets.riichi.payments import FULL, LOSS, SPLIT, honba_line, on_self_draw
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.seats import Seat

MANGAN, YAKUMAN = 2000, 8000
FIRST_COUNTED = 13  # han
TSUMO_MODES = {"loss": LOSS, "split": SPLIT, "full": FULL}
# The limits in E8's order: the least han, the basic points.
LIMITS: Mapping[str, tuple[int, int]] = {
    "mangan": (5, MANGAN),
    "haneman": (6, 3000),
    "baiman": (8, 4000),
    "sanbaiman": (11, 6000),
    "counted_yakuman": (FIRST_COUNTED, YAKUMAN),
}
KIRIAGE = 1920  # 4 han 30 fu, or 3 han 60 fu
Liable = tuple[tuple[Seat, int], ...]


class Value(NamedTuple):
    """The basic points of a hand, and the kind of limit ("" below mangan)."""

    basic: int
    kind: str


@lru_cache(maxsize=1 << 12)
def value_of(kiriage: bool, kazoe: bool, han: int, fu: int) -> Value:
    """The basic points for `han` and `fu` (E8). `fu` doesn't matter from 5 han on."""
    if han < LIMITS["mangan"][0]:
        basic = fu * 2 ** (2 + han)
        at_limit = basic >= MANGAN or kiriage and basic == KIRIAGE
        return Value(MANGAN, "mangan") if at_limit else Value(basic, "")
    reached = [kind for kind, (least, _basic) in LIMITS.items() if han >= least]
    if reached[-1] == "counted_yakuman" and not kazoe:
        reached.pop()
    return Value(LIMITS[reached[-1]][1], reached[-1])


class WinRates(NamedTuple):
    """The house rules that payments depend on."""

    tsumo_mode: str
    honba_ron: int
    honba_tsumo_each: int
    pao_covers: str
    pao_honba: str


def rates_of(house: RiichiSanmaHouseRules) -> WinRates:
    """The rates of a table."""
    return WinRates(house.tsumo_mode, house.honba_ron, house.honba_tsumo_each, house.pao_covers, house.pao_honba)


class Due(NamedTuple):
    """A win to be paid.

    `basic`: its basic points; `rule`: the rule named in its payments; `source`: the payer of a ron (None for a
    self-draw); `liable`: the players who are liable for yakuman, in the order of E10.5, with the units of each.
    """

    basic: int
    rule: str
    winner: Seat
    dealer: Seat
    source: Seat | None
    honba: int
    liable: Liable = ()


@lru_cache(maxsize=1 << 12)
def pay(rates: WinRates, due: Due) -> tuple[PaymentLine, ...]:
    """The payments for a win, with honba and liability (E9, E10)."""
    parts = list(_liability_shares(rates, due))
    rest = due.basic - sum(basic for _seat, basic in parts)
    lines = list(_plain(rates, due, rest)) if rest else []
    for seat, basic in parts:
        lines += _liable(rates, due, seat, basic)
    return (*lines, *_honba(rates, due))


def _liability_shares(rates: WinRates, due: Due) -> Iterator[tuple[Seat, int]]:
    """Yield (player, basic points) for each liable player: the part of the win that they pay (E10.3, E10.5)."""
    if due.liable and rates.pao_covers == "hand":
        yield due.liable[0][0], due.basic
        return
    left = due.basic
    for seat, units in due.liable:
        basic = min(left, units * YAKUMAN)
        if basic:
            yield seat, basic
        left -= basic


def _on_ron(due: Due, basic: int) -> int:
    return -(-basic * (6 if due.winner is due.dealer else 4) // 100) * 100


def _plain(rates: WinRates, due: Due, basic: int) -> Iterator[PaymentLine]:
    """Yield the payments for `basic` points without liability."""
    if due.source is not None:
        yield PaymentLine(due.source, due.winner, _on_ron(due, basic), due.rule, "E9")
        return
    for payer, points in on_self_draw(TSUMO_MODES[rates.tsumo_mode], basic, due.winner, due.dealer).items():
        yield PaymentLine(payer, due.winner, points, due.rule, "E9")


def _liable(rates: WinRates, due: Due, seat: Seat, basic: int) -> Iterator[PaymentLine]:
    """Yield the payments for `basic` points that `seat` answers for: all of a self-draw, half of a ron (E10.3)."""
    if due.source is None:
        shares = on_self_draw(TSUMO_MODES[rates.tsumo_mode], basic, due.winner, due.dealer)
        yield PaymentLine(seat, due.winner, sum(shares.values()), "liable", "E10.3")
    elif due.source is seat:
        yield PaymentLine(seat, due.winner, _on_ron(due, basic), due.rule, "E10.3")
    else:
        half = _on_ron(due, basic) // 2
        yield PaymentLine(due.source, due.winner, half, due.rule, "E10.3")
        yield PaymentLine(seat, due.winner, half, "liable", "E10.3")


def _honba(rates: WinRates, due: Due) -> tuple[PaymentLine, ...]:
    first = due.liable[0][0] if due.liable else None
    if due.source is not None:
        payer = first if first and rates.pao_honba == "liable" else due.source
        return honba_line(payer, due.winner, due.honba, rates.honba_ron, "E2.5")
    each = rates.honba_tsumo_each
    if first:
        return honba_line(first, due.winner, due.honba, 2 * each, "E10.3")
    return tuple(line for payer in due.winner.others for line in honba_line(payer, due.winner, due.honba, each, "E2.5"))


def liable_for(house: RiichiSanmaHouseRules, pao: Mapping[str, Seat], units: Mapping[str, int], paid: int) -> Liable:
    """The liable players in the order of E10.5, with their units.

    `pao`: the player named for each yakuman; a yakuman that the hand lacks, or for which this table has no liability,
    is ignored (E6.3). `units`: the yakuman of the hand; `paid`: the units that are paid.
    """
    named = [item for item in house.liable if item in pao and item in units]
    if not house.yakuman_stack:
        return tuple((pao[item], paid) for item in named if units[item] >= max(paid, *units.values()))[:1]
    return tuple((pao[item], units[item]) for item in named)


def pay_nagashi(mode: str, dealer: Seat, players: Sequence[Seat]) -> Iterator[PaymentLine]:
    """Yield the payments for nagashi mangan: each of `players` is paid as for a mangan self-draw (E11.2)."""
    for winner in players:
        for payer, points in on_self_draw(TSUMO_MODES[mode], MANGAN, winner, dealer).items():
            yield PaymentLine(payer, winner, points, "nagashi", "E11.2")


def pay_chombo(house: RiichiSanmaHouseRules, dealer: Seat, offender: Seat) -> Iterator[PaymentLine]:
    """Yield the payments of a chombo, from the offender to both opponents (E15)."""
    for payee in offender.others:
        mangan = 2 * MANGAN if dealer in (offender, payee) else MANGAN
        points = mangan if house.chombo == "mangan" else house.chombo_each
        if points:
            yield PaymentLine(offender, payee, points, "chombo", "E15")
