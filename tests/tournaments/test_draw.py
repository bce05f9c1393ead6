"""The draw: fingerprint published, drawn, redrawn or imported; its rounds published, hidden, cancelled."""

import json

import pytest
from django.core.management import call_command

from engine import seating
from people.db.transactions import NotAllowed
from people.models import Audit
from tests.matches.table import new_key
from tests.people.club_cast import member
from tests.thorough import sized
from tests.tournaments.cast import close, tournament
from tests.tournaments.draw_cast import drawn, made, refused, rounds
from tests.tournaments.stage_cast import one_round, stage
from tournaments.draw import draw, round_view, seat_plans, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.models import Entrant, Round, RoundChange, Stage, Team
from tournaments.snapshot import Day
from tournaments.standings.qualification import ranking_into

pytestmark = pytest.mark.django_db


def test_a_draw_uses_the_seed_whose_fingerprint_was_published(club, olga):
    found = made(club, entrants=10, rounds=4)
    stage = draw.promise_draw(tournament=found, stage=1, by=olga.user, options=DrawOptions(seed="dice: 3 5 1"))
    assert (stage.promise, stage.drawn_at) == (seating.promise("dice: 3 5 1"), None)
    refused(
        "The draw’s fingerprint is already published, and it wouldn’t match a different seed.",
        lambda: draw.promise_draw(tournament=found, stage=1, by=olga.user, options=DrawOptions(seed="another")),
    )
    refused(
        "The draw’s fingerprint is already published, and it wouldn’t match a different seed.",
        lambda: drawn(found, olga, seed="another"),
    )
    drawn(found, olga)
    schedule = seating.best(10, 4, "dice: 3 5 1")
    assert rounds(found) == [
        seat_plans.Seats(
            tuple(tuple(each + 1 for each in table) for table in one), tuple(each + 1 for each in schedule.byes(at))
        )
        for at, one in enumerate(schedule.rounds)
    ]
    stage.refresh_from_db()
    found.refresh_from_db()
    assert (stage.seed, found.state) == ("dice: 3 5 1", "running")
    assert Round.objects.filter(tournament=found, published_at=None).count() == 4
    assert list(Audit.objects.order_by("pk").values_list("what", "after"))[-2:] == [
        ("stage_promised", {"tournament": found.code, "stage": 1}),
        ("stage_drawn", {"tournament": found.code, "stage": 1, "seed": "dice: 3 5 1"}),
    ]


@pytest.mark.parametrize("played", [False, True], ids=["before its turn", "with an open tie"])
def test_a_fingerprint_is_published_for_a_stage_that_cannot_be_drawn_yet(club, olga, played):
    found = made(club, entrants=6, rounds=1)
    final = stage(found, 2, takes=3)
    if played:  # 2 and 5 are tied at the cut: a lot will decide
        one_round(Stage.objects.get(tournament=found, number=1), [(1, 2, 3), (4, 5, 6)], points=(50, 0, -50))
    options = DrawOptions(seed="dice", ranking=lambda: ranking_into(Day(found), 2))
    promised = draw.promise_draw(tournament=found, stage=2, by=olga.user, options=options)
    assert (promised.pk, promised.promise) == (final.pk, seating.promise("dice"))
    assert not Round.objects.filter(stage=final).exists()


def test_a_stage_is_drawn_or_imported_as_its_seating_says(club, olga):
    fixed, imported = made(club, entrants=6, rounds=1), made(club, "prescribed", entrants=6, rounds=1)
    told = {"stage": 1, "key": new_key(), "by": olga.user}
    refused(
        "The seating for this stage is drawn, not imported.",
        lambda: draw.import_seating(tournament=fixed, text="1-2-3\n4-5-6", **told),
    )
    refused("The seating for this stage is imported, not drawn.", lambda: draw.draw_stage(tournament=imported, **told))
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("way", "entrants"), [("fixed", 10), ("random", sized(10, 7)), pytest.param("four", 10, marks=pytest.mark.thorough)]
)
def test_the_command_draws_the_same_from_the_seed(club, olga, capsys, way, entrants):
    found = made(club, way, entrants=entrants, rounds=4)
    drawn(found, olga, seed="a seed")
    call_command("seat", players=entrants, rounds=4, seed="a seed", way=way, json=True)
    told = json.loads(capsys.readouterr().out)  # players from 0, who are entrants from 1
    assert [[[each - 1 for each in table] for table in one.tables] for one in rounds(found)] == told["rounds"]
    assert [[each - 1 for each in one.byes] for one in rounds(found)] == told["byes"]


