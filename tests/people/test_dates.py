"""How dates are written: the same everywhere, and never so that a month could be a day."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.formats import date_format, time_format

AT = datetime(2026, 11, 2, 14, 5, tzinfo=UTC)
DAYS, TIMES = ("DATE_FORMAT", "SHORT_DATE_FORMAT"), ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT")


@pytest.mark.parametrize(
    ("language", "day", "time"), [("en", "2 Nov 2026", "2 Nov 2026, 14:05"), ("cs", "2. 11. 2026", "2. 11. 2026 14:05")]
)
def test_a_date_has_one_style_in_each_language(language, day, time):
    with translation.override(language):
        assert {date_format(AT, each).replace("\xa0", " ") for each in DAYS} == {day}
        assert {date_format(AT, each).replace("\xa0", " ") for each in TIMES} == {time}
        assert time_format(AT) == "14:05"


def test_no_page_writes_dates_in_a_way_of_its_own():
    own = []
    for path in Path("templates").rglob("*.html"):
        found = re.findall(r"\|date:\"([^\"]*)\"", path.read_text())
        own += [(path.name, each) for each in found if each not in ("DATE_FORMAT", "DATETIME_FORMAT", "l", "H:i", "T")]
    assert own == []
