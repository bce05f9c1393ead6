"""The methods of seating: numbers of entrants in, rounds out. Pure functions of their input and seed; no database."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating import Budget, Pair
from tournaments.draw.seat_plans import Seats, Tables
from tournaments.models import Seating

SEARCH = Budget(60_000)  # about half a second, and the same answer on every machine
FEWEST_IN_GROUPS = 6  # two groups of three
FINALISTS, LARGEST_FINAL = 3, 4
BY_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class DrawTask:
    """What is to be drawn. `people`: who plays, by number; `order`: the best first; `groups`: how many, or 0."""

    way: str
    people: tuple[int, ...]
    rounds: int
    seed: str
    order: tuple[int, ...] = ()
    apart: frozenset[Pair] = frozenset()
    groups: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rounds; what a stage keeps for those to come (`Stage.plan`); why, for each round (`Round.reasons`)."""

    rounds: tuple[Seats, ...]
    plan: dict[str, Any]
    reasons: tuple[dict[str, Any], ...] = ()


def by_lot(people: Sequence[int], seeding: Mapping[int, int], seed: str) -> tuple[int, ...]:
    """Everybody before a game is played: those with a seeding first, the rest as `seed` draws them."""
    lot = [people[at] for at in seating.places(len(people), seed)]
    return tuple(sorted(lot, key=lambda number: (number not in seeding, seeding.get(number, 0))))


def solved(task: DrawTask) -> Drawn:
    """The whole stage; of Swiss the first round. Raises `RuleViolation` where it cannot be."""
    refuse_impossible(task.way, len(task.people), task.rounds)
    if task.way == Seating.SWISS:
        return next_swiss(NextRound(task.people, task.order, (), task.rounds, task.seed, apart=task.apart))
    if task.way == Seating.GROUPS:
        return _in_groups(task, seating.in_groups(task.order, task.groups))
    if task.way == Seating.FINAL and len(task.people) > LARGEST_FINAL:
        return _in_groups(task, in_finals(task.order))
    way = task.way if task.way in seating.WAYS else "fixed"
    found = seating.drawn_by_way(way, len(task.people), task.rounds, task.seed, _indexed(task.apart, task.people))
    return Drawn(tuple(_numbered(one, task.people) for one in found.rounds), {"field": list(task.people)})


def refuse_impossible(way: str, players: int, rounds: int) -> None:
    """RuleViolation (field `players` or `rounds`) where so many players cannot be seated this way for so many rounds,
    whoever they are."""
    if players < 3:
        raise RuleViolation("players", _("A round takes at least three players."))
    if way in seating.WAYS:
        seating.refuse_size(players, rounds)
    if way == Seating.SWISS:
        seating.refuse_swiss(players, rounds)
    elif way == Seating.FOUR:
        seating.table_sizes(players)
    elif way == Seating.GROUPS and players < FEWEST_IN_GROUPS:
        raise RuleViolation("players", _("Groups take at least 6 players: two groups of three."))
    elif way == Seating.FINAL and players != LARGEST_FINAL and players % FINALISTS:
        sentence = _(
            "Finals cannot be made for %(players)s players. One final table takes 3 or 4 players, A and B finals take 6"
            " (places 1–3 and 4–6), A to C finals take 9, and so on."
        )
        raise RuleViolation("players", sentence, players=players)


