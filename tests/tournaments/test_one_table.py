"""Page, print, CSV, XLSX, JSON, the association's file and the big screen show the same standings.

This module computes the expected rows from the points, independently of the app's code.
"""

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from people.models import Club
from people.web.responses import as_context
from tests.matches.table import new_key
from tests.people.club_cast import member
from tests.tournaments.cast import NAMES, tournament
from tests.tournaments.persons import Person
from tests.tournaments.stage_cast import one_round, stage
from tests.tournaments.standings_read import every_output
from tournaments.models import Adjustment, Entrant, Result, Seating, Stage, Tournament, Verdict
from tournaments.pages.player import PlayerPage
from tournaments.pages.standings.standings_page import Standings
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db

SHOWN = {
    "page": ["place", "name", "total", "rounds", "not_counted", "carried", "adjusted", "games", "firsts", "average",
             "section"],
    "print": ["place", "name", "total", "rounds", "not_counted", "carried", "adjusted", "section"],
    "association": ["place", "name", "placement", "points"],
    "screen": ["place", "name", "total", "section"],
    **dict.fromkeys(
        ("csv", "tsv", "xlsx", "json"),
        ["place", "name", "total", "rounds", "not_counted", "carried", "adjusted", "games", "byes", "placement",
         "firsts", "average", "best", "stage"],
    ),
}  # fmt: skip
CARRIES = {
    "nothing said": {},
    "none": {"kind": "none", "values": []},
    "half": {"kind": "half", "values": []},
    "full": {"kind": "full", "values": []},
    "head start": {"kind": "head_start", "values": ["60", "30"]},
}
PLACEMENT = {3: [3, 1, 0], 4: [3, Fraction(5, 3), Fraction(2, 3), 0]}
# Each round: its tables as {entrant's number: points}, and its byes. Nobody is ever tied.
FIRST = [
    ([{1: 50, 2: 1, 3: -51}, {4: 31, 5: -10, 6: -21}], [7]),
    ([{1: 48, 2: 3, 3: -51}, {4: 33, 6: -11, 5: -22}], [7]),
]
FINAL = [([{4: 30, 2: -9, 1: -21}], [7]), ([{7: 12, 4: 8, 2: -20}], [1])]
FINAL_OF_FOUR = [([{4: 30, 2: -9, 1: -25, 7: 4}], []), ([{7: 12, 4: 8, 2: -15, 1: -5}], [])]
LAST = [([{2: 61, 1: -30, 4: -31}], [])]
FINES = {1: {1: -7}, 2: {6: -1}, 3: {4: -1}, 4: {7: -5}}  # round → entrant's number → points
GONE = 3  # withdrawn


# ── a tournament ─────────────────────────────────────────────────────────────


def play(part, rounds):
    for tables, byes in rounds:
        one = one_round(part, [list(table) for table in tables], byes=byes)
        for table, points in zip(one.tables.order_by("number"), tables, strict=True):
            told = dict(zip(("p1", "p2", "p3", "p4"), points.values(), strict=False))
            now = datetime.now(UTC)
            entered = Result.objects.create(table=table, number=1, key=new_key(), at=now, **told)
            Verdict.objects.create(result=entered, number=1, key=new_key(), kind="confirmed", at=now)
        one.closed_at = datetime.now(UTC)
        one.save()
        for number, points in FINES.get(one.number, {}).items():
            who = Entrant.objects.get(tournament=part.tournament, number=number)
            Adjustment.objects.create(
                tournament=part.tournament, key=new_key(), entrant=who, round=one.number, points=points, reason="Late",
                at=datetime.now(UTC),
            )  # fmt: skip


def cup_of(club, *finals):
    cup = tournament(club, entrants=7, rounds=2, public=True)
    play(Stage.objects.get(tournament=cup), FIRST)
    for number, (rounds, takes) in enumerate(finals, start=2):
        play(stage(cup, number, takes=takes, rounds=len(rounds)), rounds)
    Stage.objects.filter(tournament=cup, number=2).update(name="Final")
    Entrant.objects.filter(tournament=cup, number=GONE).update(state="withdrawn", left_after=2)
    Tournament.objects.filter(pk=cup.pk).update(state="running")
    return cup


@pytest.fixture(scope="module")
def cups(standing):
    """Tournaments by the kinds of their later stages, and a referee of their club."""
    club = Club.objects.get(code=Person("olga").found())
    return {
        "of three": cup_of(club, (FINAL, 4)),
        "of four": cup_of(club, (FINAL_OF_FOUR, 4)),
        "two": cup_of(club, (FINAL, 4), (LAST, 3)),
        "none": cup_of(club),
        "referee": member(club.code, "referee"),
    }


def read(cups, cup, after=None):
    """Every output, read as the referee, who may have all of them."""

    def get(path):
        response = cups["referee"].client.get(f"/e/{cup.code}/{path}", {"after": after} if after else {})
        assert response.status_code == 200, (path, response.status_code)
        return response.content

    return every_output(get)


