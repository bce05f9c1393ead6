"""Starting the match of a table: who may, its players and rules, and that a second tap makes no second match."""

from dataclasses import replace

import pytest

from engine.errors import RuleViolation
from engine.seats import Seat as Chair
from matches.actions import archive_match, publish_match, purge_match, release_match
from matches.models import Match
from matches.rights import rights_of as match_rights
from people.db.transactions import NotAllowed
from people.models import Audit
from tests.matches.cast import Phone as Browser
from tests.matches.table import new_key
from tests.tournaments.table_cast import OTHER, PHONE, Hall
from tournaments.links import table_token
from tournaments.models import Phone, Round, Table
from tournaments.play import penalties
from tournaments.play.substitutions import NAMES, reseat_table, set_substitute
from tournaments.play.table_access import TableAction, _start_match, join_table, open_table
from tournaments.setup.lifecycle import About, change_about

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built_hall(standing):
    return Hall()


def opening(hall, table, device=PHONE, by=None):
    return TableAction(tournament=hall.tournament, table=table, key=new_key(), device=device, by=by)


def test_a_card_gives_a_phone_access_once_and_a_wrong_card_gives_none(hall):
    hall.card(PHONE)
    assert list(Phone.objects.values_list("device", "table", "entrant")) == [(PHONE, 1, None)]
    with pytest.raises(NotAllowed):
        join_table(tournament=hall.tournament, number=2, token="A" * 22, device=OTHER)


def test_the_match_of_a_table_has_its_players_on_their_winds_and_the_tournaments_rules(hall):
    match = hall.open()
    seats = {chair: (name, player and player.name) for chair, name, player in sat(match)}
    here = hall.here()
    expected = {
        chair.value: (here.names[seat.entrant_id], seat.entrant.player and seat.entrant.player.name)
        for chair, seat in zip(Chair, here.seats, strict=True)
    }
    assert seats == expected
    assert (match.system, match.options, match.club, match.public) == ("korean_japanese", {}, hall.club, False)
    assert match.within == f"/e/{hall.tournament.code}/rounds/1/tables/1/"
    assert match.name == "Spring cup 1/1"
    assert Table.objects.get(round__number=1, number=1).match == match


def sat(match):
    return [(each.chair, each.name, each.player) for each in match.sittings.select_related("player")]


def test_at_a_public_tournament_the_match_shows_names_as_their_owners_want_them():
    hall = Hall(public=True)
    seat = next(seat for number in (1, 2, 3) for seat in hall.here(number).seats if seat.entrant.player)
    seat.entrant.player.shown = "initials"
    seat.entrant.player.save()
    hall.card(PHONE, seat.table.number)
    match = hall.open(seat.table.number)
    initials = " ".join(f"{word[0]}." for word in seat.entrant.player.name.split())
    assert match.public
    assert initials in [name for _chair, name, _player in sat(match)]


def test_two_players_with_the_same_name_at_a_table_get_different_names(hall):
    here = hall.here()
    for seat in here.seats[:2]:
        seat.entrant.player, seat.entrant.name = None, "Jan Novák"
        seat.entrant.save()
    names = [name for _chair, name, _player in sat(hall.open())]
    assert names[:2] == ["Jan Novák", f"Jan Novák {here.seats[1].entrant.number}"]


def test_a_phone_without_a_card_cannot_start_the_match(hall):
    with pytest.raises(NotAllowed):
        hall.open(device=OTHER)
    with pytest.raises(NotAllowed):
        hall.open(number=2)
    assert Match.objects.filter(within__gt="").count() == 0


def test_another_phone_with_the_card_joins_the_same_match_as_a_scorer(hall):
    match = hall.open()
    hall.card(OTHER)
    assert hall.open(device=OTHER) == match
    assert list(match.devices.values_list("number", "device")) == [(1, PHONE), (2, OTHER)]
    assert hall.open() == match


def test_a_referee_starts_a_table_without_a_card(hall):
    match = open_table(opening(hall, hall.table(2), OTHER, by=hall.referee))
    assert match_rights(match, OTHER, 1, hall.referee).score


def test_a_phone_whose_access_was_revoked_does_not_regain_it_with_the_card(hall):
    hall.card(OTHER)
    match = hall.open()
    hall.open(device=OTHER)
    match.devices.filter(device=OTHER).update(revoked_at=match.created_at)
    with pytest.raises(NotAllowed):
        hall.open(device=OTHER)


