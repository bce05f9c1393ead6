"""A club's ratings: counted games, permissions, and that they follow every change of a match."""

import csv
import io
import json
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.ratings import Rating, Ratings
from clubs.season import charts, files
from clubs.season.standings import Roster
from engine.ratings import RatedGame, plackett_luce, tenhou
from matches import actions
from matches.log.state import open_match
from matches.models import Match, Sitting
from people.models import Audit, Player
from tests.matches.cast import Page
from tests.matches.seasons import NOON, club, counted, hand, match, players
from tests.matches.table import at, wall
from tests.matches.test_season_pages import member

pytestmark = pytest.mark.django_db
SYSTEM = "korean_japanese"
ADDRESSES = ("ratings/", "ratings.csv", "ratings.json")


@pytest.fixture(scope="module")
def friday(standing):
    """A private club: 12 matches of Ann, Bea and Cho, usually finishing in this order, and one with Dan."""
    friday = club(public=False)
    ann, bea, cho, dan = players(friday, "Ann Alder", "Bea", "Cho", "Dan")
    for no in range(12):
        match(friday, (ann, bea, cho), hand("P1" if no % 3 else "P2", "P3"))
    match(friday, (dan, bea, cho), hand("P1", "P2"))
    return friday


def ratings(of, inside=True):
    """The data of the page."""
    return Ratings(Roster(of, inside), SYSTEM)


def numbers(found):
    """name -> (strength, half-width, R, games)."""
    return {row.name: (row.strength.value, row.strength.half, row.r, row.strength.games) for row in found.rows}


def from_scratch(of):
    """The expected ratings, calculated from the replayed logs."""
    games = []
    for each in Match.objects.filter(club=of).order_by("created_at", "pk"):
        reading = open_match(each.code)
        points = list(reading.log.state.balances)
        halves = [1 + 2 * sum(p > own for p in points) + points.count(own) for own in points]
        told = [each.sittings.get(chair=chair).player_id for chair in ("P1", "P2", "P3")]
        games.append(RatedGame(tuple(told), tuple(halves)))
    strengths, rs = plackett_luce.fitted(games).strengths, tenhou.rated(games)
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[pk]: (told.value, told.half, rs[pk], told.games) for pk, told in strengths.items()}


# ── which games count ─────────────────────────────────────────────────────────


def test_the_ratings_are_those_of_the_matches(friday):
    assert numbers(ratings(friday)) == from_scratch(friday)
    assert [(row.place, row.name) for row in ratings(friday).rows] == [
        (1, "Ann Alder"), (2, "Bea"), (3, "Cho"), (None, "Dan"),
    ]  # fmt: skip


def test_after_a_correction_ratings_equal_those_calculated_from_scratch(friday):
    before = numbers(ratings(friday))
    first = Match.objects.filter(club=friday).earliest("pk")
    replace = {"kind": "hand", "payload": wall("P3", 30)}
    actions.reopen_match(**at(first))
    actions.record_entry(**at(first), kind="correct", payload={"target": 1, "replace": replace})
    actions.close_match(balances=open_match(first.code).log.state.balances, **at(first))
    after = numbers(ratings(friday))
    assert after == from_scratch(friday)
    assert after["Cho"] != before["Cho"] and after["Cho"][0] > before["Cho"][0]


def test_an_extended_match_does_not_count_until_it_is_over(friday):
    last = Match.objects.filter(club=friday).latest("pk")
    before = numbers(ratings(friday))
    actions.reopen_match(**at(last))
    assert "Dan" not in numbers(ratings(friday))
    actions.close_match(balances=open_match(last.code).log.state.balances, **at(last))
    assert numbers(ratings(friday)) == before


def test_entries_that_were_merged_are_one_person(friday):
    dan, ann = (Player.objects.get(name=name) for name in ("Dan", "Ann Alder"))
    Player.objects.filter(pk=dan.pk).update(merged_into=ann)
    found = ratings(friday)
    assert {row.name: row.strength.games for row in found.rows} == {"Ann Alder": 13, "Bea": 13, "Cho": 13}


def test_a_match_without_three_different_people_of_the_roster_is_left_out(friday):
    bea, cho = (Player.objects.get(name=name) for name in ("Bea", "Cho"))
    before = numbers(ratings(friday))
    match(friday, (None, bea, cho), hand("P3"))
    (twin,) = players(friday, "Cho again", merged_into=cho)
    match(friday, (twin, bea, cho), hand("P3"))
    match(friday, (cho, bea, twin), hand("P3"), close=False)
    assert numbers(ratings(friday)) == before


def test_a_match_counts_for_the_players_at_its_end(friday):
    dan = Player.objects.get(name="Dan")
    three = [Player.objects.get(name=name) for name in ("Ann Alder", "Bea", "Cho")]
    new = match(friday, three, hand("P1"), close=False)
    replaced = {"name": "Dan", "player": dan, "from_hand": 2}
    Sitting.objects.create(match=new, chair="P1", **replaced)
    actions.record_entry(**at(new), kind="hand", payload=wall("P1", 5))
    actions.close_match(balances=open_match(new.code).log.state.balances, **at(new))
    assert {row.name: row.strength.games for row in ratings(friday).rows} == {
        "Ann Alder": 12, "Bea": 14, "Cho": 14, "Dan": 2,
    }  # fmt: skip


