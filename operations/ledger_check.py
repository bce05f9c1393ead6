"""The check of the stored rows of matches and tournaments against the entries.

Every match is recomputed from its events and every tournament from its results. The check reads only the database, not
the caches of a process. It writes nothing, and can run during matches.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db import transaction

from engine import hash_chain
from engine.errors import RuleViolation
from engine.match.ledger import Log, MatchLog
from engine.rulesets import rule_book
from matches.actions.append import ledger_rows, summary
from matches.models import Event, LedgerRow, Match
from tournaments.files.points_audit import checks
from tournaments.models import Tournament
from tournaments.snapshot import Day

AT_ONCE = 200  # matches whose events and rows are read together
_ROW = ("seq", "position", "hand_no", "d0", "d1", "d2", "d3", "b0", "b1", "b2", "b3", "total", "c1", "c2", "c3")


class LedgerError(NamedTuple):
    """An error in a stored match."""

    code: str
    sentence: str

    def __str__(self) -> str:
        # The code is part of every link to the match, so only the first four characters are shown.
        return f"Match {self.code[:4]}…: {self.sentence}"


def match_ids(last: int | None = None) -> list[int]:
    """The ids of all matches, or of the newest `last` matches, oldest first. Skips matches that are being deleted."""
    all_ = Match.objects.filter(purging_at=None).order_by("-pk").values_list("pk", flat=True)
    return list(all_[:last])[::-1]


def verified(ids: Sequence[int]) -> Iterator[tuple[int, list[LedgerError]]]:
    """Yield the number of events and the errors of each match, read in batches to limit the memory used."""
    for start in range(0, len(ids), AT_ONCE):
        batch = ids[start : start + AT_ONCE]
        events, rows = _by_match(Event, "seq", batch), _by_match(LedgerRow, "position", batch)
        for match in Match.objects.filter(pk__in=batch).order_by("pk"):
            log = events[match.pk]
            yield _recheck(match) if any(_wrong(match, log, rows[match.pk])) else (len(log), [])


def _recheck(match: Match) -> tuple[int, list[LedgerError]]:
    """Check a match again while it is locked: a hand may have been entered between the queries of the batch."""
    with transaction.atomic():
        now = Match.objects.select_for_update(of=("self",)).filter(pk=match.pk).first()
        if now is None:  # deleted meanwhile
            return 0, []
        log, rows = _by_match(Event, "seq", [now.pk])[now.pk], _by_match(LedgerRow, "position", [now.pk])[now.pk]
        return len(log), [LedgerError(now.code, each) for each in _wrong(now, log, rows)]


def _by_match(model: type[Event | LedgerRow], order: str, ids: Sequence[int]) -> dict[int, list]:
    rows: dict[int, list] = defaultdict(list)
    for row in model._default_manager.filter(match_id__in=ids).order_by("match_id", order):
        rows[row.match_id].append(row)
    return rows


def _wrong(match: Match, events: Sequence[Event], rows: Sequence[LedgerRow]) -> Iterator[str]:
    try:
        book = rule_book(match.system, match.options, match.rules_version)
    except RuleViolation as violation:
        yield f"its rules cannot be read. {violation}"
        return
    links = [event.as_dict() for event in events]
    yield from (str(each) for each in hash_chain.breaks(hash_chain.first_hash(match.system, match.options), links))
    try:
        log = Log(book, [event.fact for event in events]).now
    except RuleViolation as violation:
        yield f"its entries cannot be replayed. {violation}"
        return
    yield from _unlike(match, log, rows)
    yield from _unbalanced(match, rows)


def _unlike(match: Match, log: MatchLog, rows: Sequence[LedgerRow]) -> Iterator[str]:
    computed = list(ledger_rows(match, log))
    if len(computed) != len(rows):
        yield f"its ledger has {len(rows)} rows, but its entries give {len(computed)}."
    for expected, row in zip(computed, rows, strict=False):
        pairs = [(name, getattr(row, name), getattr(expected, name)) for name in _ROW]
        if differences := ", ".join(
            f"{name} is {value} instead of {wanted}" for name, value, wanted in pairs if value != wanted
        ):
            yield f"row {row.position} of its ledger does not match its entries: {differences}."
            break
    for name, value in summary(log).items():
        if getattr(match, name) != value:
            yield f"{name} is stored as {getattr(match, name)}, but its entries give {value}."


def _unbalanced(match: Match, rows: Iterable[LedgerRow]) -> Iterator[str]:
    """Yield the errors in the sums of the stored numbers. Does not use the rule book."""
    for row in rows:
        if row.d0 + row.d1 + row.d2 + row.d3:
            yield f"the payments of row {row.position} sum to {row.d0 + row.d1 + row.d2 + row.d3}, not to 0."
        if row.b0 + row.b1 + row.b2 + row.b3 != row.total:
            yield f"the points after row {row.position} sum to {row.b0 + row.b1 + row.b2 + row.b3}, not to {row.total}."
        if row.c1 + row.c2 + row.c3:
            yield f"the chips after row {row.position} sum to {row.c1 + row.c2 + row.c3}, not to 0."
    if match.b1 + match.b2 + match.b3 + match.pot != match.total:
        yield f"its points sum to {match.b1 + match.b2 + match.b3 + match.pot}, not to {match.total}."
    if sum(match.chips):
        yield f"its chips sum to {sum(match.chips)}, not to 0."


# ── tournaments ──────────────────────────────────────────────────────────────


def wrong_standings() -> Iterator[list[str]]:
    """Yield, for each tournament, oldest first, the sentences that describe its errors."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        audit, name = checks(Day(tournament)), f"Tournament {tournament.code[:4]}…"
        wrong = [
            f"{name}: round {game.round}, table {game.table}: the points are off by {game.difference}."
            for game in audit.games
            if not game.holds
        ]
        if audit.wrong:
            wrong.append(f"{name}: {len(audit.wrong)} totals are not the sum of their parts.")
        yield wrong
