"""The players of two tables sat at each other's table: the tables exchange their matches, and no hand changes."""

import random
import re

import pytest

from engine.errors import RuleViolation
from engine.seats import Seat as Chair
from matches import actions as play
from matches.log.state import open_match
from matches.models import LedgerRow, Match
from matches.pages.score_page import poll_state_of
from people.db.transactions import NotAllowed
from people.models import Audit, Club
from tests.matches.table import discard, new_key, wall
from tests.people.club_cast import member
from tests.thorough import sized
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import OTHER, PHONE, Hall
from tests.wording import REASON_NEEDED
from tournaments.files.archive.import_archive import import_event
from tournaments.files.archive.write import archive_bytes
from tournaments.models import RoundChange, Seat, Table, Tournament, TournamentState
from tournaments.play.results import confirm_result, dispute_result, enter_result, read_result
from tournaments.play.rounds import close_round
from tournaments.play.substitutions import exchange_tables, mark, set_substitute
from tournaments.play.table_access import TableAction

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r"points: (\S+)")
WHY = "They mixed up the tables"


@pytest.fixture(scope="module")
def built_hall(standing):
    """A hall with PHONE at table 1 and OTHER at table 2."""
    hall = Hall()
    hall.card(OTHER, 2)
    return hall


@pytest.fixture
def bare():
    """The same, but no match has been started yet."""
    hall = Hall()
    hall.card(OTHER, 2)
    return hall


@pytest.fixture(scope="module")
def built_matches(built_hall):
    hall = built_hall
    found = hall.open(), hall.open(2, OTHER)
    hall.hand(found[0], "P1")
    hall.hand(found[1], "P1", OTHER)
    hall.hand(found[1], **discard("P1", "P3"), device=OTHER)
    return found


@pytest.fixture
def matches(built_matches):
    """The matches of tables 1 and 2. In the second, East wins twice."""
    return tuple(Match.objects.get(pk=each.pk) for each in built_matches)


def drawn(hall, number, order=(0, 1, 2)):
    """The entrants' numbers on East, South and West of the table: as drawn, or in another order."""
    people = hall.numbers(number)
    return {wind: people[place] for wind, place in zip("ESW", order, strict=True)}


def exchanged(hall, orders=((0, 1, 2), (0, 1, 2)), **more):
    """Exchange the matches of tables 1 and 2."""
    told = {
        "other": hall.table(2),
        "orders": {number: drawn(hall, number, order) for number, order in enumerate(orders, start=1)},
        "seen": mark(hall.here(1), hall.here(2)),
        "reason": WHY,
    }
    action = {"tournament": hall.tournament, "table": hall.table(1), "key": new_key(), "by": hall.referee}
    action |= {name: more.pop(name) for name in action.keys() & more.keys()}
    exchange_tables(TableAction(**action), **told | more)


def points(hall, number):
    """{entrant's number: (points, name)} by the table's match."""
    here = hall.here(number)
    reading = open_match(here.table.match.code)
    found = zip(here.seats, reading.names, reading.log.state.balances, strict=True)
    return {seat.entrant.number: (name == here.sitting[seat.entrant_id], balance) for seat, name, balance in found}


def log(match):
    """Every entry of the match's log, as stored."""
    return list(match.events.values_list("seq", "key", "kind", "payload", "at", "by", "previous_hash", "hash"))


def refused(step, *values):
    with pytest.raises(RuleViolation) as caught:
        step(*values)
    return caught.value.field, caught.value.sentence % caught.value.values


@pytest.mark.both_databases
def test_each_table_gets_the_hands_that_its_people_played_and_no_log_changes(hall, matches):
    logs = [log(match) for match in matches]
    balances = [tuple(open_match(match.code).log.state.balances) for match in matches]
    names = [open_match(match.code).match.name for match in matches]
    seats = list(Seat.objects.order_by("pk").values_list("pk", "table", "entrant", "wind"))
    exchanged(hall)
    assert [hall.table(number).match for number in (1, 2)] == list(matches[::-1])
    assert points(hall, 1) == {one: (True, each) for one, each in zip(hall.numbers(1), balances[1], strict=True)}
    assert points(hall, 2) == {one: (True, each) for one, each in zip(hall.numbers(2), balances[0], strict=True)}
    assert [log(match) for match in matches] == logs
    assert list(Seat.objects.order_by("pk").values_list("pk", "table", "entrant", "wind")) == seats
    told = [Match.objects.get(pk=match.pk) for match in matches]
    rounds = f"/e/{hall.tournament.code}/rounds/1/tables"
    assert [(match.name, match.within) for match in told] == [(names[1], f"{rounds}/2/"), (names[0], f"{rounds}/1/")]


