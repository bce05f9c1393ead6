"""The page of one entry: payments with reasons and clauses, and the effect of a correction."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.match.entries import Hand, Numbers, Win
from engine.match.ledger import LoggedEvent, MatchLog, SettledEntry, check
from engine.match.payments import PaymentLine, Pot, totals
from engine.rulesets.definitions import Pattern
from engine.rulesets.entry_sheet import Situation
from engine.rulesets.rule_book import Item, RuleBook, Score, Settlement
from engine.seats import PerSeat, Seat
from matches import wording
from matches.entry import question_fields, tapped_tiles
from matches.log.state import MatchState
from matches.pages.sheet.tile_sheet import drawn, groups_of, mark_jokers


def hand_page(reading: MatchState, row: SettledEntry) -> dict[str, Any]:
    """Return the context of the page of an entry."""
    names = wording.names_at(reading, row.nth)
    dealer = wording.isolated(names[row.before.dealer])
    wins = _wins(row, names)
    if isinstance(row.entry, Hand):
        payers = reasons(reading.book, row.settlement, row.entry, names)
    else:
        payers = [payment(reading.book, line, names) for line in row.settlement.lines]
    return {
        "match": reading.match,
        "row": row,
        "hand_no": wording.hand_label(reading.book, row.before),
        "what": wording.result_words(reading, row),
        "sub": wording.listed([wording.round_name(row.before.round_wind), _("%(name)s deals") % {"name": dealer}]),
        "totals": [{"name": names[seat], "points": wording.signed(n)} for seat, n in row.changes.items() if n > 0],
        "payers": payers,
        "counts": [{"name": won.name, **count_of(reading.book, won.score)} for won in wins],
        "brought": _brought(reading.book, row),
        "note": reading.notes.get(row.source, ""),
        "event": reading.event(row.source),
        "corrected": row.source != row.seq,
        "flags": [wording.flag_words(reading.book, flag) for flag in row.flags],
        "by_numbers": _by_numbers(row),
        "drawn": [shown for won in wins if (shown := _drawn(reading.book, won, names))],
        "seconds": [second for won in wins if (second := _second(reading.book, row, won))],
        "waits": _waits(reading, row, wins),
        # The sheet for two winners has no keypad.
        "may_add_tiles": reading.book.sheet.reads_tiles and len(wins) == 1,
    }


class Won(NamedTuple):
    """One winner's hand in an entry. `name` is "" if there is only one winner; `payload` is the hand in the log."""

    name: str
    win: Win
    payload: Mapping[str, Any]
    score: Score

    @property
    def tiles(self) -> TileHand | None:
        return self.win.count if isinstance(self.win.count, TileHand) else None


def _wins(row: SettledEntry, names: PerSeat[str]) -> list[Won]:
    if not isinstance(row.entry, Hand):
        return []
    wins = row.entry.wins
    payloads = row.payload.get("wins", [row.payload])
    return [
        Won(names[win.winner] if len(wins) > 1 else "", win, {**row.payload, **payload}, score)
        for win, payload, score in zip(wins, payloads, row.settlement.scores, strict=True)
    ]


def _waits(reading: MatchState, row: SettledEntry, wins: list[Won]) -> list[dict[str, str]]:
    if row.kind == "penalty" or not reading.book.sheet.reads_tiles:
        return []
    return [_asked(reading.book, row, won) for won in wins if won.tiles] or [{"name": "", "query": f"at={row.seq}"}]


def _asked(book: RuleBook, row: SettledEntry, won: Won) -> dict[str, str]:
    asked = {"at": str(row.seq), "holder": won.win.winner.value, **_before(book, won.payload)}
    said = question_fields.initial_of(book.sheet.questions(Situation("waits", row.before, won.win.winner)), won.payload)
    asked |= {field: "1" if value is True else value for field, value in said.items()}
    query = urlencode({name: value for name, value in asked.items() if value}, doseq=True)
    return {"name": won.name, "query": query}


def _before(book: RuleBook, payload: Mapping[str, Any]) -> dict[str, str]:
    """Return the tiles of a hand without the winning tile, sorted, as fields of the waiting helper."""
    marks = book.sheet.marks
    pieces, _lying = tapped_tiles.unfolded(payload, marks)
    won = payload["win"].get("tile")
    if won in pieces:
        pieces.remove(won)
    sets = tapped_tiles.initial_of(payload, marks)["melds"]
    return {"tiles": tapped_tiles.written(sorted(pieces, key=tapped_tiles.order(marks)), marks), "melds": sets}


def _by_numbers(row: SettledEntry) -> bool:
    named = any(score.limit and score.limit.names for score in row.settlement.scores)
    return isinstance(row.entry, Hand) and not named and any(isinstance(w.count, Numbers) for w in row.entry.wins)


