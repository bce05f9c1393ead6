"""A table's short code opens the same page as its QR code. Guessing is rate-limited."""

from datetime import timedelta

import pytest
from django.test import override_settings

from people.models import Audit, Tries
from people.web.codes import SYMBOLS
from scorekeeper.web import logs
from tests.matches.cast import Phone
from tests.thorough import sized
from tests.tournaments.cast import tournament
from tournaments import links
from tournaments.links import opened_by_code, table_code, table_token
from tournaments.models import Tournament
from tournaments.views.play import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(hall):
    return table_code(hall.tournament, 2)


@pytest.fixture
def card(hall):
    """The URL in the table's QR code."""
    return f"/e/{hall.tournament.code}/t/2/{table_token(hall.tournament, 2)}"


def wrong(code, no=0):
    """A wrong code of the same tournament and table."""
    return [code[:-2] + one + two for one in SYMBOLS for two in SYMBOLS if one + two != code[-2:]][no]


@pytest.mark.parametrize(("tournaments", "length"), [(82, 9), (84, 10), (1829, 10), (1831, 11)])
def test_a_code_has_nine_letters_and_digits_or_more_at_a_site_of_many_tournaments(hall, tournaments, length):
    hall.tournament.pk = tournaments
    codes = {table_code(hall.tournament, number) for number in range(1, 101)}
    assert {len(code) for code in codes} == {length} and len(codes) == 100


def test_no_two_symbols_of_a_code_look_alike():
    for alike in ("0OQD", "1IL7", "2Z", "5S", "8B", "6G", "UV", "MN"):
        assert len(set(alike) & set(SYMBOLS)) < 2, alike


def test_a_typed_code_opens_the_page_of_the_qr_code_with_the_same_access(code, card):
    phone = Phone()
    assert phone.get(f"/at/{code}", status=303).goes_to == card
    for typed in (code.lower(), f" {code[:3]} {code[3:6]} {code[6:]} ", f"{code[:3]}-{code[3:]}"):
        assert phone.send(phone.get("/at/").form("/at/"), status=303, code=typed).goes_to == card
    page = phone.follow(phone.get(f"/at/{code}", status=303))
    phone.send(page.form(card), status=303)
    assert "Start scoring" in phone.get(phone.get(card, status=303).goes_to)


def test_a_mistyped_code_is_reported_and_stays_in_the_field(code):
    phone = Phone()
    for typed in (wrong(code), code[:-1], code + "C", "0O1I", "ü" * 9, "9" * 40, f"{code}'"):
        for page in (phone.get(f"/at/{typed}", status=422), phone.post("/at/", {"code": typed}, status=422)):
            assert page.form("/at/").values("code") == [typed]
            assert "No table has this code" in page
    assert "No table has this code" in phone.post("/at/", {"code": ""}, status=422)


def test_revoking_cards_revokes_their_codes(hall, code):
    with override_settings(SECRET_KEY="k" * 60, SECRET_KEY_FALLBACKS=["x"]):
        assert opened_by_code(code) is None
    assert opened_by_code(code) == (hall.tournament, 2)
    Tournament.objects.filter(pk=hall.tournament.pk).update(links=9)
    assert opened_by_code(code) is None


def test_a_code_from_the_previous_secret_key_still_works(hall, code, settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "k" * 60, [settings.SECRET_KEY]
    assert table_code(hall.tournament, 2) != code
    assert opened_by_code(code) == (hall.tournament, 2)


@pytest.fixture
def limits(monkeypatch):
    """Lower the limits of wrong codes for a network and a tournament, so that `make test` needs fewer requests."""
    lower = {"NETWORK": sized(6, 60), "TOURNAMENT": sized(10, 100)}
    for name, most in lower.items():
        monkeypatch.setattr(tables, name, getattr(tables, name)._replace(most=most))
    return tuple(lower.values())


def test_a_network_may_try_sixty_wrong_codes_and_a_tournament_may_have_a_hundred():
    assert (tables.NETWORK.most, tables.TOURNAMENT.most) == (60, 100)


def test_wrong_codes_are_limited_by_network_and_by_tournament(code, card, client, limits):
    network, tournament = limits

    def answer(typed, network):
        return client.get(f"/at/{typed}", REMOTE_ADDR=network).status_code

    assert [answer(wrong(code, no), "203.0.113.7") for no in range(network + 2)] == [422] * network + [429] * 2
    # Now even the right code is refused; otherwise guessing could go on.
    assert (answer(code, "203.0.113.7"), answer(code, "203.0.113.8")) == (429, 303)
    assert [answer(wrong(code, no), f"198.51.100.{no}") for no in range(tournament - network + 1)] == (
        [422] * (tournament - network) + [429]
    )
    page = client.get(f"/at/{code}", REMOTE_ADDR="203.0.113.9")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "3600")
    assert "Scan the QR code" in page.content.decode()
    assert client.get(card, REMOTE_ADDR="203.0.113.7").status_code == 200
    noted = Audit.objects.filter(what="links_guessed").order_by("pk")
    assert [row.after for row in noted] == [{"tries": network}, {"tries": tournament}]
    Tries.objects.update(since=Tries.objects.first().since - timedelta(minutes=61))
    assert answer(code, "203.0.113.7") == 303


def test_guesses_at_one_tournament_do_not_block_the_codes_of_others(hall, code, client, limits):
    other = table_code(tournament(hall.club, drawn=1, published=1), 1)
    for no in range(limits[1]):
        client.get(f"/at/{wrong(code, no)}", REMOTE_ADDR=f"198.51.100.{no}")
    answers = [client.get(f"/at/{each}", REMOTE_ADDR="203.0.113.9").status_code for each in (code, other)]
    assert answers == [429, 303]


def test_text_that_cannot_be_a_code_does_not_count_as_a_guess(client, limits):
    for _time in range(limits[0] + 1):
        assert client.get("/at/nothing").status_code == 422
    assert not Tries.objects.exists()


def test_some_tables_have_no_code_and_codes_of_missing_tables_open_nothing(hall):
    assert [table_code(hall.tournament, number) for number in (0, links._TABLES)] == ["", ""]
    for which in ("CCC", "999", "999999", "CCD"):
        assert opened_by_code(which + "C" * 6) is None


def test_a_code_does_not_reach_the_log(code):
    assert logs.redact(f"Not Found: /at/{code}") == f"Not Found: /at/{code[:3]}…"
    assert logs.redact(f'"GET /at/{code[:3]}%20{code[3:]} HTTP/1.1"') == f'"GET /at/{code[:3]}… HTTP/1.1"'
    assert logs.redact("what was done at/once") == "what was done at/once"