@pytest.mark.parametrize("seed", range(sized(1, 4)))
def test_each_person_has_the_points_of_their_chair_whatever_was_played(bare, seed):
    hall, dice = bare, random.Random(seed)
    matches = {1: hall.open(), 2: hall.open(2, OTHER)}
    for number, match in matches.items():
        for _no in range(dice.randrange(1, 9)):
            winner, *losers = dice.sample(["P1", "P2", "P3"], 3)
            hand = dice.randrange(3, 9), dice.randrange(2, 30)
            payload = dice.choice([wall(winner, *hand), discard(winner, losers[0], *hand)])
            hall.hand(match, device={1: PHONE, 2: OTHER}[number], **payload)
    orders = tuple(tuple(dice.sample(range(3), 3)) for _table in (1, 2))
    expected = {}
    for number, order in enumerate(orders, start=1):
        balances = open_match(matches[3 - number].code).log.state.balances
        expected[number] = {
            entrant: (True, balance)
            for entrant, balance in zip(drawn(hall, number, order).values(), balances, strict=True)
        }
    seats = Seat.objects.filter(round__tournament=hall.tournament, round__number=1)
    people = sorted(seats.values_list("entrant", flat=True))
    exchanged(hall, orders)
    assert {number: points(hall, number) for number in (1, 2)} == expected
    assert sorted(seats.values_list("entrant", flat=True)) == people
    rows = LedgerRow.objects.values_list("d1", "d2", "d3", "d0", "b1", "b2", "b3", "b0")
    assert {(sum(row[:4]), sum(row[4:])) for row in rows} <= {(0, 0)}
    for number, match in matches.items():
        result = read_result(**hall.at(3 - number, device="", by=hall.referee))
        assert result.points[:3] == tuple(open_match(match.code).log.state.balances)


def test_winds_other_than_drawn_are_stored_as_they_were_played(hall, matches):
    people = hall.numbers(1)
    exchanged(hall, ((2, 0, 1), (0, 1, 2)))
    assert hall.numbers(1) == [people[2], people[0], people[1]]
    change = RoundChange.objects.latest("pk")
    assert change.before["tables"][0] == people
    assert change.after["tables"][0] == [people[2], people[0], people[1]]
    assert list(open_match(matches[1].code).names) == [
        hall.here().sitting[seat.entrant_id] for seat in hall.here().seats
    ]


def test_a_second_tap_or_a_second_referee_does_not_exchange_them_back(hall, matches):
    told = {"seen": mark(hall.here(1), hall.here(2)), "key": new_key()}
    exchanged(hall, **told)
    after = points(hall, 1), points(hall, 2)
    exchanged(hall, **told)
    exchanged(hall, **told | {"key": new_key(), "table": hall.table(2), "other": hall.table(1)})
    assert (points(hall, 1), points(hall, 2)) == after
    assert RoundChange.objects.filter(revision__gt=0).count() == 1
    assert Audit.objects.filter(what="tables_exchanged").count() == 2


def test_an_exchange_can_be_reversed_and_an_older_tap_does_not_repeat_it(hall, matches):
    before, told = (points(hall, 1), points(hall, 2)), {"seen": mark(hall.here(1), hall.here(2))}
    exchanged(hall, **told)
    exchanged(hall)
    assert (points(hall, 1), points(hall, 2)) == before
    text = "The tables have changed in the meantime. Check them again."
    assert refused(lambda: exchanged(hall, **told)) == ("table", text)


