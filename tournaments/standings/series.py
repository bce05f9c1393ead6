"""The standings of a series. Read-only.

Entrants are matched across tournaments by roster player, otherwise by name, and numbered within the series.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from engine import tournament as scoring
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.models import Player
from people.text.cleaning import alike
from tournaments.models import Entrant, Series, Tournament, TournamentState
from tournaments.pages.cache import last_lines_of
from tournaments.snapshot import Day

MOST_VALUES = 200


class SeriesRules(NamedTuple):
    """The rules of a series. `league`: which events count; `values`: points by place; if empty, event totals count."""

    league: scoring.League = scoring.League()
    values: tuple[Fraction, ...] = ()


def read_rules(options: Mapping[str, object]) -> SeriesRules:
    """Parse the rules from JSON. Raises `RuleViolation` (field: the option's name)."""
    given = dict(options)
    values = given.pop("values", [])
    if not isinstance(values, list | tuple) or len(values) > MOST_VALUES:
        raise RuleViolation("values", _("At most %(most)s places can score points."), most=MOST_VALUES)
    return SeriesRules(scoring.read_league(given), tuple(scoring.read_number(each, "values") for each in values))


def rules_json(rules: SeriesRules) -> dict[str, object]:
    """Return the rules as JSON, defaults omitted."""
    values = {
        **scoring.league_to_json(rules.league),
        "values": [scoring.number_to_json(number) for number in rules.values],
    }
    return {name: value for name, value in values.items() if value}


class SeriesTournament(NamedTuple):
    """A tournament of the series. `counts`: whether it has standings; `provisional`: whether it can still change."""

    tournament: Tournament
    counts: bool
    provisional: bool


class Person(NamedTuple):
    """A participant of the series. `player`: the roster id, if any."""

    number: int
    name: str
    player: int | None


Key = tuple[str, int | str]


class SeriesTable:
    """The standings of a series, in a fixed number of queries per event. `inside`: whether to show full names."""

    def __init__(self, series: Series, inside: bool) -> None:
        self.series, self.rules = series, read_rules(series.counting)
        tournaments = Tournament.objects.filter(in_series__series=series).order_by("starts_on", "pk")
        self._days = [Day(tournament, inside) for tournament in tournaments]

    @cached_property
    def events(self) -> list[SeriesTournament]:
        """The events, ordered by date."""
        return [
            SeriesTournament(day.tournament, bool(lines), day.tournament.state != TournamentState.OVER)
            for day, lines in zip(self._days, self._lines, strict=True)
        ]

    @cached_property
    def _lines(self) -> list[tuple[scoring.StandingLine, ...]]:
        return [last_lines_of(day) for day in self._days]

    @cached_property
    def _matched(self) -> tuple[dict[Key, Person], list[dict[int, int]]]:
        """The people of the series by key and, for each event, their numbers by entrant id.

        Two entrants of one event are never the same person. A roster name takes precedence over a typed one.
        """
        lists = zip(self._days, self._lines, strict=True)
        playing = [[day.by_pk[line.entrant] for line in lines] for day, lines in lists]
        key_of = _Keys(self.series.club_id, playing)
        people: dict[Key, Person] = {}
        numbers: list[dict[int, int]] = []
        for day, event in zip(self._days, playing, strict=True):
            entrants: dict[Key, int] = {}
            for entrant in sorted(event, key=lambda entrant: (entrant.player_id is None, entrant.number)):
                key = key_of(entrant)
                key = ("entry", entrant.pk) if key in entrants else key
                entrants[key] = entrant.pk
                known = people.get(key)
                if known is None or entrant.player_id is not None:
                    number = known.number if known else len(people) + 1
                    player = key[1] if key[0] == "player" and isinstance(key[1], int) else None
                    people[key] = Person(number, day.names[entrant.pk], player)
            numbers.append({pk: people[key].number for key, pk in entrants.items()})
        return people, numbers

    @property
    def people(self) -> dict[int, Person]:
        return {person.number: person for person in self._matched[0].values()}

    @cached_property
    def places(self) -> tuple[scoring.LeaguePlace, ...]:
        """The standings, first place first. In `line.played`, the `round` of a result is the event's number, from 1."""
        lists = zip(self._lines, self._matched[1], strict=True)
        events = [scoring.renumbered(lines, numbers) for lines, numbers in lists]
        return scoring.series(events, self.rules.league, values=self.rules.values or None)


class _Keys:
    """The keys that match entrants across events: the roster player, otherwise the name."""

    def __init__(self, club: int, events: Iterable[Iterable[Entrant]]) -> None:
        merged = Player.objects.filter(club=club, merged_into__isnull=False).values_list("pk", "merged_into")
        self._merged_into = {pk: into for pk, into in merged if into is not None}
        self._players: dict[str, set[int]] = defaultdict(set)
        for entrant in chain.from_iterable(events):
            if player := entrant.player:
                self._players[alike(player.name)].add(self._merged_into.get(player.pk, player.pk))

    def __call__(self, entrant: Entrant) -> Key:
        if entrant.player_id is not None:
            return ("player", self._merged_into.get(entrant.player_id, entrant.player_id))
        name = alike(entrant.name)
        players = self._players.get(name, set())
        return ("player", next(iter(players))) if len(players) == 1 else ("name", name)
