"""Which limit hands a reading reaches (docs/rules, A11, A17.10). Knows no payments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.patterns import Facts
from engine.rulesets.declared import Pattern
from engine.rulesets.korean_japanese.items import LIMITS
from engine.rulesets.korean_japanese.table import Table
from engine.tiles import FIVE_BAMBOO, GREEN, RED, TILES, WHITE

House = Mapping[str, Any]
Condition = Callable[[Facts, Table], bool]
ONE_BAMBOO, NINE_BAMBOO = TILES["1s"], TILES["9s"]


def _sets(facts: Facts) -> bool:
    return facts.reading.shape == "sets"


def _small_dragons(facts: Facts, table: Table) -> bool:
    return facts.dragons == 2 and facts.reading.pair in table.dragons


def _small_winds(facts: Facts, table: Table) -> bool:
    return facts.pongs_of(table.winds) == 2 and facts.reading.pair in table.winds


def _all_bamboo_honours(facts: Facts, table: Table) -> bool:
    return facts.reading.shape != "orphans" and facts.suits <= {2, 3}


def _outside_hand(facts: Facts, table: Table) -> bool:
    return _sets(facts) and facts.outside


def _concealed_pure(facts: Facts, table: Table) -> bool:
    """One suit (no bamboo) and honours, concealed, with a pong of honours."""
    suited = facts.one_suit in (0, 1)
    honour_pong = any(group.tile >= 27 for group in facts.pongs)
    return suited and facts.concealed and honour_pong


def _three_kongs_honour_pair(facts: Facts, table: Table) -> bool:
    return len(facts.kongs) == 3 and facts.pair_is_honour


def _small_jade(facts: Facts, table: Table) -> bool:
    return facts.has_pong(GREEN) and facts.reading.pair == FIVE_BAMBOO


def _all_terminals_honours(facts: Facts, table: Table) -> bool:
    if facts.reading.shape == "orphans" or not facts.all_terminals_honours:
        return False
    mixed = facts.has_honours and facts.suits != {3}
    return table.house["all_terminals_honours_scope"] == "mixed" or not mixed


def _bamboo_pongs_five_pair(facts: Facts, table: Table) -> bool:
    return _both_bamboo(facts) and facts.reading.pair == FIVE_BAMBOO


def _both_bamboo(facts: Facts) -> bool:
    return facts.has_pong(ONE_BAMBOO) and facts.has_pong(NINE_BAMBOO)


def _nine_gates(facts: Facts, table: Table) -> bool:
    """Concealed; strictly: 1112345678999 before the win, so that the odd tile is the winning one."""
    extra = facts.gates
    if extra is None or facts.suits == {2}:
        return False
    return not table.house["nine_gates_strict"] or extra == facts.hand.tile


def _dragon_hand(suit: int, dragon: int) -> Condition:
    """One suit alone but for a pong of its dragon."""

    def reached(facts: Facts, table: Table) -> bool:
        others = [group for group in facts.reading.groups if group.tile != dragon]
        pair = facts.reading.pair
        in_suit = all(group.tile // 9 == suit for group in others)
        return len(others) == 3 and in_suit and pair is not None and pair // 9 == suit

    return reached


CONDITIONS: Mapping[str, Condition] = {
    "small_dragons": _small_dragons,
    "small_winds": _small_winds,
    "all_bamboo_honours": _all_bamboo_honours,
    "outside_hand": _outside_hand,
    "concealed_pure_with_honour_pong": _concealed_pure,
    "four_concealed_pongs": lambda facts, table: len(facts.concealed_pongs) == 4,
    "three_kongs_honour_pair": _three_kongs_honour_pair,
    "small_jade_dragon": _small_jade,
    "three_concealed_kongs": lambda f, table: sum(not kong.exposed for kong in f.kongs) >= 3,
    "four_kongs": lambda facts, table: len(facts.kongs) == 4,
    "all_terminals_honours": _all_terminals_honours,
    "great_dragons": lambda facts, table: facts.dragons == 3,
    "great_winds": lambda facts, table: facts.pongs_of(table.winds) == 3,
    "bamboo_pongs_five_pair": _bamboo_pongs_five_pair,
    "four_concealed_kongs": lambda f, table: sum(not kong.exposed for kong in f.kongs) == 4,
    "thirteen_orphans": lambda facts, table: facts.reading.shape == "orphans",
    "nine_gates": _nine_gates,
    "pearl_dragon": _dragon_hand(0, WHITE),
    "ruby_dragon": _dragon_hand(1, RED),
    "great_jade_dragon": lambda facts, table: _both_bamboo(facts) and facts.has_pong(GREEN),
}


def reached(facts: Facts, table: Table) -> tuple[Pattern, ...]:
    """The limit hands of the highest kind that the reading reaches and the table plays, in A11's order."""
    if table.house["limit_requires_concealed"] and not facts.concealed:
        return ()
    found = [limit for limit in table.limits if CONDITIONS[limit.id](facts, table)]
    full = tuple(limit for limit in found if limit.group == "full")
    return full or tuple(found)


assert {limit.id for limit in LIMITS} == set(CONDITIONS)
