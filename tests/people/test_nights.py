"""Club nights, single or in a series: created, changed and cancelled; and the calendar for other programs."""

import re
from datetime import date, time, timedelta

import pytest

from people.clubs import ical
from people.clubs.night_days import first_open_day
from people.models import Club, ClubNight, NightSignUp
from tests import wording
from tests.matches.cast import Phone
from tests.people.club_cast import Person, member, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return Person("olga")


@pytest.fixture
def club(olga):
    return olga.found()


def add(who, code, status=303, **fields):
    form = who.get(f"/c/{code}/nights/add/").form("/nights/add/")
    return who.send(form, status=status, **{"on": "2031-03-28", **fields})


def nights():
    return list(ClubNight.objects.values_list("on", "begins", "place", "note", "cancelled"))


def test_one_night_with_time_place_and_note(olga, club):
    page = olga.follow(add(olga, club, begins="19:30", place="U Kotvy", note="Bring tiles"))
    assert nights() == [(date(2031, 3, 28), time(19, 30), "U Kotvy", "Bring tiles", False)]
    assert "Friday, 28 Mar 2031, 19:30" in page
    assert "U Kotvy" in page and "Bring tiles" in page
    assert "Nobody has signed up yet." in page and "Invite guests" in page  # the page of the night itself
    assert told(club)[-1][:2] == ("nights_added", "olga")


@pytest.mark.parametrize(
    ("every", "until", "days"),
    [
        ("1", "2031-04-11", ["2031-03-28", "2031-04-04", "2031-04-11"]),
        ("1", "2031-04-10", ["2031-03-28", "2031-04-04"]),
        ("2", "2031-05-01", ["2031-03-28", "2031-04-11", "2031-04-25"]),
        ("1", "2031-03-28", ["2031-03-28"]),
        ("", "2031-05-01", ["2031-03-28"]),
    ],
)
def test_a_series_from_a_day_to_a_day(olga, club, every, until, days):
    add(olga, club, every=every, until=until)
    assert [night[0].isoformat() for night in nights()] == days


def test_a_series_sent_twice_is_created_once(olga, club):
    for _tap in range(2):
        add(olga, club, every="1", until="2031-04-11", place="U Kotvy")
    assert len(nights()) == 3


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"on": ""}, "Enter a date such as 2026-03-27."),
        ({"on": "31.3."}, "Enter a date such as 2026-03-27."),
        ({"on": "9999-01-01"}, "Enter a date such as 2026-03-27."),
        ({"begins": "late"}, "Enter a time such as 18:30."),
        ({"every": "1", "until": ""}, "Enter a date such as 2026-03-27."),
        ({"every": "1", "until": "2031-03-01"}, "A series of club nights can’t end before it starts or have more than"),
        ({"every": "1", "until": "2041-03-01"}, "A series of club nights can’t end before it starts or have more than"),
        ({"place": "x" * 121}, "A venue can have at most 120 characters."),
        ({"tables": "0"}, wording.whole_number(1, 99)),
        ({"tables": "many"}, wording.whole_number(1, 99)),
        ({"note": "x" * 281}, "A note can have at most 280 characters."),
    ],
)
def test_an_invalid_night_stays_on_the_page_with_the_reason(olga, club, fields, why):
    page = add(olga, club, status=422, **fields)
    assert why in page
    assert nights() == []


def test_a_night_is_changed(olga, club):
    add(olga, club)
    night = ClubNight.objects.get()
    address = f"/c/{club}/nights/{night.pk}/change/"
    olga.send(olga.get(address).form(address), status=303, on="2031-03-29", begins="18:00", place="Home")
    assert nights() == [(date(2031, 3, 29), time(18), "Home", "", False)]
    assert told(club)[-1] == ("night_changed", "olga", str(night.pk))


def test_a_cancelled_night_stays_visible_and_can_be_restored(olga, club):
    add(olga, club)
    olga.send(olga.get(f"/c/{club}/nights/").form("/cancel/"), status=303)
    page = member(club, "member").get(f"/c/{club}/nights/")
    assert "Cancelled" in page
    assert "Next club night" not in olga.get(f"/c/{club}/")
    olga.send(olga.get(f"/c/{club}/nights/").form("/cancel/"), status=303)
    assert nights()[0][-1] is False
    assert "Next club night" in olga.get(f"/c/{club}/")


