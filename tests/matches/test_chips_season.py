"""Chips of finished matches in a club's season: standings, player pages, files; not shown if no match had chips."""

import csv
import io
from datetime import UTC, datetime

import pytest

from clubs.season import files, hands_file
from clubs.season.standings import Roster, Season
from matches import actions
from matches.models import Sitting
from tests.matches.cast import Phone
from tests.matches.seasons import club, match, players
from tests.matches.table import at

pytestmark = pytest.mark.django_db
CHIPS = {"chip_ippatsu": 1}
TSUMO = ("hand", {"winner": "P1", "win": {"by": "tsumo"}, "han": 2, "fu": 30, "chips": 3})
RON = ("hand", {"winner": "P2", "win": {"by": "ron", "from": "P3"}, "han": 3, "fu": 40, "chips": 2})


@pytest.fixture
def friday():
    return club()


@pytest.fixture
def people(friday):
    return players(friday, "Ann", "Bea", "Cho", "Dan")


def played(friday, three, *entries, options=CHIPS, **more):
    return match(friday, three, *entries, system="riichi_sanma", options=options, **more)


def season(friday):
    return Season(Roster(friday, True), "riichi_sanma")


def test_the_standings_add_up_the_chips_of_all_matches_that_had_them(friday, people):
    ann, bea, cho, dan = people
    played(friday, (ann, bea, cho), TSUMO, RON)
    played(friday, (bea, dan, ann), TSUMO)
    played(friday, (ann, bea, dan), TSUMO, options={})
    found = season(friday)
    assert found.plays_chips
    assert {each.name: each.sums.chips for each in found.standings} == {"Ann": 3, "Bea": 5, "Cho": -5, "Dan": -3}
    table = files.standings_table(found)
    assert table.columns == (*files.COLUMNS, "chips")
    assert {row[2]: row[-1] for row in table.rows} == {"Ann": 3, "Bea": 5, "Cho": -5, "Dan": -3}


def test_the_chips_of_a_seat_go_to_the_player_who_sat_there(friday, people):
    ann, bea, cho, dan = people
    made = played(friday, (ann, bea, cho), TSUMO, close=False)
    Sitting.objects.create(match=made, chair="P1", name="Dan", player=dan, from_hand=2)
    actions.record_entry(**at(made), kind="hand", payload=TSUMO[1] | {"chips": 1})
    for balances in [made.__class__.objects.get(pk=made.pk).balances]:
        actions.close_match(balances=balances, **at(made))
    sums = {each.name: each.sums.chips for each in season(friday).standings}
    assert sums == {"Ann": 6, "Dan": 2, "Bea": -4, "Cho": -4}


def test_a_season_without_chips_has_no_column_for_them(friday, people):
    played(friday, people[:3], TSUMO, options={})
    found = season(friday)
    assert not found.plays_chips
    assert files.standings_table(found).columns == files.COLUMNS
    assert {each.sums.chips for each in found.standings} == {None}
    assert b"".join(hands_file.pieces(found)).decode().splitlines()[0].endswith("name_P3")


def test_the_hands_of_a_season_have_the_chips_after_each_entry(friday, people):
    ann, bea, cho, dan = people
    played(friday, (ann, bea, cho), TSUMO, RON, began=datetime(2026, 6, 1, tzinfo=UTC))
    changed = played(friday, (ann, bea, cho), TSUMO, close=False, began=datetime(2026, 6, 2, tzinfo=UTC))
    Sitting.objects.create(match=changed, chair="P1", name="Dan", player=dan, from_hand=2)
    actions.record_entry(**at(changed), kind="hand", payload=RON[1])
    actions.close_match(balances=changed.__class__.objects.get(pk=changed.pk).balances, **at(changed))
    rows = list(csv.DictReader(io.StringIO(b"".join(hands_file.pieces(season(friday))).decode())))
    assert [[int(row[name]) for name in hands_file.CHIPS] for row in rows] == [
        [6, -3, -3],
        [6, -1, -5],
        [6, -3, -3],
        [6, -1, -5],
    ]
    assert [row["name_P1"] for row in rows] == ["Ann", "Ann", "Ann", "Dan"]


def test_the_pages_of_a_season_show_the_chips(friday, people):
    ann, bea, cho, _dan = people
    played(friday, (ann, bea, cho), TSUMO, RON)
    phone = Phone()
    page = phone.get(f"/c/{friday.code}/season/")
    assert '<th scope="col" class="n">Chips</th>' in page.tight and '<td class="n">−5</td>' in page.tight
    mine = phone.get(f"/c/{friday.code}/players/{cho.pk}/")
    assert "Chips −5" in mine
    assert '<td class="n">−5</td>' in mine.tight
