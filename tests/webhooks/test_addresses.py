"""Which addresses the server sends to."""

import socket
import time

import pytest

from delivery import requests
from delivery.requests import FailureReason, Unreachable, check_reachable, is_public, post
from tests.webhooks.receivers import OK, dripping, receiver

PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *(
        "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "240.0.0.1",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "fec0::1",
    ),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::"),
    *("2606:4700::5efe:a00:1", "2606:4700::200:5efe:101:101"),  # ISATAP
    *("2002:a00:1::1", "2001:db8::1", "2001::1", "::7f00:1", "fe80::1%eth0", "100::1"),
)
PUBLIC = ("93.184.216.34", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1")


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address):
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://127.0.0.1/", FailureReason.PRIVATE),
        ("https://localhost/", FailureReason.PRIVATE),
        ("https://[::1]/", FailureReason.PRIVATE),
        ("https://2130706433/", FailureReason.PRIVATE),
        ("https://0x7f.1/", FailureReason.PRIVATE),
        ("http://93.184.216.34/", FailureReason.HTTP),
        ("ftp://93.184.216.34/", FailureReason.URL),
        ("file:///etc/passwd", FailureReason.URL),
        ("//93.184.216.34/", FailureReason.URL),
        ("93.184.216.34", FailureReason.URL),
        ("https://", FailureReason.URL),
        ("", FailureReason.URL),
        ("https://93.184.216.34:99999/", FailureReason.URL),
        ("https://93.184.216.34/a b", FailureReason.URL),
        ("https://93.184.216.34/\r\nHost: a", FailureReason.URL),
        ("https://93.184.216.34/" + "a" * 2000, FailureReason.URL),
        ("https://ann@93.184.216.34/", FailureReason.USER),
        ("https://ann:secret@93.184.216.34/", FailureReason.USER),
        ("https://good.example\\@evil.example/x", FailureReason.URL),
        ("https://93.184.216.34:25/", FailureReason.PORT),
        ("https://93.184.216.34:80/", FailureReason.PORT),
        ("https://no-such-name.invalid/", FailureReason.NAME),
    ],
)
def test_a_refusal_says_what_is_wrong(url, reason):
    with pytest.raises(Unreachable) as refused:
        check_reachable(url)
    assert refused.value.reason is reason


def test_a_name_with_one_private_address_among_others_is_refused(monkeypatch):
    found = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_options: found)
    with pytest.raises(Unreachable, match="private"):
        check_reachable("https://club.example/")


def test_a_host_name_that_resolves_differently_the_second_time_gains_nothing(monkeypatch, settings):
    """The name is resolved once for each request, and the checked address is the one connected to."""
    settings.ALLOW_PRIVATE_ADDRESSES = True
    with receiver() as hook:
        asked = []

        found = socket.getaddrinfo

        def look_up(host, port, *more, **options):
            asked.append(host)
            of_name = "127.0.0.1" if len(asked) == 1 else "127.0.0.9"
            return found(of_name if host == "club.example" else host, port, *more, **options)

        monkeypatch.setattr(requests.socket, "getaddrinfo", look_up)
        answer = post(f"http://club.example:{hook.port}/a?b=ř#c", b"{}", {})
    assert (answer.status, asked[0]) == (204, "club.example")
    assert [(request.path, request.headers["host"]) for request in hook.got] == [
        ("/a?b=%C5%99", f"club.example:{hook.port}")
    ]
    assert "club.example" not in asked[1:]


def test_only_the_beginning_of_a_long_answer_is_read(settings):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    with receiver(lambda line, _request: line.sendall(head + b"a" * 50_000_000)) as hook:
        assert post(hook.url, b"", {}).text == "a" * requests.LARGEST_ANSWER


def test_the_limit_for_the_response_is_longer_than_the_limit_for_connecting(settings, monkeypatch):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(requests, "LONGEST_CONNECT", 0.3)

    def thinking(line, _request):
        time.sleep(0.8)
        line.sendall(OK)

    with receiver(thinking) as hook:
        assert post(hook.url, b"{}", {}).status == 204


def test_a_request_takes_no_longer_than_the_limit_in_all(settings, monkeypatch):
    """Resolving the name, trying several addresses and waiting for the response share one limit."""
    settings.ALLOW_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(requests, "LONGEST", 1.0)
    monkeypatch.setattr(requests, "LONGEST_CONNECT", 0.4)
    found = socket.getaddrinfo

    def look_up(host, port, *more, **options):
        if host != "club.example":
            return found(host, port, *more, **options)
        time.sleep(0.3)
        return [(2, 1, 6, "", (address, port)) for address in ("192.0.2.1", "192.0.2.2", "127.0.0.1")]

    monkeypatch.setattr(requests.socket, "getaddrinfo", look_up)
    with receiver(dripping) as hook, pytest.raises(Unreachable, match="time"):
        post(f"http://club.example:{hook.port}/", b"{}", {})


def test_the_next_address_of_a_name_is_tried_if_the_first_accepts_nothing(settings, monkeypatch):
    """For example if IPv6 doesn't work."""
    settings.ALLOW_PRIVATE_ADDRESSES = True
    found = socket.getaddrinfo

    def look_up(host, port, *more, **options):
        if host != "club.example":
            return found(host, port, *more, **options)
        return [(10, 1, 6, "", ("::1", port, 0, 0)), (2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(requests.socket, "getaddrinfo", look_up)
    with receiver() as hook:
        assert post(f"http://club.example:{hook.port}/", b"{}", {}).status == 204


def test_the_displayed_host_is_the_one_that_gets_the_requests():
    assert requests.host_of("https://good.example/hook?a=@evil.example") == "good.example"
    assert requests.host_of("https://evil.example#@good.example") == "evil.example"
    assert requests.host_of("https://good.example\\@evil.example/x") == ""