def _drawn(book: RuleBook, won: Won, names: PerSeat[str]) -> dict[str, Any] | None:
    if won.tiles is None:
        return None
    payer = won.win.source
    source = _("from %(name)s") % {"name": wording.isolated(names[payer])} if payer else _("from the wall")
    shown = drawn(won.tiles, won.score.reading, source)
    return {"name": won.name, **mark_jokers(shown, won.payload, book.sheet.marks)}


def _second(book: RuleBook, row: SettledEntry, won: Won) -> dict[str, Any] | None:
    if won.tiles is None:
        return None
    best, *others = book.readings(row.before, won.win)
    other = next((score for score in others if _cut(score) != _cut(best)), None)
    if other is None:
        return None
    brings = totals(book.pay_win(row.before, won.win, other))[won.win.winner]
    shown = mark_jokers(drawn(won.tiles, other.reading, ""), won.payload, book.sheet.marks)
    return {**count_of(book, other), "brings": wording.number(brings), "drawn": {"name": won.name, **shown}}


def _cut(score: Score) -> list[str]:
    """Return the groups into which a score divides the tiles. A limit and a plain count may divide them alike."""
    return sorted(groups_of(score.reading)) if score.reading else []


def count_of(book: RuleBook, score: Score) -> dict[str, Any]:
    """Return the count of a winning hand: patterns, bonus items and sums; or its limit.

    If the rules don't count bonus-points separately, their items join the others above one sum.
    """
    known = {(p.kind, p.id): p for p in book.known_items}
    if score.limit:
        worth = book.words.limit_worth(score.limit)
        value = "" if worth is None else wording.number(worth)
        kind = wording.limit_words(book, score.limit)
        reached = [known[("limit", name)] for name in score.limit.names]
        clause = reached[0].clause if reached else book.limit_clause
        limit = {"name": wording.listed([kind, *map(wording.item_name, reached)]), "value": value, "clause": clause}
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
    """Return the items of a hand that is being entered, and the sum in words; or the name of its limit."""
    score = settlement.scores[0]
    known = {(p.kind, p.id): p for p in book.known_items}
    if score.limit and score.limit.names:
        worth = book.words.limit_worth(score.limit)
        points = "" if worth is None else worth
        reached = [_shown(known[("limit", name)], points) for name in score.limit.names]
        if len(reached) > 1:
            return {"items": reached, "counted": wording.listed(each["name"] for each in reached)}
        # The name is already the count, so the item shows the kind.
        kind = {**reached[0], "name": wording.limit_words(book, score.limit)}
        return {"items": [kind], "counted": reached[0]["name"]}
    shown = [_item(known, "pattern", item) for item in score.items]
    shown += [_item(known, "bonus", item) for item in score.bonus_items]
    if score.limit:
        return {"items": shown, "counted": wording.limit_words(book, score.limit)}
    return {"items": shown, "counted": wording.points_words(book, score.points) if score.items and score.points else ""}


def _item(known: dict[tuple[str, str], Pattern], kind: str, item: Item) -> dict[str, Any]:
    pattern = next(known[each, item.id] for each in (kind, "pattern", "limit") if (each, item.id) in known)
    return _shown(pattern, item.points, item.times)


def _shown(pattern: Pattern, points: int | str, times: int = 1) -> dict[str, Any]:
    name = f"{times} × {wording.item_name(pattern)}" if times > 1 else wording.item_name(pattern)
    return {"name": name, "clause": pattern.clause, "line": pattern.line, "points": points}


def _brought(book: RuleBook, row: SettledEntry) -> list[dict[str, Any]]:
    """Return what was paid from earlier hands: for each carry the highest amount one player paid."""
    found = []
    for rule, brought in book.words.carry_lines.items():
        lines = [line for line in row.settlement.lines if line.rule == rule]
        if lines:
            most = max(lines, key=lambda line: line.points)
            found.append({"name": _(brought.counted), "clause": most.clause, "points": wording.number(most.points)})
    return found


def reasons(book: RuleBook, settlement: Settlement, hand: Hand, names: PerSeat[str]) -> list[dict[str, Any]]:
    """Return the payments of a hand with the reason of each: opponents who pay nothing included, the discarder first;
    then payments to and from the table."""
    found = [
        _reason(book, settlement, win, seat, _less(win, score, seat), names)
        for win, score in zip(hand.wins, settlement.scores, strict=True)
        if win.winner in settlement.paid
        for seat in sorted(win.winner.others, key=lambda seat: (seat is not win.source, seat.value))
        if all(seat is not other.winner for other in hand.wins)
    ]
    table = [line for line in settlement.lines if Pot.TABLE in (line.payer, line.payee)]
    unpaid = [_unpaid(book, win, names) for win in hand.wins if win.winner not in settlement.paid]
    return found + unpaid + [payment(book, line, names) for line in table]


