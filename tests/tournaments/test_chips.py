"""Chips of a tournament: typed or read from the match, in the results, the standings, the files and the archive."""

import csv
import io
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from engine.errors import RuleViolation
from matches import actions as play
from matches.models import Match
from people.models import Club
from tests.matches.table import new_key
from tests.tournaments.archive_cast import bring, changed, event, refused
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import PHONE, Hall, names
from tournaments.files.archive.write import archive_bytes
from tournaments.files.points_audit import checks
from tournaments.models import Result, Tournament
from tournaments.play.results import confirm_result, correct_result, enter_result, read_result
from tournaments.snapshot import Day
from tournaments.standings.standings import scheme_of, score_of, standings_table

pytestmark = pytest.mark.django_db
CHIPS = {"chip_ippatsu": 1, "chip_points": 500}
TSUMO = {"winner": "P1", "win": {"by": "tsumo"}, "han": 2, "fu": 30, "chips": 3}
POINTS = (45_000, 35_000, 25_000)


@pytest.fixture(scope="module")
def built_hall(standing):
    return Hall(public=True, system="riichi_sanma", options=CHIPS)


@pytest.fixture
def plain():
    return Hall(public=True, system="riichi_sanma")


@pytest.fixture
def rita(hall):
    return Person("rita")


def refusal(step):
    with pytest.raises(RuleViolation) as refused:
        step()
    return refused.value.field


def hand(match, **more):
    version = Match.objects.get(pk=match.pk).version
    payload = TSUMO | more
    return play.record_entry(
        kind="hand", match=match, device=PHONE, key=new_key(), expected_seq=version + 1, payload=payload
    )


def by_referee(hall, points=POINTS, chips=(4, -1, -3), number=1):
    told = hall.at(number=number, device="", by=hall.referee)
    return enter_result(points=points, chips=chips, **told)


def rows(who, hall, sheet):
    response = who.client.get(f"/e/{hall.tournament.code}/files/{sheet}.csv")
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


# ── results ──────────────────────────────────────────────────────────────────


def test_a_typed_result_is_worth_its_points_and_its_chips(hall):
    result = by_referee(hall)
    assert result.chips == (4, -1, -3, 0)
    scores = score_of(scheme_of(hall.tournament), result)
    assert [score.total for score in scores] == [42, Fraction(-11, 2), Fraction(-73, 2)]
    assert [score.chips for score in scores] == [2, Fraction(-1, 2), Fraction(-3, 2)]
    assert scores[0].terms("points") == (("table", 5), ("oka", 15), ("uma", 20), ("chips", 2))
    assert checks(Day(hall.tournament)).hold


@pytest.mark.parametrize("chips", [(4, -1, -2), (4, -4), (200_000, -200_000, 0)])
def test_impossible_chips_are_refused(hall, chips):
    assert refusal(lambda: by_referee(hall, chips=chips)) == "chips"
    assert not Result.objects.exists()


def test_a_rule_book_without_chips_takes_none(plain):
    assert refusal(lambda: by_referee(plain)) == "chips"
    assert by_referee(plain, chips=(0, 0, 0)).chips == (0, 0, 0, 0)


def test_the_database_refuses_results_whose_chips_do_not_sum_to_zero(hall):
    result = by_referee(hall)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(
            table=result.table, number=2, key=new_key(), at=result.at, c1=1,
            p1=45_000, p2=35_000, p3=25_000, total=105_000,
        )  # fmt: skip


def test_a_result_read_from_the_match_has_its_chips_and_notices_when_they_change(hall):
    match = hall.open()
    hand(match)
    east, south, _west = hall.numbers()
    result = read_result(**hall.at(entrant=east))
    assert (result.points, result.chips) == ((37_000, 34_000, 34_000, 0), (6, -3, -3, 0))
    assert not hall.here().moved_on
    play.correct_entry(
        target=1, kind="hand", payload=TSUMO | {"chips": 1}, match=match, device=PHONE, key=new_key(), expected_seq=2
    )
    assert hall.here().moved_on and Day(hall.tournament).moved_on(hall.table())
    assert refusal(lambda: confirm_result(number=1, **hall.at(entrant=south))) == "result"
    assert read_result(**hall.at(entrant=east)).chips == (2, -1, -1, 0)
    confirm_result(number=2, **hall.at(entrant=south))
    assert hall.here().confirmed


def test_equal_points_with_other_chips_are_another_result(hall):
    east, south, _west = hall.numbers()
    enter_result(points=POINTS, chips=(4, -1, -3), **hall.at(entrant=east))
    enter_result(points=POINTS, chips=(4, -1, -3), **hall.at(entrant=south))
    assert Result.objects.count() == 1
    enter_result(points=POINTS, chips=(4, -2, -2), **hall.at(entrant=south))
    assert Result.objects.get(number=2).chips == (4, -2, -2, 0)


def test_the_referee_corrects_the_chips(hall):
    by_referee(hall)
    told = hall.at(device="", by=hall.referee)
    correct_result(number=1, points=POINTS, chips=(0, 0, 0), reason="Counted again", **told)
    assert [each.chips for each in Result.objects.order_by("number")] == [(4, -1, -3, 0), (0, 0, 0, 0)]


# ── pages ────────────────────────────────────────────────────────────────────


