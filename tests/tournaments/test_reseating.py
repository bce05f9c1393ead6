"""Players sat in the wrong seats and hands were entered: the referee corrects the seats, the match and the payments."""

from decimal import Decimal

import pytest

from engine.errors import RuleViolation
from engine.seats import Seat
from matches import actions as play
from matches.log.state import open_match
from matches.models import Match, Sitting
from people.models import Audit
from tests.matches.table import discard, new_key
from tests.tournaments.table_cast import PHONE, Hall
from tournaments.models import RoundChange, Table
from tournaments.play.results import enter_result
from tournaments.play.substitutions import NAMES, PERSONS, reseat_table, set_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built_hall(standing):
    return Hall()


def reseated(hall, order, keeps=PERSONS, **more):
    """Reseat the three players of table 1: the `order` (2, 0, 1) puts the third on East."""
    numbers = hall.numbers()
    winds = {wind: numbers[place] for wind, place in zip("ESW", order, strict=True)}
    told = {"device": "", "by": hall.referee, **more}
    reason = told.pop("reason", "They read the list wrongly")
    return reseat_table(order=winds, keeps=keeps, reason=reason, **hall.at(**told))


def gains(match):
    """{name: points} of the match."""
    reading = open_match(match.code)
    return {reading.names[seat]: points for seat, points in reading.log.state.balances.items()}


def test_hands_that_stay_with_the_players_pay_the_same_people_if_winds_make_no_difference(hall):
    match = hall.open()
    hall.hand(match, "P1")
    hall.hand(match, "P2")
    hall.hand(match, **discard("P3", "P1"))
    before = gains(match)
    table = reseated(hall, (2, 0, 1))
    assert table.match != match
    assert gains(table.match) == before
    new = open_match(table.match.code)
    assert [(row.payload["winner"], row.payload["win"]) for row in new.log.rows] == [
        ("P2", {"by": "wall"}),
        ("P3", {"by": "wall"}),
        ("P1", {"by": "discard", "from": "P2"}),
    ]


def test_hands_that_stay_with_the_winds_go_to_the_players_now_on_them(hall):
    match = hall.open()
    hall.hand(match, "P1")
    before = open_match(match.code)
    table = reseated(hall, (2, 0, 1), NAMES)
    new = open_match(table.match.code)
    assert tuple(new.log.state.balances) == tuple(before.log.state.balances)
    assert list(new.names) == [list(before.names)[place] for place in (2, 0, 1)]


def test_the_new_match_is_valid_and_the_old_one_is_kept_but_not_counted(hall):
    match = hall.open()
    for no in range(9):
        hall.hand(match, f"P{no % 3 + 1}")
    rows = [(event.hash, event.payload) for event in match.events.all()]
    assert Sitting.objects.filter(match=match, played_on__isnull=False).count() == 3
    table = reseated(hall, (1, 0, 2))
    old = Match.objects.get(pk=match.pk)
    assert old.archived_at is not None
    assert [(event.hash, event.payload) for event in old.events.all()] == rows
    assert not old.devices.filter(revoked_at=None).exists()
    counted = Sitting.objects.filter(played_on__isnull=False)
    assert {sitting.match_id for sitting in counted} == {table.match_id}
    chain = list(table.match.events.order_by("seq"))
    assert [event.previous_hash for event in chain[1:]] == [event.hash for event in chain[:-1]]


def test_a_hand_that_is_invalid_in_the_new_seats_is_named_and_nothing_is_changed(hall):
    match, numbers = hall.open(), hall.numbers()
    hall.hand(match, "P1")
    hall.hand(match, "P2")
    # The dealer of the third hand reaches the minimum only by the pong of East.
    melds = [{"type": "pong", "tile": "E"}, {"type": "pong", "tile": "2p"}]
    tiles = {
        "concealed": ["3p", "4p", "5p", "5m", "5m", "6m", "7m", "8m"],
        "melds": melds,
        "win": {"by": "wall", "tile": "4p"},
    }
    at = {"match": match, "device": PHONE, "key": new_key(), "expected_seq": 3}
    play.record_entry(kind="hand", payload={"winner": "P3", **tiles}, **at)
    with pytest.raises(RuleViolation) as refused:
        reseated(hall, (2, 0, 1))
    said = "Hand 3 isn’t possible with these seats. Correct it in the match first, or start scoring this table again."
    assert (refused.value.field, str(refused.value)) == ("seats", said)
    assert (hall.numbers(), hall.table().match, Match.objects.count()) == (numbers, match, 1)