def _unpaid(book: RuleBook, win: Win, names: PerSeat[str]) -> dict[str, Any]:
    """Return the line for a winner who gets nothing because another winner of the same tile has precedence."""
    assert win.source is not None
    why = _("%(name)s gets nothing") % {"name": wording.isolated(names[win.winner])}
    told = {"payer": names[win.source], "payee": names[win.winner]}
    return {**told, "points": wording.signed(0), "why": why, "clauses": book.unpaid_clause}


def _less(win: Win, score: Score, seat: Seat) -> int:
    """Return how much less an opponent owes because they were waiting or had declared."""
    if seat not in win.waiting | win.opp_declared or not score.owed:
        return 0
    return (score.bonus_points or 0) - score.owed.get(seat, 0)


def _reason(
    book: RuleBook, settlement: Settlement, win: Win, seat: Seat, less: int, names: PerSeat[str]
) -> dict[str, Any]:
    lines = [line for line in settlement.lines if (line.payer, line.payee) == (seat, win.winner)]
    clauses = {line.clause for line in lines} | ({book.discount_clause} if less else set())
    return {
        "payer": names[seat],
        "payee": names[win.winner],
        "points": wording.signed(-sum(line.points for line in lines)),
        "why": wording.payer_words(book, lines, seat is win.source, less),
        "clauses": wording.listed(sorted(clauses)),
    }


def payment(book: RuleBook, line: PaymentLine, names: PerSeat[str]) -> dict[str, Any]:
    """Return a single payment with its reason. Points from the table are a gain."""
    return {
        "payer": names[line.payer] if isinstance(line.payer, Seat) else _("the table"),
        "payee": names[line.payee] if isinstance(line.payee, Seat) else _("the table"),
        "gains": line.payer is Pot.TABLE,
        "points": wording.signed(line.points if line.payer is Pot.TABLE else -line.points),
        "why": wording.payer_words(book, [line], False),
        "clauses": line.clause,
    }


# ── the effect of a correction ───────────────────────────────────────────────


def consequences(reading: MatchState, replacement: Mapping[str, Any] | None, **place: int) -> dict[str, Any]:
    """Return the match with a correction next to the match without it; `refusal` if the correction isn't valid.

    `place`: target=seq of the entry to replace (remove, if `replacement` is None), or after=seq to insert.
    """
    fact = LoggedEvent(reading.version + 1, "correct", {**place, "replace": replacement})
    try:
        now = check(reading.book, reading.facts, fact)
    except RuleViolation as violation:
        return {"refusal": wording.sentence(violation, reading.names)}
    target = place.get("target", fact.seq)
    old, new = reading.log.row(target), now.row(target)
    changes = PerSeat.of(lambda s: now.state.balances[s] - reading.log.state.balances[s])
    return {
        "saved": _version(reading, old),
        "now": _version(reading, new),
        "later": _later(reading, now, target),
        "changes": wording.changes_words(changes, reading.names),
    }


def _version(reading: MatchState, row: SettledEntry | None) -> dict[str, Any]:
    if row is None:
        return {"what": _("Not recorded"), "pays": []}
    paid = [
        {"name": reading.names[seat], "kind": "win" if points > 0 else "pay", "points": wording.signed(points)}
        for seat, points in row.changes.items()
        if points
    ]
    return {"what": wording.result_words(reading, row), "pays": paid}


def _later(reading: MatchState, now: MatchLog, target: int) -> list[dict[str, Any]]:
    before = {row.seq: row for row in reading.log.rows}
    seqs = [row.seq for row in now.rows]
    # Removed: the next entry moved into its place.
    start = seqs.index(target) + 1 if target in seqs else [*before, target].index(target)
    return [_changed(reading, before[row.seq], row) for row in now.rows[start:] if row.seq in before]


def _changed(reading: MatchState, old: SettledEntry, new: SettledEntry) -> dict[str, Any]:
    pairs = zip(old.balances, new.balances, strict=True)
    note = ""
    if old.changes != new.changes:
        note = _("Wins %(new)s, was %(old)s") % {
            "new": wording.number(max(new.changes)),
            "old": wording.number(max(old.changes)),
        }
    return {
        "no": wording.hand_label(reading.book, new.before),
        "what": wording.result_words(reading, new),
        "note": note,
        "flags": [wording.flag_words(reading.book, flag) for flag in new.flags if flag not in old.flags],
        "cells": [(wording.balance(reading.book, a), wording.balance(reading.book, b), a != b) for a, b in pairs],
    }
