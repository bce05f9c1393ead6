"""Leagues and series: the results that count, ranking (as in tournaments), promotion and relegation."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, whole_number
from engine.tournament.ranking import Ranking
from engine.tournament.results import Game, Record, Results, gather
from engine.tournament.scoring.fractions import NOTHING
from engine.tournament.scoring.games import GameScore
from engine.tournament.stages import by_place
from engine.tournament.standings import Lines, StandingLine, in_order, tied_across

MOST_GAMES = 9_999
CHOICES = ("best", "drop", "window")  # ways to choose the results that count; at most one is used


@dataclass(frozen=True, slots=True)
class League:
    """The rules of a league.

    Entrants with fewer than `minimum` matches come last, without a place. All results count, unless one of these is
    set: `best` (only that many best results), `drop` (all but that many worst results, but at least one) or `window`
    (the best run of that many results). `up`, `down`: how many are promoted and relegated.
    """

    minimum: int = 0
    best: int = 0
    drop: int = 0
    window: int = 0
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """A line of a league table.

    `mark`: "up", "down", "" or "open" (tied with an entrant on the other side of the line, so that a tie-break draw
    decides).
    """

    line: StandingLine
    mark: str = ""


def league(results: Results, rules: League, ranking: Ranking | None = None) -> tuple[LeaguePlace, ...]:
    """The table of a league. Results that don't count have `counted=False` in the `played` of their line."""
    ranked_by = ranking or Ranking()
    records = [choose(record, rules) for record in gather(results, ranked_by.bye).values()]
    few = {record.entrant for record in records if record.games < rules.minimum}
    withdrawn = results.withdrawn if ranked_by.withdrawn == "last" else frozenset()
    return marked(in_order(records, results, ranked_by, frozenset(few | withdrawn)), rules.up, rules.down)


def choose(record: Record, rules: League) -> Record:
    """The record with `counted` set for the results that the league counts; of equal results, the earlier ones."""
    counting = _counting([each.value for each in record.played], rules)
    return replace(record, played=tuple(replace(each, counted=at in counting) for at, each in enumerate(record.played)))


def _counting(values: Sequence[Fraction], rules: League) -> set[int]:
    games = len(values)
    if rules.window and rules.window < games:
        runs = [sum(values[at : at + rules.window], NOTHING) for at in range(games - rules.window + 1)]
        begin = runs.index(max(runs))
        return set(range(begin, begin + rules.window))
    many = max(games - rules.drop, 1) if rules.drop else rules.best or games
    return set(sorted(range(games), key=lambda at: (-values[at], at))[:many])


def marked(lines: Lines, up: int, down: int) -> tuple[LeaguePlace, ...]:
    """The lines, with the first `up` and the last `down` ranked entrants marked; "up" has priority."""
    placed = [line.entrant for line in lines if line.place is not None]
    below = max(len(placed) - down, up)
    marks = dict.fromkeys(placed[:up], "up") | dict.fromkeys(placed[below:], "down")
    for line in (up, below):
        marks |= dict.fromkeys(tied_across(lines, line), "open")
    return tuple(LeaguePlace(line, marks.get(line.entrant, "")) for line in lines)


def series(
    events: Sequence[Lines], rules: League, *, values: Sequence[Fraction] | None = None, ranking: Ranking | None = None
) -> tuple[LeaguePlace, ...]:
    """The table of a series of events.

    An entrant's result in an event is their total or, with `values`, the value of their place. `events`: the lines of
    each event in order, numbered as in the series (`renumbered`). An event counts as a match: firsts are events won,
    `best_game` is the best event, and minimum, best, drop and window count events.
    """
    games = tuple(_as_game(number, lines, values) for number, lines in enumerate(events, start=1))
    entrants = sorted({entrant for game in games for entrant in game.entrants})
    return league(Results(tuple(entrants), games), rules, ranking)


def renumbered(lines: Lines, numbers: Mapping[int, int]) -> tuple[StandingLine, ...]:
    """The lines of one event with the entrant numbers of the series; entrants without a number are left out."""
    return tuple(replace(line, entrant=numbers[line.entrant]) for line in lines if line.entrant in numbers)


def _as_game(number: int, lines: Lines, values: Sequence[Fraction] | None) -> Game:
    """An event as a single match between all entrants who have a place in it."""
    placed = [line for line in lines if line.place is not None]
    values_of = by_place(placed, values) if values is not None else {line.entrant: line.total for line in placed}
    sharing = Counter(line.place for line in placed)
    scores = []
    for line in placed:
        place, total = line.place or 0, values_of[line.entrant]
        average = place + Fraction(sharing[line.place] - 1, 2)
        scores.append(GameScore(place, average, 0, placement=line.placement, total=total))
    return Game(number, 1, tuple(line.entrant for line in placed), tuple(scores))


def league_to_json(rules: League) -> dict[str, int]:
    """The options of a league as plain JSON."""
    return {name: getattr(rules, name) for name in League.__dataclass_fields__}


def read_league(options: Mapping[str, object]) -> League:
    """The league with these options; missing options get their defaults. Raises `RuleViolation`."""
    names = League.__dataclass_fields__
    known_keys(options, frozenset(names))
    given = {**league_to_json(League()), **options}
    rules = League(**{name: whole_number(given, name, 0, MOST_GAMES) for name in names})
    chosen = [name for name in CHOICES if getattr(rules, name)]
    if len(chosen) > 1:
        sentence = _("Choose one way of counting: the best matches, all but the worst, or the best consecutive ones.")
        raise RuleViolation(chosen[1], sentence)
    return rules
