"""Guests of a club night sign up with a link, without an account, and withdraw with their own link; and limits."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from delivery.worker import run_housekeeping
from matches import actions
from matches.models import Match
from people.accounts.rate_limits import RateLimit
from people.actions import sign_ups
from people.actions.retention import delete_old_data
from people.clubs.invitations import guest_token
from people.models import Audit, AuditAddress, Club, ClubNight, NightSignUp
from people.web.codes import new_key
from scorekeeper.web.logs import redact
from tests.matches.cast import Phone
from tests.people.club_cast import member
from tests.people.night_cast import Evening, tap

pytestmark = pytest.mark.django_db


def test_a_guest_opens_the_link_types_a_name_and_is_coming(evening):
    evening.put("Ann", "Bea")
    form_page = Phone().get(evening.link)
    assert "2 people are coming." in form_page and "19:30" in form_page and "U Kotvy" in form_page
    phone, answer = evening.guest("  Petr   Novák ")
    page = phone.follow(answer)
    assert "You’re coming" in page and "Petr Novák" in page
    assert "3 people are coming. That makes 1 table." in page
    assert evening.names == ["Ann", "Bea", "Petr Novák"]
    row = Audit.objects.get(what="night_joined")
    assert (row.user, row.about, row.after) == (None, str(evening.row.pk), {})


def test_guests_see_no_names_of_others_not_even_of_a_public_club(evening):
    evening.put("Ann")
    evening.guest("Zuzana")
    Club.objects.update(public=True)
    phone, answer = evening.guest("Petr")
    for page in (Phone().get(evening.link), phone.follow(answer), phone.get(evening.link)):
        assert "Ann" not in page and "Zuzana" not in page


def test_the_link_opens_nothing_else_of_a_club_that_is_not_public(evening):
    phone, _answer = evening.guest("Petr")
    for path in (evening.path, f"/c/{evening.code}/", f"/c/{evening.code}/nights/", f"{evening.path}night.ics"):
        phone.get(path, status=404)
    phone.post(f"{evening.path}come/", {"coming": "0"}, status=404)
    assert evening.names == ["Petr"]


def test_a_guest_withdraws_with_the_link_of_their_own_on_any_phone(evening):
    _phone, answer = evening.guest("Petr")
    other = Phone()
    page = other.follow(other.send(other.get(answer.goes_to).form(answer.goes_to), status=303))
    assert "You’ve withdrawn from the club night, and your name is deleted." in page
    assert evening.names == []
    assert "open the invitation again" in page and evening.link not in page.links
    other.get(answer.goes_to, status=410)
    other.post(answer.goes_to, status=410)
    assert [row.what for row in Audit.objects.filter(what__startswith="night_")] == ["night_left", "night_joined"]


def test_a_guest_whom_an_organiser_has_removed_is_told_whom_to_ask(evening):
    _phone, answer = evening.guest("Petr")
    evening.olga.send(evening.olga.get(evening.path).form("/remove/"), status=303)
    page = Phone().get(answer.goes_to, status=410)
    assert "You’re no longer on the list" in page and "Petr" not in page
    assert "Your name isn’t on the list for the club night on 28 Mar 2031." in page
    assert "If you want to come, ask an organiser of Friday club" in page
    assert evening.path not in page.links
    Phone().post(answer.goes_to, status=410)
    Phone().get(f"{answer.goes_to}/night.ics", status=410)
    Club.objects.update(public=True)
    assert evening.path in Phone().get(answer.goes_to, status=410).links
    evening.over()
    assert "ask an organiser" not in Phone().get(answer.goes_to, status=410)
    ClubNight.objects.all().delete()
    Phone().get(answer.goes_to, status=404)


def test_the_link_of_a_guest_does_not_open_the_sign_up_that_gets_the_same_number_later(evening):
    _phone, answer = evening.guest("Petr")
    row = NightSignUp.objects.get()
    row.delete()
    later = row.at + timedelta(seconds=1)
    NightSignUp.objects.create(pk=row.pk, night=evening.row, guest="Jana", key=new_key(), at=later)
    assert "Jana" not in Phone().get(answer.goes_to, status=410)
    Phone().post(answer.goes_to, status=410)
    assert evening.names == ["Jana"]


def test_a_guest_who_withdraws_on_the_phone_that_signed_up_is_led_back_to_the_form(evening):
    phone, answer = evening.guest("Petr")
    asks = phone.follow(answer)
    assert "You give up your place, and your name is deleted." in asks
    gone = phone.send(asks.form(answer.goes_to), status=303)
    assert evening.link in phone.follow(gone).links
    old = evening.link
    ClubNight.objects.update(guest_links=2)
    assert not {old, evening.link} & set(phone.follow(gone).links)


def test_the_phone_remembers_the_guests_that_signed_up_on_it(evening):
    phone, first = evening.guest("Petr")
    assert first.goes_to in phone.get(evening.link).links
    _phone, second = evening.guest("Jana", phone)
    page = phone.get(evening.link)
    assert {first.goes_to, second.goes_to} <= set(page.links) and "Sign somebody else up" in page
    phone.post(first.goes_to, status=303)
    page = phone.get(evening.link)
    assert first.goes_to not in page.links and second.goes_to in page.links
    assert "Petr" not in Phone().get(evening.link)


def test_a_form_that_is_sent_twice_is_one_guest(evening):
    phone = Phone()
    form = phone.get(evening.link).form(evening.link)
    answers = {phone.send(form, status=303, name="Petr").goes_to for _tap in range(3)}
    assert len(answers) == 1 and evening.names == ["Petr"]


def test_the_key_of_one_night_opens_no_other(evening):
    other, key = Evening(name="Sunday club"), new_key()
    phone = Phone()
    phone.post(evening.link, {"name": "Petr", "key": key}, status=303)
    phone.post(other.link, {"name": "Petr", "key": key}, status=404)
    phone.post(other.link, {"name": "Petr", "key": "short"}, status=422)
    assert (evening.names, other.names) == (["Petr"], [])


@pytest.mark.parametrize("typed", ["", " \u00a0 ", "x" * 61, "a\u202eb", "…"])
def test_a_name_of_a_guest_is_cleaned_as_every_name_is(evening, typed):
    _phone, page = evening.guest(typed, status=422)
    assert "You haven’t signed up yet" in page
    assert evening.names == []


def test_markup_in_a_name_is_text(evening):
    phone, answer = evening.guest("<b>Petr</b>")
    for page in (phone.follow(answer), evening.olga.get(evening.path)):
        assert "&lt;b&gt;Petr&lt;/b&gt;" in page.html and "<b>Petr" not in page.html


def test_a_full_night_has_a_waiting_list_for_guests_too(evening):
    evening.limit(tables=1)
    evening.put("Ann", "Bea", "Cho")
    phone, answer = evening.guest("Petr")
    assert "Join waiting list" in Phone().get(evening.link)
    assert "You’re number 1 on the waiting list" in phone.follow(answer)
    NightSignUp.objects.get(player__name="Ann").delete()
    assert "You’re coming" in phone.follow(answer)


def test_a_night_takes_a_limited_number_of_guests_by_link(evening, monkeypatch):
    monkeypatch.setattr(sign_ups, "MOST_GUESTS", 2)
    evening.guest("Petr")
    evening.add("Zuzana", guest="on")
    _phone, page = evening.guest("Jana", status=422)
    assert "Only 2 guests can sign up for a club night. Ask the organisers." in page
    assert evening.names == ["Petr", "Zuzana"]


def test_a_network_signs_up_a_limited_number_of_guests_an_hour_and_the_input_is_kept(evening, monkeypatch):
    monkeypatch.setattr("people.views.guests.GUESTS", RateLimit("night guest", 2, timedelta(hours=1)))
    for name in ("Petr", "Jana"):
        evening.guest(name)
    phone, page = evening.guest("Eva", status=429)
    assert page.headers["Retry-After"] == "3600"
    assert "Too many guests have signed up from your network. Try again in an hour." in page
    assert page.form(evening.link).values("name") == ["Eva"]
    evening.guest("", phone, status=422)  # invalid forms don't count
    assert evening.names == ["Petr", "Jana"]


@pytest.mark.parametrize("state", ["cancelled", "over"])
def test_nobody_signs_up_by_link_for_a_night_that_is_over_or_cancelled(evening, state):
    phone = Phone()
    form = phone.get(evening.link).form(evening.link)
    if state == "over":
        evening.over()
    else:
        ClubNight.objects.update(cancelled=True)
    why = "This club night is over." if state == "over" else "This club night has been cancelled."
    assert why in phone.send(form, status=422, name="Petr")
    assert evening.names == []


# ── the link ─────────────────────────────────────────────────────────────────


def test_an_organiser_shares_the_link_and_revokes_it(evening):
    page = evening.olga.get(f"{evening.path}guests/")
    assert "at most 30 guests. When all places are taken, guests go on the waiting list." in page
    old = evening.link
    assert f"http://testserver{old}" in page.html
    phone, answer = evening.guest("Petr")
    form = page.form("/guests/")
    for _tap in range(2):
        evening.olga.send(form, status=303)
    assert evening.night.guest_links == 2 and evening.link != old
    Phone().get(old, status=404)
    Phone().post(old, {"name": "Jana", "key": new_key()}, status=404)
    Phone().get(evening.link)
    assert "You’re coming" in phone.follow(answer)  # guests who have signed up keep place and link
    rows = Audit.objects.filter(what="link_rotated")
    assert [(row.about, row.after) for row in rows] == [("guests", {"generation": 2, "night": evening.row.pk})]
    assert "replaced a link: guest link of a club night" in evening.olga.get(f"/c/{evening.code}/audit/")


def test_the_link_is_replaced_only_from_its_page(evening):
    for sent in ({}, {"after": ""}, {"after": "-1"}, {"after": "²"}, {"after": "9" * 8}):
        evening.olga.post(f"{evening.path}guests/", sent, status=404)
    assert evening.night.guest_links == 1


def test_a_link_that_is_revoked_while_the_form_is_sent_signs_nobody_up(evening):
    token = evening.link.removeprefix("/n/")
    sign_ups.rotate_guest_link(club=evening.club, by=evening.olga.user, night=evening.row.pk, after=1)
    with pytest.raises(sign_ups.NotAllowed):
        sign_ups.sign_up_guest(token=token, name="Petr", key=new_key())
    assert evening.names == []


def test_made_up_links_find_nothing_and_are_counted(evening):
    _phone, answer = evening.guest("Petr")
    other = Evening(name="Sunday club")
    secret = evening.link.partition("-")[2]
    own = answer.goes_to.removeprefix("/g/")
    wrong = [
        *("/n/", "/n/x", f"/n/{evening.row.pk}", f"/n/{evening.row.pk}-", f"/n/{other.row.pk}-{secret}"),
        *(f"/n/{own}", f"/g/{evening.link.removeprefix('/n/')}", "/g/1-x", f"/g/{'9' * 30}-{secret}", f"/g/x{own}"),
        *("/g/1-x/night.ics", f"/n/²-{secret}"),
    ]
    browser = Phone()
    for path in wrong:
        browser.get(path, status=404)
    for number in range(60):
        answer = browser.get(f"/n/{evening.row.pk}-{number:022}", status=None)
    assert answer.status == 429
    Phone().get(evening.link)  # the right link still works


def test_a_guest_whom_an_organiser_has_added_has_no_link(evening):
    evening.add("Zuzana", guest="on")
    Phone().get(f"/g/{guest_token(NightSignUp.objects.get())}", status=410)


def test_the_links_are_shortened_in_the_servers_log(evening):
    _phone, answer = evening.guest("Petr")
    for path in (evening.link, answer.goes_to, f"{answer.goes_to}/night.ics"):
        assert re.fullmatch(r"GET /[ng]/.{4}…(/night\.ics)?", redact(f"GET {path}"))


def test_a_member_who_opens_the_link_is_told_where_members_sign_up(evening):
    page = member(evening.code, "member").get(evening.link)
    assert "You’re a member of this club" in page and evening.path in page.links


# ── afterwards ───────────────────────────────────────────────────────────────


@pytest.fixture
def keep_house(monkeypatch):
    """The job that a running server does once a minute, here in the test's transaction."""
    monkeypatch.setattr("delivery.worker.close_old_connections", lambda: None)
    return run_housekeeping


