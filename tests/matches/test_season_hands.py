"""Every hand of a season as one file: its content, its names, and that it is streamed."""

import csv
import io
from datetime import UTC, datetime
from itertools import combinations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.season import hands_file
from clubs.season.standings import Roster, Season
from engine.seats import Seat
from matches import actions
from matches.log.state import open_match
from matches.models import Sitting
from people.models import Player
from tests.matches.seasons import CHAIRS, GAMES, club, hand, match, players, random_entries
from tests.matches.table import PHONE, at
from tests.matches.test_season_pages import member

pytestmark = pytest.mark.django_db
JUNE = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def friday():
    return club(public=False)


def rows_of(season):
    text = b"".join(hands_file.pieces(season)).decode()
    return list(csv.DictReader(io.StringIO(text)))


def expected(matches):
    """The expected rows, calculated from the replayed logs."""
    told = []
    for each in matches:
        log = open_match(each.code).log
        for row in log.rows:
            sat = [_sitting(each, chair, row.nth) for chair in CHAIRS]
            told.append(
                {
                    "match": each.code,
                    "day": f"{each.created_at:%Y-%m-%d}",
                    "hand": row.hand_no,
                    "seq": row.seq,
                    **dict(zip((f"change_{chair}" for chair in CHAIRS), row.changes, strict=True)),
                    **dict(zip((f"balance_{chair}" for chair in CHAIRS), row.balances, strict=True)),
                    "on_table": row.after.sticks,
                    **{f"player_{each.chair}": each.player_id or "" for each in sat},
                    **{f"name_{each.chair}": each.player.name if each.player else each.name for each in sat},
                }
            )
    return [{key: str(value) for key, value in row.items()} for row in told]


def _sitting(match, chair, nth):
    return Sitting.objects.filter(match=match, chair=chair, from_hand__lte=nth).order_by("from_hand").last()


@pytest.mark.parametrize("system", GAMES)
def test_the_file_has_every_hand_of_the_season_as_the_logs_have_it(friday, system):
    people = players(friday, "Ann", "Bea", "Cho", "Dan")
    began = (JUNE.replace(day=day) for day in (4, 1, 3, 2))
    made = [
        match(friday, those, *random_entries(system, seed), system=system, began=day)
        for seed, (those, day) in enumerate(zip(combinations(people, 3), began, strict=True))
    ]
    found = rows_of(Season(Roster(friday, True), system))
    assert found == expected(sorted(made, key=lambda each: each.created_at))
    assert tuple(found[0]) == hands_file.COLUMNS


@pytest.mark.parametrize("system", GAMES)
def test_a_replacement_is_named_from_their_first_hand_even_if_deals_are_repeated(friday, system):
    entries = random_entries(system, 11, most=8)
    new = match(friday, players(friday, "Ann", "Bea", "Cho"), *entries, system=system, began=JUNE, close=False)
    for chair, name, nth in ((Seat.P1, "Dan", 2), (Seat.P3, "Eva", 3), (Seat.P1, "Flo", 4)):
        actions.replace_player(match=new, device=PHONE, chair=chair, name=name, from_hand=nth)
    actions.close_match(balances=open_match(new.code).log.state.balances, **at(new))
    found = rows_of(Season(Roster(friday, True), system))
    assert found == expected([new])
    assert {"Dan", "Eva", "Flo"} <= {row[f"name_{chair}"] for row in found for chair in CHAIRS}


def test_outsiders_see_players_display_names_and_no_names_of_guests(friday):
    ann, bea = players(friday, "Ann Alder", "Bea")
    Player.objects.filter(pk=ann.pk).update(shown="initials")
    Player.objects.filter(pk=bea.pk).update(number=7, shown="nobody")
    match(friday, (ann, bea, None), hand("P1"))
    (inside,) = rows_of(Season(Roster(friday, True), "korean_japanese"))
    (outside,) = rows_of(Season(Roster(friday, False), "korean_japanese"))
    names = [f"name_{chair}" for chair in CHAIRS]
    assert [inside[name] for name in names] == ["Ann Alder", "Bea", "Cho"]
    assert [outside[name] for name in names] == ["A. A.", "Player 7", ""]
    assert [outside[f"player_{chair}"] for chair in CHAIRS] == [str(ann.pk), str(bea.pk), ""]


