"""The page of one entry: the score of the hand, and the payments with their reasons and clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.hands.hand import TileHand
from engine.match.entries import Hand, Numbers, Win
from engine.match.ledger import SettledEntry
from engine.match.payments import PaymentLine, Pot, totals
from engine.rulesets.definitions import Pattern
from engine.rulesets.entry_sheet import Situation
from engine.rulesets.rule_book import Item, RuleBook, Score, Settlement
from engine.seats import PerSeat, Seat
from matches import wording
from matches.entry import question_fields, tapped_tiles
from matches.pages.sheet.tile_sheet import DrawnHand, drawn, groups_of, mark_jokers
from matches.pages.table import MatchPage


class ScoredItem(NamedTuple):
    """A scored item or limit, with its clause and value.

    `line`: its line in the clause, if the clause is a list; `gloss`: what its name means.
    """

    name: str
    clause: str
    points: int | str
    line: int | None = None
    gloss: str = ""


class Payment(NamedTuple):
    """A payment with its reason. `gains`: whether the points come from the table."""

    payer: str
    payee: str
    points: str
    why: str
    clauses: str
    gains: bool = False


@dataclass(frozen=True)
class HandCount:
    """The score of a winning hand: its limit, or items and sums, which may reach a limit.

    `name`: the winner, if there are several; `fu_items`, `fu`: a second count beside the points.
    """

    name: str = ""
    limit: ScoredItem | None = None
    items: list[ScoredItem] = field(default_factory=list)
    points_sum: str = ""
    points: int | None = None
    fu_items: list[ScoredItem] = field(default_factory=list)
    fu_sum: str = ""
    fu: int | None = None
    bonus_items: list[ScoredItem] = field(default_factory=list)
    bonus_sum: str = ""
    bonus_points: int | None = None


@dataclass(frozen=True)
class SecondReading:
    """Another way to read the tiles of a hand, and what it would score."""

    count: HandCount
    brings: str
    drawn: DrawnHand


@dataclass
class HandPage(MatchPage):
    """The page of an entry.

    `before`: the seq of the entry before it, 0 for the first; `totals`: (player, gain) for each player who gained
    points; `waits`: (winner, query string) for links to the waiting helper.
    """

    row: SettledEntry
    before: int
    may_score: bool

    def __post_init__(self) -> None:
        super().__post_init__()
        reading, row, book, names = self.reading, self.row, self.book, wording.names_at(self.reading, self.row.nth)
        dealer, wins = wording.isolated(names[row.before.dealer]), _wins(row, names)
        self.hand_no, self.what = wording.hand_label(book, row.before), wording.result_words(reading, row)
        self.sub = wording.listed([wording.round_name(row.before.round_wind), _("%(name)s deals") % {"name": dealer}])
        self.totals = [(names[seat], wording.signed(gain)) for seat, gain in row.changes.items() if gain > 0]
        if isinstance(row.entry, Hand):
            self.payers = reasons(book, row.settlement, row.entry, names)
        else:
            self.payers = [payment(book, line, names) for line in row.settlement.lines]
        self.chips = wording.chips_words(row.settlement.chips) if book.plays_chips and any(row.settlement.chips) else ""
        self.chip_counts = [(names[seat], wording.chip_count(count)) for seat, count in row.settlement.chips.items()]
        self.counts = [count_of(book, won.score, won.name) for won in wins]
        self.brought = _brought(book, row)
        self.note, self.event = reading.notes.get(row.source, ""), reading.event(row.source)
        self.corrected = row.source != row.seq
        self.flags = [wording.flag_words(book, flag) for flag in row.flags]
        names_limit = any(won.score.limit and won.score.limit.names for won in wins)
        self.by_numbers = any(isinstance(won.win.count, Numbers) for won in wins) and not names_limit
        self.drawn = [hand for won in wins if (hand := _drawn(book, won, names))]
        self.seconds = [second for won in wins if (second := _second(book, row, won))]
        self.waits: list[tuple[str, str]] = []
        if row.kind != "penalty" and book.sheet.reads_tiles:
            queries = [(won.name, _waits_query(book, row, won)) for won in wins if won.tiles]
            self.waits = queries or [("", f"at={row.seq}")]
        # The sheet for two winners has no keypad.
        self.may_add_tiles = book.sheet.reads_tiles and len(wins) == 1


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


def _waits_query(book: RuleBook, row: SettledEntry, won: Won) -> str:
    questions = book.sheet.questions(Situation("waits", row.before, won.win.winner))
    answers = question_fields.initial_of(questions, won.payload)
    fields = {"at": str(row.seq), "holder": won.win.winner.value, **_before(book, won.payload)}
    fields |= {name: "1" if value is True else value for name, value in answers.items()}
    return urlencode({name: value for name, value in fields.items() if value}, doseq=True)


def _before(book: RuleBook, payload: Mapping[str, Any]) -> dict[str, str]:
    """Return the tiles of a hand without the winning tile, sorted, as fields of the waiting helper."""
    marks = book.sheet.marks
    pieces, _lying = tapped_tiles.unfolded(payload, marks)
    won = payload["win"].get("tile")
    if won in pieces:
        pieces.remove(won)
    sets = tapped_tiles.initial_of(payload, marks)["melds"]
    return {"tiles": tapped_tiles.written(sorted(pieces, key=tapped_tiles.order(marks)), marks), "melds": sets}


def _drawn(book: RuleBook, won: Won, names: PerSeat[str]) -> DrawnHand | None:
    if won.tiles is None:
        return None
    payer = won.win.source
    source = _("from %(name)s") % {"name": wording.isolated(names[payer])} if payer else _("from the wall")
    return mark_jokers(drawn(won.tiles, won.score.reading, source, won.name), won.payload, book.sheet.marks)


def _second(book: RuleBook, row: SettledEntry, won: Won) -> SecondReading | None:
    if won.tiles is None:
        return None
    best, *others = book.readings(row.before, won.win)
    other = next((score for score in others if _cut(score) != _cut(best)), None)
    if other is None:
        return None
    brings = totals(book.pay_win(row.before, won.win, other))[won.win.winner]
    hand = mark_jokers(drawn(won.tiles, other.reading, name=won.name), won.payload, book.sheet.marks)
    return SecondReading(count_of(book, other), wording.number(brings), hand)


def _cut(score: Score) -> list[str]:
    """Return the groups into which a score divides the tiles. A limit and a plain count may divide them alike."""
    return sorted(groups_of(score.reading)) if score.reading else []


def count_of(book: RuleBook, score: Score, name: str = "") -> HandCount:
    """Return the score of a winning hand: its limit, or else patterns, bonus items and sums with any limit reached.

    Bonus items are listed with the patterns if the rules don't add up bonus-points separately.
    """
    known = {(pattern.kind, pattern.id): pattern for pattern in book.known_items}
    limit = None
    if score.limit:
        reached = [known["limit", limit] for limit in score.limit.names]
        names = wording.listed([wording.limit_words(book, score.limit), *map(wording.item_name, reached)])
        clause = reached[0].clause if reached else book.limit_clause
        worth = book.words.limit_worth(score.limit)
        limit = ScoredItem(names, clause, "" if worth is None else wording.number(worth))
        if score.points is None:
            return HandCount(name, limit)
    items = [_item(known, "pattern", item) for item in score.items]
    bonus = _bonus(book, known, score)
    points_sum, bonus_sum = _(book.numbers[0].label), _(book.words.bonus_sum)
    if not bonus_sum:
        fu = (_fu(book, score), _(book.words.fu_sum), score.fu) if score.fu and book.words.fu_sum else ()
        return HandCount(name, limit, items + bonus, points_sum, score.points, *fu)
    return HandCount(
        name,
        limit,
        items,
        points_sum,
        score.points,
        bonus_items=bonus,
        bonus_sum=bonus_sum,
        bonus_points=score.bonus_points,
    )


def _fu(book: RuleBook, score: Score) -> list[ScoredItem]:
    """Return the parts of the fu, each with its unit."""
    return [
        ScoredItem(_(book.words.fu_items[item.id]), item.clause, _(book.words.fu_points) % {"points": item.points})
        for item in score.fu_items
    ]


def _bonus(book: RuleBook, known: dict[tuple[str, str], Pattern], score: Score) -> list[ScoredItem]:
    """Return the items that earned bonus-points, starting with the item for winning, which a score doesn't list."""
    items = [_item(known, "bonus", item) for item in score.bonus_items]
    winning = known.get(("bonus", book.winning_item)) if score.items or items else None
    if winning and not score.limit and score.bonus_points != sum(item.points for item in score.bonus_items):
        items.insert(0, _scored(winning, winning.points))
    return items