def test_winds_corrected_while_a_phone_starts_the_match_are_used(hall):
    read, winds = hall.here(), dict(zip("ESW", reversed(hall.numbers()), strict=True))
    assert len(read.sitting) == 3  # before the winds are corrected
    reseat_table(order=winds, keeps=NAMES, reason="Winds", **hall.at(by=hall.referee))
    with pytest.raises(RuleViolation) as caught:
        _start_match(read, opening(hall, read.table), "")
    assert str(caught.value) == "The table has changed in the meantime. Check it again."
    assert Match.objects.filter(within__gt="").count() == 0


def test_a_table_of_a_hidden_round_cannot_be_started(hall):
    table = hall.table()
    Round.objects.filter(pk=table.round_id).update(published_at=None)
    with pytest.raises(NotAllowed):
        open_table(opening(hall, table))


def test_a_tables_actions_are_logged_with_ids_only(hall):
    hall.open()
    rows = Audit.objects.filter(what__in=["phone_let_in", "table_opened"]).order_by("pk")
    place = {"tournament": hall.tournament.code, "table": 1}
    assert [(row.what, row.club, row.after) for row in rows] == [
        ("phone_let_in", hall.club, place),
        ("table_opened", hall.club, {**place, "round": 1}),
    ]


def test_a_substitute_plays_in_the_match_until_the_entrant_comes_back(hall):
    match, entrant = hall.open(), hall.numbers()[1]
    set_substitute(tournament=hall.tournament, round=1, entrant=entrant, name="Sub Stitute", by=hall.referee)
    assert [name for _chair, name, _player in sat(match)][1] == "Sub Stitute"
    assert hall.here().seats[1].entrant.number == entrant
    set_substitute(tournament=hall.tournament, round=1, entrant=entrant, name="", by=hall.referee)
    assert [name for _chair, name, _player in sat(match)][1] == hall.here().names[hall.here().seats[1].entrant_id]


def test_the_match_of_a_table_is_neither_deleted_nor_removed_from_its_club(hall):
    match, organiser = hall.open(), hall.owner.user
    with pytest.raises(RuleViolation):
        purge_match(match=match, device=PHONE)
    with pytest.raises(RuleViolation):
        release_match(match=match, by=organiser)
    assert Match.objects.get(pk=match.pk).club == hall.club


def test_making_a_tournament_private_makes_its_matches_private():
    hall = Hall(public=True)
    old = hall.open()
    order = dict(zip("ESW", reversed(hall.numbers()), strict=True))
    new = reseat_table(order=order, keeps=NAMES, reason="Winds", **hall.at(by=hall.referee)).match
    other = open_table(opening(hall, hall.table(2), OTHER, by=hall.referee))
    about = About(name="Spring cup", starts_on=hall.tournament.starts_on, public=False)
    change_about(tournament=hall.tournament, by=hall.owner.user, about=about)
    assert dict(Match.objects.values_list("code", "public")) == {each.code: False for each in (old, new, other)}
    change_about(tournament=hall.tournament, by=hall.owner.user, about=replace(about, public=True))
    assert set(Match.objects.values_list("public", flat=True)) == {True}


def test_only_organisers_publish_or_archive_the_match_of_a_table(hall):
    match, phone = hall.open(), {"device": PHONE, "user": None}
    for step in (lambda: publish_match(match=match, public=True, **phone), lambda: archive_match(match=match, **phone)):
        with pytest.raises(RuleViolation) as caught:
            step()
        assert str(caught.value) == "This match is part of a tournament. Only the club’s organisers can do this."
    now = Match.objects.get(pk=match.pk)
    assert (now.public, now.archived_at) == (False, None)
    publish_match(match=match, device=OTHER, user=hall.owner.user, public=True)
    archive_match(match=match, device=OTHER, user=hall.owner.user)
    now = Match.objects.get(pk=match.pk)
    assert (now.public, now.archived_at is not None) == (True, True)


def test_the_page_says_why_the_table_cannot_publish_its_match(hall):
    phone = Browser()
    card = f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}"
    phone.send(phone.get(card).form(card), status=303)
    table = f"/e/{hall.tournament.code}/rounds/1/tables/1/"
    share = phone.send(phone.get(table).form("/open/"), status=303).goes_to + "share/"
    assert "/public/" not in phone.get(share).html
    page = phone.post(share + "public/", {"public": "1"})
    assert page.status == 422
    assert "This match is part of a tournament. Only the club’s organisers can do this." in page


def test_a_penalty_is_only_given_in_a_published_round():
    hall = Hall(drawn=2)
    told = {"tournament": hall.tournament, "entrant": 1, "points": -5, "reason": "Late", "by": hall.referee}
    for number in (2, 9):
        with pytest.raises(RuleViolation, match="That round doesn’t exist.") as said:
            penalties.give_penalty(**told, key=new_key(), round=number)
        assert said.value.field == "round"
    assert [penalties.give_penalty(**told, key=new_key(), round=each).round for each in (None, 1)] == [None, 1]
