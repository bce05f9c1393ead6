"""The history page of a match: who did what, when, on which phone, the previous values, refused attempts."""

import ast
import re
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

from clubs import player_changes
from clubs.audit_pages.rows import lines, readable
from clubs.audit_pages.wording import KINDS, STEPS, VARIANTS
from matches.models import Match
from people.audit import refusals
from people.audit.events import What
from people.audit.log import by_program, forget_addresses
from people.models import Audit, AuditAddress, AuditNames
from tests.matches.cast import Phone, join
from tests.matches.table import start
from tests.people.club_cast import Person, member
from tests.rights.table import ROWS
from tests.wording import from_the_wall

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SOURCES = [
    path
    for room in ("people", "matches", "clubs", "tournaments", "api", "webhooks", "notifications", "scorekeeper")
    for path in Path(room).rglob("*.py")
]


def said(reader, code):
    """The sentences of the history, the latest first."""
    return re.findall(r"<strong>([^<]*?) ?(?:<span class=\"tag\">[^<]*</span>)?</strong>", body(reader, code))


def body(reader, code):
    return reader.get(f"/m/{code}/history/").html.split("<main", 1)[1].replace("&#x27;", "'").replace("\xa0", " ")


def rows(**where):
    return [(row.what, row.refused, row.after) for row in Audit.objects.filter(**where).order_by("pk")]


@pytest.fixture
def bea(code):
    """Bea's phone, signed in, with the right to score."""
    bea = Person("bea")
    bea.client.defaults["HTTP_USER_AGENT"] = FIREFOX
    join(code, bea)
    return bea


# ── events ───────────────────────────────────────────────────────────────────


def test_a_correction_shows_old_and_new_values_and_the_player_most_affected(phone, code, bea):
    phone.hand(code, "P2", "P1", "5")
    form = bea.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    bea.send(form, source="wall", button=("save", "1"), note="self-drawn")
    assert said(bea, code)[0] == "Bea changed hand 1: discard by Ann → self-draw, Ann +5"
    text = bea.get(f"/m/{code}/history/").text
    assert "phone 2, Firefox, Android Reason: self-drawn" in text
    form = bea.get(f"/m/{code}/hands/1/correct/").form("/correct/")
    bea.send(form, points="9", button=("save", "1"))
    assert said(bea, code)[0] == "Bea changed hand 1: 5 hand-points → 9 hand-points, Bea +8"


def test_every_kind_of_event_is_shown_with_its_author(phone, code, bea):
    phone.hand(code)
    bea.draw(code)
    form = bea.get(f"/m/{code}/penalty/").form("/penalty/")
    bea.send(form, offender="P1", what="other", amount="6")
    phone.send(phone.get(f"/m/{code}/hands/1/void/").form("/void/"), note="twice")
    phone.undo(code)
    bea.redo(code)
    told = {"winner": "P3", "source": "P2", "points": "4"}
    phone.send(phone.get(f"/m/{code}/hands/after/0/").form("/after/0/"), button=("save", "1"), **told)
    assert said(phone, code)[:7] == [
        "Phone 1 added hand 1: Cho from Bea. Cho +12, Ann −2, Bea −10",
        f"Bea redid the correction to hand 1: {from_the_wall('Ann')}",
        f"Phone 1 undid the correction to hand 1: {from_the_wall('Ann')}",
        f"Phone 1 removed hand 1: {from_the_wall('Ann')}. Cancelled payments: Ann +16, Bea −8, Cho −8",
        "Bea entered a penalty in hand 3: Bea +6, Cho +6, Ann −12",
        "Bea entered hand 2: Goulash. Nobody pays",
        f"Phone 1 entered hand 1: {from_the_wall('Ann')}. Ann +16, Bea −8, Cho −8",
    ]


def test_a_watcher_reads_the_events_but_nothing_about_phones(phone, code, bea, watcher):
    bea.hand(code)
    assert said(watcher, code) == [f"The table entered hand 1: {from_the_wall('Ann')}. Ann +16, Bea −8, Cho −8"]
    page = watcher.get(f"/m/{code}/history/")
    assert not any(word in page for word in ("hone", "Firefox", "link"))


@pytest.mark.parametrize(("role", "sees"), [("owner", True), ("organiser", True), ("referee", True), ("member", False)])
def test_an_organiser_of_the_club_sees_the_whole_history(role, sees):
    olga = Person("olga")
    club = olga.found()
    code = olga.start(club=club)
    olga.hand(code)
    reader = olga if role == "owner" else member(club, role)
    assert ("Olga created a link: scoring link" in said(reader, code)) is sees


# ── actions besides the log ──────────────────────────────────────────────────


