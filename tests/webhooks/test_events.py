"""The events that are sent for ends of matches, changes of seasons, and standings of tournaments."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from delivery import worker
from matches import actions as play
from matches.actions.append import append_event
from matches.models import Match
from people.announcements import Announcement
from people.audit.events import What
from tests.matches.table import at, discard
from tests.tournaments.table_cast import Hall
from tests.webhooks.cast import documents, run
from tests.webhooks.test_messages import as_house
from tournaments.play.substitutions import set_substitute
from webhooks import outbox
from webhooks.models import EventMessage, EventType, OutboxEvent

pytestmark = pytest.mark.django_db
HANDS = 9  # of a match
ENDS = [EventType.MATCH_CLOSED.value, EventType.STANDINGS_CHANGED.value]


def close(match):
    return play.close_match(balances=Match.objects.get(pk=match.pk).balances, **at(match))


def nearly_finished(house):
    """A match without its last hand."""
    match = house.match()
    for _hand in range(HANDS - 1):
        house.hand(match)
    return match


def told(hook):
    run()
    types = [each["type"] for each in documents(hook)]
    hook.got.clear()
    return types


def test_the_last_hand_ends_the_match_and_closing_it_sends_nothing_more(house, hook):
    house.endpoint(hook.url, events=ENDS)
    match = nearly_finished(house)
    assert told(hook) == []
    house.hand(match)
    assert Match.objects.get(pk=match.pk).finished
    assert told(hook) == ["match.closed", "standings.changed"]
    close(match)
    assert told(hook) == []


def test_the_season_is_sent_again_when_a_finished_match_is_corrected_or_reopened(house, hook):
    house.endpoint(hook.url, events=ENDS)
    match = nearly_finished(house)
    house.hand(match)
    told(hook)
    play.correct_entry(target=1, kind="hand", payload=discard("P2", "P3"), **at(match))
    assert told(hook) == ["standings.changed"]
    play.undo_last(target=HANDS + 1, **at(match))
    assert told(hook) == ["standings.changed"]
    play.undo_last(target=HANDS, **at(match))
    assert told(hook) == ["standings.changed"]


def test_seasons_of_two_games_are_sent_separately_and_once_each(house, hook):
    house.endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    for system in ("korean_japanese", "riichi_sanma", "korean_japanese"):
        match = house.match(system=system)
        append_event(kind="close", payload=Match.objects.get(pk=match.pk).balances.as_dict(), **at(match))
    run()
    assert [each["data"]["season"]["system"] for each in documents(hook)] == ["riichi_sanma", "korean_japanese"]


def test_storing_a_change_of_the_standings_costs_the_same_however_much_waits(house, hook):
    house.endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    queries = []
    for number in range(40):
        announcement = Announcement(what="season_changed", club=house.club.pk, values={"system": f"game {number % 20}"})
        with CaptureQueriesContext(connection) as asked:
            outbox.listen(announcement)
        queries.append(len(asked))
    assert max(queries) == 2
    worker.run_ready("webhook events")
    assert (EventMessage.objects.count(), OutboxEvent.objects.count()) == (20, 0)


@pytest.mark.parametrize("many", [1, 9])
def test_the_season_is_computed_once_for_all_endpoints(house, hook, many, monkeypatch):
    from webhooks.messages import subjects

    computed = []
    real = subjects.SeasonSubject.season
    monkeypatch.setattr(
        subjects.SeasonSubject, "season", lambda subject, inside: computed.append(inside) or real(subject, inside)
    )
    for _number in range(many):
        house.endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    close(house.match())
    run()
    assert (len(hook.got), computed) == (many, [True])
    assert len({request.body for request in hook.got}) == 1


def test_a_change_while_the_standings_are_being_sent_is_sent_as_well(house, hook, monkeypatch):
    house.endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    first, second = house.match(), house.match()
    house.hand(first)
    house.hand(second)
    close(first)
    real = outbox._receivers

    def meanwhile(message):
        monkeypatch.setattr(outbox, "_receivers", real)
        found = real(message)
        close(second)
        return found

    monkeypatch.setattr(outbox, "_receivers", meanwhile)
    run()
    assert [row["matches"] for row in documents(hook)[-1]["data"]["season"]["standings"]] == [2, 2, 2]


def test_every_announced_action_of_a_tournament_is_one_of_the_audit_log():
    of_matches = {"match_started", "entry_recorded", "match_ended", "season_changed"}
    assert {*outbox.TYPES} - of_matches <= {*What.values}


def test_a_substitute_changes_the_standings_of_a_tournament(settings, hook):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    hall = Hall(public=True)
    as_house(hall).endpoint(hook.url, events=[EventType.STANDINGS_CHANGED.value])
    set_substitute(tournament=hall.tournament, by=hall.owner.user, round=1, entrant=hall.numbers()[0], name="Zoe")
    assert told(hook) == ["standings.changed"]
