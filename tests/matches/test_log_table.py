"""Actions besides the log: start, rematch, names, archive; and a database that can't be written."""

import io
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection

from engine.errors import RuleViolation
from engine.seats import PerSeat, Seat
from matches import actions
from matches.log.state import matches_of
from matches.models import Event, Match, Sitting
from people.db import write_lock
from tests.matches.table import NAMES, OTHER, PHONE, at, new_key, read, start, wall

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_match_starts_with_its_rules_its_players_and_its_phone():
    match = start(options={"match_length": 18, "limit": 40})
    assert (match.system, match.rules_version, match.options) == ("korean_japanese", 1, {"match_length": 18})
    assert (read(match).names, read(match).devices) == (NAMES, {PHONE: 1})
    assert (match.version, match.hand_no, match.closed, match.finished) == (0, 1, False, False)
    assert len(match.code) == 22
    assert list(matches_of(PHONE)) == [match]
    assert list(matches_of(OTHER)) == []


def test_sending_the_same_start_twice_creates_one_match():
    key = new_key()
    assert start(key=key) == start(key=key)
    assert Match.objects.count() == 1
    assert Sitting.objects.count() == 3


@pytest.mark.parametrize(
    "changes",
    [{"device": OTHER}, {"name": "Other"}, {"options": {"limit": 50}}, {"names": PerSeat("Ann", "Cho", "Bea")}],
)
def test_the_key_of_another_start_shows_the_match_that_has_it(changes):
    key = new_key()
    match = start(key=key)
    with pytest.raises(actions.KeyReuse) as refused:
        start(key=key, **changes)
    assert refused.value.saved == match
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"names": PerSeat("Ann", "", "Cho")}, "P2"),
        ({"names": PerSeat("Ann", "Bea", "ANN")}, "P3"),
        ({"name": "x" * 41}, "name"),
        ({"system": "bridge"}, "system"),
        ({"options": {"limit": True}}, "limit"),
        ({"options": {"nothing": 1}}, "nothing"),
        ({"key": "short"}, "key"),
    ],
)
def test_invalid_values_of_a_start_are_named(changes, field):
    with pytest.raises(RuleViolation) as refused:
        start(**changes)
    assert refused.value.field == field
    assert Match.objects.count() == 0


def test_a_match_without_a_name_is_called_by_its_players():
    match = start(name=" ")
    assert (match.name, match.title, read(match).title) == ("", "Ann, Bea, Cho", "Ann, Bea, Cho")


def test_in_a_rematch_the_next_chair_deals_first():
    match = start(options={"limit": 50})
    key = new_key()
    again = actions.rematch(match=match, device=PHONE, key=key)
    assert read(again).names == PerSeat("Bea", "Cho", "Ann")
    assert (again.options, again.name, again.version) == ({"limit": 50}, "Friday table", 0)
    assert actions.rematch(match=match, device=PHONE, key=key) == again
    with pytest.raises(actions.NotAllowed):
        actions.rematch(match=match, device=OTHER, key=new_key())


def test_a_new_name_holds_for_the_hands_of_that_player_alone():
    match = start()
    for winner in ("P1", "P2"):
        actions.record_entry(kind="hand", payload=wall(winner), **at(match))
    actions.replace_player(match=match, device=PHONE, chair=Seat.P2, name="Dan", from_hand=3)
    actions.rename_player(match=match, device=PHONE, chair=Seat.P2, name="Daniel")
    reading = read(match)
    assert [reading.name_at(Seat.P2, hand) for hand in (1, 2, 3, 4)] == ["Bea", "Bea", "Daniel", "Daniel"]
    assert reading.names == PerSeat("Ann", "Daniel", "Cho")
    actions.replace_player(match=match, device=PHONE, chair=Seat.P2, name="Eve", from_hand=3)
    assert read(match).names == PerSeat("Ann", "Eve", "Cho")
    assert Sitting.objects.filter(match=match).count() == 4


@pytest.mark.parametrize("hand", [0, 1, 4, 99])
def test_a_replacement_cannot_start_in_a_future_hand_or_before_the_current_player(hand):
    match = start()
    for winner in ("P1", "P2"):
        actions.record_entry(kind="hand", payload=wall(winner), **at(match))
    actions.replace_player(match=match, device=PHONE, chair=Seat.P2, name="Dan", from_hand=2)
    with pytest.raises(RuleViolation) as refused:
        actions.replace_player(match=match, device=PHONE, chair=Seat.P2, name="Eve", from_hand=hand)
    assert refused.value.field == "from_hand"