def test_saving_or_cancelling_a_night_twice_is_logged_once(olga, club):
    add(olga, club, begins="19:30", place="U Kotvy")
    address = f"/c/{club}/nights/{ClubNight.objects.get().pk}/"
    form = olga.get(f"{address}change/").form("/change/")
    olga.send(form, status=303)
    for _tap in range(2):
        olga.send(form, status=303, place="Home")
    for _tap in range(2):
        olga.post(f"{address}cancel/", status=303)
    assert nights() == [(date(2031, 3, 28), time(19, 30), "Home", "", True)]
    done = [what for what, _who, _about in told(club)]
    assert done == ["club_founded", "nights_added", "night_changed", "night_cancelled"]


def test_a_night_of_another_club_is_neither_changed_nor_cancelled(olga, club):
    add(olga, club)
    number, other = ClubNight.objects.get().pk, Person("otto").found("Another club")
    for path in ("change/", "cancel/"):
        Person("otto").post(f"/c/{other}/nights/{number}/{path}", {"on": "2031-03-29"}, status=404)
    assert nights() == [(date(2031, 3, 28), None, "", "", False)]


def test_past_nights_are_folded_away(olga, club):
    day = first_open_day() - timedelta(days=3)
    ClubNight.objects.create(club=Club.objects.get(), on=day, changed_at=Club.objects.get().created_at)
    page = olga.get(f"/c/{club}/nights/")
    assert "No club nights planned" in page and "Past club nights" in page
    night = ClubNight.objects.get().pk
    assert f"/c/{club}/nights/{night}/change/" in page.links and "/cancel/" not in page.html


def test_past_nights_are_paginated_and_take_no_query_each(olga, club, django_assert_max_num_queries):
    now, day = Club.objects.get().created_at, first_open_day()
    rows = [
        ClubNight(club=Club.objects.get(), on=day - timedelta(days=number), changed_at=now, place=f"Venue {number}.")
        for number in range(1, 66)
    ]
    ClubNight.objects.bulk_create(rows)
    NightSignUp.objects.bulk_create(
        NightSignUp(night=night, guest=f"Guest {number}", at=now) for night in rows for number in range(3)
    )
    olga.get("/c/")  # the first page of a session stores the device
    with django_assert_max_num_queries(9):
        page = olga.get(f"/c/{club}/nights/")
    seen = [re.findall(r"Venue (\d+)\.", page.html)]
    assert page.html.count("3 people signed up.") == 30
    for number in (2, 3):
        assert f"?page={number}" in page.links
        page = olga.get(f"/c/{club}/nights/?page={number}")
        assert re.search(r"<details class=\"fold\" open>\s*<summary>Past club nights", page.html)
        seen.append(re.findall(r"Venue (\d+)\.", page.html))
    assert [len(each) for each in seen] == [30, 30, 5]
    assert [int(number) for each in seen for number in each] == list(range(1, 66))


def test_the_nights_to_come_are_listed_by_day_and_time(olga, club):
    for on, begins in (("2031-04-04", "18:00"), ("2031-03-28", "19:30"), ("2031-03-28", "14:00")):
        add(olga, club, on=on, begins=begins)
    page = olga.get(f"/c/{club}/nights/").html
    days = ["28 Mar 2031, 14:00", "28 Mar 2031, 19:30", "4 Apr 2031, 18:00"]
    assert sorted(days, key=page.index) == days


def test_the_list_counts_the_people_who_have_a_place(olga, club):
    add(olga, club, tables="1")
    night, now = ClubNight.objects.get(), Club.objects.get().created_at
    for number in range(5):
        NightSignUp.objects.create(night=night, guest=f"Guest {number}", at=now)
    assert "3 people are coming." in olga.get(f"/c/{club}/nights/")


# ── the calendar ─────────────────────────────────────────────────────────────


def unfolded(data):
    return data.decode().replace("\r\n ", "").split("\r\n")


def feed(who, code):
    """The calendar at the URL that the page shows."""
    page = who.get(f"/c/{code}/nights/")
    address = re.search(r"http://testserver(/c/[^\"]+\.ics)", page.html).group(1)
    return address, who.client.get(address)