def test_an_erased_player_has_no_name_and_a_merged_entry_the_name_of_the_person(friday):
    ann, bea, again = players(friday, "Ann", "Bea", "Ann again")
    Player.objects.filter(pk=again.pk).update(merged_into=ann)
    Player.objects.filter(pk=bea.pk).update(erased_at=JUNE)
    match(friday, (again, bea, None), hand("P1"))
    (row,) = rows_of(Season(Roster(friday, True), "korean_japanese"))
    assert (row["player_P1"], row["name_P1"], row["name_P2"]) == (str(ann.pk), "Ann", "Former player")


def test_the_address_accepts_days_semicolon_and_bom_and_the_file_has_no_formulas(friday):
    ann, bea = players(friday, "=1+1 %d 100%", "Bea")
    match(friday, (ann, bea, None), hand("P1"), began=JUNE)
    match(friday, (ann, bea, None), hand("P2"), began=JUNE.replace(month=5))
    reader = member(friday)
    answer = reader.get(f"/c/{friday.code}/season/hands.csv?sep=;&from=2026-06-01")
    text = b"".join(answer.streaming_content).decode()
    assert text.startswith("\ufeffmatch;day;hand;seq;")
    (row,) = csv.DictReader(io.StringIO(text[1:]), delimiter=";")
    assert (row["day"], row["name_P1"], row["change_P1"]) == ("2026-06-01", "'=1+1 %d 100%", "16")
    assert answer["Content-Disposition"].startswith(
        'attachment; filename="friday-club-korean_japanese-2026-06-01-hands.csv"'
    )
    assert reader.get(f"/c/{friday.code}/season/hands.csv?from=yesterday").status_code == 400
    assert Client().get(f"/c/{friday.code}/season/hands.csv").status_code == 404
    page = reader.get(f"/c/{friday.code}/season/?system=korean_japanese&from=2026-06-01").content.decode()
    assert f"/c/{friday.code}/season/hands.csv?system=korean_japanese&amp;from=2026-06-01" in page


def test_a_long_season_is_streamed_with_constant_queries_per_part(friday, monkeypatch):
    """Memory and queries don't grow with the season."""
    three = players(friday, "Ann", "Bea", "Cho")
    for _each in range(5):
        match(friday, three, hand("P1"), hand("P2", "P1"))
    monkeypatch.setattr(hands_file, "AT_ONCE", 2)
    season, asked, sizes = Season(Roster(friday, True), "korean_japanese"), [], []
    sent = hands_file.pieces(season)
    while True:
        with CaptureQueriesContext(connection) as queries:
            piece = next(sent, None)
        if piece is None:
            break
        asked.append(len(queries))
        sizes.append(piece.count(b"\r\n"))
    assert (sizes, asked) == ([1, 4, 4, 2], [1, 2, 2, 2])


def test_a_match_that_is_removed_while_the_file_is_sent_is_left_out_and_the_others_come(friday, monkeypatch):
    three = players(friday, "Ann", "Bea", "Cho")
    made = [match(friday, three, hand("P1"), began=JUNE.replace(day=day)) for day in (1, 2, 3)]
    monkeypatch.setattr(hands_file, "AT_ONCE", 1)
    sent = hands_file.pieces(Season(Roster(friday, True), "korean_japanese"))
    told = [next(sent), next(sent)]
    Sitting.objects.filter(match=made[1]).delete()
    text = b"".join([*told, *sent]).decode()
    assert [row["match"] for row in csv.DictReader(io.StringIO(text))] == [made[0].code, made[2].code]


def test_a_season_without_a_match_is_a_header(friday):
    assert b"".join(hands_file.pieces(Season(Roster(friday, True), "honshu"))).decode() == (
        ",".join(hands_file.COLUMNS) + "\r\n"
    )