def test_changes_of_names_phones_links_files_and_archive_are_shown(phone, code, bea, watcher):
    form = phone.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P1")
    phone.send(form, name="Anna", status=303)
    phone.hand(code)
    form = phone.get(f"/m/{code}/players/").form("/players/", what="replace", chair="P3")
    phone.send(form, name="Dan", status=303)
    phone.send(phone.get(f"/m/{code}/players/").form("/players/", what="match"), name="Friday", status=303)
    form = phone.get(f"/m/{code}/end/").form("/value/")
    phone.send(form, value="0.5", unit="Kč", status=303)
    phone.get(f"/m/{code}/sheet/")
    bea.client.get(f"/m/{code}/match.xlsx")
    watcher.client.get(f"/m/{code}/match.csv")
    phone.send(phone.get(f"/m/{code}/share/").form("/public/"), status=303)
    phone.send(phone.get(f"/m/{code}/share/").form("/phones/2/"), status=303)
    phone.post(f"/m/{code}/archive/", status=303)
    phone.post(f"/m/{code}/archive/", {"restore": "1"}, status=303)
    assert [each for each in said(phone, code)[::-1] if "entered" not in each] == [
        "Phone 1 started the match",
        "Phone 1 created a link: watch link",
        "Phone 1 created a link: scoring link",
        "Bea joined as a scorer on phone 2",
        "Phone 1 corrected a name from Ann to Anna",
        "Phone 1 replaced Cho with Dan from hand 2 on",
        "Phone 1 renamed the match from (no name) to Friday",
        "Phone 1 changed the value of a point from (no value) to 0.5 Kč",
        "Phone 1 opened the score sheet for printing",
        "Bea downloaded the match as XLSX",
        "Someone downloaded the match as CSV",
        "Phone 1 let everyone watch the match",
        "Phone 1 revoked access for phone 2",
        "Phone 1 replaced a link: scoring link (the old one no longer works)",
        "Phone 1 archived the match",
        "Phone 1 unarchived the match",
    ]


def test_a_deleted_match_leaves_its_rows_without_a_name(phone, code):
    phone.send(phone.get(f"/m/{code}/players/").form("/players/", what="match"), name="Friday", status=303)
    phone.hand(code)
    phone.send(phone.get(f"/m/{code}/delete/").form("/delete/"), sure="yes", status=303)
    assert [what for what, _refused, _after in rows(match=code)][-2:] == ["match_renamed", "match_deleted"]
    assert AuditNames.objects.count() == 0
    told = [(line.sentence, line.where) for line in lines(readable(Audit.objects.filter(match=code)))][:2]
    gone = "a deleted match"
    assert told == [("Someone deleted the match (entries: 1)", gone), ("Someone renamed the match", gone)]


def test_no_old_name_of_a_seat_identifies_an_erased_person(phone, code):
    ann = Person("ann")
    join(code, ann)
    form = ann.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P1")
    ann.send(form, name="ann", status=303)
    form = ann.get(f"/m/{code}/players/").form("/players/", what="rename", chair="P2")
    ann.send(form, name="Beate", status=303)
    player_changes.erase_account(by=ann.user)
    assert [(each.before, each.after) for each in AuditNames.objects.all()] == [("Bea", "Beate")]
    assert said(phone, code)[1].endswith("corrected the name in seat P1")


def test_the_history_runs_no_more_queries_for_many_rows(phone, code, bea, django_assert_max_num_queries):
    for _time in range(3):
        bea.client.get(f"/m/{code}/match.csv")
    with django_assert_max_num_queries(14):
        few = len(said(phone, code))
    for _time in range(25):
        phone.client.get(f"/m/{code}/match.csv")
    with django_assert_max_num_queries(14):
        assert len(said(phone, code)) == few + 25


# ── refused attempts ─────────────────────────────────────────────────────────


def test_a_change_without_permission_is_logged(phone, code, watcher, htmx):
    told = {"winner": "P1", "source": "wall", "points": "9"}
    watcher.get(f"/m/{code}/hand/", status=404)
    watcher.post(f"/m/{code}/hand/", {**told, "action": "check"}, htmx=htmx, status=404)
    assert rows(refused=True) == []
    watcher.post(f"/m/{code}/hand/", told, htmx=htmx, status=404)
    assert rows(match=code, refused=True) == [("change_refused", True, {"step": "entry", "why": "right"})]
    assert said(phone, code)[0] == "Someone’s change was refused: a hand. No permission."


def test_attempts_of_strangers_do_not_hide_other_rows(phone, code, watcher, monkeypatch):
    monkeypatch.setattr("clubs.audit_pages.pages.MOST_ROWS", 3)
    monkeypatch.setattr("clubs.audit_pages.pages.MOST_OTHERS", 2)
    before = said(phone, code)
    for step in ("undo", "redo", "close"):
        watcher.post(f"/m/{code}/{step}/", status=404)
    watcher.client.get(f"/m/{code}/match.csv")
    assert said(phone, code)[2:] == before
    assert len(before) == 3 and "started the match" in before[-1]