def test_the_calendar_of_a_private_club_has_a_secret_url(olga, club):
    add(olga, club, begins="19:30", place="U Kotvy")
    address, answer = feed(olga, club)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert re.fullmatch(f"/c/{club}/nights/[^/]{{22}}.ics", address)
    assert Phone().client.get(address).content == answer.content
    Phone().get(f"/c/{club}/nights.ics", status=404)
    Phone().get(f"/c/{club}/nights/{'A' * 22}.ics", status=404)
    olga.send(olga.get(f"/c/{club}/nights/").form("/nights/link/"), status=303)
    Phone().get(address, status=404)
    assert feed(olga, club)[1].status_code == 200


def test_the_url_of_the_calendar_is_replaced_once_and_only_from_its_page(olga, club):
    old = feed(olga, club)[0]
    for sent in ({}, {"after": ""}, {"after": "-1"}, {"after": "²"}, {"after": "9" * 8}):
        olga.post(f"/c/{club}/nights/link/", sent, status=404)
    assert feed(olga, club)[0] == old
    form = olga.get(f"/c/{club}/nights/").form("/nights/link/")
    olga.send(form, status=303)
    new = feed(olga, club)[0]
    olga.send(form, status=303)
    assert (feed(olga, club)[0] == new, new == old) == (True, False)
    assert [what for what, _who, _about in told(club)] == ["club_founded", "link_rotated"]


def test_a_public_club_has_a_public_calendar(olga, club):
    Club.objects.update(public=True)
    address, answer = feed(Phone(), club)
    assert (address, answer.status_code) == (f"/c/{club}/nights.ics", 200)


def test_a_night_in_the_calendar_line_by_line(olga, club):
    add(olga, club, begins="19:30", place="U Kotvy, Praha; 1. patro", note="Back\\slash")
    night = ClubNight.objects.get()
    changed = f"{night.changed_at:%Y%m%dT%H%M%SZ}"
    assert unfolded(feed(olga, club)[1].content) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Scorekeeper//Club nights//EN",
        "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:Friday club",
        "BEGIN:VEVENT",
        f"UID:night-{night.pk}-{club}@scorekeeper",
        f"DTSTAMP:{changed}",
        f"LAST-MODIFIED:{changed}",
        "DTSTART:20310328T193000",
        "SUMMARY:Mahjong\\, Friday club",
        "LOCATION:U Kotvy\\, Praha\\; 1. patro",
        "DESCRIPTION:Back\\\\slash",
        "STATUS:CONFIRMED",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_a_change_keeps_the_uid_and_a_cancelled_night_says_so(olga, club):
    add(olga, club)
    night = ClubNight.objects.get()
    uid = f"UID:night-{night.pk}-{club}@scorekeeper"
    lines = unfolded(feed(olga, club)[1].content)
    assert uid in lines and "DTSTART;VALUE=DATE:20310328" in lines
    olga.send(olga.get(f"/c/{club}/nights/").form("/cancel/"), status=303)
    lines = unfolded(feed(olga, club)[1].content)
    assert uid in lines and "STATUS:CANCELLED" in lines


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\nb", "a\\nb"),
        ("a\r\nb", "a\\nb"),
        ("a\\nb", "a\\\\nb"),
        ("a;b,c", "a\\;b\\,c"),
        ("x\x07y", "xy"),
        ('"q":', '"q":'),
    ],
)
def test_text_in_a_calendar_is_escaped(text, plain):
    assert ical.text(text) == plain


@pytest.mark.parametrize("text", ["x" * 74, "x" * 75, "x" * 76, "x" * 400, "ř" * 200, "🀄" * 100, "a" + "é" * 90])
def test_no_line_is_longer_than_75_octets_and_no_character_is_split(text):
    folded = ical.fold(text)
    lines = folded.encode().split(b"\r\n")
    assert lines.pop() == b""
    assert max(map(len, lines)) <= 75
    assert [line.decode()[:1] == " " for line in lines] == [False] + [True] * (len(lines) - 1)
    assert folded.replace("\r\n ", "") == text + "\r\n"
