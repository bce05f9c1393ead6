"""Swiss rounds: neighbours in the ranking meet, without rematches or dead ends.

Each round comes with a plan for all later rounds. A search looks for a tighter round (with closer opponents) and a new
plan for the rest; if it finds none, the tightest round of the old plan is played. So a rematch is never forced.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import Budget, anneal
from engine.seating.annealing.repair import counts, repair_task
from engine.seating.annealing.state import AnnealingTask
from engine.seating.constraints import kept_apart, refuse_impossible_pairs
from engine.seating.no_rematch_schedules import longest, no_repeat
from engine.seating.schedule import Pair, Pairs, Round, Rounds, Table, drawn, meetings, pairs

SPARE = 2  # rounds fewer than in the longest schedule, to leave a choice of pairings
POINT = 10  # the points of `AnnealingTask.prefer` for one squared gap
EVEN = 100  # the cost, in squared gaps, of a player's wind counts differing by two
LOOSER = Fraction(11, 10)  # the factor by which gaps may grow to balance winds
WITH_CARE = Budget(steps=60_000)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The next round, and a `plan`: the rounds from which all later ones can be chosen.

    Pass the plan to the next call of `swiss`.
    """

    round: Round
    plan: tuple[Round, ...]
    gap: int  # squared rank gaps of all tables
    choices: int  # the number of rounds of the old plan to choose from
    searched: bool  # whether the round was found by search and is tighter than all of those


def swiss(
    ranking: Sequence[int],
    played: Rounds,
    rounds: int,
    *,
    seed: str,
    plan: Rounds = (),
    apart: Pairs = frozenset(),
    budget: Budget = WITH_CARE,
) -> Pairing:
    """The pairing for the next of `rounds` rounds.

    `ranking`: all players, first to last. No pair of `apart` meets in the round or the plan. Raises `RuleViolation` if
    the number of rounds would leave no choice, or if a rematch cannot be avoided.
    """
    refuse_swiss(len(ranking), rounds)
    left = rounds - len(played)
    if left < 1:
        raise RuleViolation("rounds", _("All %(rounds)s rounds have been played."), rounds=rounds)
    plan = tuple(plan) or _first_plan(ranking, played, left, seed, budget, apart)
    places = {player: at for at, player in enumerate(ranking)}
    steady = min(plan, key=lambda one: (gap(one, places), _wind_excess(played, one)))
    rest = tuple(one for one in plan if one is not steady)
    for_this, for_all_after = budget.split(1, 2)
    tight = _tight(ranking, played, places, seed, for_this, apart)
    if tight and gap(tight, places) < gap(steady, places):
        after = _completed(ranking, (*played, tight), left - 1, rest, seed, for_all_after, apart)
        if after is not None:
            return Pairing(_seated(played, tight), after, gap(tight, places), len(plan), True)
    return Pairing(_seated(played, steady), rest, gap(steady, places), len(plan), False)


def gap(one: Round, places: dict[int, int]) -> int:
    """The sum of the squared differences in rank of all pairs who meet in this round."""
    return sum((places[a] - places[b]) ** 2 for table in one for a, b in pairs(table))


def most_swiss(players: int) -> int:
    """The maximum number of Swiss rounds for this number of players; 0 if there are too few players."""
    return max(0, longest(players) - SPARE)


def refuse_swiss(players: int, rounds: int) -> None:
    """Raise `RuleViolation` if this number of players cannot play this number of Swiss rounds."""
    most = most_swiss(players)
    if most < 1:
        sentence = _("The Swiss system needs at least 8 players. With fewer, use the balanced schedule.")
        raise RuleViolation("players", sentence)
    if rounds > most:
        sentence = _(
            "With %(players)s players, the Swiss system allows at most %(most)s rounds; after that, hardly any "
            "new pairings are left, whatever the standings. The fixed schedule allows %(longest)s."
        )
        raise RuleViolation("rounds", sentence, players=players, most=most, longest=longest(players))


def _first_plan(
    ranking: Sequence[int], played: Rounds, left: int, seed: str, budget: Budget, apart: Pairs
) -> tuple[Round, ...]:
    """The first plan: the longest fixed schedule, drawn; after a player has left or joined, a plan found by search."""
    present = frozenset(ranking)
    apart = frozenset(pair for pair in apart if present.issuperset(pair))
    if not played and present == set(range(len(ranking))):
        return _drawn_apart(len(ranking), left, seed, budget, apart)
    plan = anneal(repair_task(played, ranking, left, apart=apart), seed, budget)
    if not _without_rematch(played, plan, apart):
        raise _refused(left, apart)
    return plan


def _drawn_apart(players: int, left: int, seed: str, budget: Budget, apart: Pairs) -> tuple[Round, ...]:
    """The rounds of a long fixed schedule in which no pair of `apart` meets.

    If these are too few, the result is a schedule of only the rounds to be played, drawn or changed so that no such
    pair meets.
    """
    if not apart:
        return drawn(no_repeat(players, longest(players)), seed).rounds
    refuse_impossible_pairs(players, left, apart)
    most = longest(players) - max(Counter(player for pair in apart for player in pair).values()) // 2 - SPARE // 2
    for rounds, steps in zip((max(left, most), left), budget.split(1, 1), strict=True):
        schedule = kept_apart(no_repeat(players, rounds), apart, seed, steps)
        good = tuple(one for one in schedule.rounds if not apart & meetings((one,)).keys())
        if len(good) >= left and _without_rematch((), good):
            return good
    raise _refused(left, apart)


def _refused(left: int, apart: Pairs) -> RuleViolation:
    if apart:
        sentence = _(
            "The remaining rounds (%(left)s) can’t be played without a rematch or a table of players who must "
            "be kept apart."
        )
        return RuleViolation("apart", sentence, left=left)
    return RuleViolation("rounds", _("The remaining rounds (%(left)s) can’t be played without a rematch."), left=left)