def test_equal_points_share_their_places(friday):
    three = players(friday, "Eva", "Fay", "Gus")
    match(friday, three, ("draw", {"draw": True}))
    assert numbers(ratings(friday))["Eva"][2] == numbers(ratings(friday))["Gus"][2] == 1500


def test_r_depends_on_when_a_match_began_not_when_it_was_entered():
    friday = club()
    three = players(friday, "Ann", "Bea", "Cho")
    match(friday, three, hand("P1", "P2"), began=NOON.replace(month=5))
    match(friday, three, hand("P2", "P3"), began=NOON.replace(month=4))
    games = ratings(friday).games
    assert [game.halves for game in games] == [(4, 2, 6), (2, 6, 4)]


def test_each_game_has_its_own_ratings(friday):
    three = [Player.objects.get(name=name) for name in ("Ann Alder", "Bea", "Cho")]
    match(friday, three, ("hand", {"winner": "P3", "win": {"by": "wall"}, "fan": 6}), system="malaysian_fan")
    reader = member(friday)
    assert "Dan" in Page(reader.get(f"/c/{friday.code}/ratings/"))
    other = Page(reader.get(f"/c/{friday.code}/ratings/?game=malaysian_fan"))
    assert "Dan" not in other and "Cho" in other and "provisional" in other


# ── provisional, places ───────────────────────────────────────────────────────


def test_below_ten_games_ratings_are_provisional_and_have_no_place(friday):
    found = ratings(friday)
    assert {row.name: row.provisional for row in found.rows if row.name in ("Dan", "Cho")} == {
        "Dan": True,
        "Cho": False,
    }
    page = Page(member(friday).get(f"/c/{friday.code}/ratings/"))
    assert "Dan provisional" in page and "Cho provisional" not in page and "fewer than 10 matches" in page
    assert page.html.count("provisional</small>") == 1


def test_players_with_equal_displayed_strength_share_the_place():
    friday = club()
    three = players(friday, "Ann", "Bea", "Cho")
    for no in range(12):
        turned = three[no % 3 :] + three[: no % 3]
        match(friday, turned, hand("P1", "P2"))
    assert [(row.place, row.name) for row in ratings(friday).rows] == [(1, "Ann"), (1, "Bea"), (1, "Cho")]


def test_the_page_says_when_the_fit_did_not_converge(friday, monkeypatch):
    assert "The calculation didn’t finish, so these strengths aren’t reliable." not in Page(
        member(friday).get(f"/c/{friday.code}/ratings/")
    )
    monkeypatch.setattr("clubs.ratings._fit", lambda games: plackett_luce.fitted(games, most_steps=1))
    assert "The calculation didn’t finish, so these strengths aren’t reliable." in Page(
        member(friday, "bob").get(f"/c/{friday.code}/ratings/")
    )


# ── who may read ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("public", [True, False])
def test_members_read_always_others_where_the_club_is_public(friday, public):
    type(friday).objects.filter(pk=friday.pk).update(public=public)
    inside, outside = member(friday), [Client(), member(club(), "xan", "owner")]
    for address in ADDRESSES:
        assert inside.get(f"/c/{friday.code}/{address}").status_code == 200
        assert {each.get(f"/c/{friday.code}/{address}").status_code for each in outside} == {200 if public else 404}


def test_outsiders_see_display_names(friday):
    type(friday).objects.filter(pk=friday.pk).update(public=True)
    Player.objects.filter(name="Ann Alder").update(shown="initials")
    for address in ADDRESSES:
        theirs, ours = (
            each.get(f"/c/{friday.code}/{address}").content.decode() for each in (Client(), member(friday, address))
        )
        assert "A. A." in theirs and "Ann Alder" not in theirs and "Ann Alder" in ours


def test_an_erased_player_keeps_the_numbers_and_has_no_name_and_no_link(friday):
    ann = Player.objects.get(name="Ann Alder")
    Player.objects.filter(pk=ann.pk).update(erased_at=NOON)
    page = Page(member(friday).get(f"/c/{friday.code}/ratings/"))
    assert "Former player" in page and "Ann" not in page and f"/players/{ann.pk}/" not in page.html


def test_downloads_are_logged(friday):
    member(friday).get(f"/c/{friday.code}/ratings.csv")
    told = [(row.what, row.after) for row in Audit.objects.filter(what__endswith="_exported")]
    assert told == [("ratings_exported", {"kind": "csv"})]


# ── files ─────────────────────────────────────────────────────────────────────


