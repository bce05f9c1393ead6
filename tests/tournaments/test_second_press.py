"""A button that is pressed twice, by one person or two: the second press changes nothing.

The second press leads to the same page as the first, and the audit log of the club has one line.
"""

import pytest
from django.apps import apps

from people.models import Audit
from tests.matches.table import new_key
from tests.tournaments.cast import close, result
from tests.tournaments.table_cast import OTHER, PHONE, Hall
from tournaments.draw.draw import promise_draw
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.draw.seat_changes import swap_seats
from tournaments.entries.entries import approve_entrant
from tournaments.models import Entrant, Round, Stage
from tournaments.play.penalties import call_referee, cancel_penalty, give_penalty
from tournaments.play.results import correct_result, dispute_result
from tournaments.play.table_access import TableAction
from tournaments.setup.series import add_event, change_series, create_series, remove_event
from tournaments.standings.qualification import record_lots
from tournaments.standings.series import SeriesRules

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built_hall(standing):
    return Hall()


def stored():
    """Every row of the tournaments app and the audit log, without versions, which rise with every action."""
    models = [*apps.get_app_config("tournaments").get_models(), Audit]
    rows = {model.__name__: list(model.objects.order_by("pk").values()) for model in models}
    for row in rows["Tournament"]:
        del row["version"]
    return rows


def logged():
    """The actions in the audit log, oldest first."""
    return list(Audit.objects.order_by("pk").values_list("what", flat=True))


def press_twice(press, *lines):
    """Press, and press again: the first press writes these lines of the audit log, the second changes nothing. Returns
    what both returned."""
    before, rows = len(logged()), stored()
    first = press()
    assert logged()[before:] == list(lines)
    after = stored()
    assert after != rows
    second = press()
    assert stored() == after
    assert second == first
    return first


def one_round_closed(hall):
    """The first round is closed, and no other is drawn."""
    close(Round.objects.get(tournament=hall.tournament))


def clock_started(hall):
    hall.owner.post(f"/e/{hall.tournament.code}/rounds/1/clock/", {"do": "start"}, status=303)


def start_planned(hall):
    hall.owner.post(f"/e/{hall.tournament.code}/rounds/1/clock/", {"do": "plan", "starts_in": "10"}, status=303)


def clock_paused(hall):
    clock_started(hall)
    hall.owner.post(f"/e/{hall.tournament.code}/rounds/1/clock/", {"do": "pause"}, status=303)


def tournament_over(hall):
    one_round_closed(hall)
    hall.owner.post(f"/e/{hall.tournament.code}/finish/", status=303)


def tournament_archived(hall):
    hall.owner.post(f"/e/{hall.tournament.code}/settings/archive/", status=303)


def referee_called(hall):
    call_referee(TableAction(tournament=hall.tournament, table=hall.table(), key=new_key(), device=PHONE))


def round_hidden(hall):
    hall.owner.post(f"/e/{hall.tournament.code}/rounds/1/hide/", status=303)


def kept_apart(hall):
    hall.owner.post(f"/e/{hall.tournament.code}/apart/pair/", {"one": "1", "other": "2"}, status=303)


BUTTONS = {
    "start the clock": (None, "rounds/1/clock/", {"do": "start"}, "clock_started"),
    "cancel a planned start": (start_planned, "rounds/1/clock/", {"do": "unplan"}, "start_cancelled"),
    "pause the clock": (clock_started, "rounds/1/clock/", {"do": "pause"}, "clock_paused"),
    "reset the clock": (clock_paused, "rounds/1/clock/", {"do": "reset"}, "clock_reset"),
    "resume the clock": (clock_paused, "rounds/1/clock/", {"do": "go_on"}, "clock_resumed"),
    "set the clock": (None, "rounds/1/clock/", {"do": "set", "minutes": "45"}, "clock_set"),
    "reopen a round": (one_round_closed, "rounds/1/reopen/", {"reason": "Table 2 plays on"}, "round_reopened"),
    "end the tournament": (one_round_closed, "finish/", {}, "tournament_ended"),
    "reopen the tournament": (tournament_over, "resume/", {}, "tournament_taken_up"),
    "archive the tournament": (None, "settings/archive/", {}, "tournament_archived"),
    "restore the tournament": (tournament_archived, "settings/archive/", {"restore": "1"}, "tournament_restored"),
    "answer a call": (referee_called, "rounds/1/tables/1/answer/", {}, "referee_came"),
    "hide a round": (None, "rounds/1/hide/", {}, "round_hidden"),
    "publish a round": (round_hidden, "rounds/publish/", {"upto": "1"}, "round_published"),
    "lock a round": (None, "rounds/1/lock/", {"locked": "1"}, "round_locked"),
    "check somebody in": (None, "check-in/4/", {"here": "1"}, "entrant_checked_in"),
    "keep two apart": (None, "apart/pair/", {"one": "1", "other": "2"}, "tournament_apart"),
    "let two meet": (kept_apart, "apart/pair/", {"one": "2", "other": "1", "apart": "0"}, "tournament_apart"),
    "keep team-mates apart": (None, "apart/groups/", {"teams": "1"}, "tournament_apart"),
    "print new cards": (None, "cards/renew/", {"after": "1"}, "tournament_links"),
}


