"""The page of one entry: who pays whom, and the reason of every point with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.entries import Hand, Numbers
from engine.hand import TileHand
from engine.ledger import Row
from engine.payments import totals
from engine.rulesets.base import Item, RuleBook, Score, Settlement
from engine.rulesets.declared import Pattern
from engine.rulesets.sheet import Situation
from matches import words
from matches.forms import asks, tiles
from matches.reading import Reading
from matches.tilesheet import drawn, groups_of


def hand_page(reading: Reading, row: Row) -> dict[str, Any]:
    """All that the reason page shows."""
    names = words.names_at(reading, row.hand_no)
    dealer = words.isolated(names[row.before.dealer])
    return {
        "match": reading.match,
        "row": row,
        "hand_no": words.hand_label(reading.book, row.before),
        "what": words.result_words(reading, row),
        "sub": words.listed(
            [
                words.round_name(row.before.round_wind),
                _("%(name)s deals") % {"name": dealer},
            ]
        ),
        "totals": _totals(row, names),
        "payers": _payers(reading.book, row, names),
        "counts": [count_of(reading.book, score) for score in row.settlement.scores],
        "brought": _brought(reading.book, row),
        "note": reading.notes.get(row.source, ""),
        "event": reading.event(row.source),
        "corrected": row.source != row.seq,
        "flags": [words.flag_words(reading.book, flag) for flag in row.flags],
        "by_numbers": _by_numbers(row),
        "drawn": _drawn(reading, row, names),
        "second": _second(reading, row),
        "waits": _waits(reading, row),
        "reads_tiles": reading.book.reads_tiles,
    }


def _waits(reading: Reading, row: Row) -> str:
    """The address's question which tiles won at this table, with the hand itself where its tiles are known."""
    if row.kind == "penalty" or not reading.book.reads_tiles:
        return ""
    asked = {"at": str(row.seq)}
    win = row.entry.wins[0] if isinstance(row.entry, Hand) else None
    if win is not None and isinstance(win.count, TileHand):
        asked |= {"holder": win.winner.value, **_before(reading.book, row.payload)}
        wanted = reading.book.asked(Situation("waits", row.before, win.winner))
        said = asks.initial_of(wanted, row.payload)
        asked |= {field: "1" if value is True else str(value) for field, value in said.items() if value}
    return urlencode({name: value for name, value in asked.items() if value})


def _before(book: RuleBook, payload: Mapping[str, Any]) -> dict[str, str]:
    """The tiles of a hand without the one that won, in order, as the waiting helper takes them."""
    marks, pieces = book.marks, list(payload["concealed"])
    won = payload["win"].get("tile")
    if won in pieces:
        pieces.remove(won)
    sets = tiles.initial_of(payload, marks)["melds"]
    return {"tiles": tiles.written(sorted(pieces, key=tiles.order(marks)), marks), "melds": sets}


def _by_numbers(row: Row) -> bool:
    """Whether nobody noted what made the count; an own limit hand was named."""
    named = any(score.limit and score.limit.names for score in row.settlement.scores)
    return isinstance(row.entry, Hand) and not named and any(isinstance(w.count, Numbers) for w in row.entry.wins)


def _drawn(reading: Reading, row: Row, names: Any) -> dict[str, Any] | None:
    """The tiles of the winning hand as they were read, where they are known."""
    win = row.entry.wins[0] if isinstance(row.entry, Hand) else None
    if win is None or not isinstance(win.count, TileHand):
        return None
    source = _("from %(name)s") % {"name": words.isolated(names[win.source])} if win.source else _("from the wall")
    return drawn(win.count, row.settlement.scores[0].reading, source)


