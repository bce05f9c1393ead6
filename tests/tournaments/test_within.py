"""Once a table's result is confirmed, its match takes no more entries, and nothing that a phone sends is lost."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from engine.errors import RuleViolation
from engine.seats import Seat as Chair
from matches import actions as play
from matches.event_hooks import LateEntry, Stopped
from matches.models import Match
from people.models import Audit
from tests.matches.cast import Phone
from tests.matches.table import new_key, wall
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import PHONE
from tests.wording import from_the_wall
from tournaments.files.archive.late_notes import late_entry
from tournaments.models import Call, Round, Tournament, TournamentState
from tournaments.play.penalties import call_about_entry
from tournaments.play.results import confirm_result, dispute_result, enter_result
from tournaments.play.rounds import close_round
from tournaments.play.substitutions import NAMES, reseat_table

pytestmark = pytest.mark.django_db

CONFIRMED = "The result is confirmed. Only the referee can correct it."
CLOSED = "Round 1 is closed. Only the referee can correct its results."
OVER = "The tournament has finished. Its results can no longer be changed."


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request):
    """Run the test without scripts and with htmx."""
    return request.param


def steps(match):
    """Every change of a match that a phone can send, by name."""
    at = {"match": match, "device": PHONE, "key": new_key(), "expected_seq": match.version + 1}
    told = {"match": match, "device": PHONE, "chair": Chair.P1}
    return {
        "hand": lambda: play.record_entry(kind="hand", payload=wall("P1"), **at),
        "draw": lambda: play.record_entry(kind="draw", payload={"draw": True}, **at),
        "undo": lambda: play.undo_last(target=match.version, **at),
        "redo": lambda: play.redo(**at),
        "correct": lambda: play.correct_entry(target=1, kind="draw", payload={"draw": True}, **at),
        "void": lambda: play.void_entry(target=1, **at),
        "insert": lambda: play.insert_entry(after=0, kind="draw", payload={"draw": True}, **at),
        "extend": lambda: play.extend_match(match_length=18, **at),
        "reopen": lambda: play.reopen_match(note="Wrong", **at),
        "declare": lambda: play.declare(on=True, expected_seq=match.version + 1, **told),
        "rename": lambda: play.rename_player(name="Someone", **told),
        "replace": lambda: play.replace_player(name="Someone", from_hand=2, **told),
    }


def confirmed(hall):
    """Two hands are played, and two players have signed the result."""
    hall.played()
    confirm_result(number=1, **hall.at(entrant=hall.numbers()[1]))
    return hall.table().match


def refused(step):
    with pytest.raises(Stopped) as caught:
        step()
    return str(caught.value)


def test_a_match_whose_result_is_confirmed_takes_no_more_entries(hall):
    match = confirmed(hall)
    assert {name: refused(step) for name, step in steps(match).items()} == dict.fromkeys(steps(match), CONFIRMED)
    now = Match.objects.get(pk=match.pk)
    assert (now.version, now.declared, now.balances) == (match.version, match.declared, match.balances)


def test_repeating_a_saved_entry_is_not_refused(hall):
    match = hall.open()
    at = {"match": match, "device": PHONE, "key": new_key(), "expected_seq": 1, "payload": wall("P1")}
    play.record_entry(kind="hand", **at)
    enter_result(points=(20, -5, -15), **hall.at(device="", by=hall.referee))
    assert isinstance(play.record_entry(kind="hand", **at), play.AlreadySaved)


def test_a_match_may_be_closed_after_its_result_is_confirmed_since_that_changes_no_points(hall):
    match = confirmed(hall)
    told = {"device": PHONE, "key": new_key(), "expected_seq": 3, "balances": match.balances}
    assert play.close_match(match=match, **told).reading.match.closed
    assert refused(steps(hall.table().match)["reopen"]) == CONFIRMED


def test_an_unconfirmed_result_does_not_stop_the_match(hall):
    hall.played()
    hall.hand(hall.table().match)
    assert hall.table().match.version == 3


def test_totals_that_the_referee_typed_stop_the_match_too(hall):
    match = hall.open()
    enter_result(points=(20, -5, -15), **hall.at(device="", by=hall.referee))
    assert refused(lambda: hall.hand(match)) == CONFIRMED


def test_a_dispute_lets_the_table_correct_its_hands(hall):
    match = confirmed(hall)
    dispute_result(number=1, reason="My last hand is missing", **hall.at(entrant=hall.numbers()[2]))
    hall.hand(match)
    assert hall.table().match.version == 3


def test_a_closed_round_and_a_tournament_that_is_over_say_so(hall):
    match = confirmed(hall)
    for number in (2, 3):
        enter_result(points=(20, -5, -15), **hall.at(number, device="", by=hall.referee))
    close_round(tournament=hall.tournament, round=1, by=hall.referee)
    assert refused(lambda: hall.hand(match)) == CLOSED
    Tournament.objects.update(state=TournamentState.OVER)
    assert refused(lambda: hall.hand(match)) == OVER


def test_a_match_that_was_replaced_after_reseating_is_not_unarchived(hall):
    old = hall.open()
    order = dict(zip("ESW", reversed(hall.numbers()), strict=True))
    reseat_table(order=order, keeps=NAMES, reason="Winds", **hall.at(by=hall.referee))
    with pytest.raises(RuleViolation) as caught:
        play.restore_match(match=old, device=PHONE, user=hall.owner.user)
    assert str(caught.value) == "This match has been replaced by another one, so it stays archived."
    assert Match.objects.get(pk=old.pk).archived_at is not None


# ── on the phone ─────────────────────────────────────────────────────────────


def judged(hall):
    """The referee confirms the result of the match."""
    enter_result(points=tuple(hall.table().match.balances), **hall.at(device="", by=hall.referee))


def test_a_hand_that_comes_too_late_is_shown_as_not_saved_and_the_referee_is_called(phone, hall, table, score, htmx):
    form = phone.get(f"{score}hand/?winner=P2").form("/hand/")
    judged(hall)
    for _twice in range(2):
        page = phone.send(form, status=409, htmx=htmx, source="wall", points="5")
    name = hall.here().sitting[hall.here().seats[1].entrant_id]
    for said in (CONFIRMED, "Your entry (not saved)", from_the_wall(name), "The referee can see your entry."):
        assert said in page.text.replace("\u2068", "").replace("\u2069", ""), said
    assert table in page.links
    call = Call.objects.get()
    assert (call.table, call.key) == (hall.table(), form.values("key")[0])
    assert call.late_entry
    assert call.note.startswith(f"{from_the_wall(name)}.")
    assert Match.objects.get(within=table).version == 2
    told = Audit.objects.filter(what="change_refused").values_list("match", "after")
    assert told
    assert all(row == (score.split("/")[2], {"step": "entry", "why": "settled"}) for row in told)
    assert "referee_called" in Audit.objects.values_list("what", flat=True)
    desk = Person("rita").get(f"/e/{hall.tournament.code}/desk/")
    assert f"This entry arrived too late from a phone and isn’t in the result: {call.note}" in desk
    assert "The tournament result was already final." in hall.owner.get(f"/c/{hall.club.code}/audit/")


def test_a_late_entry_stays_on_the_tables_page_after_the_referee_has_answered(phone, hall, table, score):
    form = phone.get(f"{score}hand/?winner=P2").form("/hand/")
    judged(hall)
    phone.send(form, status=409, source="wall", points="5")
    entry, referee = Call.objects.get().note, Person("rita")
    note = f"This entry arrived too late from a phone and isn’t in the result: {entry}"
    referee.send(referee.get(table).form("/answer/"), status=303)
    for who in (referee, phone):
        page = who.get(table)
        assert "Referee : checked the late entries" in page
        assert note in page
    assert note not in Phone().get(table)
    told = f"The referee was called because an entry for table 1 in round 1 arrived too late: {entry}"
    assert told in hall.owner.get(f"/c/{hall.club.code}/audit/")


def test_an_undo_that_comes_too_late_changes_nothing_and_calls_nobody(phone, hall, score, htmx):
    form = phone.get(score).form("/undo/")
    judged(hall)
    page = phone.send(form, status=409, htmx=htmx)
    assert CONFIRMED in page
    assert "Nothing was changed." in page
    assert (hall.table().match.version, Call.objects.count()) == (2, 0)


def test_an_open_call_does_not_swallow_a_late_entry(phone, hall, table, score):
    phone.send(phone.get(f"{table}call/").form("/call/"), status=303, note="A wall fell over")
    form = phone.get(f"{score}draw/").form("/draw/")
    judged(hall)
    phone.send(form, status=409)
    notes = [(each.note, each.late_entry) for each in Call.objects.order_by("pk")]
    assert notes == [("A wall fell over", False), ("Goulash. No balance changes.", True)]


def test_an_entry_that_is_sent_twice_calls_once_and_ten_entries_of_one_table_call_nine_times(hall):
    match = confirmed(hall)
    sent = [LateEntry(match=match, key=new_key(), said=f"Hand {number}", device=PHONE) for number in range(10)]
    for each in (*sent[:2], *sent):
        call_about_entry(each)
    assert [call.key for call in Call.objects.order_by("pk")] == [each.key for each in sent[:9]]
    assert Audit.objects.filter(what="referee_called").count() == 9
    Call.objects.update(answered_at=datetime.now(UTC))
    call_about_entry(sent[9])
    assert Call.objects.latest("pk").key == sent[9].key


def test_an_entry_for_a_replaced_match_calls_nobody_and_its_page_shows_no_clock(hall, phone):
    old = hall.open()
    order = dict(zip("ESW", reversed(hall.numbers()), strict=True))
    reseat_table(order=order, keeps=NAMES, reason="Winds", **hall.at(by=hall.referee))
    call_about_entry(LateEntry(match=old, key=new_key(), said="A hand", device=PHONE))
    assert not Call.objects.exists()
    Round.objects.update(started_at=datetime.now(UTC))
    assert "data-clock" not in hall.owner.get(f"/m/{old.code}/").html
    assert "data-clock" in hall.owner.get(f"/m/{hall.table().match.code}/").html


def test_the_score_page_says_why_the_match_is_over_and_offers_nothing_to_enter(phone, hall, table, score):
    before = phone.get(score)
    assert {each.action for each in before.forms} >= {f"{score}undo/"}
    judged(hall)
    page = phone.get(score)
    assert CONFIRMED in page
    assert table in page.links
    taken = ("hand/", "draw/", "penalty/", "undo/", "redo/", "players/", "claims/")
    assert [link for link in page.links for each in taken if link.startswith(f"{score}{each}")] == []
    assert [each.action for each in page.forms if each.action.startswith(score)] == []
    assert "Confirm result" not in page
    assert "expected_seq" not in phone.get(f"{score}later/").html
    assert "/correct/" not in phone.get(f"{score}hands/1/").html
    end = phone.get(f"{score}end/")
    assert CONFIRMED in end
    assert [each.action for each in end.forms if each.action.startswith(score)] == []


def test_an_open_score_page_shows_the_confirmation(phone, hall, score):
    seen = phone.get(score).html.partition('data-v="')[2].partition('"')[0]
    phone.get(f"{score}?v={seen}", htmx=True, status=204)
    judged(hall)
    assert CONFIRMED in phone.get(f"{score}?v={seen}", htmx=True)


def test_a_name_can_no_longer_be_changed_and_the_page_says_why(phone, hall, score):
    form = phone.get(f"{score}players/").form("/players/", what="rename")
    judged(hall)
    assert CONFIRMED in phone.send(form, status=422, name="Someone")


# ── what a tournament's match does not offer ─────────────────────────────────


def test_a_tables_match_offers_its_phone_neither_removal_nor_the_archive_nor_publishing(phone, hall, score):
    end, share = phone.get(f"{score}end/"), phone.get(f"{score}share/")
    for address in ("archive/", "delete/"):
        assert f"{score}{address}" not in end.html, address
    assert f"{score}share/public/" not in share.html
    assert "A tournament match can’t be deleted." in phone.get(f"{score}delete/", status=422)


def test_an_organiser_can_archive_and_unarchive_it(hall, score):
    form = hall.owner.get(f"{score}end/").form("/archive/")
    hall.owner.send(form, status=303)
    assert Match.objects.get(within__gt="").archived_at is not None
    again = hall.owner.get(f"{score}end/").form("/archive/", restore="1")
    hall.owner.send(again, status=303)
    assert Match.objects.get(within__gt="").archived_at is None


def test_a_phone_does_not_unarchive_a_tables_match(phone, hall, score):
    Match.objects.update(archived_at=datetime.now(UTC))
    assert "This match is part of a tournament. Only the club’s organisers can do this." in phone.post(
        f"{score}archive/", {"restore": "1"}
    )
    assert Match.objects.get(within__gt="").archived_at is not None


# ── the clock ────────────────────────────────────────────────────────────────


def running(seconds_left, policy="finish"):
    """Start the first round's clock with `seconds_left` seconds to go."""
    ago = timedelta(minutes=60) - timedelta(seconds=seconds_left)
    Round.objects.filter(number=1).update(started_at=datetime.now(UTC) - ago, end_policy=policy)


