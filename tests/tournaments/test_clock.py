"""The clock of a round: the time left, and when it ends."""

from datetime import UTC, datetime, timedelta

from tournaments.models import Round, Table
from tournaments.play.rounds import clock_text, ends_at, seconds_left

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def after(minutes, seconds=0):
    """The time that long after noon."""
    return NOON + timedelta(minutes=minutes, seconds=seconds)


def test_a_round_that_has_not_begun_has_all_its_time_and_no_end():
    one = Round(minutes=60)
    assert (seconds_left(one, NOON), ends_at(one)) == (3600, None)


def test_a_running_round_ends_its_minutes_after_its_start():
    one = Round(minutes=60, started_at=NOON)
    assert ends_at(one) == after(60)
    assert seconds_left(one, after(18, 40)) == 41 * 60 + 20
    assert seconds_left(one, after(61)) == -60


def test_a_pause_stops_the_clock_and_moves_the_end():
    one = Round(minutes=60, started_at=NOON, paused_seconds=120)
    assert ends_at(one) == after(62)
    one.paused_at = after(12)
    assert (ends_at(one), seconds_left(one, after(55))) == (None, 50 * 60)


def test_the_clock_of_a_closed_round_stays_where_it_stopped():
    one = Round(minutes=60, started_at=NOON, closed_at=after(41))
    table = Table(round=one, number=3, extra_seconds=300)
    assert (ends_at(one), seconds_left(one, after(90))) == (None, 19 * 60)
    assert (ends_at(one, table), seconds_left(one, after(90), table)) == (None, 24 * 60)
    one.paused_at = after(30)  # closed while it stood
    assert seconds_left(one, after(90)) == 30 * 60


def test_a_table_with_extra_time_ends_later_than_the_others():
    one = Round(minutes=60, started_at=NOON)
    table = Table(round=one, number=3, extra_seconds=300)
    assert (ends_at(one, table), seconds_left(one, after(60), table)) == (after(65), 300)


def test_a_second_that_has_begun_still_counts():
    one = Round(minutes=1, started_at=NOON)
    assert seconds_left(one, NOON + timedelta(milliseconds=300)) == 60
    assert seconds_left(one, NOON + timedelta(seconds=59, milliseconds=999)) == 1


def test_the_clock_reads_as_minutes_and_seconds():
    assert [clock_text(n) for n in (2480, 3600, 59, 0, -5, 7260)] == [
        "41:20",
        "60:00",
        "0:59",
        "0:00",
        "0:00",
        "121:00",
    ]