def in_finals(order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Who plays which final: the first three the A final, the next three the B final, and so on; four play one."""
    size = LARGEST_FINAL if len(order) == LARGEST_FINAL else FINALISTS
    return tuple(tuple(order[at : at + size]) for at in range(0, len(order), size))


def told(task: DrawTask) -> dict[str, Any]:
    """What somebody needs to draw it again besides the seed: who took part, in order, and who was kept apart."""
    return {"people": list(task.people), "apart": sorted(map(list, task.apart)), "rounds": task.rounds}


def _in_groups(task: DrawTask, groups: Sequence[Sequence[int]]) -> Drawn:
    """Each of `groups` plays among itself."""
    drawn = [
        seating.drawn_by_way("fixed", len(group), task.rounds, group_seed(task.seed, at), _indexed(task.apart, group))
        for at, group in enumerate(groups)
    ]
    rounds = tuple(
        _joined(_numbered(each.rounds[at], group) for each, group in zip(drawn, groups, strict=True))
        for at in range(task.rounds)
    )
    return Drawn(rounds, {"field": list(task.people), "groups": [list(group) for group in groups]})


def group_seed(seed: str, at: int) -> str:
    """The seed of group `at`, counted from 0: with its letter."""
    return f"{seed} {group_name(at)}"


def group_name(at: int) -> str:
    """A, B, C … of group `at`, counted from 0; after Z the number."""
    return BY_NAME[at] if at < len(BY_NAME) else str(at + 1)


def brought(text: str, people: Sequence[int]) -> Drawn:
    """The rounds that the organiser brings, players called by their numbers. RuleViolation: the first fault."""
    found = seating.prescribed(text, [str(number) for number in people])
    return Drawn(tuple(_numbered(one, people) for one in found.rounds), {"field": list(people)})


# ── Swiss: a round at a time ─────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round of `rounds`: `people` in the order in which the stage knows them, `order` those who play now, the
    best first; `plan` as the round before left it. `rematches`: some are taken where there must be."""

    people: tuple[int, ...]
    order: tuple[int, ...]
    played: tuple[Seats, ...]
    rounds: int
    seed: str
    plan: tuple[Tables, ...] = ()
    apart: frozenset[Pair] = frozenset()
    rematches: bool = False


def next_swiss(step: NextRound) -> Drawn:
    """One round. Raises `RuleViolation` where it cannot be had without a rematch, unless those are taken, or where two
    would meet who are kept apart."""
    if step.rematches:
        return _with_rematches(step)
    index = {number: at for at, number in enumerate(step.people)}
    ranking = [index[number] for number in step.order]
    played = _rounds_indexed([one.tables for one in step.played], index)
    apart = _indexed(step.apart, step.people)
    fresh = _fresh(step, index)
    pairing = seating.swiss(
        ranking, played, step.rounds, seed=_round_seed(step), plan=fresh, apart=apart, budget=SEARCH
    )
    found = seating.moved_about(seating.Schedule(len(step.people), (*played, pairing.round))).rounds[-1]
    said = [
        [[reason.sentence, reason.values] for reason in seating.why(pairing, table, ranking, played)] for table in found
    ]
    reasons = {"how": said[0][:1], "tables": {str(at): each[1:] for at, each in enumerate(said, start=1)}}
    plan = [[[step.people[each] for each in table] for table in one] for one in pairing.plan]
    seats = _numbered(found, step.people, step.order)
    return Drawn((seats,), {"field": list(step.people), "rounds": plan}, (reasons,))


def _round_seed(step: NextRound) -> str:
    """Of the first round the seed itself: its first plan is the schedule that the seed draws."""
    return step.seed if not step.played else f"{step.seed} {len(step.played) + 1}"


def _fresh(step: NextRound, index: Mapping[int, int]) -> tuple[seating.Round, ...]:
    """The plan, if it still holds: seats were changed by hand, somebody left or came, or is to be kept apart from
    another one, since it was made."""
    here = frozenset(step.order)
    whole = all(frozenset().union(*tables) <= here and len(tables) == len(here) // 3 for tables in step.plan)
    both = seating.meetings([*(one.tables for one in step.played), *step.plan])
    new = all(both[pair] == 1 and pair not in step.apart for pair in seating.meetings(step.plan))
    return _rounds_indexed(step.plan, index) if whole and new and len(step.plan) else ()


def _with_rematches(step: NextRound) -> Drawn:
    """The fewest that are found, whatever the ranking."""
    found = remade(Again(Seating.RANDOM, step.order, step.played, 1, step.seed, apart=step.apart))
    if together := step.apart & seating.meetings([found.rounds[0].tables]).keys():
        one, other = min(together)
        sentence = _("No round was found in which %(one)s and %(other)s, who are kept apart, do not meet.")
        raise RuleViolation("apart", sentence, one=one, other=other)
    why = _("Not all could be given new people to meet: made with the fewest rematches that were found.")
    reasons = {"how": [[why, {}]], "tables": {}}
    return Drawn(found.rounds, {"field": list(step.people), "rounds": []}, (reasons,))


# ── anew, after somebody came or left ────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Again:
    """`played` stays; `to_come` rounds of `present` are made anew, near to `plan`. `missed`: rounds played before
    somebody came late. `groups`: those who play among themselves, if there are groups."""

    way: str
    present: tuple[int, ...]
    played: tuple[Seats, ...]
    to_come: int
    seed: str
    plan: tuple[Seats, ...] = ()
    missed: tuple[tuple[int, int], ...] = ()
    apart: frozenset[Pair] = frozenset()
    groups: tuple[tuple[int, ...], ...] = ()


def remade(again: Again) -> Drawn:
    """The rounds to come. Raises `RuleViolation` where too few are left."""
    parts = [_part(again, frozenset(group)) for group in again.groups] or [_part(again, None)]
    rounds = tuple(_joined(part[at] for part in parts) for at in range(again.to_come))
    why = _("Made anew after somebody came or left, with the fewest rematches that were found.")
    if again.plan:
        rounds = tuple(_in_place(then, now) for then, now in zip(rounds, again.plan, strict=True))
    return Drawn(rounds, {}, ({"how": [[why, {}]], "tables": {}},) * again.to_come)


def _in_place(then: Seats, now: Seats) -> Seats:
    """The same tables; where the same people sit together as now, their table keeps its number."""
    numbers = {frozenset(table): at for at, table in enumerate(now.tables[: len(then.tables)])}
    kept = {numbers[frozenset(table)]: table for table in then.tables if frozenset(table) in numbers}
    rest = iter([table for table in then.tables if frozenset(table) not in numbers])
    return Seats(tuple(kept[at] if at in kept else next(rest) for at in range(len(then.tables))), then.byes)


def _part(again: Again, members: Collection[int] | None) -> list[Seats]:
    """The rounds to come of some who play among themselves, or of all."""
    present = tuple(each for each in again.present if members is None or each in members)
    played = [_only(one, members) for one in again.played]
    plan = [_only(one, members) for one in again.plan]
    everybody = sorted({*present, *(each for one in (*played, *plan) for table in one for each in table)})
    index = {number: at for at, number in enumerate(everybody)}
    before, after = _rounds_indexed(played, index), _rounds_indexed(plan, index)
    here = [index[each] for each in present]
    if len(here) < 3:
        raise RuleViolation("players", _("A round takes at least three players."))
    if again.way == Seating.FOUR:
        found = seating.rotating_on(before, here, again.to_come, seed=again.seed, budget=SEARCH, plan=after)
    else:
        found = seating.repair(
            before,
            here,
            again.to_come,
            seed=again.seed,
            budget=SEARCH,
            missed={index[number]: rounds for number, rounds in again.missed if number in index},
            plan=after,
            apart=_indexed(again.apart, everybody),
        )
    return [_numbered(one, everybody, present) for one in found.rounds[len(before) :]]


def _only(one: Seats, members: Collection[int] | None) -> Tables:
    return tuple(table for table in one.tables if members is None or _is_theirs(table, members))


def _is_theirs(table: Sequence[int], members: Collection[int]) -> bool:
    """Whether it is a table of these people: most of those who sit there are."""
    return 2 * sum(each in members for each in table) > len(table)


# ── numbers and places ───────────────────────────────────────────────────────


def _indexed(apart: frozenset[Pair], people: Sequence[int]) -> frozenset[Pair]:
    """The same pairs by places in `people`; those who do not play are left out."""
    index = {number: at for at, number in enumerate(people)}
    pairs = ((index[one], index[other]) for one, other in apart if one in index and other in index)
    return frozenset((min(pair), max(pair)) for pair in pairs)


def _rounds_indexed(rounds: Sequence[Tables], index: Mapping[int, int]) -> tuple[seating.Round, ...]:
    return tuple(tuple(tuple(index[each] for each in table) for table in one) for one in rounds)


def _numbered(one: seating.Round, people: Sequence[int], here: Sequence[int] = ()) -> Seats:
    """A round by numbers; who of `here` (or of `people`) sits nowhere has a bye."""
    tables = tuple(tuple(people[each] for each in table) for table in one)
    seated = frozenset().union(*tables)
    return Seats(tables, tuple(sorted(each for each in here or people if each not in seated)))


def _joined(parts: Any) -> Seats:
    """Tables one after the other, all byes."""
    found: list[Seats] = list(parts)
    tables = tuple(table for each in found for table in each.tables)
    return Seats(tables, tuple(sorted(number for each in found for number in each.byes)))
