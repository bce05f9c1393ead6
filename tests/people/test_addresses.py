"""Links for others work for them even if the organiser has opened the site at 127.0.0.1."""

import re
from pathlib import Path

import pytest
from django.test import RequestFactory
from django.utils import translation

from people.models import Club
from people.web.public_urls import qr_code, shared_address, unreachable
from tests.matches.cast import Page
from tests.people.club_cast import Person
from tests.tournaments.cast import tournament
from tournaments.links import opened_by_code, table_token

ROOT = Path(__file__).resolve().parent.parent.parent
LAN = "192.168.1.7"
HERE_ALONE = ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.0.0.2:8000", "laptop.localhost:8000"]


@pytest.fixture(autouse=True)
def english():
    """Activate English, because an earlier test may have activated another language in this thread."""
    with translation.override("en"):
        yield


@pytest.fixture
def network(settings):
    """A laptop with an address on the local network."""
    settings.LAN_ADDRESS, settings.ALLOWED_HOSTS = LAN, ["*"]
    return settings


def asked(host, secure=False):
    return RequestFactory().get("/x/", headers={"host": host}, secure=secure)


@pytest.mark.parametrize("host", HERE_ALONE)
def test_a_loopback_address_is_replaced_with_the_one_on_the_network(network, host):
    request = asked(host)
    assert (shared_address(request, "/s/abc?to=1"), unreachable(request)) == (f"http://{LAN}:8000/s/abc?to=1", "")


def test_the_default_port_of_http_is_omitted(network):
    assert shared_address(asked("localhost"), "/s/abc") == f"http://{LAN}/s/abc"


@pytest.mark.parametrize("host", [f"{LAN}:8000", "laptop.local:8000", "club.example", "10.0.0.3"])
@pytest.mark.parametrize("secure", [False, True])
def test_an_address_that_others_can_reach_is_kept(network, host, secure):
    request = asked(host, secure)
    scheme = "https" if secure else "http"
    assert (shared_address(request, "/s/abc"), unreachable(request)) == (f"{scheme}://{host}/s/abc", "")


@pytest.mark.parametrize(
    ("lan", "hosts", "said"),
    [
        ("", ["127.0.0.1"], "Join the same network as the phones and start Scorekeeper again."),
        ("", ["*", ".example.org", "127.0.0.1", "club.example"], "Open this page at club.example first."),
        (LAN, ["127.0.0.1"], "Join the same network as the phones and start Scorekeeper again."),
    ],
)
def test_where_no_address_is_known_the_page_says_so(settings, lan, hosts, said):
    settings.LAN_ADDRESS, settings.ALLOWED_HOSTS = lan, hosts
    request = asked("127.0.0.1:8000")
    assert shared_address(request, "/s/abc") == "http://127.0.0.1:8000/s/abc"
    assert unreachable(request) == f"Phones can’t reach 127.0.0.1. {said}"


def test_nobody_has_a_certificate_for_an_address_on_the_network(network):
    network.ALLOWED_HOSTS = ["localhost", LAN]
    request = asked("localhost", secure=True)
    assert shared_address(request, "/s/abc") == "https://localhost/s/abc"
    assert unreachable(request) == f"Phones can’t reach localhost. Open this page at {LAN} first."


def test_no_view_builds_such_an_address_itself():
    sources = [
        path
        for room in ("people", "matches", "clubs", "tournaments", "api", "scorekeeper")
        for path in (ROOT / room).rglob("*.py")
    ]
    found = [str(path.relative_to(ROOT)) for path in sources if "build_absolute_uri" in path.read_text()]
    assert found == ["people/web/public_urls.py"]


# ── the pages ─────────────────────────────────────────────────────────────────


@pytest.fixture
def olga():
    return Person("olga")


@pytest.fixture
def pages(olga):
    """Every page of a tournament and its club that shows a URL for others."""
    club = Club.objects.get(code=olga.found())
    made = tournament(club, drawn=1, published=1, open_for_entry=True)
    event = f"/e/{made.code}"
    at = ["entries/", "cards/", "screen/", "print/cards/", "files/", "rounds/1/tables/1/"]
    return [*(f"{event}/{page}" for page in at), f"/c/{club.code}/links/", f"/c/{club.code}/nights/"]


def opened(olga, path):
    """The page opened at a loopback address, without its own forms and relative links."""
    return Page(olga.client.get(path, headers={"host": "127.0.0.1:8000"}))


@pytest.mark.django_db
def test_no_page_shows_a_loopback_address_to_pass_on(network, olga, pages):
    for path in pages:
        page = opened(olga, path)
        assert (path, page.status, "127.0.0.1" in page.html, "Phones can’t reach" in page) == (path, 200, False, False)


@pytest.mark.django_db
def test_each_such_page_warns_if_phones_cannot_reach_the_site(settings, olga, pages):
    settings.LAN_ADDRESS, settings.ALLOWED_HOSTS = "", ["*"]
    said = "Phones can’t reach 127.0.0.1. Join the same network as the phones and start Scorekeeper again."
    for path in pages:
        page = opened(olga, path)
        assert (path, page.html.count(said)) == (path, 1)


@pytest.mark.django_db
def test_the_cards_of_the_tables_open_on_a_phone_at_the_organisers_address_of_the_network(network, olga, pages):
    cards = opened(olga, pages[3])
    typed = re.findall(rf"{re.escape(LAN)}:8000/at/ (\w{{3}}) (\w{{3}}) (\w{{3}})\b", cards.text)
    tables = [opened_by_code("".join(each)) for each in typed]
    assert [number for _made, number in tables] == [1, 2, 3]
    for made, number in tables:
        scanned = f"http://{LAN}:8000/e/{made.code}/t/{number}/{table_token(made, number)}"
        assert qr_code(scanned).path in cards.html
