"""The score of a winning hand, calculated from its tiles or counted by the players (docs/rules, A4–A7, A11)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.hands.hand import TileHand
from engine.hands.readings import Reading
from engine.hands.tile_counts import packed, within
from engine.hands.tiles import CHARACTERS, CIRCLES
from engine.match.entries import Numbers, Ticks, Win
from engine.rulesets.korean_japanese import payments
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID, PATTERN_BY_ID
from engine.rulesets.korean_japanese.played_items import own_bonuses
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.korean_japanese.scoring.decompositions import Shape, shapes, won_with
from engine.rulesets.korean_japanese.scoring.hand_points import Counted
from engine.rulesets.korean_japanese.scoring.table import TILES_OF_A_HAND, KoreanJapaneseTable
from engine.rulesets.scoring_types import Item, LimitHand, Score, sets_so_far

_GATES_AT = (0, 0, 0, *range(1, 8), 8, 8, 8)  # 1112345678999
_GATES = {packed((*[suit[at] for at in _GATES_AT], odd)): odd for suit in (CIRCLES, CHARACTERS) for odd in suit}


def refusal(table: KoreanJapaneseTable, win: Win, hand: TileHand) -> str | None:
    """The reason (an id from docs/formats.md) to refuse a hand without looking for readings, or None."""
    if hand.melds and any(meld.kind == "chow" for meld in hand.melds):
        return "exposed_chow"
    if len(hand.concealed) + 3 * len(hand.melds) != TILES_OF_A_HAND:
        return "wrong_tile_count"
    if not within(table.deck, packed(hand.tiles) if hand.melds else hand.packed):
        return "tile_not_in_deck"
    if hand.tile not in hand.concealed:
        return "winning_tile_missing"
    if hand.discards and win.by != "wall" and sacred(table, hand):
        return "sacred_discard"
    if win.declared_ready and hand.exposed:
        return "declared_ready_needs_concealed"
    if table.house.three_ready == "draw" and win.all_declared:
        return "three_declared_ready_draw"
    return None


def sacred(table: KoreanJapaneseTable, hand: TileHand) -> bool:
    """Whether an earlier discard by the winner rules out this win (A4.8, A17.2, A17.11)."""
    if table.house.sacred_discard_scope == "kind":
        return hand.tile in hand.discards
    rest = list(hand.concealed)
    assert hand.tile is not None
    rest.remove(hand.tile)
    return any(shapes(table, hand._replace(concealed=(*rest, tile), tile=tile)) for tile in hand.discards)


def scores(table: KoreanJapaneseTable, win: Win, hand: TileHand, goulash: int, winning: int) -> list[Score]:
    """The scores of all readings, the best first; empty if there is no reading.

    Sorted by income, then limits first, then by hand-points and ids. `goulash`: the drawn hands carried over;
    `winning`: the bonus-points for winning.
    """
    candidates: list[Score] = []
    of_hand, place = _of_hand(win, hand), table.place
    for reading, marks, counts in _read(table, win, hand):
        counted = table.counting.of(of_hand | marks | place.marks(counts))
        candidates += _candidates(table, win, hand, reading, counted, winning)
    return candidates if len(candidates) < 2 else _sorted(table, win, candidates, goulash)


def _sorted(table: KoreanJapaneseTable, win: Win, candidates: Sequence[Score], goulash: int) -> list[Score]:
    """The scores of hands that may be declared (or all scores if none may be), the best first."""
    enough = [score for score in candidates if score.legal] or candidates
    incomes = {
        key: sum([line.points for line in payments.pay(table.house, win, score, goulash)])
        for key, score in {_income_key(score): score for score in enough}.items()
    }
    return sorted(enough, key=lambda score: _order(score, incomes[_income_key(score)]))


def _read(table: KoreanJapaneseTable, win: Win, hand: TileHand) -> Iterable[Shape]:
    """The readings of the tiles; only thirteen orphans may rob a concealed kong (A17.2)."""
    candidates = shapes(table, hand)
    if hand.special.get("concealed_kong"):
        candidates = [shape for shape in candidates if shape[1] & m.ORPHANS]
    return candidates if win.by == "wall" or hand.tile is None else won_with(candidates, hand.tile)


def _of_hand(win: Win, hand: TileHand) -> int:
    marks = m.WALL if win.by == "wall" else 0
    if not hand.exposed:
        marks |= m.CONCEALED
    odd = _GATES.get(hand.packed)
    if odd is not None:
        marks |= m.GATES | (m.ODD_WON if odd == hand.tile else 0)
    return marks


def _candidates(
    table: KoreanJapaneseTable, win: Win, hand: TileHand, reading: Reading, count: Counted, winning: int
) -> tuple[Score, ...]:
    """The scores of a reading: as a limit hand if it is one, and as a normal count if that is allowed (A11)."""
    bonus, points = table.bonus.items(win, hand, reading, count.norths)
    of_hand = (count.items, count.points)
    counted = payments.counted(table.house, win, of_hand, (bonus, points + winning), winning, reading)
    if not count.limits:
        return (counted,)
    kind = count.limits[0].group
    limit = LimitHand(kind, tuple([pattern.id for pattern in count.limits]), table.limit_values[kind])
    paid = Score(win.winner, limit=limit, reading=reading, counted=counted)
    return (paid, counted) if table.house.limit_choose_higher else (paid,)


def _income_key(score: Score) -> tuple[int | None, int | None, LimitHand | None]:
    return score.points, score.bonus_points, score.limit


def _order(score: Score, income: int) -> tuple[int, bool, int, list[str], int, int]:
    """The sort key of a reading. The last two values order limit hands in the same way as claims."""
    counted = score.counted or score
    decided = (-income, score.limit is None, -(score.points or 0), pattern_ids(score))
    return (*decided, -(counted.points or 0), -(counted.bonus_points or 0))


def pattern_ids(score: Score) -> list[str]:
    """The sorted ids of a score's patterns; limit hands as `limit:<id>`."""
    if score.limit:
        return sorted([f"limit:{name}" for name in score.limit.names])
    return sorted([item.id for item in score.items])


def typed(house: KoreanJapaneseHouseRules, win: Win, count: Numbers | Ticks, winning: int) -> Score:
    """The score of a hand entered as numbers or ticked in the list. `winning`: the bonus-points for winning."""
    if isinstance(count, Numbers):
        points, bonus = int(count.values["hand_points"]), int(count.values["bonus_points"])
        return payments.counted(house, win, ((), points), ((), bonus), winning)
    items = tuple(
        Item(item, PATTERN_BY_ID[item].points * times, PATTERN_BY_ID[item].clause, times)
        for item, times in Counter(count.patterns).items()
    )
    own = own_bonuses(house)
    bonus_items = tuple(
        Item(item, points, own[item].clause, points // own[item].points)
        if item in own
        else Item(item, points, (BONUS_BY_ID.get(item) or PATTERN_BY_ID[item]).clause)
        for item, points in count.bonus_items.items()
    )
    points, bonus = sum(item.points for item in items), sum(item.points for item in bonus_items)
    return payments.counted(house, win, (items, points), (bonus_items, bonus + winning), winning)


def so_far(table: KoreanJapaneseTable, hand: TileHand) -> tuple[Item, ...]:
    """The items that the sets of an unfinished hand have earned already."""
    _marks, counts = m.of_part(sets_so_far(hand))
    return table.counting.of_sets(table.place.marks(counts))
