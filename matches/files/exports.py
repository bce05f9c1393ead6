"""A match as export tables: the ledger and the standings. Independent of requests.

Column keys are English and numbers stay numbers in any language; words in cells are translated.
"""

from django.utils.translation import gettext as _

from engine.match.ledger import SettledEntry
from engine.match.payments import rank
from engine.rulesets.rule_book import RuleBook
from engine.seats import Seat
from matches.log.state import MatchState
from matches.pages.result import TENTHS, final_of
from matches.wording import names_at, result_words
from people.exports import Cell, ExportTable

_CHAIRS = tuple(Seat.__members__)
COLUMNS = (
    *("hand", "seq", "round", "dealer", "entry", "result", "hand_points", "bonus_points", "limit", "goulash"),
    *(f"{kind}_{chair}" for kind in ("name", "change", "balance") for chair in _CHAIRS),
)
# Only for rules with deposits on the table and repeated deals: the label of the hand, the points on the table after it.
DEPOSITS = ("label", "on_table")
# Only for tables that play chips: the change, and the chips after the entry.
CHIPS = tuple(f"{kind}_{chair}" for kind in ("chip_change", "chips") for chair in _CHAIRS)


def ledger_cells(reading: MatchState, row: SettledEntry) -> tuple[Cell, ...]:
    """Return the row of an entry that counts, in the order of `columns`.

    The columns from `hand_points` to `goulash` (points collected from earlier hands) are about the first winner who is
    paid; they are None if no winner is paid.
    """
    book, names = reading.book, names_at(reading, row.nth)
    score = next(iter(row.settlement.scores_paid), None)
    collected = sum(line.points for line in row.settlement.lines if line.rule in book.words.carry_lines)
    limit = book.words.limit_key(score.limit) if score and score.limit else None
    hand = (row.hand_no, row.seq, row.before.round_wind.value, names[row.before.dealer], row.kind)
    points = (score.points, score.bonus_points, limit, collected) if score else (None,) * 4
    deposits = (book.hand_label(row.before).english, row.after.sticks) if book.deposits else ()
    chips = (*row.settlement.chips, *row.after.chips) if book.plays_chips else ()
    return (*hand, result_words(reading, row), *points, *names, *row.changes, *row.balances, *deposits, *chips)


def columns(book: RuleBook) -> tuple[str, ...]:
    return (*COLUMNS, *(DEPOSITS if book.deposits else ()), *(CHIPS if book.plays_chips else ()))


def standing_rows(reading: MatchState) -> list[tuple[Cell, ...]]:
    """Return rows of (rank, chair, name, points), first place first.

    The rows also contain the chips if the table plays with chips, and the result if the match has a settled one.
    """
    final, balances = final_of(reading), reading.log.state.balances
    chips = reading.log.state.chips if reading.book.plays_chips else None
    ranked = [(standing.rank, standing.seat) for standing in rank(balances)]
    rows: list[tuple[Cell, ...]] = [
        (place, seat.value, reading.names[seat], balances[seat], *((chips[seat],) if chips else ()))
        for place, seat in (enumerate(final.places, start=1) if final else ranked)
    ]
    return [(*row, final.tenths[Seat(row[1])] / TENTHS) for row in rows] if final else rows


def ledger_table(reading: MatchState) -> ExportTable:
    return ExportTable(_("Ledger"), columns(reading.book), [ledger_cells(reading, row) for row in reading.log.rows])


def standings_table(reading: MatchState) -> ExportTable:
    rows = standing_rows(reading)
    more = ("chips", "result") if reading.book.plays_chips else ("result",)
    return ExportTable(_("Standings"), ("rank", "player", "name", "points", *more)[: len(rows[0])], rows)
