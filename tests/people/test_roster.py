"""The players of a club: added by lists, changed, claimed, merged, left."""

import pytest

from clubs import player_changes
from matches import actions
from people.forms.roster import read_line
from people.models import Player
from tests.matches.cast import balances
from tests.people.club_cast import Person, member, player, roster, seated, told
from tests.wording import whole_number

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return Person("olga")


@pytest.fixture
def club(olga):
    return olga.found()


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Ann", ("Ann", "")),
        ("12 Ann Novak", ("Ann Novak", "12")),
        ("#12. Ann", ("Ann", "12")),
        ("12;Ann", ("Ann", "12")),
        ("12\tAnn", ("Ann", "12")),
        ("Ann Novak 12", ("Ann Novak", "12")),
        ("Ann, 12", ("Ann", "12")),
        ("Ann (12)", ("Ann", "12")),
        ("  Ann   #7 ", ("Ann", "7")),
        ("4ever", ("4ever", "")),
        ("Ann2", ("Ann2", "")),
        ("Jean-Luc 3", ("Jean-Luc", "3")),
        ("李小龍 8", ("李小龍", "8")),
    ],
)
def test_a_number_may_be_before_or_after_the_name(line, read):
    assert read_line(line) == read


def test_a_pasted_list_is_previewed_before_it_is_added(olga, club):
    olga.add(club, "Bea")
    form = olga.get(f"/c/{club}/players/add/").form("/players/add/")
    text = "12 Ann Novák\n\nbea\nCho 3\ncho\n"
    page = olga.send(form, button=("action", "preview"), names=text)
    assert page.status == 200
    assert "12 Ann Novák new bea is already on the roster 3 Cho new cho appears twice in the list" in page
    assert "Add 2 players" in page
    assert roster(club) == [("Bea", None)]
    again = page.form("/players/add/")
    page = olga.send(again, button=("action", "add"), status=303, names=text)
    assert "2 players added" in olga.follow(page)
    assert roster(club) == [("Ann Novák", 12), ("Bea", None), ("Cho", 3)]
    assert [row[0] for row in told(club)] == ["club_founded", "player_added", "player_added", "player_added"]


def test_the_same_list_sent_twice_adds_everybody_once(olga, club):
    for _tap in range(2):
        olga.add(club, "Ann 1\nBea 2")
    assert roster(club) == [("Ann", 1), ("Bea", 2)]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ("", "Enter a name."),
        ("\n \n", "Enter a name."),
        ("Ann\n" + "x" * 41, "A name can have at most 40 characters."),
        ("Ann 7\nBea 7", "The number 7 is already taken."),
        ("Ann 0", whole_number(1, 99999)),
        ("\n".join(f"Player-{n}-x" for n in range(301)), "A list can have at most 300 lines."),
    ],
)
def test_an_invalid_list_stays_on_the_page_with_the_reason(olga, club, names, why):
    page = olga.post(f"/c/{club}/players/add/", {"names": names, "action": "add"}, status=422)
    assert why in page
    assert names.strip()[:20] in page.html
    assert roster(club) == []


def change(who, code, whom, status=303, **fields):
    address = f"/c/{code}/players/{player(code, whom).pk}/entry/"
    return who.send(who.get(address).form("/entry/"), status=status, **fields)


def test_an_organiser_changes_name_number_nickname_and_how_it_is_shown(olga, club):
    olga.add(club, "Ann")
    change(olga, club, "Ann", name="Anna", number="7", nickname="Annie", shown="nickname")
    assert list(Player.objects.values_list("name", "number", "nickname", "shown")) == [("Anna", 7, "Annie", "nickname")]
    assert told(club)[-1][0] == "player_changed"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"name": ""}, "Enter a name."),
        ({"name": "BEA"}, "Bea is already on the roster. Names must be different."),
        ({"number": "5"}, "The number 5 is already taken."),
        ({"number": "many"}, whole_number(1, 99999)),
        ({"shown": "nickname"}, "Enter the nickname to show for this player."),
    ],
)
def test_an_invalid_change_says_why_and_keeps_the_input(olga, club, fields, why):
    olga.add(club, "Ann\nBea 5")
    before = list(Player.objects.order_by("pk").values())
    page = change(olga, club, "Ann", status=422, **fields)
    assert why in page
    field, typed = next(iter(fields.items()))
    assert page.form("/entry/").values(field) == [typed]
    assert list(Player.objects.order_by("pk").values()) == before