@pytest.mark.parametrize(("before", "path", "data", "line"), BUTTONS.values(), ids=BUTTONS)
def test_a_second_press_changes_nothing_and_leads_to_the_same_page(hall, before, path, data, line):
    if before:
        before(hall)
    address = f"/e/{hall.tournament.code}/{path}"
    press_twice(lambda: hall.owner.post(address, data, status=303).goes_to, line)


def test_counting_rules_are_saved_once():
    hall = Hall(published=0)
    address, data = f"/e/{hall.tournament.code}/counting/", {"way": "best", "many": "2"}
    press_twice(lambda: hall.owner.post(address, data, status=303).goes_to, "tournament_rules")
    hall.tournament.refresh_from_db()
    assert hall.tournament.counting == {"best": 2}


def test_publishing_a_fingerprint_twice_keeps_the_first_seed():
    hall = Hall(published=0)
    told = {"tournament": hall.tournament, "stage": 1, "by": hall.owner.user}
    press_twice(lambda: promise_draw(**told).promise, "stage_promised")
    seed = Stage.objects.get(tournament=hall.tournament).seed
    assert len(seed) == 16
    after = stored()
    assert promise_draw(**told, options=DrawOptions(seed=seed)).seed == seed
    assert stored() == after


def test_swapping_two_byes_changes_nothing_and_leaves_no_note_in_the_round():
    hall = Hall(entrants=11)
    first = Round.objects.get(tournament=hall.tournament)
    one, other = first.seats.filter(table=None).values_list("entrant__number", flat=True)
    told = {"tournament": hall.tournament, "number": 1, "reason": "Why not", "by": hall.owner.user}
    before = stored()
    assert swap_seats(**told, one=one, other=other) == first
    assert stored() == before


def test_an_entrant_who_is_accepted_twice_is_entered_once_also_with_the_last_place():
    hall = Hall(published=0, capacity=9)
    entrants = Entrant.objects.filter(tournament=hall.tournament, number=9)
    entrants.update(state="asked", wish="Dragons")
    told = {"tournament": hall.tournament, "number": 9, "by": hall.owner.user}
    assert press_twice(lambda: approve_entrant(**told), "entrant_moved") == "entered"
    assert entrants.get().team.name == "Dragons"


def test_an_entrant_who_is_declined_twice_is_declined_once():
    hall = Hall(published=0)
    entrants = Entrant.objects.filter(tournament=hall.tournament, number=9)
    entrants.update(state="asked")
    address = f"/e/{hall.tournament.code}/entries/9/move/"
    press_twice(lambda: hall.owner.post(address, {"to": "refuse"}, status=303).goes_to, "entrant_moved")
    assert entrants.get().state == "refused"


def test_a_penalty_that_is_cancelled_twice_keeps_the_first_reason(hall):
    told = {"tournament": hall.tournament, "by": hall.referee}
    given = give_penalty(entrant=4, points=-20, reason="Came late", key=new_key(), **told)
    reasons = iter(("The tram stood still", "Another reason"))
    press_twice(lambda: cancel_penalty(penalty=given.pk, reason=next(reasons), **told), "penalty_cancelled")
    given.refresh_from_db()
    assert given.cancel_reason == "The tram stood still"


def test_a_result_that_two_players_dispute_is_disputed_once(hall):
    hall.card(OTHER)
    result(hall.table(), confirmed=False)
    _one, other, third = hall.numbers()
    signers = iter(((other, PHONE), (third, OTHER)))

    def dispute():
        entrant, device = next(signers)
        verdict = dispute_result(number=1, reason=f"{entrant} counts 12", **hall.at(entrant=entrant, device=device))
        return verdict.entrant.number, verdict.reason

    assert press_twice(dispute, "result_disputed") == (other, f"{other} counts 12")


def test_a_form_of_a_correction_that_is_sent_twice_corrects_once(hall):
    result(hall.table())
    told = hall.at(by=hall.referee)
    corrected = press_twice(
        lambda: correct_result(number=1, points=(10, 5, -15), reason="Miscounted", **told),
        "result_corrected",
        "result_confirmed",
    )
    assert (corrected.number, corrected.points, corrected.reason) == (2, (10, 5, -15, 0), "Miscounted")


def test_draw_numbers_that_are_saved_twice_are_saved_once(hall):
    told = {"tournament": hall.tournament, "by": hall.owner.user, "lots": {2: 1, 5: 2}}
    press_twice(lambda: record_lots(**told), "tournament_lots")
    assert dict(Entrant.objects.exclude(lot=None).values_list("number", "lot")) == {2: 1, 5: 2}


def test_a_series_is_renamed_and_its_tournament_added_and_removed_once(hall):
    by, code = hall.owner.user, hall.tournament.code
    series = create_series(club=hall.club, by=by, name="The year", key=new_key())
    press_twice(lambda: change_series(series=series, by=by, name="The league", rules=SeriesRules()), "series_changed")
    press_twice(lambda: add_event(series=series, by=by, tournament=code), "series_event_added")
    press_twice(lambda: remove_event(series=series, by=by, tournament=code), "series_event_removed")