# ── expected rows ────────────────────────────────────────────────────────────


@dataclass
class Tally:
    """One entrant's values so far."""

    carried: Fraction | int = 0
    counted: tuple = ()  # numbers of the rounds in the total
    fines: Fraction | int = 0
    stage: int = 1


def expected(stages, placement=False):
    """The rows of the standings after `stages`, which are (carry, rounds). Nothing is carried into the first."""
    results, told, order, upto = results_of(stages), {number: Tally() for number in range(1, 8)}, [], 0
    for at, (carry, rounds) in enumerate(stages, start=1):
        people = {number for tables, byes in rounds for table in [*tables, byes] for number in table}
        numbers = tuple(range(upto + 1, upto + len(rounds) + 1))
        totals = {number: total(one, results[number], placement) for number, one in told.items()}
        for number in people:
            one = told[number]
            if carry not in ("full", "nothing said") and at > 1:
                one.carried, one.counted, one.fines = begin(carry, totals[number], order, number), (), 0
            one.counted, one.stage = one.counted + numbers, at
            one.fines += sum(FINES.get(no, {}).get(number, 0) for no in numbers)
        totals = {number: total(one, results[number], placement) for number, one in told.items()}
        order = sorted(told, key=lambda number: (number == GONE, -told[number].stage, -totals[number]))
        upto += len(rounds)
    return [
        row(place, number, told[number], results[number], stages, placement) for place, number in enumerate(order, 1)
    ]


def begin(carry, total, order, number):
    values = {"none": [], "half": [], "head start": [60, 30]}[carry]
    return Fraction(total) / 2 if carry == "half" else dict(zip(order, values, strict=False)).get(number, 0)


def results_of(stages):
    """{entrant's number: {round: (points, place, placement points), or None for a bye}}."""
    found = {number: {} for number in range(1, 8)}
    for at, (tables, byes) in enumerate([one for _carry, rounds in stages for one in rounds], start=1):
        for table in tables:
            for place, number in enumerate(sorted(table, key=table.get, reverse=True)):
                found[number][at] = (table[number], place + 1, PLACEMENT[len(table)][place])
        for number in byes:
            found[number][at] = None
    return found


def worth(result, placement):
    """The points that a game or a bye adds to a total."""
    return 0 if result is None else result[2] if placement else result[0]


def total(told, results, placement):
    return told.carried + told.fines + sum(worth(results[no], placement) for no in told.counted if no in results)


def rounded(value):
    return None if value is None else round(float(value), 2)


def row(place, number, told, results, stages, placement):
    games, upto = [result for result in results.values() if result], sum(len(rounds) for _carry, rounds in stages)
    return {
        "place": None if number == GONE else place,
        "name": NAMES[number - 1],
        "total": rounded(total(told, results, placement)),
        "rounds": [rounded(worth(results[no], placement)) if no in results else None for no in range(1, upto + 1)],
        "not_counted": [no for no in results if no not in told.counted],
        "carried": rounded(told.carried),
        "adjusted": told.fines,
        "games": len(games),
        "byes": len(results) - len(games),
        "placement": rounded(sum(each[2] for each in games)),
        "points": sum(each[0] for each in games),
        "firsts": sum(each[1] == 1 for each in games),
        "average": rounded(Fraction(sum(each[1] for each in games), len(games))) if games else None,
        "best": rounded(max((worth(each, placement) for each in games), default=None)),
        "stage": told.stage,
        "section": section(told.stage, number, len(stages)),
    }


def section(own, number, last):
    """The heading above an entrant whose last stage is `own`."""
    names = {1: "Stage 1", 2: "Final", 3: "Stage 3"}
    if last == 1:
        return ""
    if number == GONE:
        return "Not ranked"
    return names[own] if own == last else f"Out after {names[own]}"


def shown(rows, output):
    """The part of the rows that an output shows: the association's only placed entrants, the screen no first title."""
    first = rows[0]["section"] if output == "screen" else None
    return [
        {key: "" if key == "section" and each[key] == first else each[key] for key in SHOWN[output]}
        for each in rows
        if each["place"] is not None or output != "association"
    ]


def same(found, rows):
    """Compare output by output, so that a failure names the output."""
    for output, its_rows in found.items():
        assert (output, its_rows) == (output, shown(rows, output))


# ── the tests ────────────────────────────────────────────────────────────────


def in_turn(kinds, carries):
    """Return all pairs of a kind and a carry. `make test` runs each kind once, with the next carry in turn."""
    turns = set(zip(kinds, itertools.cycle(carries)))
    marks = {pair: () if pair in turns else pytest.mark.thorough for pair in itertools.product(kinds, carries)}
    return [pytest.param(*pair, marks=mark) for pair, mark in marks.items()]