def test_names_of_guests_are_deleted_thirty_days_after_the_night(evening, capsys):
    evening.put("Ann")
    evening.guest("Petr")
    evening.over(days=30)
    call_command("forget_addresses")
    assert evening.names == ["Ann", "Petr"]
    evening.over(days=32)
    call_command("forget_addresses")
    assert evening.names == ["Ann"]
    assert "Sign-ups for club nights deleted: 1." in capsys.readouterr().out


def test_a_running_server_deletes_guests_after_thirty_days_and_members_after_a_year(evening, keep_house):
    evening.put("Ann")
    evening.guest("Petr")
    tap(member(evening.code, "member", "mia"), evening.path)
    for days, names in ((30, ["Ann", "Petr", "Mia"]), (32, ["Ann", "Mia"]), (365, ["Ann", "Mia"]), (367, [])):
        evening.over(days=days)
        keep_house()
        assert evening.names == names, days


def test_a_running_server_deletes_network_addresses_after_thirty_days(evening, keep_house):
    row = Audit.objects.create(at=datetime.now(UTC) - timedelta(days=31), what="night_joined", club=evening.club)
    AuditAddress.objects.all().delete()
    AuditAddress.objects.create(row=row, address="192.0.2.7")
    keep_house()
    assert AuditAddress.objects.count() == 0