def test_the_reason_is_shown_in_the_round_and_both_matches_mention_it(hall, matches):
    exchanged(hall)
    change = RoundChange.objects.latest("pk")
    assert (change.revision, change.reason, change.by) == (1, WHY, hall.referee.pk)
    place = {"tournament": hall.tournament.code, "round": 1}
    rows = Audit.objects.filter(what="tables_exchanged").order_by("pk")
    assert [(row.match, row.after) for row in rows] == [
        (matches[1].code, {**place, "table": 1, "other": 2, "seats": hall.numbers(1)}),
        (matches[0].code, {**place, "table": 2, "other": 1, "seats": hall.numbers(2)}),
    ]


def test_phones_go_on_scoring_their_match_and_may_sign_at_the_table_that_it_belongs_to(hall, matches):
    stands = [poll_state_of(open_match(match.code)) for match in matches]
    exchanged(hall)
    hall.hand(matches[0], "P2")
    assert hall.table(2).match == matches[0]
    result = read_result(**hall.at(2, entrant=hall.numbers(2)[0]))
    assert result.points[:3] == tuple(open_match(matches[0].code).log.state.balances)
    assert [poll_state_of(open_match(match.code)) for match in matches] != stands
    assert poll_state_of(open_match(matches[1].code)) != stands[1]
    assert hall.open(1, PHONE) == matches[1]


def test_extra_time_moves_with_the_players(hall, matches):
    Table.objects.filter(pk=hall.table(1).pk).update(extra_seconds=180)
    exchanged(hall)
    assert (hall.table(1).extra_seconds, hall.table(2).extra_seconds) == (0, 180)


def test_a_substitute_moves_with_their_table_and_somebody_who_came_later_stays(hall, matches):
    play.replace_player(match=matches[0], device=PHONE, chair=Chair.P1, name="Late Lily", from_hand=2)
    number = hall.numbers(2)[1]
    set_substitute(tournament=hall.tournament, round=1, entrant=number, name="Sub Stitute", by=hall.referee)
    exchanged(hall)
    sat = list(matches[0].sittings.order_by("chair", "from_hand").values_list("chair", "name", "from_hand"))
    here = hall.here(2)
    east, _south, west = (here.sitting[seat.entrant_id] for seat in here.seats)
    assert sat == [("P1", east, 1), ("P1", "Late Lily", 2), ("P2", "Sub Stitute", 1), ("P3", west, 1)]


def test_results_entered_before_the_exchange_have_to_be_entered_again(hall, matches):
    read_result(**hall.at(entrant=hall.numbers()[0]))
    exchanged(hall)
    assert (hall.here(1).disputed, hall.here(1).verdict.reason, hall.here(2).result) == (True, WHY, None)
    result = read_result(**hall.at(entrant=hall.numbers()[0]))
    confirm_result(number=result.number, **hall.at(device="", by=hall.referee))
    assert hall.here(1).confirmed


def test_a_confirmed_result_is_disputed_first(hall, matches):
    enter_result(points=(0, 0, 0), **hall.at(2, device="", by=hall.referee))
    text = "The result at table 2 is confirmed. Dispute it first."
    assert refused(exchanged, hall) == ("table", text)
    dispute_result(number=1, reason="Mixed up", **hall.at(2, device="", by=hall.referee))
    exchanged(hall)
    assert hall.table(2).match == matches[0]


def test_matches_of_a_closed_round_are_not_exchanged(hall, matches):
    for number in (1, 2, 3):
        enter_result(points=(0, 0, 0), **hall.at(number, device="", by=hall.referee))
    close_round(tournament=hall.tournament, round=1, by=hall.referee)
    assert refused(exchanged, hall) == ("table", "Round 1 is closed.")


def test_matches_of_a_finished_tournament_are_not_exchanged(hall, matches):
    Tournament.objects.filter(pk=hall.tournament.pk).update(state=TournamentState.OVER)
    assert refused(exchanged, hall) == ("tournament", "The tournament has finished. Reopen it first.")


def test_a_table_without_a_match_is_named(bare):
    bare.open()
    text = "Nobody has started scoring at table 2. Open its score page on a phone first."
    assert refused(exchanged, bare) == ("table", text)