def button(page):
    """The page's button to end the match: its text, whether it is visible, whether it is the main button."""
    found = page.tight.partition("data-up")[0] and page.tight.split('end/#stop"')
    if len(found) < 2:
        return None
    told = found[1].partition("</a>")[0]
    return told.rpartition(">")[2], "hidden" not in told, "btn-go" in found[0].rpartition("<a ")[2]


def test_a_score_page_shows_the_time_left_in_the_round(phone, hall, score):
    assert 'role="timer"' not in phone.get(score).html
    running(25 * 60)
    page = phone.get(score)
    ends = Round.objects.get(number=1).started_at + timedelta(minutes=60)
    assert f"Until {ends:%H:%M} UTC" in page
    assert 'data-left="1500"' in page.html or 'data-left="1499"' in page.html
    Round.objects.update(paused_at=datetime.now(UTC))
    assert "The clock is paused." in phone.get(score)


def test_an_open_page_shows_that_the_clock_was_stopped(phone, hall, score):
    running(25 * 60)
    seen = phone.get(score).html.partition('data-v="')[2].partition('"')[0]
    phone.get(f"{score}?v={seen}", htmx=True, status=204)
    Round.objects.update(paused_at=datetime.now(UTC))
    assert "The clock is paused." in phone.get(f"{score}?v={seen}", htmx=True)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("cut", [("Time is up: end match", True, True)] * 3),
        ("finish", [("End match", True, False), *[("Time is up: end match", True, True)] * 2]),
        ("one_more", [*[("End match", True, False)] * 2, ("Time is up: end match", True, True)]),
    ],
)
def test_when_time_is_up_the_match_ends_by_the_rounds_time_rule(phone, hall, score, policy, expected):
    running(60, policy)
    assert not button(phone.get(score))[1]
    running(0, policy)
    found = []
    for hand in range(3):
        found.append(button(phone.get(score)))
        if hand < 2:
            phone.hand(score.split("/")[2])
    assert found == expected


