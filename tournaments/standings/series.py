"""The standings of a series of tournaments. Writes nothing.

People are matched by their player on the club's roster, otherwise by name. Their numbers are those of this series.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.tournament import (
    League,
    LeaguePlace,
    StandingLine,
    read_league,
    read_number,
    renumbered,
    tell_league,
    tell_number,
)
from engine.tournament import series as add_up
from people.models import Player
from people.text.cleaning import alike
from tournaments.models import Entrant, Series, Tournament, TournamentState
from tournaments.pages.cache import last_lines_of
from tournaments.snapshot import Day

MOST_VALUES = 200


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """`league`: which events count; `values`: points by place in an event, first place first; none: its total."""

    league: League = League()
    values: tuple[Fraction, ...] = ()


def read_rules(options: Mapping[str, object]) -> SeriesRules:
    """The rules from JSON without the defaults. Raises `RuleViolation` (the option's name)."""
    given = dict(options)
    values = given.pop("values", [])
    if not isinstance(values, list | tuple) or len(values) > MOST_VALUES:
        raise RuleViolation("values", _("At most %(most)s places have points."), most=MOST_VALUES)
    return SeriesRules(read_league(given), tuple(read_number(each, "values") for each in values))


def rules_json(rules: SeriesRules) -> dict[str, object]:
    """The rules as JSON without the defaults."""
    values = {**tell_league(rules.league), "values": [tell_number(number) for number in rules.values]}
    return {name: value for name, value in values.items() if value}


@dataclass(frozen=True, slots=True)
class SeriesTournament:
    """A tournament of the series. `counts`: something was played; `provisional`: it is not over."""

    tournament: Tournament
    counts: bool
    provisional: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the series: by the roster's entry, if there is one."""

    number: int
    name: str
    player: int | None


Key = tuple[str, int | str]


class SeriesTable:
    """The table of a series, for members (`inside`) with full names: a fixed number of queries for each event."""

    def __init__(self, series: Series, inside: bool) -> None:
        self.series, self.rules = series, read_rules(series.counting)
        found = Tournament.objects.filter(in_series__series=series).order_by("starts_on", "pk")
        self._days = [Day(each, inside) for each in found]

    @cached_property
    def events(self) -> list[SeriesTournament]:
        """Every event, the first one first."""
        return [
            SeriesTournament(day.tournament, bool(lines), day.tournament.state != TournamentState.OVER)
            for day, lines in zip(self._days, self._lines, strict=True)
        ]

    @cached_property
    def _lines(self) -> list[tuple[StandingLine, ...]]:
        """The standings of each event; none of one in which nothing counts yet."""
        return [last_lines_of(day) for day in self._days]

    @cached_property
    def _matched(self) -> tuple[list[Person], list[dict[int, int]]]:
        """Everybody by number, and for each event the number of each entrant (id)."""
        return _matched(self._days, self._lines, self.series.club_id)

    @property
    def people(self) -> dict[int, Person]:
        """Everybody by number."""
        return {person.number: person for person in self._matched[0]}

    @cached_property
    def places(self) -> tuple[LeaguePlace, ...]:
        """The table, first place first; `Line.played` has a result for each event that counts, `round` is which of
        `events` it is, counted from 1."""
        events = [renumbered(lines, who) for lines, who in zip(self._lines, self._matched[1], strict=True)]
        return add_up(events, self.rules.league, values=self.rules.values or None)


def _matched(
    days: list[Day], lines: list[tuple[StandingLine, ...]], club: int
) -> tuple[list[Person], list[dict[int, int]]]:
    """Who is who: by the roster, else those who are called like somebody. Nobody is two in one event."""
    merged = Player.objects.filter(club=club, merged_into__isnull=False).values_list("pk", "merged_into")
    into = {pk: kept for pk, kept in merged if kept is not None}
    playing = [[day.by_pk[line.entrant] for line in told] for day, told in zip(days, lines, strict=True)]
    listed = _by_name(each for event in playing for each in event)
    people: dict[Key, Person] = {}
    told: list[dict[int, int]] = []
    for day, event in zip(days, playing, strict=True):
        here: dict[Key, int] = {}
        for entrant in sorted(event, key=lambda each: (each.player_id is None, each.number)):
            key = _key(entrant, into, listed)
            key = ("entry", entrant.pk) if key in here else key
            here[key] = entrant.pk
            known = people.get(key)
            if known is None or entrant.player_id is not None:  # what the roster says is shown, not what was typed
                number = known.number if known else len(people) + 1
                player = key[1] if key[0] == "player" and isinstance(key[1], int) else None
                people[key] = Person(number, day.names[entrant.pk], player)
        told.append({pk: people[key].number for key, pk in here.items()})
    return list(people.values()), told


def _by_name(entrants: Iterable[Entrant]) -> dict[str, set[int]]:
    """Which entries of the roster are called so."""
    found: dict[str, set[int]] = {}
    for each in entrants:
        if each.player is not None and each.player_id is not None:
            found.setdefault(alike(each.player.name), set()).add(each.player_id)
    return found


def _key(entrant: Entrant, into: Mapping[int, int], listed: Mapping[str, set[int]]) -> Key:
    """What the same person has in every event."""
    player = entrant.player_id
    if player is None:
        same = {into.get(each, each) for each in listed.get(alike(entrant.name), ())}
        if len(same) != 1:
            return ("name", alike(entrant.name))
        player = same.pop()
    return ("player", into.get(player, player))