def test_the_totals_of_a_table_are_typed_with_their_chips(hall, rita):
    path = f"/e/{hall.tournament.code}/rounds/1/tables/1/result/"
    form = rita.get(path).form("/result/")
    totals = dict(zip("ESW", map(str, POINTS), strict=True))
    wrong = rita.send(form, **totals, cE="4", cS="-1", cW="-2", entrant="")
    assert wrong.status == 422 and "The chips add up to 1; they must add up to 0." in wrong
    rita.send(form, **totals, cE="4", cS="−1", cW="", entrant="", status=303)
    assert Result.objects.get().chips == (4, -1, -3, 0)
    page = rita.get(f"/e/{hall.tournament.code}/rounds/1/tables/1/")
    assert "45,000 (+4 chips)" in page and "25,000 (−3 chips)" in page


def test_the_results_of_a_round_are_typed_with_their_chips(hall, rita):
    path = f"/e/{hall.tournament.code}/rounds/1/results/"
    fields = {f"t1-{wind}": str(each) for wind, each in zip("ESW", POINTS, strict=True)}
    fields |= {"t1-cE": "4", "t1-cS": "-1", "t1-cW": "-3", "t2-E": "35000", "t2-S": "35000", "t2-W": "35000"}
    rita.send(rita.get(path).form("/results/"), **fields, **{"t3-cE": "2"}, status=422)
    found = {each.table.number: each.chips for each in Result.objects.all()}
    assert found == {1: (4, -1, -3, 0), 2: (0, 0, 0, 0)}


def test_without_chips_no_page_asks_for_them(plain):
    rita = Person("rita")
    for part in ("rounds/1/results/", "rounds/1/tables/1/result/"):
        assert "hips" not in rita.get(f"/e/{plain.tournament.code}/{part}")
    assert "chip_points" not in Person("olga").get(f"/e/{plain.tournament.code}/scoring/").html


def test_the_standings_add_up_the_chips(hall, rita):
    first, second, third = names(hall)
    by_referee(hall)
    by_referee(hall, chips=(1, -1, 0), number=2)
    day = Day(hall.tournament, inside=True)
    chips = {day.names[row.line.entrant]: row.figures.chips for row in standings_table(day).rows if row.figures.games}
    assert chips == {first: 4, second: -1, third: -3, **dict(zip(names(hall, 2), (1, -1, 0), strict=True))}
    page = rita.get(f"/e/{hall.tournament.code}/standings/")
    assert '<th scope="col" class="n">Chips</th>' in page.tight and '<td class="n">+4</td>' in page.tight
    number = hall.numbers()[0]
    mine = rita.get(f"/e/{hall.tournament.code}/players/{number}/")
    assert "place 1 with 45,000 (+4 chips)" in mine and "Chips +4" in mine
    assert '<td class="n">+4</td>' in rita.get(f"/e/{hall.tournament.code}/print/standings/").tight


# ── scoring ──────────────────────────────────────────────────────────────────


def test_the_organiser_changes_what_a_chip_is_worth():
    olga = Person("olga")
    club = Club.objects.get(code=olga.found())
    cup = a_tournament(club, entrants=0, system="riichi_sanma", options=CHIPS)
    assert scheme_of(cup).chip_points == 500
    path = f"/e/{cup.code}/scoring/"
    form = olga.get(path).form(path)
    assert form.values("chip_points") == ["500"]
    olga.send(form, worth="own", chip_points="2000", status=303)
    cup = Tournament.objects.get(pk=cup.pk)
    assert (cup.scheme["chip_points"], scheme_of(cup).chip_points) == (2000, 2000)
    page = olga.send(olga.get(path).form(path), worth="own", chip_points="-1")
    assert page.status == 422


# ── files ────────────────────────────────────────────────────────────────────


def test_the_files_have_the_chips_only_where_they_are_played(hall, rita):
    by_referee(hall)
    games = [row for row in rows(rita, hall, "games") if row["status"] == "confirmed"]
    assert [(row["chips"], row["chip_score"], row["result"]) for row in games] == [
        ("4", "2", "42"),
        ("-1", "-0.5", "-5.5"),
        ("-3", "-1.5", "-36.5"),
    ]
    assert sorted(int(row["chips"]) for row in rows(rita, hall, "standings")) == [-3, -1, 0, 0, 0, 0, 0, 0, 4]


def test_the_files_of_a_tournament_without_chips_have_no_columns_for_them(plain):
    rita = Person("rita")
    by_referee(plain, chips=())
    for sheet in ("games", "standings", "hands"):
        assert not [column for row in rows(rita, plain, sheet)[:1] for column in row if "chip" in column]
    assert all("c1" not in row for row in event(archive_bytes(plain.tournament))["results"])


def test_an_archive_with_chips_is_imported_unchanged(hall):
    match = hall.open()
    hand(match)
    read_result(**hall.at(entrant=hall.numbers()[0]))
    by_referee(hall, number=2)
    data = archive_bytes(hall.tournament)
    assert [(row["c1"], row["c2"], row["c3"], row["c4"]) for row in event(data)["results"]] == [
        (6, -3, -3, 0),
        (4, -1, -3, 0),
    ]
    other = Person("otto")
    other.club = Club.objects.get(code=other.found("Sunday club"))
    new = bring(other, data)
    assert archive_bytes(new) == data
    assert tuple(Match.objects.get(table__round__tournament=new).chips) == (6, -3, -3)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda content: content["results"][0].update(c1=5), "The chips in results[0] don’t add up to 0."),
        (lambda content: content["results"][0].update(c1=3, c4=1), "has points for a fourth player"),
        (lambda content: content["tournament"].update(options={}), "results[0] has chips, but the rule book has none."),
    ],
)
def test_an_archive_with_wrong_chips_is_refused(hall, change, words):
    by_referee(hall)
    data = archive_bytes(hall.tournament)
    other = Person("otto")
    other.club = Club.objects.get(code=other.found("Sunday club"))
    refused(other, changed(data, change), words)