def test_impossible_exchanges_are_refused_and_change_nothing(hall, matches):
    before = Table.objects.order_by("pk").values_list("pk", "match")
    rows = list(before)
    for field, more in {
        "reason": {"reason": " "},
        "order": {"orders": ((0, 0, 2), (0, 1, 2))},
        "table": {"other": hall.table(1)},
    }.items():
        assert refused(lambda more=more: exchanged(hall, **more))[0] == field
    assert list(before.all()) == rows
    assert not Audit.objects.filter(what="tables_exchanged").exists()


def test_only_referees_exchange_matches(hall, matches):
    scorer = member(hall.club.code, "scorer", "sam").user
    with pytest.raises(NotAllowed):
        exchanged(hall, by=scorer)
    assert hall.table(1).match == matches[0]


@pytest.mark.thorough
def test_the_archive_of_such_a_tournament_can_be_imported(hall, matches):
    read_result(**hall.at(entrant=hall.numbers()[0]))
    exchanged(hall, ((2, 0, 1), (0, 1, 2)))
    data = archive_bytes(hall.tournament)
    otto = Person("otto")
    club = Club.objects.get(code=otto.found())
    again = import_event(club=club, by=otto.user, data=data, key=new_key())
    assert archive_bytes(again) == data


# ── the pages ────────────────────────────────────────────────────────────────


@pytest.fixture
def referee(hall):
    """The referee's browser."""
    return member(hall.club.code, "referee", "ruth")


@pytest.fixture
def table(hall):
    """The URL of the first table."""
    return f"/e/{hall.tournament.code}/rounds/1/tables/1/"


def test_the_referee_chooses_the_other_table_checks_the_points_and_exchanges_the_matches(hall, matches, referee, table):
    expected = points_of(hall, matches)
    assert f"{table}exchange/" in referee.get(table).html
    assert f"{table}exchange/?with=2" in referee.get(f"{table}exchange/").html
    page = referee.get(f"{table}exchange/?with=2")
    for heading in ("Table 1, with the hands scored at table 2", "Table 2, with the hands scored at table 1"):
        assert heading in page.text
    assert SHOWN.findall(page.text) == [
        f"{each:+}".replace("-", "\u2212") for number in (1, 2) for each in expected[number].values()
    ]
    form = page.form("/exchange/")
    assert referee.send(form, reason=WHY, status=303).goes_to == table
    assert {number: points(hall, number) for number in (1, 2)} == {
        number: {entrant: (True, balance) for entrant, balance in told.items()} for number, told in expected.items()
    }
    assert referee.send(form, reason=WHY, status=303).goes_to == table
    assert hall.table(1).match == matches[1]


def test_errors_are_shown_and_the_choices_are_kept(hall, matches, referee, table):
    east, south, west = map(str, hall.numbers(2))
    form = referee.get(f"{table}exchange/?with=2").form("/exchange/")
    page = referee.send(form, E2=west, S2=south, W2=east, status=422)
    assert REASON_NEEDED in page.text
    again = page.form("/exchange/")
    assert [dict(again.data())[each] for each in ("E2", "S2", "W2")] == [[west], [south], [east]]
    assert (
        "Give each of the three players a different wind." in referee.send(again, reason=WHY, E2=south, status=422).text
    )
    referee.send(again, reason=WHY, status=303)
    assert hall.numbers(2) == [int(west), int(south), int(east)]


def test_a_table_that_cannot_be_exchanged_says_why_before_anything_is_filled_in(bare):
    bare.open()
    referee = member(bare.club.code, "referee", "ruth")
    table = f"/e/{bare.tournament.code}/rounds/1/tables/1/"
    page = referee.get(f"{table}exchange/")
    assert "No other table in this round is scored on a phone." in page.text
    page = referee.get(f"{table}exchange/?with=2")
    assert "Nobody has started scoring at table 2. Open its score page on a phone first." in page.text
    assert referee.get(f"{table}exchange/?with=77").status == 200


def points_of(hall, matches):
    """The expected points of each entrant at tables 1 and 2: the balances of the other table's match."""
    found = zip((1, 2), matches[::-1], strict=True)
    return {
        number: dict(zip(hall.numbers(number), open_match(match.code).log.state.balances, strict=True))
        for number, match in found
    }