@pytest.mark.parametrize(("kind", "carry"), in_turn(Seating.values, CARRIES))
def test_every_output_shows_the_same_after_a_cut(cups, kind, carry):
    cup, rounds = (cups["of four"], FINAL_OF_FOUR) if kind == "four" else (cups["of three"], FINAL)
    plan = {"groups": [[1, 2, 3], [4, 5, 6, 7]], "field": list(range(1, 8))} if kind == "groups" else {}
    first = 2 if kind == "final" else 1  # two tables of a first stage would be an A and a B final
    Stage.objects.filter(tournament=cup, number__gte=first).update(seating=kind, plan=plan)
    Stage.objects.filter(tournament=cup, number=2).update(carry=CARRIES[carry])
    same(read(cups, cup), expected([("full", FIRST), (carry, rounds)]))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("half", "half"),
        *(pytest.param("half", second, marks=pytest.mark.thorough) for second in CARRIES if second != "half"),
        pytest.param("none", "full", marks=pytest.mark.thorough),
        ("head start", "nothing said"),
    ],
)
def test_every_output_shows_the_same_after_two_cuts(cups, first, second):
    for number, carry in ((2, first), (3, second)):
        Stage.objects.filter(tournament=cups["two"], number=number).update(carry=CARRIES[carry])
    same(read(cups, cups["two"]), expected([("full", FIRST), (first, FINAL), (second, LAST)]))


@pytest.mark.parametrize("carry", [pytest.param("full", marks=pytest.mark.thorough), "head start"])
def test_every_output_shows_the_same_with_placement_points(cups, carry):
    cup = cups["of three"]
    Tournament.objects.filter(pk=cup.pk).update(scheme={"basis": "placement", "placement": "3-1-0"})
    Stage.objects.filter(tournament=cup, number=2).update(carry=CARRIES[carry])
    found = read(cups, cup)
    same(found, expected([("full", FIRST), (carry, FINAL)], placement=True))


def test_without_a_cut_there_is_no_heading(cups):
    same(read(cups, cups["none"]), expected([("full", FIRST)]))


def test_after_a_round_before_the_cut_every_output_stays_as_it_was(cups):
    cup = cups["of three"]
    Stage.objects.filter(tournament=cup, number=2).update(carry={"kind": "half"})
    found = read(cups, cup, after="2")
    del found["screen"]  # it always shows the current standings
    same(found, expected([("full", FIRST)]))


@pytest.mark.parametrize(
    ("carry", "said"),
    [
        ("none", "Final: nothing is carried over"),
        ("half", "Final: half of each player’s total"),
        ("head start", "Final: players start with points for their place so far (60, 30)"),
    ],
)
def test_page_and_print_explain_what_is_carried_over(cups, carry, said):
    cup = cups["of three"]
    Stage.objects.filter(tournament=cup, number=2).update(carry=CARRIES[carry])
    for path in ("standings/", "print/standings/"):
        text = cups["referee"].get(f"/e/{cup.code}/{path}").text
        assert (said in text, "The total is the sum of all match results, byes and penalties." in text) == (
            True,
            False,
        ), path
        assert "The total is the sum of the points carried over" in text and "brackets" in text, path


@pytest.mark.parametrize("carry", ["full", "nothing said"])
def test_if_everything_is_carried_over_the_total_is_the_sum_of_all_games(cups, carry):
    cup = cups["of three"]
    Stage.objects.filter(tournament=cup, number=2).update(carry=CARRIES[carry])
    for path in ("standings/", "print/standings/"):
        text = cups["referee"].get(f"/e/{cup.code}/{path}").text
        assert (
            "The total is the sum of all match results, byes and penalties." in text
            and "Final: each player keeps" in text
        ), path
        assert "brackets" not in text, path


def test_a_finalist_who_starts_with_nothing_shows_zero_and_the_others_show_no_carry(cups):
    cup = cups["of three"]
    Stage.objects.filter(tournament=cup, number=2).update(carry=CARRIES["none"])
    rows = Standings(Day(cup)).rows
    assert [row.carried for row in rows] == ["0", "0", "0", "0", "", "", ""]


def test_a_players_page_adds_up_over_the_cut(cups):
    cup = cups["of three"]
    Stage.objects.filter(tournament=cup, number=2).update(carry=CARRIES["half"])
    day = Day(cup)
    told = as_context(PlayerPage(day, day.by_number[1], datetime.now(UTC)))
    assert [(each.value, each.carried, each.after) for each in told["rounds"]] == [
        ("+50", "", "+43"), ("+48", "", "+91"), ("−21", "+45.5", "+24.5"), ("0", "", "+24.5"),
    ]  # fmt: skip
    assert [times for _no, times, _share in told["charts"].shares] == [2, 0, 1]
    assert (told["row"].games, told["row"].firsts, told["row"].average) == (3, 2, "1.67")


def test_a_game_that_a_league_drops_keeps_its_result_in_every_output(cups):
    Tournament.objects.filter(pk=cups["none"].pk).update(counting={"best": 1})
    for output, rows in read(cups, cups["none"]).items():
        if "rounds" in SHOWN[output]:
            ann = next(row for row in rows if row["name"] == "Ann Abbot")
            assert (output, ann["total"], ann["rounds"], ann["not_counted"]) == (output, 43, [50, 48], [2])
