"""The format of dates: the same on every page, and never ambiguous between day and month."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.formats import date_format, time_format

from matches.wording import signed, tenths
from scorekeeper.languages import LANGUAGES

AT = datetime(2026, 11, 2, 14, 5, tzinfo=UTC)
DAYS, TIMES = ("DATE_FORMAT", "SHORT_DATE_FORMAT"), ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT")


STYLES = [
    ("en", "2 Nov 2026", "2 Nov 2026, 14:05"),
    ("cs", "2. 11. 2026", "2. 11. 2026 14:05"),
    ("de", "2.11.2026", "2.11.2026, 14:05"),
    ("fr", "02/11/2026", "02/11/2026 14:05"),
    ("ja", "2026/11/2", "2026/11/2 14:05"),
    ("ko", "2026. 11. 2.", "2026. 11. 2. 14:05"),
    ("ms", "02/11/2026", "02/11/2026 14:05"),
    ("zh-hans", "2026/11/2", "2026/11/2 14:05"),
]
NUMBERS = [
    ("en", "−12,000", "+0.5"),
    ("cs", "−12\u00a0000", "+0,5"),
    ("de", "−12.000", "+0,5"),
    ("fr", "−12\u202f000", "+0,5"),
    ("ja", "−12,000", "+0.5"),
    ("ko", "−12,000", "+0.5"),
    ("ms", "−12,000", "+0.5"),
    ("zh-hans", "−12,000", "+0.5"),
]


@pytest.mark.parametrize(("language", "points", "decimal"), NUMBERS)
def test_points_are_formatted_as_in_the_language(language, points, decimal):
    with translation.override(language):
        assert (signed(-12_000), tenths(5)) == (points, decimal)


def test_every_language_has_its_own_style_of_dates_and_numbers():
    codes = {language.code for language in LANGUAGES}
    for name, rows in (("STYLES", STYLES), ("NUMBERS", NUMBERS)):
        missing = sorted(codes - {row[0] for row in rows})
        assert not missing, f"Add to {name} in tests/people/test_dates.py how people write in: {', '.join(missing)}"
        assert {row[0] for row in rows} == codes


@pytest.mark.parametrize(("language", "day", "time"), STYLES)
def test_a_date_has_one_style_in_each_language(language, day, time):
    with translation.override(language):
        assert {date_format(AT, each).replace("\xa0", " ") for each in DAYS} == {day}
        assert {date_format(AT, each).replace("\xa0", " ") for each in TIMES} == {time}
        assert time_format(AT) == "14:05"


def test_no_page_has_its_own_date_format():
    own = []
    for path in Path("templates").rglob("*.html"):
        found = re.findall(r"\|date:\"([^\"]*)\"", path.read_text())
        own += [(path.name, each) for each in found if each not in ("DATE_FORMAT", "DATETIME_FORMAT", "l", "H:i", "T")]
    assert own == []
