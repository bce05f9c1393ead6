"""A match as export tables: the ledger and the standings. Its printed sheet shows the same rows.

Keys of columns are English and numbers stay numbers, in any language; words in cells are in the reader's language.
Does not know requests.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.match.ledger import SettledEntry
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Points, Seat
from engine.standings import rank
from matches.log.state import MatchState
from matches.pages.result import TENTHS, final_of
from matches.wording import hand_label, names_at, result_words
from people.exports.table import Cell, ExportTable

_CHAIRS = tuple(Seat.__members__)
COLUMNS = (
    "hand",
    "seq",
    "round",
    "dealer",
    "entry",
    "result",
    "hand_points",
    "bonus_points",
    "limit",
    "goulash",
    *(f"name_{chair}" for chair in _CHAIRS),
    *(f"change_{chair}" for chair in _CHAIRS),
    *(f"balance_{chair}" for chair in _CHAIRS),
)
# Only for rules with deposits on the table and repeated deals.
DEPOSITS = ("label", "on_table")


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """An entry that counts, as all files and the printed sheet show it.

    `label` is the name of the hand, `on_table` the points on the table after it. Both are in `cells` only if the rules
    have `deposits`. `goulash` is what the winner collected from earlier hands. `hand_points`, `bonus_points` and
    `limit` belong to the first winner who is paid; None if there is none.
    """

    hand: int
    seq: int
    round: str
    dealer: str
    entry: str
    result: str
    hand_points: int | None
    bonus_points: int | None
    limit: str | None
    goulash: int | None
    names: PerSeat[str]
    changes: Points
    balances: Points
    label: str
    on_table: int
    deposits: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        first = (self.hand, self.seq, self.round, self.dealer, self.entry, self.result)
        points = (self.hand_points, self.bonus_points, self.limit, self.goulash)
        deposits = (self.label, self.on_table) if self.deposits else ()
        return (*first, *points, *self.names, *self.changes, *self.balances, *deposits)


def lines(reading: MatchState) -> list[ExportedEntry]:
    return [_line(reading, row) for row in reading.log.rows]


def _line(reading: MatchState, row: SettledEntry) -> ExportedEntry:
    names = names_at(reading, row.nth)
    score = next(iter(row.settlement.scores_paid), None)
    collected = sum(line.points for line in row.settlement.lines if line.rule in reading.book.words.carry_lines)
    return ExportedEntry(
        hand=row.hand_no,
        seq=row.seq,
        round=row.before.round_wind.value,
        dealer=names[row.before.dealer],
        entry=row.kind,
        result=result_words(reading, row),
        hand_points=score.points if score else None,
        bonus_points=score.bonus_points if score else None,
        limit=reading.book.words.limit_key(score.limit) if score and score.limit else None,
        goulash=collected if score else None,
        names=names,
        changes=row.changes,
        balances=row.balances,
        label=hand_label(reading.book, row.before),
        on_table=row.after.sticks,
        deposits=reading.book.deposits,
    )


def columns(book: RuleBook) -> tuple[str, ...]:
    return (*COLUMNS, *DEPOSITS) if book.deposits else COLUMNS


def standing_rows(reading: MatchState) -> list[tuple[Cell, ...]]:
    """(rank, chair, name, points), first place first; with the result if the match is settled."""
    final, balances = final_of(reading), reading.log.state.balances
    ranked = [(standing.rank, standing.seat) for standing in rank(balances)]
    rows: list[tuple[Cell, ...]] = [
        (place, seat.value, reading.names[seat], balances[seat])
        for place, seat in (enumerate(final.places, start=1) if final else ranked)
    ]
    return [(*row, final.tenths[Seat(row[1])] / TENTHS) for row in rows] if final else rows


def ledger_table(reading: MatchState) -> ExportTable:
    return ExportTable(_("Ledger"), columns(reading.book), [line.cells for line in lines(reading)])


def standings_table(reading: MatchState) -> ExportTable:
    rows = standing_rows(reading)
    return ExportTable(_("Standings"), ("rank", "player", "name", "points", "result")[: len(rows[0])], rows)