def test_people_of_one_team_do_not_meet(club, olga):
    found = made(club, entrants=12, rounds=3, apart_teams=True)
    team = Team.objects.create(tournament=found, number=1, name="Dragons")
    Entrant.objects.filter(tournament=found, number__in=(1, 2, 3, 4)).update(team=team)
    drawn(found, olga, seed="keep them apart")
    apart = seat_plans.kept_apart(Day(found))
    assert apart == {(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)}
    good = seat_plans.quality(rounds(found), apart)
    assert (good.together, good.repeats, good.wind_spread) == ((), 0, 1)


def test_after_a_redraw_the_old_seed_and_the_reason_stay(club, olga):
    found = made(club, entrants=9)
    draw.promise_draw(tournament=found, stage=1, by=olga.user, options=DrawOptions(seed="first"))
    drawn(found, olga)
    before, key = rounds(found), new_key()

    def again(reason):
        return draw.redraw_stage(
            tournament=found, stage=1, key=key, by=olga.user, reason=reason, options=DrawOptions(seed="second")
        )

    refused("Enter a reason. It will be visible to everyone.", lambda: again(""))
    again("Two were missing in the list")
    again("Two were missing in the list")
    stage = Stage.objects.get(tournament=found)
    (past,) = stage.plan["again"]
    assert (past["seed"], past["promise"], past["reason"]) == (
        "first", seating.promise("first"), "Two were missing in the list",
    )  # fmt: skip
    assert (stage.seed, stage.promised_at) == ("second", None)
    assert rounds(found) != before
    assert Round.objects.filter(tournament=found).count() == 3


def test_a_published_round_is_not_redrawn(club, olga):
    found = tournament(club, published=1, drawn=3)
    refused(
        "A round in this stage is published. Hide the round first, or change its seats.",
        lambda: draw.redraw_stage(tournament=found, stage=1, key=new_key(), by=olga.user, reason="why not"),
    )
    write_rounds.hide_rounds(tournament=found, first=1, by=olga.user)
    draw.redraw_stage(
        tournament=found, stage=1, key=new_key(), by=olga.user, reason="why not", options=DrawOptions(seed="other")
    )
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    first = Round.objects.get(tournament=found, number=1)
    changes = [(each.revision, each.after) for each in RoundChange.objects.filter(round=first)]
    assert changes == [(0, []), (1, rounds(found)[0].saved), (2, rounds(found)[0].saved)]
    assert first.revision == 2


@pytest.mark.parametrize("way", ["random", "prescribed"])
def test_a_stage_with_a_locked_round_is_neither_redrawn_nor_imported_again(club, olga, way):
    found = made(club, way, entrants=9, rounds=2)
    told = {"tournament": found, "stage": 1, "by": olga.user}

    def step():
        if way == "prescribed":
            text = "1-2-3\n4-5-6\n7-8-9\n\n1-4-7\n2-5-8\n3-6-9"
            return draw.import_seating(**told, key=new_key(), text=text)
        return draw.redraw_stage(**told, key=new_key(), options=DrawOptions(seed="another"))

    step() if way == "prescribed" else drawn(found, olga)
    before, seed = rounds(found), Stage.objects.get(tournament=found).seed
    write_rounds.lock_round(tournament=found, number=2, locked=True, by=olga.user)
    refused("The seats for round 2 are locked. Unlock them first, or change individual seats instead.", step)
    assert (rounds(found), Stage.objects.get(tournament=found).seed) == (before, seed)
    assert not olga.get(f"/e/{found.code}/draw/").html.count('name="do"')
    write_rounds.lock_round(tournament=found, number=2, locked=False, by=olga.user)
    step()
    assert Round.objects.filter(tournament=found).count() == 2


def test_a_round_that_was_published_is_redrawn_or_imported_again_with_a_public_reason(club, olga):
    found = made(club, "prescribed", entrants=6, rounds=1)
    told = {"tournament": found, "stage": 1, "by": olga.user}
    draw.import_seating(**told, key=new_key(), text="1-2-3\n4-5-6")
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    write_rounds.hide_rounds(tournament=found, first=1, by=olga.user)
    why = "Enter a reason. It will be visible to everyone."
    refused(why, lambda: draw.import_seating(**told, key=new_key(), text="1-2-4\n3-5-6"))
    draw.import_seating(**told, key=new_key(), text="1-2-4\n3-5-6", reason="A misprint")
    Stage.objects.filter(tournament=found).update(seating="random")
    refused(why, lambda: draw.redraw_stage(**told, key=new_key()))
    draw.redraw_stage(**told, key=new_key(), reason="Ann was missing", options=DrawOptions(seed="other"))
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    day = Day(found)
    assert [each.reason for each in round_view.changes(day, day.rounds[0])] == ["Ann was missing", "A misprint"]


