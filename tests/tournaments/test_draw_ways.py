"""The draw of each kind of stage: Swiss from the standings, groups, finals."""

import pytest

from engine.errors import RuleViolation
from tests.matches.table import new_key
from tests.tournaments.cast import close, tournament
from tests.tournaments.draw_cast import drawn, made, ranked, refused, rounds
from tournaments.draw import draw, seat_plans, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.models import Entrant, Round, Stage, Team
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


def test_people_who_are_kept_apart_do_not_meet_in_swiss_rounds(club, olga):
    found = made(club, "swiss", entrants=15, rounds=3, apart_teams=True)
    for number in range(1, 6):
        team = Team.objects.create(tournament=found, number=number, name=f"Team {number}")
        Entrant.objects.filter(tournament=found, number__in=(number, number + 5)).update(team=team)
    drawn(found, olga, seed="swiss")
    for number in (2, 3):
        played(found, olga, number - 1)
        generated(found, olga, number)
    good = seat_plans.quality(rounds(found), seat_plans.kept_apart(Day(found)))
    assert (good.together, good.repeats, len(seat_plans.kept_apart(Day(found)))) == ((), 0, 5)


def test_a_swiss_round_in_which_people_kept_apart_must_meet_is_refused_even_with_rematches(club, olga):
    found = made(club, "swiss", entrants=9, rounds=2, apart_teams=True)
    drawn(found, olga, seed="swiss")
    played(found, olga, 1)
    team = Team.objects.create(tournament=found, number=1, name="Everyone")
    Entrant.objects.filter(tournament=found).update(team=team)
    for rematches, sentence in (
        (False, "The remaining rounds (1) can’t be played without a rematch or a table of players who must be kept"),
        (True, "No seating was found that keeps "),
    ):
        with pytest.raises(RuleViolation) as caught:
            generated(found, olga, 2, rematches=rematches)
        assert (caught.value.field, str(caught.value)[: len(sentence)]) == ("apart", sentence)
    assert Round.objects.filter(tournament=found).count() == 1


def swiss(club, olga, entrants=15, number=3, **told):
    found = made(club, "swiss", entrants=entrants, rounds=number, **told)
    drawn(found, olga, seed="swiss")
    return found


def played(found, olga, number):
    write_rounds.publish_rounds(tournament=found, upto=number, by=olga.user)
    close(Round.objects.get(tournament=found, number=number))


def generated(found, olga, number, **told):
    told = {"ranking": ranked(found), **told}
    return draw.generate_round(tournament=found, number=number, key=new_key(), by=olga.user, **told)


def test_a_swiss_stage_is_drawn_round_by_round_without_a_rematch_and_says_why(club, olga):
    found = swiss(club, olga)
    refused("Round 1 isn’t closed yet.", lambda: generated(found, olga, 2))
    for number in (2, 3):
        played(found, olga, number - 1)
        one = generated(found, olga, number)
        assert sorted(one.reasons["tables"]) == ["1", "2", "3", "4", "5"]
    played(found, olga, 3)
    refused("This stage has no more rounds to draw.", lambda: generated(found, olga, 4))
    assert seat_plans.quality(rounds(found)).repeats == 0
    assert len(rounds(found)) == 3


def test_neighbours_in_the_standings_meet(club, olga):
    found = swiss(club, olga, entrants=24)
    played(found, olga, 1)
    order = ranked(found)()
    place = {Entrant.objects.get(pk=pk).number: at for at, pk in enumerate(order)}
    generated(found, olga, 2)

    def gaps(one):
        return sum(max(place[each] for each in table) - min(place[each] for each in table) for table in one.tables)

    first, second = rounds(found)
    assert gaps(second) < gaps(first) / 2


@pytest.mark.thorough
def test_a_swiss_round_after_seats_were_swapped_still_has_no_rematch(club, olga):
    from tournaments.draw import seat_changes

    found = swiss(club, olga)
    (first,) = rounds(found)
    seat_changes.swap_seats(tournament=found, number=1, one=first.tables[0][0], other=first.tables[1][1], by=olga.user)
    for number in (2, 3):
        played(found, olga, number - 1)
        generated(found, olga, number)
    assert seat_plans.quality(rounds(found)).repeats == 0


def test_an_unavoidable_rematch_is_named_and_accepted_on_request(club, olga):
    found = swiss(club, olga, entrants=12, number=2)
    played(found, olga, 1)
    played_two = generated(found, olga, 2)
    played(found, olga, 2)
    # More rounds than are possible without rematches: refused, unless rematches are allowed.
    Stage.objects.filter(tournament=found).update(rounds=6)
    with pytest.raises(RuleViolation, match="12 players, the Swiss system allows at most 2 rounds"):
        generated(found, olga, 3)
    one = generated(found, olga, 3, rematches=True)
    assert played_two.number + 1 == one.number == 3
    assert one.reasons["how"] == [
        ["Not everyone could be given new opponents, so this round has the fewest rematches that could be found.", {}]
    ]


def test_groups_play_among_themselves(club, olga):
    found = made(club, "groups", entrants=16, rounds=3)
    refused(
        "Choose at least two groups, with at least three players in each. 16 players can form 5 at most.",
        lambda: drawn(found, olga, groups=9),
    )
    drawn(found, olga, groups=2, seed="groups")
    groups = Stage.objects.get(tournament=found).plan["groups"]
    assert [len(group) for group in groups] == [8, 8]
    for one in rounds(found):
        assert len(one.tables) == 4
        assert all(any(set(table) <= set(group) for group in groups) for table in one.tables)
    assert seat_plans.quality(rounds(found)).repeats == 0


@pytest.mark.parametrize("takes", [3, 4])
def test_the_best_go_on_to_the_final(club, olga, takes):
    found = tournament(club, entrants=9, rounds=1, played=1)
    Entrant.objects.filter(tournament=found, pk=ranked(found)()[0]).update(house=True)
    Stage.objects.create(tournament=found, number=2, seating="final", rounds=4, takes=takes)
    told = {"tournament": found, "stage": 2, "by": olga.user}
    draw.draw_stage(key=new_key(), options=DrawOptions(seed="final", ranking=ranked(found)), **told)
    best = [Entrant.objects.get(pk=pk) for pk in ranked(found)()]
    finalists = {each.number for each in best if not each.house}
    expected = {each.number for each in [each for each in best if not each.house][:takes]}
    assert expected <= finalists
    later = rounds(found)[1:]
    assert [one.everybody for one in later] == [expected] * 4
    assert sorted(number for one in later for number in one.byes) == (sorted(expected) if takes == 4 else [])


def test_a_final_waits_for_the_stage_before_it(club, olga):
    found = tournament(club, entrants=9, rounds=2, played=1)
    Stage.objects.create(tournament=found, number=2, seating="final", rounds=2, takes=3)
    Round.objects.filter(tournament=found, number=2).delete()
    Stage.objects.filter(tournament=found, number=1).update(rounds=2)
    draw.draw_stage(tournament=found, stage=2, key=new_key(), by=olga.user, options=DrawOptions(ranking=ranked(found)))
    other = tournament(club, entrants=9, rounds=2, played=1, drawn=2, name="Another")
    Stage.objects.create(tournament=other, number=2, seating="final", rounds=2, takes=3)
    refused(
        "Stage 1 hasn’t finished yet.",
        lambda: draw.draw_stage(
            tournament=other, stage=2, key=new_key(), by=olga.user, options=DrawOptions(ranking=ranked(other))
        ),
    )