def test_when_time_is_up_the_button_to_end_is_shown_and_leads_to_signing(phone, hall, table, score):
    running(-1)
    end = phone.get(f"{score}end/")
    assert '<details class="fold" open><summary>Time is up: end match' in end.tight
    page = phone.get(phone.send(end.form("/close/"), status=303).goes_to)
    assert "Confirm result" in page
    assert table in page.links


def test_spectators_see_the_clock_and_no_button_to_end_the_match(hall, score):
    running(-1)
    page = Phone().get(score)
    assert "Time is up." in page
    assert button(page) is None


def test_a_standalone_match_has_no_clock_and_loads_no_script_for_one(phone):
    html = phone.get(f"/m/{phone.start()}/").html
    assert [word for word in ("clock.js", "tables.css", "on-score", 'role="timer"') if word in html] == []


# ── notes of late entries that version 1.0 stored as a sentence ──────────────

STORED = [
    ("Came from a phone too late and is not in the result: Ann from Bea", "Ann from Bea", True),
    ("Arrived from a phone too late and isn’t in the result: Ann from Bea", "Ann from Bea", True),
    ("Přišlo z telefonu pozdě a není ve výsledku: Ann od Bea", "Ann od Bea", True),
    ("A wall fell over", "A wall fell over", False),
    ("", "", False),
]


def test_the_migration_makes_a_flag_of_each_stored_sentence_and_leaves_other_notes(hall):
    migration = import_module("tournaments.migrations.0008_late_entry")
    calls = [
        Call.objects.create(table=hall.table(), key=new_key(), at=datetime.now(UTC), note=note) for note, *_ in STORED
    ]
    editor = SimpleNamespace(connection=connection)
    migration.split_notes(apps, editor)
    for call, (_note, entry, late) in zip(calls, STORED, strict=True):
        call.refresh_from_db()
        assert (call.note, call.late_entry) == (entry, late)
    migration.join_notes(apps, editor)
    notes = [Call.objects.get(pk=call.pk).note for call in calls]
    assert notes[-2:] == ["A wall fell over", ""]
    assert [late_entry(note) for note in notes] == ["Ann from Bea", "Ann from Bea", "Ann od Bea", None, None]