def test_replaced_players_and_the_point_value_are_kept_with_the_hands(hall):
    match = hall.open()
    for no in range(3):
        hall.hand(match, f"P{no % 3 + 1}")
    play.replace_player(match=match, device=PHONE, chair=Seat.P1, name="Late Lily", from_hand=2)
    play.set_point_value(match=match, device=PHONE, value=Decimal("0.5"), unit="Kč")
    number, first = hall.numbers()[0], Sitting.objects.filter(match=match, chair="P1")
    set_substitute(tournament=hall.tournament, round=1, entrant=number, name="Sub Stitute", by=hall.referee)
    assert list(first.values_list("name", "from_hand")) == [("Sub Stitute", 1), ("Late Lily", 2)]
    new = Match.objects.get(pk=reseated(hall, (2, 0, 1)).match_id)
    later = new.sittings.filter(from_hand__gt=1).values_list("chair", "name", "from_hand")
    assert list(later) == [("P2", "Late Lily", 2)]
    assert (new.point_value, new.point_unit) == (Decimal("0.5000"), "Kč")


def test_the_phone_goes_on_scoring_in_the_new_match(hall):
    match = hall.open()
    hall.hand(match, "P1")
    table = reseated(hall, (1, 0, 2))
    assert hall.open() == table.match
    hall.hand(table.match, "P3")
    assert Match.objects.get(pk=table.match_id).version == 2


def test_the_change_of_seats_and_its_reason_are_logged(hall):
    one, other, third = hall.numbers()
    reseated(hall, (1, 0, 2))
    assert hall.numbers() == [other, one, third]
    change = RoundChange.objects.latest("pk")
    assert (change.before["tables"][0], change.after["tables"][0]) == ([one, other, third], [other, one, third])
    assert (change.reason, change.by) == ("They read the list wrongly", hall.referee.pk)
    row = Audit.objects.get(what="table_reseated")
    assert (row.before, row.after["seats"]) == ({"seats": [one, other, third]}, [other, one, third])


def test_the_same_form_sent_twice_reseats_once(hall):
    match = hall.open()
    hall.hand(match)
    key, numbers = new_key(), hall.numbers()
    order = {"E": numbers[1], "S": numbers[0], "W": numbers[2]}
    told = {"order": order, "keeps": PERSONS, "reason": "Wrong"}
    for _twice in range(2):
        reseat_table(**told, **hall.at(key=key, by=hall.referee))
    assert Match.objects.filter(within__gt="").count() == 2
    assert hall.numbers() == [numbers[1], numbers[0], numbers[2]]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 0, 1)], ids=["as they sit", "one of them twice"])
def test_an_invalid_order_is_refused(hall, order):
    with pytest.raises(RuleViolation) as refused:
        reseated(hall, order)
    assert (refused.value.field, RoundChange.objects.filter(revision__gt=0).exists()) == ("order", False)


def test_a_confirmed_result_keeps_its_seats(hall):
    enter_result(points=(0, 0, 0), **hall.at(device="", by=hall.referee))
    with pytest.raises(RuleViolation):
        reseated(hall, (1, 0, 2))
    assert Table.objects.get(round__number=1, number=1).match is None


def test_the_old_match_links_its_phone_to_the_tournament(hall):
    match = hall.open()
    hall.hand(match)
    reseated(hall, (1, 0, 2))
    assert not open_match(match.code, PHONE).may_score(PHONE)
    assert Match.objects.get(pk=match.pk).within == hall.table().match.within


def test_a_result_for_the_old_seats_has_to_be_entered_again(hall):
    enter_result(points=(20, -5, -15), **hall.at(entrant=hall.numbers()[0]))
    reseated(hall, (1, 0, 2))
    assert (hall.here().disputed, hall.here().verdict.reason) == (True, "They read the list wrongly")
    enter_result(points=(-5, 20, -15), **hall.at(entrant=hall.numbers()[0]))
    assert (hall.here().disputed, hall.here().result.number) == (False, 2)