def test_rounds_are_published_in_order_and_can_be_hidden_until_something_is_entered(club, olga):
    found = tournament(club, drawn=3)
    assert [one.number for one in write_rounds.publish_rounds(tournament=found, upto=2, by=olga.user)] == [1, 2]
    assert write_rounds.publish_rounds(tournament=found, upto=2, by=olga.user) == []
    assert [one.number for one in write_rounds.hide_rounds(tournament=found, first=2, by=olga.user)] == [2]
    close(Round.objects.get(tournament=found, number=1))
    refused(
        "Round 1 has started and can no longer be hidden.",
        lambda: write_rounds.hide_rounds(tournament=found, first=1, by=olga.user),
    )


def test_rounds_for_which_there_is_no_time_are_cancelled(club, olga):
    found = tournament(club, played=1, published=2, drawn=3)
    write_rounds.drop_rounds(tournament=found, first=3, by=olga.user)
    assert list(Round.objects.filter(tournament=found).values_list("number", flat=True)) == [1, 2]
    refused(
        "Round 2 has been published before, so it can’t be removed.",
        lambda: write_rounds.drop_rounds(tournament=found, first=2, by=olga.user),
    )


def test_only_organisers_draw(club, olga):
    found = made(club)
    referee = member(club.code, "referee")
    for step in (
        lambda: draw.promise_draw(tournament=found, stage=1, by=referee.user),
        lambda: drawn(found, referee),
        lambda: write_rounds.publish_rounds(tournament=found, upto=1, by=referee.user),
    ):
        with pytest.raises(NotAllowed):
            step()
    assert Round.objects.count() == 0


# ── imported seating ─────────────────────────────────────────────────────────


BROUGHT = "7-2-1\n4-5-6\n\n1;4;7\n2;5;3\n"


def test_imported_seating_is_used_as_it_is(club, olga):
    found = made(club, "prescribed", entrants=7)
    key = new_key()
    for _time in range(2):
        draw.import_seating(tournament=found, stage=1, key=key, by=olga.user, text=BROUGHT)
    assert rounds(found) == [
        seat_plans.Seats(((7, 2, 1), (4, 5, 6)), (3,)),
        seat_plans.Seats(((1, 4, 7), (2, 5, 3)), (6,)),
    ]
    assert Stage.objects.get(tournament=found).rounds == 2
    draw.import_seating(tournament=found, stage=1, key=new_key(), by=olga.user, text="1-2-3\n4-5-6")
    assert rounds(found) == [seat_plans.Seats(((1, 2, 3), (4, 5, 6)), (7,))]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7-2-1\n4-5-9", "Round 1, table 2: 9 isn’t in the player list."),
        ("7-2-1\n4-5-7", "Round 1: 7 sits at table 1 and again at table 2."),
        ("7-2-7\n4-5-6", "Round 1: 7 sits at table 1 twice."),
        ("7-2-1\n4-5-6\n\n1-4-7", "Round 2: no table for 2, 3, 5, 6. The maximum number of byes is 1."),
        ("7-2-1-3\n4-5-6", "Round 1, table 1: enter exactly three players instead of “7-2-1-3”."),
        ("7-2\n4-5-6", "Round 1, table 1: enter exactly three players instead of “7-2”."),
        (" \n", "No tables found in this text. Write one table per line, such as 7-2-1."),
    ],
)
def test_seating_with_an_error_is_refused(club, olga, text, sentence):
    found = made(club, "prescribed", entrants=7)
    refused(sentence, lambda: draw.import_seating(tournament=found, stage=1, key=new_key(), by=olga.user, text=text))
    assert Round.objects.count() == 0


def test_unavoidable_rematches_do_not_count_against_the_draw(club, olga):
    two, one = (made(club, "prescribed", entrants=players) for players in (6, 9))
    for found, text in ((two, "1-2-3\n4-5-6\n\n1-2-4\n3-5-6"), (one, "1-2-3\n4-5-6\n7-8-9\n\n1-2-4\n3-5-6\n7-8-9")):
        draw.import_seating(tournament=found, stage=1, key=new_key(), by=olga.user, text=text)
    assert "Rematches 2 (unavoidable)" in olga.get(f"/e/{two.code}/draw/")
    page = olga.get(f"/e/{one.code}/draw/")
    assert "Rematches 5" in page and "unavoidable" not in page


def test_imported_seating_shows_its_rematches_winds_and_byes(club, olga):
    found = made(club, "prescribed", entrants=7)
    text = "7-2-1\n4-5-6\n\n7-2-4\n1-5-6\n\n7-3-4\n1-5-2"
    draw.import_seating(tournament=found, stage=1, key=new_key(), by=olga.user, text=text)
    page = olga.get(f"/e/{found.code}/draw/")
    good = seat_plans.quality(rounds(found))
    assert (good.repeats, good.wind_spread, good.least_byes, good.most_byes) == (5, 3, 0, 2)
    for told in ("Rematches Warning 5", "Largest wind imbalance Warning 3", "Byes per player Warning 0 to 2"):
        assert told.replace("Warning ", "") in page
