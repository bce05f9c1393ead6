"""A revoked right to score: the phone gets a message, keeps its entry, and can still watch."""

import pytest

from matches import actions
from matches.models import Event, Match, MatchDevice
from tests.matches.cast import balances, join, link
from tests.matches.sharing import renew, revoke, told
from tests.matches.table import new_key
from tests.matches.worlds import one_match
from tests.wording import from_the_wall

pytestmark = pytest.mark.django_db
started, phone, code = one_match()


def test_a_phone_whose_right_was_revoked_gets_a_message_and_keeps_its_entry(phone, code, second, htmx):
    form = second.get(f"/m/{code}/hand/?winner=P2").form("/hand/")
    revoke(phone, code, 2)
    page = second.send(form, button=("save", "1"), htmx=htmx, source="P1", points="5", status=410)
    assert "This phone can no longer score this match" in page
    assert "Hand 1 Bea from Ann. Ann loses 12, Bea gains 14, Cho loses 2. 5 hand-points" in page, page.text
    assert Event.objects.count() == 0
    again = page.form("/hand/")
    assert (again.values("points"), again.values("source"), again.values("key")) == (["5"], ["P1"], form.values("key"))
    join(code, second)  # by the new link
    second.send(again, status=303)
    assert balances(code) == (-12, 14, -2)
    assert Event.objects.get().by == "d2"


ENDS = ("draw/", "penalty/", "claims/", "undo/", "redo/", "extend/", "close/", "reopen/", "value/", "archive/",
        "rematch/", "players/", "delete/", "hands/1/correct/", "hands/1/void/", "hands/after/1/")  # fmt: skip


def test_a_phone_whose_right_was_revoked_can_still_watch_but_change_nothing(phone, code, second, htmx):
    phone.hand(code)
    revoke(phone, code, 2)
    before = list(Event.objects.values()), list(Match.objects.values())
    for end in ("hand/", *ENDS):
        page = second.post(f"/m/{code}/{end}", {"note": "what I typed"}, htmx=htmx, status=410)
        assert "This phone can no longer score this match" in page and 'value="what I typed"' in page.html
    for end in ("hand/?winner=P1", "draw/", "hands/1/correct/"):
        assert "still on this page" not in second.get(f"/m/{code}/{end}", htmx=htmx, status=410)
    assert (list(Event.objects.values()), list(Match.objects.values())) == before
    for end in ("", "end/", "hands/1/", "history/", "match.json"):
        second.get(f"/m/{code}/{end}")
    assert "Balances (watching only)" in second.table(code)
    assert code not in second.get("/").html


def test_a_correction_is_kept_too(phone, code, second):
    phone.hand(code)
    form = second.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    revoke(phone, code, 2)
    page = second.send(form, points="9", status=410)
    assert f"Hand 1 {from_the_wall('Ann')}. Ann gains 24, Bea loses 12, Cho loses 12." in page
    assert "9 hand-points" in page


def test_a_new_watch_link_locks_out_a_phone_whose_right_was_revoked(phone, code, second):
    phone.hand(code)
    revoke(phone, code, 2)
    renew(phone, code, "watching")
    second.get(f"/m/{code}/", status=404)
    page = second.post(f"/m/{code}/hand/", {"winner": "P1", "source": "wall", "points": "5"}, status=410)
    assert "This phone can no longer score this match" in page and "Ann" not in page


def test_revoking_a_right_replaces_the_scoring_link(phone, code, second):
    old = link(code, "scoring")
    revoke(phone, code, 2)
    second.get(old, status=404)
    second.post(old, {"key": new_key()}, status=404)
    assert told(match=code)[-2:] == [("device_revoked", "d2", False), ("link_rotated", "scoring", False)]
    join(code, second)
    second.hand(code)
    assert Event.objects.get().by == "d2"  # the same phone has the same number


def test_a_right_revoked_between_page_and_save_is_refused(phone, code, second, monkeypatch):
    """The right is checked again under the lock. Here the page itself still lets the phone through."""
    form = second.get(f"/m/{code}/hand/?winner=P2").form("/hand/")
    record = actions.record_entry

    def late(**told):
        MatchDevice.objects.filter(number=2).update(revoked_at=told["match"].created_at)
        return record(**told)

    monkeypatch.setattr(actions, "record_entry", late)
    assert "This phone can no longer score this match" in second.send(form, source="wall", points="5", status=410)
    assert Event.objects.count() == 0


def test_a_phone_cannot_revoke_its_own_right(phone, code, second):
    page = phone.get(f"/m/{code}/share/")
    assert [form.action[-3:] for form in page.forms if "/phones/" in form.action] == ["/2/"]
    phone.post(f"/m/{code}/share/phones/1/", status=404)
    phone.post(f"/m/{code}/share/phones/7/", status=404)
    second.post(f"/m/{code}/share/phones/1/", status=404)
    assert MatchDevice.objects.exclude(revoked_at=None).count() == 0