def counted(book: RuleBook, settlement: Settlement) -> tuple[list[ScoredItem], str]:
    """Return the items of a hand that is being entered, and its sum or limit in words."""
    score = settlement.scores[0]
    known = {(pattern.kind, pattern.id): pattern for pattern in book.known_items}
    if score.limit and score.limit.names:
        worth = book.words.limit_worth(score.limit)
        reached = [_scored(known["limit", name], "" if worth is None else worth) for name in score.limit.names]
        if len(reached) > 1:
            return reached, wording.listed(item.name for item in reached)
        # The sum is already the name of the limit hand, so the item shows its kind.
        return [reached[0]._replace(name=wording.limit_words(book, score.limit))], reached[0].name
    items = [_item(known, "pattern", item) for item in score.items] + _bonus(book, known, score)
    items += _fu(book, score)
    return items, wording.score_words(book, score) if score.limit or score.items and score.points else ""


def _item(known: dict[tuple[str, str], Pattern], kind: str, item: Item) -> ScoredItem:
    pattern = next(known[key, item.id] for key in (kind, "pattern", "limit") if (key, item.id) in known)
    return _scored(pattern, item.points, item.times)


def _scored(pattern: Pattern, points: int | str, times: int = 1) -> ScoredItem:
    name = wording.item_name(pattern)
    many = f"{times} × {name}" if times > 1 else name
    return ScoredItem(many, pattern.clause, points, pattern.line, wording.item_gloss(pattern))


