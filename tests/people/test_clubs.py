"""Clubs: creation, invitations, roles, removal of members; others see nothing."""

import re

import pytest
from django.test import override_settings

from people.clubs.invitations import nights_key
from people.models import Club, Membership
from scorekeeper.web.logs import redact
from tests.matches.cast import Phone
from tests.people.club_cast import Person, member, roles, told
from tests.wording import NOT_SAVED

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    """Olga, who creates clubs."""
    return Person("olga")


def untokened(page):
    """A response without the CSRF token, which is different each time."""
    return re.sub(r'"x-csrftoken": "\w+"', "", page.html), page.status


@pytest.fixture
def club(olga):
    return olga.found()


def test_the_creator_of_a_club_owns_it(olga):
    form = olga.get("/c/new/").form("/c/new/")
    code = olga.send(form, status=303, name="  Friday   club ").goes_to.split("/")[2]
    assert list(Club.objects.values_list("name", "public")) == [("Friday club", False)]
    assert roles(code) == {"olga": "owner"}
    page = olga.get(f"/c/{code}/")
    assert "Friday club Owner" in page and "Settings Club pages are for members only" in page
    assert "Next: add your players" in page
    assert "Friday club Owner" in olga.get("/c/")
    assert told(code) == [("club_founded", "olga", str(olga.user.pk))]
    olga.add(code, "Ann")
    assert "Next: add your players" not in olga.get(f"/c/{code}/")


def test_a_club_is_created_once_however_often_the_form_is_sent(olga):
    form = olga.get("/c/new/").form("/c/new/")
    ways = {olga.send(form, status=303, name="Friday club").goes_to for _try in range(2)}
    assert (len(ways), Club.objects.count()) == (1, 1)


def test_a_form_that_somebody_else_opened_creates_no_club(olga):
    form = olga.get("/c/new/").form("/c/new/")
    olga.send(form, status=303, name="Friday club")
    other = Person("otto")
    other.post("/c/new/", {"name": "Friday club", "key": form.values("key")[0]}, status=404)
    assert Membership.objects.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "...", "x" * 41, "a\x07b"])
def test_a_club_needs_a_readable_name(olga, name):
    page = olga.send(olga.get("/c/new/").form("/c/new/"), status=422, name=name)
    assert NOT_SAVED in page
    assert Club.objects.count() == 0


def test_a_guest_is_sent_to_sign_in_and_back():
    guest = Phone()
    answer = guest.client.get("/c/new/")
    assert (answer.status_code, answer["Location"].endswith("?next=/c/new/")) == (302, True)
    assert "You need an account to create or join a club, but not to score." in guest.get("/c/")


def test_an_organiser_renames_the_club_and_opens_it(olga, club):
    page = olga.send(olga.get(f"/c/{club}/settings/").form("/settings/"), status=303, name="Sunday club", public="1")
    assert "Saved ✓" in olga.follow(page)
    assert list(Club.objects.values_list("name", "public")) == [("Sunday club", True)]
    assert [what for what, _who, _about in told(club)] == ["club_founded", "club_renamed", "club_public"]
    page = olga.send(olga.get(f"/c/{club}/settings/").form("/settings/"), status=422, name="")
    assert "Enter a name." in page


def test_of_a_public_club_strangers_see_only_the_front_page_and_the_nights(olga, club):
    Phone().get(f"/c/{club}/", status=404)
    Club.objects.update(public=True)
    page = Phone().get(f"/c/{club}/")
    assert "Standings" in page and "Club nights" in page
    assert "Members" not in page and "Matches" not in page and "olga" not in page.text.lower()
    Phone().get(f"/c/{club}/nights/")
    for part in ("members", "matches", "players", "house", "settings", "links"):
        Phone().get(f"/c/{club}/{part}/", status=404)


# ── invitations ──────────────────────────────────────────────────────────────


@pytest.mark.both_databases
@pytest.mark.parametrize("role", ["organiser", "referee", "scorer", "member"])
def test_an_invited_person_joins_with_the_role_of_the_link(olga, club, role):
    address = olga.invitation(club, role)
    zoe = Person("zoe")
    page = zoe.get(address)
    assert f"You’re invited to join as: {role.title()} ." in page
    assert roles(club) == {"olga": "owner"}  # opening the link is not joining
    assert zoe.join(address).goes_to == f"/c/{club}/"
    assert roles(club) == {"olga": "owner", "zoe": role}
    assert told(club)[-1] == ("member_joined", "zoe", str(zoe.user.pk))
    zoe.post(address, status=303)
    assert roles(club) == {"olga": "owner", "zoe": role}
    assert len(told(club)) == 2


