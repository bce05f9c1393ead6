"""Checks that ticks can go together (docs/rules, B2, B5). Pages grey out what is refused here.

The rows of yaku.py decide. Leaving a yaku unticked is not an error.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import check_ground, refuse_together, refuse_unknown, refuse_unplayed
from engine.rulesets.definitions import pattern_index
from engine.rulesets.honshu.entry.compatibility import KnownFacts, possible
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import BONUSES, YAKU, YAKUMAN_IDS, YAKUMANS
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.honshu.scoring.table import EIGHT
from engine.rulesets.honshu.scoring.yaku import YakuRow, yaku_of
from engine.rulesets.honshu.wording import REFUSALS
from engine.rulesets.scoring_types import TableState
from engine.seats import Wind

BY_ID = pattern_index((*YAKU, *YAKUMANS))
BONUS_BY_ID = pattern_index(BONUSES)
RIICHI = ("riichi", "double_riichi")
NEEDS_RIICHI = ("ippatsu", "uradora")
UNITS = {"tenhou": (3,), "kokushi": (1, 2), "suuankou": (1, 2), "chuuren": (1, 3)}
# The marks that each way of winning implies, and those that it rules out.
_NO_DRAW = m.TSUMO | m.REPLACEMENT | m.FIRST_DRAW
_HOW = {
    "tsumo": (m.TSUMO, m.CHANKAN),
    "ron": (0, _NO_DRAW | m.CHANKAN),
    "chankan": (m.CHANKAN, _NO_DRAW | m.LAST),
    "rob_north": (0, _NO_DRAW | m.CHANKAN | m.LAST),
    "fourth_kong": (
        m.FOUR_KONGS | m.MELD | m.INNER | m.TERMINAL | m.HONOUR | m.OFF_GREEN,
        _NO_DRAW | m.CHANKAN | m.LAST | m.WON_PAIR,
    ),
}


def check_ticks(house: HonshuHouseRules, state: TableState, win: Win, ticks: Ticks) -> None:
    """Raise `RuleViolation` for ticks that can't go together at this table."""
    yaku, counts = yaku_of(house), Counter(ticks.patterns)
    for item in counts:
        _check_played(yaku.by_item, item)
    for item, times in counts.items():
        _check_times(item, times)
    _check_how_won(house, win, counts)
    _check_yakuman_alone(counts, ticks.bonus_items)
    _check_instead(yaku.instead, counts)
    _check_hand(yaku.by_item, counts, ticks.bonus_items, known(state, win, counts))
    _check_bonus(win, counts, ticks.bonus_items)


def known(state: TableState, win: Win, counts: Counter[str]) -> KnownFacts:
    """The facts that follow from the way of winning and the winner's seat."""
    holds, fails = _HOW[win.by]
    if win.by == "chankan" and not counts["kokushi"]:
        holds |= m.CHOW  # the other three copies of the robbed tile are in the kong
    if win.by in ("ron", "chankan", "rob_north") and counts["suuankou"]:
        holds |= m.WON_PAIR  # a pong completed by another player's tile isn't concealed
    seat = state.seat_winds[win.winner]
    eight = state.renchan >= EIGHT
    holds |= (m.DEALER if seat is Wind.E else 0) | (m.EIGHT_DEALS if eight else 0)
    fails |= (0 if seat is Wind.E else m.DEALER) | (0 if eight else m.EIGHT_DEALS)
    return KnownFacts(holds, fails | (m.EXPOSED if win.declared_ready else 0), seat is state.round_wind)


def _check_played(rows: Mapping[str, tuple[YakuRow, ...]], item: str) -> None:
    if item not in BY_ID:
        refuse_unknown("patterns", item)
    if item not in rows:
        refuse_unplayed("patterns", BY_ID[item])


def _check_times(item: str, times: int) -> None:
    """Check the number of occurrences; a yakuman is ticked once for each unit."""
    allowed = UNITS.get(item, (1,)) if item in YAKUMAN_IDS else tuple(range(1, BY_ID[item].most + 1))
    if times not in allowed:
        raise RuleViolation(
            "patterns", _("%(item)s can count %(times)s× in a hand."), item=Term(BY_ID[item].name), times=tuple(allowed)
        )


def _check_how_won(house: HonshuHouseRules, win: Win, counts: Counter[str]) -> None:
    """Check that the yakuman needed by the way of winning is ticked."""
    if win.by == "rob_north" and not house.rob_north_any and not counts["kokushi"]:
        raise RuleViolation("patterns", REFUSALS["north_robbed_only_by_kokushi"])
    if win.by == "fourth_kong" and not counts["suukantsu"]:
        raise RuleViolation("patterns", _("The fourth kong wins as the “Four kongs” yakuman."))


def _check_yakuman_alone(counts: Counter[str], bonus: Mapping[str, int]) -> None:
    yakuman = [BY_ID[item] for item in counts if item in YAKUMAN_IDS]
    others = [BY_ID[item] for item in counts if item not in YAKUMAN_IDS]
    others += [BONUS_BY_ID[item] for item in bonus if item in BONUS_BY_ID]
    if yakuman and others:
        raise RuleViolation(
            "patterns",
            _("Nothing else counts with a yakuman: %(yakuman)s, %(item)s."),
            yakuman=Term(yakuman[0].name),
            item=Term(others[0].name),
        )


def _check_instead(instead: Mapping[str, frozenset[str]], counts: Counter[str]) -> None:
    """Check that no item is ticked together with one that it replaces."""
    for item, replaced in instead.items():
        for other in counts:
            if item in counts and other in replaced:
                _refuse_together(item, other)


def _check_hand(
    rows: Mapping[str, tuple[YakuRow, ...]], counts: Counter[str], bonus: Mapping[str, int], facts: KnownFacts
) -> None:
    """Check that one hand can have the ticks: each by itself, each two, and all together."""
    fives = m.PLAIN_SET | m.INNER if "akadora" in bonus else 0
    for item in counts:
        if not possible(rows, Counter({item: counts[item]}), facts):
            raise RuleViolation(
                "patterns", _("%(item)s isn’t possible for a hand won this way."), item=Term(BY_ID[item].name)
            )
        if fives and not possible(rows, Counter({item: counts[item]}), facts, fives):
            _refuse_together(item, "akadora")
    for one, two in combinations(counts, 2):
        if not possible(rows, Counter({one: counts[one], two: counts[two]}), facts):
            _refuse_together(one, two)
    if len(counts) > 2 and not possible(rows, counts, facts, fives):
        raise RuleViolation("patterns", _("A hand has four sets and a pair, but these items need more."))


def _refuse_together(item: str, other: str) -> None:
    refuse_together(BY_ID[item], BY_ID.get(other) or BONUS_BY_ID[other])


def _check_bonus(win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> None:
    for item, han in bonus.items():
        if item == "bazoro":
            raise RuleViolation("bonus_items", _("bonus_items must not include bazoro: it’s added automatically."))
        if item not in BONUS_BY_ID:
            refuse_unknown("bonus_items", item)
        most = BONUS_BY_ID[item].most
        if not 1 <= han <= most:
            raise RuleViolation(
                "bonus_items", _("%(item)s must be 1 to %(most)s."), item=Term(BONUS_BY_ID[item].name), most=most
            )
        if item in NEEDS_RIICHI:
            declared = win.declared_ready or any(counts[riichi] for riichi in RIICHI)
            check_ground(BONUS_BY_ID[item], BY_ID["riichi"], int(declared), field="bonus_items")
    if counts["yakuhai_north"] and bonus.get("pei_dora", 0) > 1:
        _refuse_together("yakuhai_north", "pei_dora")