def test_a_new_name_is_shown_in_every_match_of_the_player(olga, club):
    olga.add(club, "Ann")
    code = olga.start(club=club)
    change(olga, club, "Ann", name="Anna")
    assert seated(code) == [("Anna", "Anna"), ("Bea", None), ("Cho", None)]
    assert "Anna" in olga.table(code)


def test_a_new_name_does_not_change_a_match_in_which_a_guest_has_it(olga, club):
    olga.add(club, "Ann")
    code = olga.start(club=club)
    change(olga, club, "Ann", name="Bea")
    assert seated(code) == [("Ann", "Bea"), ("Bea", None), ("Cho", None)]


# ── "that is me" ─────────────────────────────────────────────────────────────


def entry(code, name):
    return f"/c/{code}/players/{player(code, name).pk}/entry/"


def test_a_claim_waits_for_an_organiser_to_accept_it(olga, club):
    olga.add(club, "Zoe")
    zoe = member(club, "member", "zoe")
    zoe.send(zoe.get(entry(club, "Zoe")).form("/claim/"), status=303)
    assert player(club, "Zoe").user is None
    assert "You’ve asked to be linked to this player. An organiser has to confirm the link." in zoe.get(
        entry(club, "Zoe")
    )
    assert "1 account link to confirm" in olga.get(f"/c/{club}/")
    page = olga.get(entry(club, "Zoe"))
    assert "Zoe has asked to be linked to this player." in page
    olga.send(page.form("/give/", user=str(zoe.user.pk)), status=303)
    assert (player(club, "Zoe").user, player(club, "Zoe").claimed_by) == (zoe.user, None)
    assert "Account yours" in zoe.get(entry(club, "Zoe"))
    assert [row[:2] for row in told(club)[-2:]] == [("player_claimed", "zoe"), ("player_given", "olga")]


def test_a_declined_claim_leaves_the_entry_unlinked(olga, club):
    olga.add(club, "Zoe")
    zoe = member(club, "member", "zoe")
    zoe.send(zoe.get(entry(club, "Zoe")).form("/claim/"), status=303)
    page = olga.get(entry(club, "Zoe"))
    olga.send(page.form("/give/", user=""), status=303)
    assert (player(club, "Zoe").user, player(club, "Zoe").claimed_by) == (None, None)


def test_an_account_has_one_entry_in_a_club_and_an_entry_one_account(olga, club):
    olga.add(club, "Zoe\nYva")
    zoe, yva = member(club, "member", "zoe"), member(club, "member", "yva")
    give = f"/c/{club}/players/{player(club, 'Zoe').pk}/give/"
    olga.post(give, {"user": zoe.user.pk}, status=303)
    page = yva.post(f"/c/{club}/players/{player(club, 'Zoe').pk}/claim/", status=422)
    assert "This player is already linked to an account." in page
    page = olga.post(f"/c/{club}/players/{player(club, 'Yva').pk}/give/", {"user": zoe.user.pk})
    assert (
        page.status == 422
        and "This account is already linked to another player. Merge the two players if they’re the same person."
        in page
    )


def test_an_entry_is_only_linked_to_members(olga, club):
    olga.add(club, "Zoe")
    give = f"/c/{club}/players/{player(club, 'Zoe').pk}/give/"
    olga.post(give, {"user": Person("stranger").user.pk}, status=404)
    olga.post(give, {"user": "x"}, status=404)
    assert player(club, "Zoe").user is None


def test_a_linked_player_chooses_how_the_name_is_shown_and_nothing_else(olga, club):
    olga.add(club, "Zoe 4")
    zoe = member(club, "member", "zoe")
    Player.objects.update(user=zoe.user)
    form = zoe.get(entry(club, "Zoe")).form("/entry/")
    assert form.names == {"csrfmiddlewaretoken", "nickname", "shown"}
    zoe.post(entry(club, "Zoe"), {"nickname": "Z", "shown": "nickname", "name": "Queen", "number": "1"}, status=303)
    assert list(Player.objects.values_list("name", "number", "nickname", "shown")) == [("Zoe", 4, "Z", "nickname")]


