"""The final standings of a finished tournament don't change until an organiser reopens it."""

import pytest

from engine.errors import RuleViolation
from people.web.responses import as_context
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import Hall
from tournaments.draw import draw, seat_changes, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.entries import entries, self_registration
from tournaments.entries import teams as groups
from tournaments.links import entrant_token
from tournaments.models import Adjustment, Entrant, Stage, Team
from tournaments.pages.standings.standings_page import StandingsPage
from tournaments.play import penalties, results, rounds, substitutions
from tournaments.play.table_access import TableAction
from tournaments.setup import lifecycle
from tournaments.setup import stages as parts
from tournaments.setup.counting_rules import CountingRules
from tournaments.setup.lifecycle import end_tournament, reopen_tournament
from tournaments.snapshot import Day
from tournaments.standings import qualification

pytestmark = pytest.mark.django_db
OVER = ("tournament", "The tournament has finished. Reopen it first.")


@pytest.fixture(scope="module")
def built_hall(standing):
    """One round, played and closed; the tournament is over."""
    made = Hall(rounds=1, played=1, public=True)
    made.fine = penalties.give_penalty(**fine(made)).pk
    Stage.objects.create(tournament=made.tournament, number=2, rounds=1)
    end_tournament(tournament=made.tournament, by=made.owner.user)
    made.tournament.refresh_from_db()
    return made


def fine(hall, **more):
    at = {"tournament": hall.tournament, "entrant": 4, "points": -10, "reason": "Late", "key": "k" * 22}
    return {**at, "by": hall.referee, **more}


def changes(hall):
    """One action for each thing that the standings depend on."""
    cup, judge, chief = hall.tournament, {"by": hall.referee}, {"by": hall.owner.user}
    action = TableAction(tournament=cup, table=hall.table(), key="x" * 22, by=hall.referee)
    one, other = hall.numbers()[:2]
    team = Team.objects.create(tournament=cup, number=1, name="Reds")
    told = entries.EntryDetails(name="Dan Drake", house=True)
    key = {"key": "z" * 22}
    return {
        "a penalty": lambda: penalties.give_penalty(**fine(hall, key="n" * 22)),
        "a penalty cancelled": lambda: penalties.cancel_penalty(
            tournament=cup, penalty=hall.fine, reason="why", **judge
        ),
        "a result corrected": lambda: results.correct_result(number=1, points=(1, 2, -3), reason="why", action=action),
        "a result disputed": lambda: results.dispute_result(number=1, reason="why", action=action),
        "a substitute": lambda: substitutions.set_substitute(tournament=cup, round=1, entrant=one, name="Zoe", **judge),
        "seats put right": lambda: substitutions.reseat_table(
            order={"E": other, "S": one, "W": hall.numbers()[2]}, keeps="persons", reason="why", action=action
        ),
        "a round taken up": lambda: rounds.reopen_round(tournament=cup, round=1, reason="why", **judge),
        "lots": lambda: qualification.record_lots(tournament=cup, lots={one: 1}, **chief),
        "counting rules": lambda: lifecycle.change_counting(
            tournament=cup, counting=CountingRules(team_best=1), **chief
        ),
        "two who swap": lambda: seat_changes.swap_seats(
            tournament=cup, number=1, one=one, other=other, reason="why", **chief
        ),
        "somebody who leaves": lambda: seat_changes.reseat(tournament=cup, first=2, leaves=[one], comes=[], **chief),
        "a stage drawn": lambda: draw.draw_stage(
            tournament=cup, stage=2, **key, **chief, options=DrawOptions(ranking=list)
        ),
        "rounds published": lambda: write_rounds.publish_rounds(tournament=cup, upto=1, **chief),
        "rounds hidden": lambda: write_rounds.hide_rounds(tournament=cup, first=1, **chief),
        "one more stage": lambda: parts.add_stage(tournament=cup, stage=parts.StageDetails(), **chief),
        "a team dissolved": lambda: groups.remove_team(tournament=cup, number=team.number, **chief),
        "a house player": lambda: entries.change_entrant(tournament=cup, number=4, details=told, **chief),
        "somebody who leaves by themselves": lambda: self_registration.leave(
            tournament=cup, number=4, token=entrant_token(cup, Entrant.objects.get(tournament=cup, number=4))
        ),
        "somebody refused": lambda: entries.refuse_entrant(tournament=cup, number=4, **chief),
        "somebody taken out": lambda: entries.withdraw_entrant(tournament=cup, number=4, **chief),
        "one more player": lambda: entries.approve_entrant(tournament=cup, number=4, **chief),
    }


