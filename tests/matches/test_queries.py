"""Number of database queries per request: few, and constant for long matches or many matches."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import actions
from matches.log.state import open_match
from matches.models import Match
from tests.matches.cast import Phone, watch
from tests.matches.table import new_key, start, wall
from tests.matches.worlds import again
from tests.thorough import sized

pytestmark = pytest.mark.django_db

PAGE, POST, OTHER = 6, 10, 12
# Downloads are logged: who, when, from where.
FILES, FILE = ("sheet/", "match.csv", "match.xlsx", "match.json"), 14
# The history also shows who did what on which phone.
HISTORY = 9
PAGES = (
    "", "balance/", "hand/", "hand/?winner=P1&way=list", "draw/", "penalty/", "claims/", "hands/1/", "hands/1/correct/",
    "hands/1/void/", "hands/after/0/", "history/", "end/", "players/", "rules/", "card/", "share/", "sheet/", "delete/",
    "waits/", "waits/?tiles=1112345678999p", "match.csv", "match.xlsx", "match.json",
)  # fmt: skip


TIDYING = 'SELECT "people_auditaddress"'  # old addresses: with every twentieth row of the audit


def asked(do):
    """The number of queries of a request, including session and savepoints."""
    with CaptureQueriesContext(connection) as queries:
        do()
    found = [query["sql"] for query in queries.captured_queries if not query["sql"].startswith(TIDYING)]
    return len(found), found


def played(phone, code, hands):
    """Play up to this number of hands, without the pages."""
    device = phone.client.session["device"]
    for seq in range(open_match(code).version + 1, hands + 1):
        match = Match.objects.get(code=code)
        entry = {"match": match, "device": device, "key": new_key(), "expected_seq": seq}
        actions.record_entry(kind="hand", payload=wall(f"P{seq % 3 + 1}", 5, 3), **entry)


@pytest.fixture
def long(phone):
    """A match of 27 hands."""
    return phone.start(preset="club", shown_preset="korean_japanese/club", **{"o.match_length": "27"})


@pytest.fixture(scope="module")
def short_and_long(standing):
    """Two matches, after 1 and after 25 hands: each with its code, a phone that scores and one that watches."""
    tables = []
    for hands in (1, 25):
        phone, watcher = Phone(), Phone()
        code = phone.start(preset="club", shown_preset="korean_japanese/club", **{"o.match_length": "27"})
        played(phone, code, hands)
        watcher.start(("Xan", "Yva", "Zoe"))
        watch(code, watcher)
        tables.append((code, phone, watcher))
    return tables


@pytest.mark.parametrize("where", PAGES)
def test_a_page_runs_few_queries_and_no_more_for_a_long_match(short_and_long, where):
    told = []
    for code, *phones in short_and_long:
        for reader in map(again, phones):
            count, queries = asked(lambda code=code, reader=reader: reader.client.get(f"/m/{code}/{where}"))
            assert count <= (FILE if where in FILES else HISTORY if where == "history/" else PAGE), [
                q[:50] for q in queries
            ]
            told.append(count)
    assert told[:2] == told[2:]


@pytest.mark.both_databases
def test_saving_a_hand_runs_few_queries_and_no_more_late_in_a_long_match(phone, long, htmx):
    told = []
    for hands in (1, 25):
        played(phone, long, hands)
        form = phone.get(f"/m/{long}/hand/?winner=P1").form("/hand/")
        count, queries = asked(lambda form=form: phone.send(form, source="wall", points="5", htmx=htmx))
        assert count <= POST, [q[:50] for q in queries]
        told.append(count)
    assert told[0] == told[1]
    assert open_match(long).version == 26


def test_every_other_change_runs_few_queries(phone, long, htmx):
    played(phone, long, 20)
    sent = {
        "draw/": {},
        "penalty/": {"offender": "P1", "what": "other", "amount": "5"},
        "hands/20/correct/": {"points": "9"},
        "hands/20/void/": {},
        "hands/after/19/": {"winner": "P1", "source": "wall", "points": "5"},
    }
    for address, told in sent.items():
        form = phone.get(f"/m/{long}/{address}").form(address)
        count, queries = asked(lambda form=form, told=told: phone.send(form, htmx=htmx, **told))
        assert count <= OTHER, (address, [q[:50] for q in queries])
    assert open_match(long).version == 25
    for address in ("undo/", "redo/"):
        form = phone.table(long).form(address)
        count, queries = asked(lambda form=form: phone.send(form, htmx=htmx))
        assert count <= OTHER, (address, [q[:50] for q in queries])
    assert open_match(long).version == 27


def test_the_list_of_matches_runs_no_more_queries_for_thirty_of_them(phone):
    code, told = phone.start(), []
    for many in (2, sized(10, 30)):
        while Match.objects.count() < many:
            start(device=phone.client.session["device"])
        played(phone, code, 2)
        count, queries = asked(lambda: phone.client.get("/"))
        assert count <= PAGE, [q[:50] for q in queries]
        told.append(count)
        count, queries = asked(lambda: phone.client.get("/start/"))
        assert count <= PAGE, [q[:50] for q in queries]
        told.append(count)
    assert told[:2] == told[2:]


def test_a_first_visit_runs_nearly_no_queries(db, settings):
    settings.LAN_HTTP = False  # on a club's own network the first page lists what is played there
    # It asks for the two demonstrations.
    pages = ("/start/", "/import/", "/glossary/", "/rules/korean_japanese/club/")
    for page, most in (("/", 2), *((page, 0) for page in pages)):
        count, queries = asked(lambda page=page: Phone().client.get(page))
        assert count <= most, queries


@pytest.mark.parametrize("how", ["by the link", "public", "the demonstration"])
def test_a_watchers_poll_runs_one_query(phone, code, stranger, how):
    phone.hand(code)
    if how == "by the link":
        watch(code, stranger)
    else:
        Match.objects.filter(code=code).update(**{"public": {"public": True}}.get(how, {"is_demo": True}))
    answers = []
    count, queries = asked(lambda: answers.append(stranger.get(f"/m/{code}/?v=1", htmx=True, status=204)))
    assert count == 1, queries


def test_other_polls_run_few_queries(phone, second, code):
    """With another right than the watch link: here a phone that scores."""
    phone.hand(code)
    count, queries = asked(lambda: second.get(f"/m/{code}/?v=1", htmx=True, status=204))
    assert count <= 3, queries