def test_csv_and_json_agree_with_the_page(friday):
    reader = member(friday)
    rows = list(csv.DictReader(io.StringIO(reader.get(f"/c/{friday.code}/ratings.csv?bom=0").content.decode())))
    data = json.loads(reader.get(f"/c/{friday.code}/ratings.json").content)
    assert tuple(rows[0]) == files.RATING_COLUMNS
    found = ratings(friday)
    assert [(row["name"], row["games"], row["provisional"]) for row in rows] == [
        ("Ann Alder", "12", "0"), ("Bea", "13", "0"), ("Cho", "13", "0"), ("Dan", "1", "1"),
    ]  # fmt: skip
    for row, mine in zip(rows, found.rows, strict=True):
        assert float(row["strength"]) == pytest.approx(mine.strength.value, abs=0.05)
        assert float(row["strength_95"]) == pytest.approx(mine.strength.half, abs=0.05)
        assert float(row["tenhou_r"]) == pytest.approx(float(mine.r), abs=0.005)
    assert [{name: str("" if cell is None else cell) for name, cell in row.items()} for row in data["ratings"]] == rows
    assert {name: data[name] for name in data if name != "ratings"} == {
        "format": "scorekeeper-ratings", "club": "Friday club", "system": SYSTEM, "games": 13, "converged": True,
    }  # fmt: skip


def test_csv_can_have_semicolons_and_a_bom(friday):
    text = member(friday).get(f"/c/{friday.code}/ratings.csv?sep=;").content.decode()
    assert text.startswith("\ufeffplace;player;name;strength;")


def test_an_unknown_game_is_refused_with_a_message(friday):
    reader = member(friday)
    page = Page(reader.get(f"/c/{friday.code}/ratings/?game=chess"))
    assert page.status == 422 and "chess" in page and "How is this calculated?" in page
    assert reader.get(f"/c/{friday.code}/ratings.csv?game=chess").status_code == 400


def test_a_club_without_matches_sees_how_ratings_begin():
    page = Page(Client().get(f"/c/{club().code}/ratings/"))
    assert (
        page.status == 200
        and "Ratings start with the first finished match that has roster players in all three seats." in page
    )


# ── cost ──────────────────────────────────────────────────────────────────────


def test_a_page_runs_as_many_queries_for_few_matches_as_for_many(friday, monkeypatch):
    monkeypatch.setattr("people.audit.log._TIDIED_EVERY", 10**9)
    reader, told = member(friday), {address: [] for address in ADDRESSES}
    reader.get("/account/")
    three = list(Player.objects.filter(club=friday)[:3])
    for many in (13, 25):
        while Match.objects.count() < many:
            match(friday, three, hand("P1"))
        for address, counts in told.items():
            with CaptureQueriesContext(connection) as queries:
                assert reader.get(f"/c/{friday.code}/{address}").status_code == 200
            counts.append(len(queries))
    for address, (few, more) in told.items():
        assert few == more <= (10 if "." in address else 5), address


def test_of_very_many_players_those_with_the_most_matches_are_rated(friday, monkeypatch):
    monkeypatch.setattr("clubs.ratings.MOST", 3)
    assert [row.name for row in ratings(friday).rows] == ["Ann Alder", "Bea", "Cho"]
    assert "Only the 3 players with the most matches are rated" in Page(
        member(friday).get(f"/c/{friday.code}/ratings/")
    )


def test_the_season_and_the_club_link_to_the_ratings(friday):
    reader = member(friday)
    assert f"/c/{friday.code}/ratings/?game={SYSTEM}" in Page(reader.get(f"/c/{friday.code}/season/")).html
    assert f'href="/c/{friday.code}/ratings/"' in Page(reader.get(f"/c/{friday.code}/")).html


# ── the picture ───────────────────────────────────────────────────────────────


def test_the_chart_has_everybody_in_table_order_and_within_its_bounds(friday):
    found = ratings(friday)
    picture = charts.intervals(found.rows, plackett_luce.MEAN)
    assert [bar.name for bar in picture.bars] == ["1 Ann Alder", "2 Bea", "3 Cho", "Dan"]
    assert [bar.provisional for bar in picture.bars] == [False, False, False, True]
    middles = [bar.middle for bar in picture.bars[:3]]
    assert middles == sorted(middles, reverse=True)
    for bar in picture.bars:
        assert 0 <= bar.low < bar.middle < bar.high <= picture.width and bar.y < picture.foot
    (at_mean,) = [x for x, value in picture.ticks if value == 1500] or [picture.mean]
    assert at_mean == picture.mean


def test_the_chart_limits_players_and_shortens_long_names():
    strength = plackett_luce.Strength(1500.0, 50.0, 20)
    rows = [Rating(no, no, "あ" * 40 if no % 2 else "W" * 60, strength, Fraction(1500)) for no in range(1, 101)]
    picture = charts.intervals(rows, 1500)
    assert len(picture.bars) == charts.MOST_RATINGS
    assert {len(bar.name) for bar in picture.bars} <= set(range(15, 36))
    assert charts.intervals([], 1500) is None


def test_the_season_and_the_ratings_count_the_same_matches(friday):
    told = {player: mine["matches"] for player, mine in counted(friday, SYSTEM).items()}
    assert {row.player: row.strength.games for row in ratings(friday).rows} == told
