"""Several people at the same moment: one result, one match, one round.

These tests commit, so they are in their own file: the tests in other files share module fixtures.
"""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from matches.actions import tournament_matches
from matches.models import Match
from people.models import Audit, Club, User
from tests.matches.table import new_key
from tests.tournaments.draw_cast import ranked
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import OTHER, PHONE, Hall
from tests.tournaments.test_draw_ways import played, swiss
from tests.tournaments.test_reseating import reseated
from tests.tournaments.test_results import entered
from tests.tournaments.test_tables import opening
from tournaments.draw import draw
from tournaments.models import Result, Round, Seat, Table, Tournament, Verdict
from tournaments.play.results import confirm_result, enter_result
from tournaments.play.table_access import open_table


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_phones_that_confirm_at_once_confirm_once():
    hall = Hall()
    hall.card(OTHER)
    one, other, third = hall.numbers()
    entered(hall)

    def tap(told):
        try:
            return confirm_result(number=1, **hall.at(entrant=told[0], device=told[1])).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(tap, [(other, PHONE), (third, OTHER), (other, PHONE), (third, OTHER)]))
    assert set(made) == {Verdict.objects.get().pk}


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_the_same_form_sent_twice_at_once_is_one_result():
    hall = Hall()
    told = hall.at(entrant=hall.numbers()[0])

    def tap(_no):
        try:
            return enter_result(points=(20, -5, -15), **told).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(tap, range(6)))
    assert set(made) == {Result.objects.get().pk}
    assert Table.objects.get(round__number=1, number=1).results.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_table_that_is_started_on_several_phones_at_once_has_one_match():
    hall = Hall()
    phones = [PHONE, *(f"{no}" * 22 for no in range(1, 5))]
    for phone in phones[1:]:
        hall.card(phone)

    def tap(device):
        try:
            return open_table(opening(hall, hall.table(), device)).code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        codes = list(threads.map(tap, [*phones, *phones]))
    match = Match.objects.get(within__gt="")
    assert set(codes) == {match.code}
    assert sorted(match.devices.values_list("device", flat=True)) == sorted(phones)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_hand_sent_while_the_seats_are_corrected_is_not_reported_as_saved_and_then_lost(monkeypatch):
    hall = Hall()
    old, said, played_again = hall.open(), [], tournament_matches._people
    hall.hand(old)

    def phone():
        try:
            said.append(type(hall.hand(old)).__name__)
        except Exception as no:
            said.append(type(no).__name__)
        finally:
            connection.close()

    sending = threading.Thread(target=phone)

    def meanwhile(*told):
        sending.start()
        sending.join(0.5)
        said.append("they are put right")
        played_again(*told)

    monkeypatch.setattr(tournament_matches, "_people", meanwhile)
    new = reseated(hall, (2, 0, 1)).match
    sending.join(20)
    assert said == ["they are put right", "NotAllowed"]
    assert [Match.objects.get(pk=match.pk).version for match in (old, new)] == [1, 1]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_eight_taps_at_once_make_one_round():
    olga = Person("olga")
    club = Club.objects.get(code=olga.found())
    found = swiss(club, olga)
    played(found, olga, 1)
    user = User.objects.get(username="olga")
    ready, told, order = threading.Barrier(8), [], ranked(found)()

    def tap():
        try:
            ready.wait(30)
            made_by = Tournament.objects.get(pk=found.pk)
            key = new_key()
            told.append(draw.generate_round(tournament=made_by, number=2, key=key, by=user, ranking=lambda: order).pk)
        finally:
            connections.close_all()

    taps = [threading.Thread(target=tap) for _each in range(8)]
    for each in taps:
        each.start()
    for each in taps:
        each.join(120)
    one = Round.objects.get(tournament=found, number=2)
    assert told == [one.pk] * 8
    assert Seat.objects.filter(round=one).count() == 15
    assert Audit.objects.filter(what="round_drawn").count() == 1