def _without_rematch(played: Rounds, rounds: Rounds, apart: Pairs = frozenset()) -> bool:
    """Whether `rounds` contains no rematch and no pair of `apart`."""
    both = meetings((*played, *rounds))
    return all(both[pair] == 1 and pair not in apart for pair in meetings(rounds))


def _highest(rounds: Rounds) -> int:
    return max((player for tables in rounds for table in tables for player in table), default=0)


def _byes(ranking: Sequence[int], played: Rounds) -> dict[int, int]:
    seated = [{player for table in one for player in table} for one in played]
    return {player: sum(player not in one for one in seated) for player in ranking}


def _tight(
    ranking: Sequence[int], played: Rounds, places: dict[int, int], seed: str, budget: Budget, apart: Pairs
) -> Round | None:
    """The tightest round found without a rematch, or one that is only slightly looser and balances the winds better.

    Among the players with the fewest byes, the lowest-placed sit out.
    """
    byes = _byes(ranking, played)
    out = sorted(ranking, key=lambda player: (byes[player], -places[player]))[: len(ranking) % 3]
    seated = tuple(player for player in ranking if player not in out)
    players = max(*ranking, _highest(played)) + 1
    at = [places.get(player, 0) for player in range(players)]
    task = AnnealingTask(
        players,
        present=(seated,),
        sizes=((3,) * (len(seated) // 3),),
        apart=apart.union(meetings(played)),
        start=(tuple(seated[first : first + 3] for first in range(0, len(seated), 3)),),
        prefer=tuple(tuple(POINT * (one - two) ** 2 for two in at) for one in at),
    )
    for_gaps, for_winds = budget.split(1, 1) if played else (budget, budget)
    (tight,) = anneal(task, f"{seed} {len(played)}", for_gaps)
    if not _without_rematch(played, (tight,), apart):
        return None
    if not (excess := _wind_excess(played, tight)):
        return tight
    task = replace(task, start=(tight,), winds=counts(played, players), wind=EVEN * POINT)
    (even,) = anneal(task, f"{seed} {len(played)} winds", for_winds)
    fair = _without_rematch(played, (even,), apart) and gap(even, places) <= LOOSER * gap(tight, places)
    return even if fair and _wind_excess(played, even) < excess else tight


def _completed(
    ranking: Sequence[int], played: Rounds, left: int, plan: Rounds, seed: str, budget: Budget, apart: Pairs
) -> tuple[Round, ...] | None:
    """`left` rounds that can follow without a rematch and with byes shared evenly; None if the search finds none."""
    if not left:
        return ()
    after = anneal(repair_task(played, ranking, left, plan=plan[:left], apart=apart), seed, budget)
    byes = _byes(ranking, (*played, *after)).values()
    fair = max(byes) - min(byes) <= 1 or len(ranking) % 3 == 0
    return after if fair and _without_rematch(played, after, apart) else None


def _seated(played: Rounds, one: Round) -> Round:
    """Each table in the order that brings its players' wind counts closest together."""
    before = counts(played, _highest((*played, one)) + 1)

    def uneven(order: Table) -> tuple[int, int]:
        after = [[count + (at == wind) for at, count in enumerate(before[p])] for wind, p in enumerate(order)]
        apart = sum(max(0, max(mine) - min(mine) - 1) ** 2 for mine in after)
        return apart, sum(count * count for mine in after for count in mine)

    return tuple(min(permutations(table), key=uneven) for table in one)


def _wind_excess(played: Rounds, one: Round) -> int:
    """The total by which the gaps between the wind counts of this round's players exceed one."""
    seated = _seated(played, one)
    after = counts((*played, seated), _highest((*played, one)) + 1)
    return sum(max(0, max(after[p]) - min(after[p]) - 1) for table in seated for p in table)


@dataclass(frozen=True, slots=True)
class PairingReason:
    """One sentence that explains a table: an English template and its values."""

    sentence: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.sentence % self.values


def why(pairing: Pairing, table: Table, ranking: Sequence[int], played: Rounds) -> tuple[PairingReason, ...]:
    """The reasons for this table: how the round was found, how close the ranks are, and who was passed over.

    Players are passed over if they are ranked between the table's players but have already met one of them.
    """
    places = {player: at for at, player in enumerate(ranking)}
    ranks = sorted(places[player] + 1 for player in table)
    how = (
        _(
            "Found by search: opponents are closer in the standings than in any of the %(choices)s "
            "planned rounds, and the remaining rounds can still be played."
        )
        if pairing.searched
        else _(
            "Of the %(choices)s rounds that leave everyone new opponents until the end, this one has "
            "opponents who are closest in the standings."
        )
    )
    reasons = [
        PairingReason(how, {"choices": pairing.choices}),
        PairingReason(
            _("Places %(ranks)s; squared gaps: %(gap)s at this table, %(all)s in the whole round."),
            {"ranks": ", ".join(map(str, ranks)), "gap": gap((table,), places), "all": pairing.gap},
        ),
    ]
    when: dict[Pair, int] = {pair: at for at, one in enumerate(played, start=1) for t in one for pair in pairs(t)}
    for between in range(ranks[0] + 1, ranks[-1]):
        passed = ranking[between - 1]
        for player in () if between in ranks else sorted(table, key=places.__getitem__):
            if number := when.get((min(player, passed), max(player, passed))):
                sentence = _(
                    "The player in place %(passed)s sits elsewhere, having already met the player in "
                    "place %(rank)s in round %(round)s."
                )
                values = {"passed": between, "rank": places[player] + 1, "round": number}
                reasons.append(PairingReason(sentence, values))
    return tuple(reasons)