def _brought(book: RuleBook, row: SettledEntry) -> list[ScoredItem]:
    """Return the points paid for earlier hands: for each carry, the most that one player paid."""
    items = []
    for rule, brought in book.words.carry_lines.items():
        lines = [line for line in row.settlement.lines if line.rule == rule]
        if lines:
            most = max(lines, key=lambda line: line.points)
            items.append(ScoredItem(_(brought.counted), most.clause, wording.number(most.points)))
    return items


def reasons(book: RuleBook, settlement: Settlement, hand: Hand, names: PerSeat[str]) -> list[Payment]:
    """Return the payments of a hand with their reasons.

    First come those of each opponent to each paid winner (the discarder first, zeros included), then one line for each
    winner who gets nothing, then the payments to and from the table.
    """
    paid = [
        _payment_to(book, settlement, win, seat, _less(win, score, seat), names)
        for win, score in zip(hand.wins, settlement.scores, strict=True)
        if win.winner in settlement.paid
        for seat in sorted(win.winner.others, key=lambda seat: (seat is not win.source, seat.value))
        if all(seat is not other.winner for other in hand.wins) or _owes(settlement, seat, win)
    ]
    table = [line for line in settlement.lines if Pot.TABLE in (line.payer, line.payee)]
    unpaid = [_unpaid(book, win, names) for win in hand.wins if win.winner not in settlement.paid]
    return paid + unpaid + [payment(book, line, names) for line in table]


def _owes(settlement: Settlement, seat: Seat, win: Win) -> bool:
    """Return whether `seat` pays the winner of `win`. Another winner may have to, because of liability."""
    return any((line.payer, line.payee) == (seat, win.winner) for line in settlement.lines)


def _unpaid(book: RuleBook, win: Win, names: PerSeat[str]) -> Payment:
    assert win.source is not None
    why = _("%(name)s gets nothing") % {"name": wording.isolated(names[win.winner])}
    return Payment(names[win.source], names[win.winner], wording.signed(0), why, book.unpaid_clause)


def _less(win: Win, score: Score, seat: Seat) -> int:
    """Return the discount of an opponent who was waiting or had declared: how many points less they owe."""
    if seat not in win.waiting | win.opp_declared or not score.owed:
        return 0
    return (score.bonus_points or 0) - score.owed.get(seat, 0)


def _payment_to(
    book: RuleBook, settlement: Settlement, win: Win, seat: Seat, less: int, names: PerSeat[str]
) -> Payment:
    lines = [line for line in settlement.lines if (line.payer, line.payee) == (seat, win.winner)]
    clauses = {line.clause for line in lines} | ({book.discount_clause} if less else set())
    return Payment(
        names[seat],
        names[win.winner],
        wording.signed(-sum(line.points for line in lines)),
        wording.payer_words(book, lines, seat is win.source, less),
        wording.listed(sorted(clauses)),
    )


def payment(book: RuleBook, line: PaymentLine, names: PerSeat[str]) -> Payment:
    """Return a single payment with its reason."""
    gains = line.payer is Pot.TABLE
    return Payment(
        names[line.payer] if isinstance(line.payer, Seat) else _("the table"),
        names[line.payee] if isinstance(line.payee, Seat) else _("the table"),
        wording.signed(line.points if gains else -line.points),
        wording.payer_words(book, [line], False),
        line.clause,
        gains,
    )