def test_names_at_a_table_stay_different_after_a_change():
    match = start()
    for change in (
        lambda: actions.rename_player(match=match, device=PHONE, chair=Seat.P1, name="bea"),
        lambda: actions.replace_player(match=match, device=PHONE, chair=Seat.P1, name="bea", from_hand=1),
    ):
        with pytest.raises(RuleViolation) as refused:
            change()
        assert refused.value.field == "name"
    actions.rename_player(match=match, device=PHONE, chair=Seat.P1, name="ANN")
    assert read(match).names.p1 == "ANN"


def test_a_stranger_cannot_use_these_actions():
    match = start()
    for change in (
        lambda: actions.rename_player(match=match, device=OTHER, chair=Seat.P1, name="Dan"),
        lambda: actions.replace_player(match=match, device=OTHER, chair=Seat.P1, name="Dan", from_hand=1),
        lambda: actions.rename_match(match=match, device=OTHER, name="Mine"),
        lambda: actions.set_point_value(match=match, device=OTHER, value=Decimal(1), unit="€"),
        lambda: actions.archive_match(match=match, device=OTHER),
        lambda: actions.restore_match(match=match, device=OTHER),
        lambda: actions.purge_match(match=match, device=OTHER),
    ):
        with pytest.raises(actions.NotAllowed):
            change()
    assert Match.objects.get() == match


def test_a_match_is_archived_and_restored():
    match = start()
    actions.archive_match(match=match, device=PHONE)
    first = Match.objects.get().archived_at
    actions.archive_match(match=match, device=PHONE)
    assert first is not None and Match.objects.get().archived_at == first
    actions.restore_match(match=match, device=PHONE)
    assert Match.objects.get().archived_at is None


def test_a_point_is_worth_what_the_table_says():
    match = start()
    actions.set_point_value(match=match, device=PHONE, value=Decimal("0.05"), unit="€")
    match.refresh_from_db()
    assert (match.worth(-26), match.point_unit) == (Decimal("-1.30"), "€")
    for value, unit, field in ((Decimal("NaN"), "", "value"), (Decimal(0), "", "value"), (Decimal("1e9"), "", "value"),
                               (Decimal("0.00001"), "", "value"), (None, "x" * 21, "unit")):  # fmt: skip
        with pytest.raises(RuleViolation) as refused:
            actions.set_point_value(match=match, device=PHONE, value=value, unit=unit)
        assert refused.value.field == field
    actions.set_point_value(match=match, device=PHONE, value=None, unit="")
    match.refresh_from_db()
    assert match.worth(5) is None


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (OperationalError("database is locked"), 503),
        (InterfaceError("connection already closed"), 503),
        (OperationalError("database or disk is full"), 507),
        (OSError(28, "No space left on device"), 507),
        (OSError(30, "Read-only file system"), 503),
    ],
)
def test_a_database_in_trouble_saves_nothing_and_says_so(monkeypatch, trouble, status):
    match = start()
    entry = at(match)

    def refuse(*args, **values):
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr("matches.actions.append.rewrite", refuse)
        with pytest.raises(actions.Unavailable) as refused:
            actions.record_entry(kind="hand", payload=wall(), **entry)
    assert refused.value.status == status
    assert Event.objects.count() == 0
    assert isinstance(actions.record_entry(kind="hand", payload=wall(), **entry), actions.Saved)


def test_other_writers_give_up_if_one_hangs(monkeypatch):
    if connection.vendor != "sqlite":
        return
    import fcntl

    match = start()
    monkeypatch.setattr(write_lock, "PATIENCE", 0.05)
    with open(f"{connection.settings_dict['NAME']}.wlock", "ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(actions.Unavailable):
            actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    assert isinstance(actions.record_entry(kind="draw", payload={"draw": True}, **at(match)), actions.Saved)


def test_the_demo_match_can_be_renamed_and_loaded_again():
    call_command("load_demo", stdout=io.StringIO())
    Match.objects.filter(is_demo=True).update(name="Saturday table")
    call_command("load_demo", stdout=io.StringIO())
    assert Match.objects.count() == 1


def test_two_processes_that_start_the_same_match_simultaneously_get_one(monkeypatch):
    """On PostgreSQL both find no match; the unique key refuses one, which then finds the match of the other."""
    from matches.actions import lifecycle as starting

    key, asked, same = new_key(), [], starting._same
    match = start(key=key)

    def blind_once(*told):
        asked.append(told)
        return None if len(asked) == 1 else same(*told)

    monkeypatch.setattr(starting, "_same", blind_once)
    assert start(key=key) == match
    assert (len(asked), Match.objects.count()) == (2, 1)