def test_a_guest_sees_the_invitation_and_signs_in_first(olga, club):
    address = olga.invitation(club, "scorer")
    guest = Phone()
    page = guest.get(address)
    assert "You’re invited to join as: Scorer ." in page
    assert [link for link in page.links if link.endswith(f"?next={address.replace('/', '%2F')}")] != []
    answer = guest.client.post(address, {"csrfmiddlewaretoken": guest.client.cookies["csrf"].value})
    assert (answer.status_code, roles(club)) == (302, {"olga": "owner"})


def test_a_link_can_raise_a_members_role_but_never_lower_it(olga, club):
    zoe = member(club, "member", "zoe")
    zoe.join(olga.invitation(club, "referee"))
    assert roles(club)["zoe"] == "referee"
    page = zoe.get(olga.invitation(club, "scorer"))
    assert "You’re already a member, and this link doesn’t change your role." in page
    zoe.post(olga.invitation(club, "scorer"), status=303)
    assert roles(club)["zoe"] == "referee"


def test_an_invited_person_without_an_account_signs_up_and_returns_to_the_invitation(olga, club, client):
    invitation = olga.invitation(club, "member")
    for where in (invitation, "/c/"):
        assert f'href="/account/new/?next={where}"' in client.get(where).content.decode()


def test_a_revoked_link_opens_nothing_and_the_others_still_do(olga, club):
    old, other = olga.invitation(club, "scorer"), olga.invitation(club, "member")
    form = olga.get(f"/c/{club}/links/?role=scorer").form("/links/", use="scorer")
    for _tap in range(2):
        olga.send(form, status=303)
    assert Club.objects.get().invitations == {"scorer": 2}
    zoe = Person("zoe")
    void, unknown = zoe.get(old, status=404), zoe.get("/c/join/" + "A" * 45, status=404)
    assert untokened(void) == untokened(unknown)
    zoe.post(old, status=404)
    assert zoe.join(other).goes_to == f"/c/{club}/"
    assert zoe.join(olga.invitation(club, "scorer")).goes_to == f"/c/{club}/"
    assert roles(club)["zoe"] == "scorer"


@pytest.mark.parametrize(
    "token", ["x", "A" * 44, "A" * 46, "é" * 45, "\x00" * 45, "A" * 22 + "9" + "A" * 22, "%2e" * 9]
)
def test_an_invalid_token_is_not_found(club, token):
    Person("zoe").get(f"/c/join/{token}", status=404)


def test_a_token_for_one_role_is_invalid_for_another(olga, club):
    address = olga.invitation(club, "member")
    for place in "012456789":
        forged = f"{address[:-23]}{place}{address[-22:]}"
        Person("zoe").get(forged, status=404)


