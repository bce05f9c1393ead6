"""Claims by two players to the same tile: exactly one wins (docs/rules, A13). Only claims to win are covered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.entries import Win
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.scoring_types import Score, TableState
from engine.seats import Seat

Merits = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """The verdict on claims: the win to record, each claimant's score, and the deciding criterion.

    `reason`: "only_legal", "limit", "hand_points", "bonus_points" or "turn".
    """

    win: Win
    scores: Mapping[Seat, Score]
    reason: str


def decide(
    book: RuleBook, state: TableState, claims: Sequence[Win], turn: Sequence[Seat] = tuple(Seat)
) -> ClaimVerdict:
    """The verdict on `claims` to the same tile. Raises `RuleViolation` if nobody may win.

    Claims with a hand that may not be declared are ignored. The other claimants count as waiting, even if that was not
    entered. Claims are ranked by limit class, hand-points, bonus-points collectable from both opponents (only if the
    book's `claims_compare_bonus` is set), then turn order after the discarder (`turn`: the seats in turn order).
    """
    alone = {win.winner: book.score(state, win) for win in claims}
    legal = [win for win in claims if alone[win.winner].legal]
    if not legal:
        raise RuleViolation("claims", _("None of the claimants’ hands can be declared."))
    claimants = frozenset(win.winner for win in legal)
    wins = [win._replace(waiting=(win.waiting | claimants) - {win.winner}) for win in legal]
    scores = {**alone, **{win.winner: book.score(state, win) for win in wins}}
    merits = {win.winner: _merits(book, scores[win.winner], win, turn) for win in wins}
    wins.sort(key=lambda win: merits[win.winner], reverse=True)
    return ClaimVerdict(wins[0], scores, _reason([merits[win.winner] for win in wins]))


def _merits(book: RuleBook, score: Score, win: Win, turn: Sequence[Seat]) -> Merits:
    """The values for comparing claims, most important first. A limit hand has the points of its normal count."""
    assert win.source is not None
    count = score.counted or score
    bonus = sum(count.owed.values())
    return (
        1 + book.limit_kinds.index(score.limit.kind) if score.limit else 0,
        count.points or 0,
        bonus if book.claims_compare_bonus else 0,
        -((turn.index(win.winner) - turn.index(win.source)) % 3),
    )


def _reason(merits: Sequence[Merits]) -> str:
    """The first criterion by which the best two claims differ; "only_legal" for a single claim."""
    if len(merits) == 1:
        return "only_legal"
    names = ("limit", "hand_points", "bonus_points", "turn")
    pairs = zip(names, merits[0], merits[1], strict=True)
    return next(name for name, best, second in pairs if best != second)
