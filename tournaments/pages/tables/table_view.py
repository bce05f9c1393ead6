"""Tables, seats and the clock in words and numbers, for all pages of a tournament. No markup."""

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rulesets.rule_book import RuleBook
from matches import wording
from people.text.lists import paragraph
from tournaments.models import Entrant, Round, Seat, Table
from tournaments.play.rounds import clock_text, ends_at, seconds_left
from tournaments.play.tables import TableNow, TableProgress, tables_of
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of

LONG_NAME, LONGEST_NAME = 18, 30
LONG_WORD, LONGEST_WORD = 10, 16
MOST_PILLS = 18  # with more hands, there is no mark for each
TAGS = {
    TableProgress.PLAYING: "",
    TableProgress.DISPUTED: "tag-alert",
    TableProgress.MOVED: "tag-alert",
    TableProgress.CONFIRMED: "tag-ok chk",
}
CALM = "tag-calm"
_PROGRESS: dict[TableProgress, Callable[[], str]] = {
    TableProgress.NOT_BEGUN: lambda: _("Not started"),
    TableProgress.PLAYING: lambda: _("Playing"),
    TableProgress.ENDED: lambda: _("Ended"),
    TableProgress.ENTERED: lambda: _("To confirm"),
    TableProgress.DISPUTED: lambda: _("Disputed"),
    TableProgress.MOVED: lambda: _("Match changed"),
    TableProgress.CONFIRMED: lambda: _("Confirmed"),
}


class TableSeat(NamedTuple):
    """A seat at a table. `substitute` and `points` are "" if there are none."""

    wind: str
    wind_name: str
    number: int
    name: str
    substitute: str
    points: str
    house: bool

    @property
    def plays(self) -> str:
        return self.substitute or self.name

    @property
    def label(self) -> str:
        return wording.listed([wording.isolated(self.plays), self.wind_name])

    @property
    def size(self) -> str:
        return size_of(self.plays)


class TableShown(NamedTuple):
    """A table of the current round. `status`: its state in words; `pills`: for each hand, whether it is over."""

    number: int
    chairs: tuple[TableSeat, ...]
    doing: str
    status: str
    tag: str
    calls: bool
    hands: str
    pills: tuple[bool, ...]
    code: str

    @property
    def numbers(self) -> set[int]:
        return {chair.number for chair in self.chairs}


class PlannedStart(NamedTuple):
    """The planned start of a round. `left`: the seconds until then; 0 if the clock should be running already."""

    at: datetime
    left: int

    @property
    def minutes(self) -> int:
        """The minutes until then, rounded up."""
        return -(-self.left // 60)


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a round, or of one of its tables.

    `left`: seconds; `ends`: when time will be up, None while the clock isn't running; `extra`: the table's extra
    minutes; `longer`: a sentence about tables with extra time; `ends_here`: whether the match ends when time is up;
    `starts`: the planned start, until the clock is started.
    """

    round: Round
    left: int
    ends: datetime | None
    extra: int = 0
    longer: str = ""
    ends_here: bool = False
    starts: PlannedStart | None = None

    @property
    def text(self) -> str:
        return clock_text(self.left)

    @property
    def up(self) -> bool:
        return self.round.started_at is not None and not self.left


def size_of(name: str) -> str:
    """Return the CSS class that fits a name: "", "long", "longest", or "longest word" for a very long word."""
    word = max(map(len, name.replace("-", " ").split()), default=0)  # lines break at hyphens
    if word > LONGEST_WORD:
        return "longest word"
    if len(name) > LONGEST_NAME:
        return "longest"
    return "long" if len(name) > LONG_NAME or word > LONG_WORD else ""


def table_shown(day: Day, book: RuleBook, now: TableNow) -> TableShown:
    """Return the display values of a table of the current round."""
    points = wording.totals_words(book, now.points, now.chips) if now.points else [""] * len(now.seats)
    calling = now.call is not None
    return TableShown(
        number=now.number,
        chairs=tuple(chair_of(day, seat, balance) for seat, balance in zip(now.seats, points, strict=False)),
        doing=now.doing,
        status=_("Referee called") if calling else _PROGRESS[now.doing](),
        tag="tag-alert" if calling else TAGS.get(now.doing, CALM),
        calls=calling,
        hands=_hands(now),
        pills=tuple(hand < now.played for hand in range(now.hands)) if now.hands <= MOST_PILLS else (),
        code=now.table.match.code if now.table.match else "",
    )


def tables_shown(day: Day) -> list[TableShown]:
    """Return the display values of all tables of the current round."""
    book = book_of(day.tournament)
    return [table_shown(day, book, table) for table in tables_of(day, day.current)] if day.current else []


def chair_of(day: Day, seat: Seat, points: str = "") -> TableSeat:
    """Return a seat with its names as displayed."""
    entrant, wind = seat.entrant, wording.wind_name(seat.wind)
    name, substitute = day.names[entrant.pk], day.substitutes.get(seat.pk, "")
    return TableSeat(seat.wind, wind, entrant.number, name, substitute, points, entrant.house)


def _hands(now: TableNow) -> str:
    if not now.hands:
        return _("Only totals entered") if now.result else ""
    return _("%(played)s of %(hands)s hands") % {"played": now.played, "hands": now.hands}


def clock_shown(round: Round, now: datetime, table: Table | None = None, longer: str = "") -> ClockShown:
    """Return the clock of a round, or of one of its tables."""
    left, extra = max(seconds_left(round, now, table), 0), table.extra_seconds // 60 if table else 0
    return ClockShown(round, left, ends_at(round, table), extra, longer, starts=planned_start(round, now))


def planned_start(round: Round | None, now: datetime) -> PlannedStart | None:
    """Return the planned start of a round; None if there is none, or nobody may see it."""
    at = round.planned_start if round else None
    return PlannedStart(at, max(math.ceil((at - now).total_seconds()), 0)) if at else None


def round_clock(day: Day, now: datetime) -> ClockShown | None:
    """Return the clock of the current round, if any."""
    return clock_shown(day.current, now, longer=_longer(day, day.current)) if day.current else None


def _longer(day: Day, round: Round) -> str:
    """Return sentences about the tables with extra time; "" if there are none."""
    tables: dict[int, list[int]] = defaultdict(list)
    for table in day.tables[round.pk]:
        if table.extra_seconds:
            tables[table.extra_seconds // 60].append(table.number)
    texts = []
    for minutes, numbers in sorted(tables.items()):
        text = ngettext(
            "Extra time at table %(numbers)s: %(minutes)s min.",
            "Extra time at tables %(numbers)s: %(minutes)s min.",
            len(numbers),
        )
        texts.append(text % {"numbers": wording.listed(map(str, numbers), "and"), "minutes": minutes})
    return paragraph(texts)


def ago(now: datetime, then: datetime) -> str:
    """Return the time since `then` in words, in whole minutes or hours."""
    minutes = max(int((now - then).total_seconds()) // 60, 0)
    if not minutes:
        return _("just now")
    if minutes < 120:
        return _("%(minutes)s min ago") % {"minutes": minutes}
    return ngettext("%(hours)s hour ago", "%(hours)s hours ago", minutes // 60) % {"hours": minutes // 60}


def byes_of(day: Day, round: Round) -> list[Entrant]:
    """Return the entrants with a bye in a round, by number."""
    return sorted(day.byes[round.pk], key=lambda entrant: entrant.number)


def rounds_in_all(day: Day) -> int:
    """Return the planned number of rounds in the tournament."""
    return max(sum(stage.rounds for stage in day.stages), len(day.rounds))