def test_a_token_signed_with_an_older_secret_key_is_valid_as_long_as_that_key_is_kept(olga, club, settings):
    address = olga.invitation(club, "member")
    with override_settings(SECRET_KEY="another " * 8, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        Person("zoe").get(address)
    with override_settings(SECRET_KEY="another " * 8):
        Person("zoe").get(address, status=404)


def test_a_link_is_not_replaced_without_its_number_or_for_an_invalid_role(olga, club):
    for sent in ({"use": "member"}, {"use": "member", "after": "x"}, {"use": "member", "after": "1" * 8}):
        olga.post(f"/c/{club}/links/", sent, status=404)
    olga.post(f"/c/{club}/links/", {"use": "king", "after": "1"}, status=404)
    assert (Club.objects.get().invitations, told(club)[-1][0]) == ({}, "club_founded")


def test_nobody_can_invite_to_a_higher_role_than_their_own(club):
    olaf = member(club, "organiser")
    olaf.post(f"/c/{club}/links/", {"use": "owner", "after": "1"}, status=404)
    assert Club.objects.get().invitations == {}
    assert "Owner" not in olaf.get(f"/c/{club}/links/")


# ── roles ────────────────────────────────────────────────────────────────────


def give(who, code, user, role, status=303):
    return who.post(f"/c/{code}/members/{user.pk}/role/", {"role": role}, status=status)


def test_a_role_is_changed_on_the_page_of_members(olga, club):
    zoe = member(club, "member", "zoe")
    form = olga.get(f"/c/{club}/members/").form(f"/{zoe.user.pk}/role/")
    olga.send(form, status=303, role="scorer")
    assert roles(club) == {"olga": "owner", "zoe": "scorer"}
    assert told(club)[-1] == ("member_role", "olga", str(zoe.user.pk))


def test_an_invalid_role_is_not_given(olga, club):
    zoe = member(club, "member", "zoe")
    for role in ("king", "OWNER", ""):
        give(olga, club, zoe.user, role, status=404)
    olga.post(f"/c/{club}/members/{zoe.user.pk}/role/", status=404)
    assert (roles(club), told(club)[-1][0]) == ({"olga": "owner", "zoe": "member"}, "club_founded")


def test_giving_a_role_that_the_member_has_changes_nothing(olga, club):
    zoe = member(club, "member", "zoe")
    for _tap in range(2):
        give(olga, club, zoe.user, "scorer")
    assert [what for what, _who, _about in told(club)] == ["club_founded", "member_role"]


@pytest.mark.parametrize("own", ["referee", "scorer", "member"])
def test_only_organisers_and_owners_change_roles(club, own):
    who, zoe = member(club, own), member(club, "member", "zoe")
    before = roles(club)
    give(who, club, zoe.user, "referee", status=404)
    give(who, club, who.user, "owner", status=404)
    who.post(f"/c/{club}/members/{zoe.user.pk}/remove/", status=404)
    assert roles(club) == before


def test_an_organiser_cannot_make_somebody_an_owner_or_demote_one(olga, club):
    olaf, zoe = member(club, "organiser", "olaf"), member(club, "member", "zoe")
    before = roles(club)
    for user, role in ((zoe.user, "owner"), (olaf.user, "owner"), (olga.user, "member")):
        give(olaf, club, user, role, status=404)
    olaf.get(f"/c/{club}/members/{olga.user.pk}/remove/", status=404)
    olaf.post(f"/c/{club}/members/{olga.user.pk}/remove/", status=404)
    assert roles(club) == before
    give(olaf, club, zoe.user, "organiser")
    assert roles(club)["zoe"] == "organiser"


def test_the_last_owner_neither_leaves_nor_steps_down(olga, club):
    page = give(olga, club, olga.user, "member", status=422)
    assert "A club must have an owner. Make another member an owner first." in page
    olga.post(f"/c/{club}/members/{olga.user.pk}/remove/", status=422)
    assert roles(club) == {"olga": "owner"}
    zoe = member(club, "member", "zoe")
    give(olga, club, zoe.user, "owner")
    assert olga.post(f"/c/{club}/members/{olga.user.pk}/remove/", status=303).goes_to == "/c/"
    assert roles(club) == {"zoe": "owner"}
    olga.get(f"/c/{club}/", status=404)


def test_a_member_leaves_after_confirming(club):
    zoe = member(club, "member", "zoe")
    page = zoe.get(f"/c/{club}/members/{zoe.user.pk}/remove/")
    assert "You’ll need a new invitation to come back. Your matches are kept." in page
    zoe.send(page.form("/remove/"), status=303)
    assert roles(club) == {"olga": "owner"}
    assert told(club)[-1] == ("member_left", "zoe", str(zoe.user.pk))


def test_a_removed_member_no_longer_sees_the_club(olga, club):
    zoe = member(club, "scorer", "zoe")
    zoe.get(f"/c/{club}/")
    olga.send(olga.get(f"/c/{club}/members/{zoe.user.pk}/remove/").form("/remove/"), status=303)
    assert told(club)[-1] == ("member_removed", "olga", str(zoe.user.pk))
    zoe.get(f"/c/{club}/", status=404)


def test_a_closed_account_has_no_role_anywhere(club):
    zoe = member(club, "organiser", "zoe")
    zoe.user.is_active = False
    zoe.user.save()
    zoe.get(f"/c/{club}/", status=404)


def test_the_administrator_of_the_site_may_do_what_an_owner_may(club):
    root = Person("root")
    root.user.is_superuser = True
    root.user.save()
    assert "Settings" in root.get(f"/c/{club}/")
    zoe = member(club, "member", "zoe")
    give(root, club, zoe.user, "owner")
    assert roles(club)["zoe"] == "owner"


def test_the_server_log_shows_no_link_of_a_club(olga, club):
    join, nights = olga.invitation(club, "scorer"), nights_key(Club.objects.get())
    assert redact(f"GET {join}") == f"GET /c/join/{club[:4]}…"
    assert redact(f"GET /c/{club}/nights/{nights}.ics") == f"GET /c/{club[:4]}…/nights/{nights[:4]}….ics"