def _second(reading: Reading, row: Row) -> dict[str, Any] | None:
    """The next best way to read the same tiles, with what it would have brought."""
    win = row.entry.wins[0] if isinstance(row.entry, Hand) else None
    if win is None or not isinstance(win.count, TileHand):
        return None
    best, *others = reading.book.readings(row.before, win)
    other = next((score for score in others if _cut(score) != _cut(best)), None)
    if other is None:
        return None
    brings = totals(reading.book.pay_win(row.before, win, other))[win.winner]
    return {
        **count_of(reading.book, other),
        "brings": words.number(brings),
        "drawn": drawn(win.count, other.reading, ""),
    }


def _cut(score: Score) -> list[str]:
    """The parts into which a score cuts the tiles: a limit and its count may cut them alike."""
    return sorted(groups_of(score.reading)) if score.reading else []


def _totals(row: Row, names: Any) -> list[dict[str, str]]:
    """Who gains, with how much."""
    return [{"name": names[seat], "points": words.signed(points)} for seat, points in row.changes.items() if points > 0]


def _payers(book: RuleBook, row: Row, names: Any) -> list[dict[str, Any]]:
    """Who pays whom, with the reasons in words; after a win also who pays nothing, and why."""
    if isinstance(row.entry, Hand):
        return words.reasons(book, row.settlement, row.entry, names)
    return [words.payment(book, line, names) for line in row.settlement.lines]


def count_of(book: RuleBook, score: Score) -> dict[str, Any]:
    """The count of one winning hand: patterns, bonus items, their sums; or the hand of fixed value.

    Where bonus-points are not counted apart, their items stand among the others, above the one sum.
    """
    known = {(p.kind, p.id): p for p in book.known_items}
    if score.limit:
        value = words.number(score.limit.value)
        kind = words.limit_name(book, score.limit.kind)
        reached = [known[("limit", name)] for name in score.limit.names]
        clause = reached[0].clause if reached else book.limit_clause
        limit = {"name": words.listed([kind, *map(words.item_name, reached)]), "value": value, "clause": clause}
        return {"limit": limit}
    items = [_item(known, "pattern", item) for item in score.items]
    bonus = [_item(known, "bonus", item) for item in score.bonus_items]
    winning = known.get(("bonus", book.winning_item))
    if (items or bonus) and winning and score.bonus_points != sum(i.points for i in score.bonus_items):
        bonus.insert(0, _shown(winning, winning.points))
    apart = _(book.words.bonus_sum)
    return {
        "items": items if apart else items + bonus,
        "points_sum": _(book.numbers[0].label),
        "points": score.points,
        "bonus_items": bonus if apart else [],
        "bonus_sum": apart,
        "bonus_points": score.bonus_points if apart else None,
    }


def counted(book: RuleBook, settlement: Settlement) -> dict[str, Any]:
    """The count of a hand that is being entered: its items, and the hand-points in a word."""
    score = settlement.scores[0]
    known = {(p.kind, p.id): p for p in book.known_items}
    shown = [_item(known, "pattern", item) for item in score.items]
    shown += [_item(known, "bonus", item) for item in score.bonus_items]
    return {
        "items": shown,
        "counted": words.points_words(book, score.points) if score.items and score.points else "",
    }


def _item(known: dict[tuple[str, str], Pattern], kind: str, item: Item) -> dict[str, Any]:
    pattern = known.get((kind, item.id)) or known[("pattern", item.id)]
    return _shown(pattern, item.points, item.times)


def _shown(pattern: Pattern, points: int, times: int = 1) -> dict[str, Any]:
    name = words.item_name(pattern)
    return {
        "name": f"{times} × {name}" if times > 1 else name,
        "clause": pattern.clause,
        "line": pattern.line,
        "points": points,
    }


def _brought(book: RuleBook, row: Row) -> list[dict[str, Any]]:
    """What was paid of what earlier hands left: the most that one player paid of each."""
    found = []
    for rule, brought in book.brought.items():
        lines = [line for line in row.settlement.lines if line.rule == rule]
        if lines:
            most = max(lines, key=lambda line: line.points)
            found.append({"name": _(brought.counted), "clause": most.clause, "points": words.number(most.points)})
    return found
