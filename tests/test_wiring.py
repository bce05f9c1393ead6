"""HTTP behaviour of the whole site: headers, cookies, forms with an expired token, errors."""

import re

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path

from operations import checks
from scorekeeper.web import views
from scorekeeper.web.headers import DOWNLOAD_POLICY, HTTPS_POLICY, PAGE_POLICY, HeadersMiddleware
from tests.rights.headers import unlike


def test_the_health_check_answers_without_a_database(client):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize("address", ["/healthz", "/no-such-page"])
def test_every_response_has_the_headers(client, address):
    headers = client.get(address).headers
    assert unlike(headers) == {}


def crash(request):
    raise RuntimeError("on purpose")


def away(request):
    raise OperationalError("the server closed the connection unexpectedly")


urlpatterns = [path("crash", crash), path("away", away), path("", include("scorekeeper.urls"))]


handler500 = "scorekeeper.web.errors.server_error"


@pytest.mark.urls(__name__)
def test_a_crash_shows_a_page_with_the_same_headers(client):
    client.raise_request_exception = False
    answer = client.get("/crash")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert unlike(answer.headers) == {}


@pytest.mark.urls(__name__)
def test_if_the_database_fails_during_a_request_the_page_says_so_and_keeps_what_was_typed(client, db):
    client.raise_request_exception = False
    page = client.post("/away", {"points": "5", "password": "secret"})
    text = page.content.decode()
    assert (page.status_code, page["Retry-After"]) == (503, "2")
    assert "The server is busy right now." in text
    assert '<form method="post" action="/away"' in text
    assert 'name="points" value="5"' in text
    assert "secret" not in text
    assert client.get("/away").status_code == 503


@pytest.mark.parametrize(
    ("secure", "response", "policy"),
    [
        (False, HttpResponse(), PAGE_POLICY),
        (True, HttpResponse(), HTTPS_POLICY),
        (True, HttpResponse(headers={"Content-Disposition": 'attachment; filename="a.csv"'}), DOWNLOAD_POLICY),
    ],
)
def test_each_kind_of_response_has_its_policy(secure, response, policy):
    answer = HeadersMiddleware(lambda request: response)(RequestFactory().get("/", secure=secure))
    assert answer.headers["Content-Security-Policy"] == policy


def test_a_response_without_a_document_has_no_headers_for_documents():
    empty = HttpResponse(status=204, headers={"Vary": "Cookie", "X-Frame-Options": "DENY"})
    answer = HeadersMiddleware(lambda request: empty)(RequestFactory().get("/"))
    assert dict(answer.headers) == {"Cache-Control": "no-store"}


@pytest.mark.parametrize(
    ("named", "wrong"),
    [
        ([], []),
        (["https://club.example", "https://*.club.example:8443", "'self'", "http://localhost:8000"], []),
        (["https://club.example/page"], ["scorekeeper.E002"]),
        (["https://a.example; script-src *"], ["scorekeeper.E002"]),
        (["*"], ["scorekeeper.E002"]),
        (["club.example", "'self'"], ["scorekeeper.E002"]),
    ],
)
def test_sites_that_may_frame_a_page_are_origins(settings, named, wrong):
    settings.FRAME_ANCESTORS = named
    assert [each.id for each in checks.frame_ancestors_are_origins()] == wrong


def test_a_view_may_set_another_cache_rule():
    page = HttpResponse(headers={"Cache-Control": "no-cache"})
    assert HeadersMiddleware(lambda request: page)(RequestFactory().get("/")).headers["Cache-Control"] == "no-cache"


@pytest.fixture
def strict():
    """A client whose CSRF token is checked, like a browser's."""
    return Client(enforce_csrf_checks=True)


def test_a_form_with_an_expired_token_keeps_what_was_typed_and_can_be_sent_again(strict):
    page = strict.post("/language", {"language": "cs", "next": '/"<b>', "csrfmiddlewaretoken": "stale"})
    text = page.content.decode()
    assert page.status_code == 403
    assert '<form method="post" action="/language">' in text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text))
    token = fields.pop("csrfmiddlewaretoken")
    assert fields == {"language": "cs", "next": "/&quot;&lt;b&gt;"}
    again = strict.post("/language", {"language": "cs", "csrfmiddlewaretoken": token})
    assert (again.status_code, again.cookies["lang"].value) == (302, "cs")


def test_a_fragment_with_an_expired_token_is_answered_with_a_fragment(strict):
    text = strict.post("/language", {"language": "cs"}, headers={"HX-Request": "true"}).content.decode()
    assert "<form" in text
    assert "<html" not in text


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}])
def test_a_form_sent_by_another_site_cannot_be_saved_with_one_click(strict, headers):
    page = strict.post("/language", {"language": "cs"}, headers=headers)
    assert page.status_code == 403
    assert 'name="language"' not in page.content.decode()


def test_a_policy_report_is_counted_and_a_long_one_refused(strict):
    def report(size):
        answer = strict.post("/csp-report", b"x" * size, content_type="application/csp-report")
        return answer.status_code, answer.content.decode()

    assert (report(100), report(9000)) == ((204, ""), (413, "a report has at most 8192 bytes\n"))


@pytest.mark.parametrize(
    ("told", "status"),
    [("8192", 204), ("8193", 413), ("9" * 400, 413), ("-1", 400), ("1e3", 400), ("\u0661", 400), ("x", 400), ("", 204)],
)
def test_a_report_that_lies_about_its_length_is_no_crash(strict, told, status):
    assert strict.post("/csp-report", b"{}", content_type="text/plain", CONTENT_LENGTH=told).status_code == status


def test_many_reports_are_one_line_in_the_log():
    reports = views.ReportCounter()
    assert [reports.add(now) for now in (0.0, 1.0, 2.0, 9.9, 10.0, 10.1, 25.0)] == [1, 0, 0, 0, 4, 0, 2]


def test_a_request_for_favicon_is_redirected_to_the_icon(client):
    assert client.get("/favicon.ico").headers["Location"] == "/static/img/favicon.svg"