# ── merged, left ─────────────────────────────────────────────────────────────


@pytest.mark.both_databases
def test_two_entries_of_one_person_become_one_with_all_matches(olga, club):
    olga.add(club, "Ann\nAnna Novak 9")
    first = olga.start(club=club)
    olga.hand(first)
    second = olga.start(("Bea", "Anna Novak", "Cho"), club=club)
    before = [balances(first), balances(second)]
    page = olga.get(entry(club, "Ann"))
    gone, kept = player(club, "Ann"), player(club, "Anna Novak")
    olga.send(page.form("/merge/"), status=303, into=str(kept.pk))
    assert seated(first) == [("Anna Novak", "Anna Novak"), ("Bea", None), ("Cho", None)]
    assert seated(second) == [("Bea", None), ("Anna Novak", "Anna Novak"), ("Cho", None)]
    assert [balances(first), balances(second)] == before
    gone.refresh_from_db()
    assert (gone.merged_into, gone.number) == (kept, None)
    olga.get(f"/c/{club}/players/{gone.pk}/entry/", status=404)
    assert roster(club) == [("Anna Novak", 9)]
    assert told(club)[-1] == ("player_merged", "olga", str(gone.pk))


def test_merging_keeps_the_account_and_number_and_a_third_entry_points_to_the_last(olga, club):
    olga.add(club, "A-one 1\nA-two\nA-three")
    zoe = member(club, "member", "zoe")
    one, two, three = (player(club, name) for name in ("A-one", "A-two", "A-three"))
    Player.objects.filter(pk=one.pk).update(user=zoe.user)
    for gone, kept in ((one, two), (two, three)):
        olga.post(f"/c/{club}/players/{gone.pk}/merge/", {"into": kept.pk}, status=303)
    three.refresh_from_db()
    assert (three.user, three.number) == (zoe.user, 1)
    assert set(Player.objects.filter(merged_into=three)) == {one, two}


def test_two_players_who_sat_at_one_table_cannot_be_merged(olga, club):
    olga.add(club, "Ann\nBea")
    code = olga.start(club=club)
    before = seated(code)
    ann, bea = player(club, "Ann"), player(club, "Bea")
    page = olga.post(f"/c/{club}/players/{ann.pk}/merge/", {"into": bea.pk}, status=422)
    assert "Ann and Bea sat at the same table on" in page and "so they can’t be merged." in page
    assert (seated(code), roster(club)) == (before, [("Ann", None), ("Bea", None)])


@pytest.mark.parametrize("other", ["itself", "of another club", "nobody"])
def test_an_entry_is_only_merged_into_another_of_the_same_club(olga, club, other):
    olga.add(club, "Ann")
    there = olga.found("Sunday club")
    olga.add(there, "Ann")
    ann = player(club, "Ann")
    into = {"itself": ann.pk, "of another club": player(there, "Ann").pk, "nobody": 999_999}[other]
    olga.post(f"/c/{club}/players/{ann.pk}/merge/", {"into": into}, status=422 if other == "itself" else 404)
    assert Player.objects.filter(merged_into=None).count() == 2


def test_a_player_who_has_left_is_kept_and_no_longer_offered(olga, club):
    olga.add(club, "Ann\nBea")
    assert '<option value="Ann">' in olga.get(f"/start/?club={club}").html
    olga.send(olga.get(entry(club, "Ann")).form("/left/"), status=303)
    page = olga.get(f"/start/?club={club}")
    assert '<option value="Ann">' not in page.html and '<option value="Bea">' in page.html
    assert "1 inactive player" in olga.get(f"/c/{club}/players/")
    olga.send(olga.get(entry(club, "Ann")).form("/left/"), status=303)
    assert '<option value="Ann">' in olga.get(f"/start/?club={club}").html
    assert [row[0] for row in told(club)[-2:]] == ["player_left", "player_returned"]


def test_the_actions_check_the_rights_themselves(olga, club):
    olga.add(club, "Ann")
    stranger, ann = Person("stranger").user, player(club, "Ann")
    with pytest.raises(actions.NotAllowed):
        player_changes.merge_players(club=ann.club, by=stranger, gone=ann.pk, kept=ann.pk)
    with pytest.raises(actions.NotAllowed):
        player_changes.erase_player(club=ann.club, by=stranger, player=ann.pk)