def listed(hall):
    page = StandingsPage(Day(hall.tournament, True), None)
    return page.heading, page.standings.rows, page.standings.explained, [as_context(line) for line in page.penalties]


def test_nothing_that_the_standings_depend_on_changes_after_the_end(hall):
    before = listed(hall)
    refused = {}
    for name, change in changes(hall).items():
        try:
            refused[name] = change()
        except RuleViolation as violation:
            refused[name] = (violation.field, violation.sentence)
    assert refused == dict.fromkeys(refused, OVER)
    assert listed(hall) == before


def test_a_request_from_before_the_end_is_still_recognised_when_it_is_repeated(hall):
    assert penalties.give_penalty(**fine(hall)).pk == hall.fine
    assert Adjustment.objects.count() == 1


def test_a_reopened_tournament_can_be_changed(hall):
    reopen_tournament(tournament=hall.tournament, by=hall.owner.user)
    penalties.give_penalty(**fine(hall, key="n" * 22))
    penalties.cancel_penalty(tournament=hall.tournament, penalty=hall.fine, reason="why", by=hall.referee)
    qualification.record_lots(tournament=hall.tournament, lots={1: 7}, by=hall.owner.user)
    assert Entrant.objects.get(tournament=hall.tournament, number=1).lot == 7
    assert [each.cancelled_at is None for each in Adjustment.objects.all()] == [False, True]


PAGES = ("penalties/{fine}/cancel/", "lots/", "late/") + tuple(
    f"rounds/1/tables/1/{each}/" for each in ("result", "dispute", "correct", "substitute", "reseat", "exchange")
)


def test_the_forms_are_hidden_and_the_organiser_may_reopen_it(hall):
    base, olga = f"/e/{hall.tournament.code}", Person("olga")
    resume = f"{base}/resume/"
    for path in PAGES:
        page = olga.get(f"{base}/{path.format(fine=hall.fine)}")
        assert "The final standings, results, penalties, seats and substitutes can no longer be changed." in page, path
        assert [form.action for form in page.forms if form.action.startswith(base)] == [resume], path
    for path in ("penalties/", "rounds/1/tables/", "rounds/1/tables/1/", "draw/", "rounds/"):
        page = olga.get(f"{base}/{path}")
        assert [form.action for form in page.forms if form.action.startswith(base)] == [resume], path
    olga.send(page.form(resume), status=303)
    assert "Save" in olga.get(f"{base}/penalties/")


def test_a_referee_is_told_who_can_reopen_it_and_requests_are_refused(hall):
    base, rita = f"/e/{hall.tournament.code}", Person("rita")
    page = rita.get(f"{base}/penalties/")
    assert "An organiser can reopen the tournament." in page
    assert f"{base}/resume/" not in page.html
    told = {"entrant": "4", "way": "takes", "points": "10", "reason": "Late", "key": "n" * 22}
    page = rita.post(f"{base}/penalties/", told, status=422)
    assert "The tournament has finished. Reopen it first." in page
    page = rita.post(f"{base}/penalties/{hall.fine}/cancel/", {"reason": "why"}, status=422)
    assert "The tournament has finished. Reopen it first." in page
    page = rita.post(
        f"{base}/rounds/1/tables/1/substitute/", {"entrant": str(hall.numbers()[0]), "name": "Z"}, status=422
    )
    assert "The tournament has finished. Reopen it first." in page
