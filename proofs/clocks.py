"""A site clock that can be set while the site runs (libfaketime), and the moments of daylight-saving changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/local/lib/faketime/libfaketimeMT.so.1")
DAY = 86400
YEAR = 365 * DAY
# The changes of a site's clock while hands are saved, in seconds.
STEPS = {"-2 h": -2 * 3600, "+2 h": 2 * 3600, "-10 years": -10 * YEAR, "+1 day": DAY}
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour
    "Asia/Tokyo",  # never
    "Africa/Casablanca",  # for Ramadan
    "Pacific/Kiritimati",  # UTC+14: tomorrow
)


def library() -> Path:
    """The path of libfaketime. Raises `SystemExit` if it is not installed."""
    for pattern in LIBRARIES:
        for found in sorted(Path("/").glob(pattern.lstrip("/"))):
            return found
    raise SystemExit("make prove needs libfaketime to set a site's clock; on Debian: apt-get install faketime")


class Clock:
    """The clock of every process with this `environment`: the machine's clock, shifted by a number of seconds."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0)

    @property
    def environment(self) -> dict[str, str]:
        """Variables that shift only the wall clock: monotonic time is unchanged, and files have the kernel's times."""
        return {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
            "PYTHONPATH": f"{ROOT / 'proofs' / 'faked'}:{ROOT}",
        }

    def set(self, seconds: float) -> None:
        """Set the shift of the clock to `seconds`. Atomic: no process reads half a file."""
        draft = self.file.with_name(f"{self.file.name}.new")
        draft.write_text(f"{seconds:+.1f}\n")
        draft.replace(self.file)

    def show(self, moment: datetime) -> None:
        """Set the clock to `moment`."""
        self.set((moment - datetime.now(UTC)).total_seconds())


def turns(zone: str, year: int) -> list[datetime]:
    """The moments (UTC, whole minutes) in that year at which the clocks in `zone` change. Raises `SystemExit`."""
    try:
        there = ZoneInfo(zone)
    except ZoneInfoNotFoundError:
        raise SystemExit("make prove needs the time zone database; on Debian: apt-get install tzdata") from None
    return list(_turns(there, datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)))


def moments(zone: str, year: int) -> list[datetime]:
    """The moments to test: the zone's clock changes or, if there are none, a midnight."""
    if found := turns(zone, year):
        return found
    return [datetime(year, 7, 1, tzinfo=ZoneInfo(zone)).astimezone(UTC)]


def _turns(there: ZoneInfo, at: datetime, until: datetime) -> Iterator[datetime]:
    while at < until:
        after = at + timedelta(days=1)
        if at.astimezone(there).utcoffset() != after.astimezone(there).utcoffset():
            yield _turn(there, at, after)
        at = after


def _turn(there: ZoneInfo, early: datetime, late: datetime) -> datetime:
    """The minute between the two at which the UTC offset of `late` begins."""
    while late - early > timedelta(minutes=1):
        middle = early + timedelta(minutes=(late - early) // timedelta(minutes=1) // 2)
        same = middle.astimezone(there).utcoffset() == early.astimezone(there).utcoffset()
        early, late = (middle, late) if same else (early, middle)
    return late


def said(page: bytes) -> str:
    """The first heading of a page, without markup; "" if there is none."""
    found = re.search(rb"<h[12][^>]*>(.*?)</h[12]>", page, re.S)
    return " ".join(re.sub(rb"<[^>]+>", b" ", found[1]).decode().split()) if found else ""