def test_a_phone_whose_right_was_revoked_is_named(phone, code, second):
    form = second.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    phone.send(phone.get(f"/m/{code}/share/").form("/phones/2/"), status=303)
    second.send(form, source="wall", points="5", status=410)
    assert said(phone, code)[0] == "Phone 2’s change was refused: a hand. This phone’s access had been revoked."


def test_a_conflict_and_a_closed_match_are_logged_but_a_mistake_is_not(phone, code, second, htmx):
    form = second.get(f"/m/{code}/draw/").form("/draw/")
    phone.hand(code)
    second.send(form, htmx=htmx, status=409)
    phone.send(phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/"), points="x", source="wall", htmx=htmx, status=422)
    late = phone.get(f"/m/{code}/hands/1/void/").form("/void/")
    Match.objects.filter(code=code).update(finished=True)
    form = phone.get(f"/m/{code}/end/").form("/close/")
    phone.send(form, htmx=htmx)
    late_again = {**late.data(), "expected_seq": ["3"]}
    phone.post(f"/m/{code}/hands/1/void/", late_again, htmx=htmx, status=422)
    assert [after for _what, _refused, after in rows(match=code, refused=True)] == [
        {"step": "draw", "why": "conflict"},
        {"step": "void", "why": "closed", "entry": 1},
    ]
    assert said(phone, code)[0] == "Phone 1’s change was refused: removing entry 1. The match had ended."


def test_repeated_attempts_are_limited_and_do_not_hide_others(phone, code, watcher, second):
    phone.send(phone.get(f"/m/{code}/share/").form("/phones/2/"), status=303)
    for _time in range(refusals.MOST_REFUSED + 5):
        watcher.post(f"/m/{code}/undo/", status=404)
    second.post(f"/m/{code}/undo/", status=410)
    told = [after.get("more", False) for _what, _refused, after in rows(match=code, refused=True)]
    assert told == [False] * (refusals.MOST_REFUSED - 1) + [True, False]
    assert said(phone, code)[1].endswith("Further attempts in the same hour aren’t listed.")


def test_organisers_see_refused_attempts_of_members_but_not_of_outsiders():
    olga = Person("olga")
    club = olga.found()
    mia = member(club, "member", "mia")
    mia.post(f"/c/{club}/settings/", {"name": "Mine"}, status=404)
    Person("mallory").post(f"/c/{club}/settings/", {"name": "Mine"}, status=404)
    Phone().post(f"/c/{club}/settings/", {"name": "Mine"}, status=404)
    assert rows(refused=True) == [("change_refused", True, {"step": "club_settings", "why": "right"})]
    assert "Mia’s change was refused: the club’s settings. No permission." in olga.get(f"/c/{club}/audit/")
    organiser = member(club, "organiser", "otto")
    organiser.post(f"/c/{club}/members/{olga.user.pk}/role/", {"role": "member"}, status=404)
    assert rows(refused=True)[1:] == [("change_refused", True, {"step": "member_role", "why": "right"})]


# ── files ────────────────────────────────────────────────────────────────────


def test_downloads_of_public_files_are_logged_only_for_known_users(phone, code, stranger):
    Match.objects.filter(code=code).update(public=True)
    for ending in ("csv", "xlsx", "json"):
        Phone().client.get(f"/m/{code}/match.{ending}")
        phone.client.head(f"/m/{code}/match.{ending}")
        phone.client.get(f"/m/{code}/match.{ending}")
    Phone().get(f"/m/{code}/sheet/")
    told = [after["kind"] for what, _refused, after in rows(match=code) if what == "match_exported"]
    assert told == ["csv", "xlsx", "json"]


def test_a_file_can_be_downloaded_when_the_database_cannot_be_written(phone, code, monkeypatch):
    from people.db.transactions import DiskFull

    def full(*_args, **_told):
        raise DiskFull

    monkeypatch.setattr(refusals, "record", full)
    assert phone.client.get(f"/m/{code}/match.json").status_code == 200


# ── ids and words ────────────────────────────────────────────────────────────


def test_an_id_that_is_not_known_cannot_be_recorded():
    with pytest.raises(ValueError, match="signed_im"):
        by_program("signed_im")


# Functions that write a row of the audit log, and their helpers: each takes the id among its first four arguments.
RECORDING = {
    "record", "_record", "_exported", "log", "log_action", "_log",
    "_change", "_told", "_change_clock", "record_export", "_bounded", "_check_password"
}  # fmt: skip


def test_every_id_has_words_and_every_id_in_the_code_is_known():
    assert all(what.label % defaultdict(int) for what in What)
    assert {what for what, _difference in VARIANTS} <= set(What)
    known = {each.value for each in What}
    call_of_one = re.compile(rf"\b({'|'.join({*RECORDING, 'ActionLog'})})\(")
    recording = [text for path in SOURCES if call_of_one.search(text := path.read_text())]
    calls = [node for text in recording for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    used = set()
    for call in calls:
        func = call.func.func if isinstance(call.func, ast.Call) else call.func  # ActionLog(…)(…)
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        if name in {*RECORDING, "ActionLog"}:
            used |= set(_ids(call))
    assert used - known == set()
    assert known - used == set(), "nobody records these"


def _ids(call):
    """The ids in the first four arguments of a call of `record` or its helpers: strings and members of What."""
    for argument in call.args[:4]:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "_" in node.value:
                yield node.value
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "What":
                yield What[node.attr].value


def test_every_possible_row_is_a_complete_sentence():
    match = start()
    for what in What:
        by_program(what, match=match.code, about="1")
    for what, _difference in VARIANTS:
        by_program(what, match=match.code, about="1", after={"kind": "print"})
    assert all("%(" not in line.sentence and line.sentence for line in lines(readable(Audit.objects.all())))


OF_TOURNAMENTS = [
    what
    for what in What
    if any(what.startswith(each) for kind in ("rounds", "tournaments", "tables") for each in KINDS[kind][1].split())
]


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_row_of_a_tournament_is_a_complete_sentence(language):
    assert len(OF_TOURNAMENTS) > 50
    after = {"round": 2, "table": 3, "stage": 1, "other": 5, "minutes": 5, "entrant": 4, "points": -10}
    after |= {"state": "entered", "fields": ["name"], "kind": "csv"}
    for what in (*OF_TOURNAMENTS, What.SERIES_EXPORTED, What.TOURNAMENT_EXPORTED):
        by_program(what, about="4", after=after, names=("Old cup", "New cup"))
    found = readable(Audit.objects.all())
    english = {line.row.what: line.sentence for line in lines(found)}
    with translation.override(language):
        told = {line.row.what: line.sentence for line in lines(found)}
    assert not [said for said in told.values() if "–" in said or "%(" in said]
    assert all((said == english[what]) is (language == "en") for what, said in told.items())


def test_a_penalty_is_described_by_its_effect():
    for points in (-10, -1, 5):
        by_program("penalty_given", about="1", after={"entrant": 4, "points": points})
    assert [line.sentence for line in lines(readable(Audit.objects.all()))] == [
        "Someone gave player number 4 a penalty or bonus: +5 points",
        "Someone gave player number 4 a penalty or bonus: −1 point",
        "Someone gave player number 4 a penalty or bonus: −10 points",
    ]


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_step_of_a_tournament_that_can_be_refused_has_its_own_text(language):
    steps = {row.partition("@")[0] for row, how in ROWS if how == "POST" and row.startswith("tournaments:")}
    assert steps - set(STEPS) == set()
    with translation.override(language):
        assert not [step for step in steps if (gettext(STEPS[step]) == STEPS[step]) is (language == "cs")]


@pytest.mark.parametrize("step", sorted(STEPS))
def test_every_step_that_can_be_refused_is_a_url(step):
    from django.urls import get_resolver

    rooms = {room.app_name: room.url_patterns for room in get_resolver().url_patterns if getattr(room, "app_name", "")}
    bare = {pattern.name for room in refusals.BARE for pattern in rooms.pop(room)}
    assert step in bare | set(rooms) | {f"{room}:{pattern.name}" for room, those in rooms.items() for pattern in those}


# ── addresses ────────────────────────────────────────────────────────────────


def test_ip_addresses_are_deleted_after_thirty_days_and_rows_stay(monkeypatch, phone, code):
    assert AuditAddress.objects.count() == 3
    monkeypatch.setattr("people.audit.log.ADDRESSES_KEPT", timedelta(days=-1))
    assert forget_addresses() == 3
    assert (AuditAddress.objects.count(), Audit.objects.count()) == (0, 3)


def test_old_addresses_are_deleted_automatically_when_new_ones_are_logged(monkeypatch, phone, code):
    monkeypatch.setattr("people.audit.log._TIDIED_EVERY", 1)
    monkeypatch.setattr("people.audit.log.ADDRESSES_KEPT", timedelta(days=-1))
    phone.client.get(f"/m/{code}/match.csv")
    assert AuditAddress.objects.count() == 0
    assert Audit.objects.filter(at__gt=datetime.now(UTC) - timedelta(hours=1)).count() == 4
