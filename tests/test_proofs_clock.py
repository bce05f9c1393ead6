"""When daylight saving time begins and ends, and how a site's clock is set."""

from datetime import UTC, datetime

import pytest

from proofs.clocks import Clock, moments, said, turns


@pytest.mark.parametrize(
    ("zone", "when"),
    [
        ("Europe/Berlin", [datetime(2026, 3, 29, 1), datetime(2026, 10, 25, 1)]),
        ("America/New_York", [datetime(2026, 3, 8, 7), datetime(2026, 11, 1, 6)]),
        ("Australia/Lord_Howe", [datetime(2026, 4, 4, 15), datetime(2026, 10, 3, 15, 30)]),
        ("Africa/Casablanca", [datetime(2026, 2, 15, 2), datetime(2026, 3, 22, 2)]),
        ("Asia/Tokyo", []),
    ],
)
def test_clock_changes_of_a_time_zone_are_known_to_the_minute(zone, when):
    assert turns(zone, 2026) == [each.replace(tzinfo=UTC) for each in when]


def test_a_time_zone_without_clock_changes_is_tested_at_midnight():
    assert moments("Pacific/Kiritimati", 2026) == [datetime(2026, 6, 30, 10, tzinfo=UTC)]
    assert moments("Europe/Berlin", 2026) == turns("Europe/Berlin", 2026)


def test_a_clock_is_set_by_seconds_and_begins_at_the_real_time(tmp_path):
    clock = Clock(tmp_path / "clock")
    assert clock.file.read_text() == "+0.0\n"
    clock.set(-7200)
    assert clock.file.read_text() == "-7200.0\n"
    assert [each.name for each in tmp_path.iterdir()] == ["clock"]


def test_a_page_is_identified_by_its_first_heading():
    assert said(b"<p>x</p><h1 id=a>There is <b>nothing</b>\n here</h1><h2>no</h2>") == "There is nothing here"
    assert said(b"") == ""
