"""A table, its seats and the clock in words and numbers, for all pages of a tournament. No markup."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rulesets.rule_book import RuleBook
from matches import wording
from tournaments.models import Entrant, Round, Seat
from tournaments.play.clock import clock_text, ends_at, seconds_left
from tournaments.play.live_tables import Doing, TableNow
from tournaments.snapshot import Day

LONG_NAME, LONGEST_NAME = 18, 30
LONG_WORD, LONGEST_WORD = 10, 16
MOST_PILLS = 18  # hands that are drawn one by one
TAGS = {Doing.PLAYING: "", Doing.DISPUTED: "tag-alert", Doing.MOVED: "tag-alert", Doing.CONFIRMED: "tag-ok chk"}
CALM = "tag-calm"
_DOING: dict[Doing, Callable[[], str]] = {
    Doing.NOT_BEGUN: lambda: _("Not started"),
    Doing.PLAYING: lambda: _("Playing"),
    Doing.ENDED: lambda: _("To sign"),
    Doing.ENTERED: lambda: _("To confirm"),
    Doing.DISPUTED: lambda: _("Disputed"),
    Doing.MOVED: lambda: _("Changed since"),
    Doing.CONFIRMED: lambda: _("Confirmed"),
}


@dataclass(frozen=True, slots=True)
class TableSeat:
    """Who sits on a wind of a table; `points` is empty where there are none yet."""

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
        return f"{wording.isolated(self.plays)}, {self.wind_name}"

    @property
    def size(self) -> str:
        return size_of(self.plays)


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table in words: `pills` say of each hand whether it is played."""

    number: int
    chairs: tuple[TableSeat, ...]
    doing: str
    said: str
    tag: str
    calls: bool
    hands: str
    pills: tuple[bool, ...]
    code: str

    @property
    def numbers(self) -> set[int]:
        return {chair.number for chair in self.chairs}


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a round: what it reads, until when it runs (None: it stands), what then (`EndPolicy`)."""

    left: int
    text: str
    ends: datetime | None
    begun: bool
    paused: bool
    up: bool
    policy: str
    extra: str


def size_of(name: str) -> str:
    """How small a name is written so that it fits: as it is, "long" or "longest"; "word": it has hardly a gap."""
    word = max(map(len, name.replace("-", " ").split()), default=0)  # a line may end at a hyphen
    if word > LONGEST_WORD:
        return "longest word"
    if len(name) > LONGEST_NAME:
        return "longest"
    return "long" if len(name) > LONG_NAME or word > LONG_WORD else ""


def table_shown(day: Day, book: RuleBook, now: TableNow) -> TableShown:
    """A table for a page."""
    points = [wording.balance(book, each) for each in now.points] if now.points is not None else [""] * len(now.seats)
    calling = now.call is not None
    return TableShown(
        number=now.number,
        chairs=tuple(chair_of(day, *each) for each in zip(now.seats, points, strict=False)),
        doing=now.doing,
        said=_("Referee called") if calling else _DOING[now.doing](),
        tag="tag-alert" if calling else TAGS.get(now.doing, CALM),
        calls=calling,
        hands=_hands(now),
        pills=tuple(no < now.played for no in range(now.hands)) if now.hands <= MOST_PILLS else (),
        code=now.table.match.code if now.table.match else "",
    )


def chair_of(day: Day, seat: Seat, points: str = "") -> TableSeat:
    """A seat for a page."""
    entrant = seat.entrant
    substitute = day.substitutes.get(seat.pk, "")
    return TableSeat(
        seat.wind,
        wording.wind_name(seat.wind),
        entrant.number,
        day.names[entrant.pk],
        substitute,
        points,
        entrant.house,
    )


def _hands(now: TableNow) -> str:
    if not now.hands:
        return _("Totals entered by hand") if now.result else ""
    return _("%(played)s of %(hands)s hands") % {"played": now.played, "hands": now.hands}


def clock_shown(day: Day, round: Round, now: datetime) -> ClockShown:
    """The clock of a round, and which tables have longer."""
    left = seconds_left(round, now)
    up = round.started_at is not None and left <= 0
    return ClockShown(
        left=left,
        text=clock_text(left),
        ends=ends_at(round),
        begun=round.started_at is not None,
        paused=round.paused_at is not None,
        up=up,
        policy=round.end_policy,
        extra=_longer(day, round),
    )


def round_shown(day: Day, now: datetime) -> dict[str, Any]:
    """The round that is played, its clock, and how many rounds and players there are."""
    current = day.current
    clock = clock_shown(day, current, now) if current else None
    return {"round": current, "rounds": rounds_in_all(day), "clock": clock, "entered": len(day.entered)}


def _longer(day: Day, round: Round) -> str:
    """Which tables have more time than the others, and how much."""
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
    return " ".join(texts)


def ago(now: datetime, then: datetime) -> str:
    """How long ago something was, in whole minutes."""
    minutes = max(int((now - then).total_seconds()) // 60, 0)
    if not minutes:
        return _("just now")
    if minutes < 120:
        return _("%(minutes)s min ago") % {"minutes": minutes}
    return ngettext("%(hours)s hour ago", "%(hours)s hours ago", minutes // 60) % {"hours": minutes // 60}


def byes_of(day: Day, round: Round) -> list[Entrant]:
    """Who sits out a round, by number."""
    return sorted(day.byes[round.pk], key=lambda entrant: entrant.number)


def rounds_in_all(day: Day) -> int:
    """How many rounds the tournament is to have."""
    return max(sum(stage.rounds for stage in day.stages), len(day.rounds))