def test_deleting_old_data_takes_two_queries_if_there_is_none(evening, django_assert_num_queries):
    evening.put("Ann")
    with django_assert_num_queries(2):
        assert delete_old_data() == (0, 0)


def test_a_guest_deletes_their_name_when_the_night_is_over(evening):
    phone, answer = evening.guest("Petr")
    evening.over()
    assert "Delete my name" in phone.follow(answer)
    phone.post(answer.goes_to, status=303)
    assert evening.names == []


def test_a_name_that_is_taken_is_accepted_so_that_no_guest_learns_who_is_coming(evening):
    evening.put("Ann")
    for typed in ("Ann", "Zoë", " zoë "):
        phone, answer = evening.guest(typed)
        assert "You’re coming" in phone.follow(answer)
    assert evening.names == ["Ann", "Ann", "Zoë", "zoë"]


def test_people_of_the_same_name_are_told_apart_at_the_table_and_only_the_player_counts(evening):
    evening.guest("Cho")
    evening.guest("CHO")
    evening.add("Cho")
    assert [(row.guest, row.player_id) for row in NightSignUp.objects.all()] == [
        ("Cho", None),
        ("CHO", None),
        ("", evening.player("Cho").pk),
    ]
    scorer = member(evening.code, "scorer")
    night = scorer.get(evening.path)
    [names] = re.findall(r"<strong>Table 1</strong>\s*<small>(.*?)</small>", night.html)
    assert names == "<bdi>Cho (guest)</bdi>, <bdi>CHO (guest 2)</bdi>, <bdi>Cho</bdi>"
    assert 'data-copy="Cho (guest)\nCHO (guest 2)\nCho"' in night.html
    page = scorer.get(f"/start/?night={evening.row.pk}&table=1")
    assert page.html.count("Signed up as a guest, so the match doesn’t count for them.") == 2
    started = scorer.send(page.form("/start/"), status=303)
    assert seated(started) == [("Cho (guest)", None), ("CHO (guest 2)", None), ("Cho", evening.player("Cho").pk)]


def test_a_guest_with_the_name_of_a_roster_player_stays_a_guest_in_matches_and_rematches(evening):
    evening.put("Ann", "Bea")
    evening.guest("Cho")
    scorer = member(evening.code, "scorer")
    page = scorer.get(f"/start/?night={evening.row.pk}&table=1")
    assert page.html.count("Signed up as a guest, so the match doesn’t count for them.") == 1
    started = scorer.send(page.form("/start/"), status=303, P1="Cho", P3="Ann")  # the seats may change
    players = [("Cho", None), ("Bea", evening.player("Bea").pk), ("Ann", evening.player("Ann").pk)]
    assert seated(started) == players
    again = actions.rematch(
        match=match_at(started), device=match_at(started).started_by, key=new_key(), user=scorer.user
    )
    assert list(again.sittings.order_by("chair").values_list("name", "player_id")) == [*players[1:], players[0]]


def match_at(answer):
    return Match.objects.get(code=answer.goes_to.split("/")[2])


def seated(answer):
    """The name and roster player in each seat of the match that the response redirects to."""
    return list(match_at(answer).sittings.order_by("chair").values_list("name", "player_id"))
