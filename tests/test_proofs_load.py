"""The load test of the proofs: what its browsers send and read, which errors it counts, how it shows times."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from proofs.crowd import percentiles
from proofs.line import Answer, Line, Tally, api_request, parsed, request

WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: csrf=abc; Path=/\r\nSaved-As: 4 key\r\n\r\nhi"


def test_polls_are_sent_as_by_the_script_of_the_page():
    assert request(8000, "/m/abc/?v=3", {"watch": "tok"}, None, True) == (
        b"GET /m/abc/?v=3 HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAccept-Language: en\r\nCookie: watch=tok\r\n"
        b"HX-Request: true\r\n\r\n"
    )


def test_a_form_is_sent_with_the_token_of_its_cookie_and_its_origin():
    assert request(8000, "/m/abc/hand/", {"sid": "s", "csrf": "t"}, {"key": "k"}, False) == (
        b"POST /m/abc/hand/ HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAccept-Language: en\r\nCookie: sid=s; csrf=t\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 27\r\nOrigin: http://127.0.0.1:8000\r\n\r\n"
        b"key=k&csrfmiddlewaretoken=t"
    )


def test_a_program_sends_json_with_its_token_and_a_key():
    assert api_request(8000, "matches/abc/undo", "sk_x", "one key", {"target": 1}) == (
        b"POST /api/v1/matches/abc/undo HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAuthorization: Bearer sk_x\r\n"
        b'Content-Type: application/json\r\nContent-Length: 13\r\nIdempotency-Key: one key\r\n\r\n{"target": 1}'
    )
    assert api_request(8000, "clubs", "sk_x").startswith(b"GET /api/v1/clubs HTTP/1.1\r\n")


def test_the_head_of_a_response_is_read_with_its_cookies():
    told = {"content-length": "2", "set-cookie": "csrf=abc; Path=/", "saved-as": "4 key"}
    assert parsed(WHOLE.partition(b"\r\n\r\n")[0] + b"\r\n\r\n") == Answer(200, told, {"csrf": "abc"}, b"")


def test_an_invalid_response_is_refused():
    with pytest.raises(ValueError, match="invalid literal"):
        parsed(b"HTTP/1.1 none\r\n\r\n")


def asked(said: bytes) -> tuple[Answer | None, Tally]:
    """The answer and the tally of one request to a server that sends these bytes and hangs up."""
    tally = Tally()

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        writer.close()

    async def ask():
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            line = Line(server.sockets[0].getsockname()[1], tally, {})
            answer = await line.ask("poll", "/", (200, 204))
            line.close()
            return answer

    with ThreadPoolExecutor(1) as thread:  # in the current thread, Playwright's event loop may be running
        return thread.submit(lambda: asyncio.run(ask())).result(), tally


def test_a_complete_response_is_no_error_and_its_time_is_counted():
    answer, tally = asked(WHOLE)
    assert (answer.status, answer.body, answer.cookies) == (200, b"hi", {"csrf": "abc"})
    assert (tally.requests, len(tally.waits["poll"]), dict(tally.errors)) == (1, 1, {})


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (WHOLE[:-1], "poll: IncompleteReadError"),
        (WHOLE[:20], "poll: IncompleteReadError"),
        (b"", "poll: IncompleteReadError"),
        (WHOLE.replace(b"200", b"503"), "poll: 503"),
        (WHOLE.replace(b"200", b"none"), "poll: ValueError"),
    ],
    ids=["half a body", "half a head", "nothing", "another status", "no status"],
)
def test_any_other_response_is_counted_as_an_error_of_its_request(said, error):
    answer, tally = asked(said)
    assert (answer, tally.requests, dict(tally.errors)) == (None, 1, {error: 1})


def test_percentiles_are_measured_times():
    assert percentiles([float(ms) for ms in range(1, 101)]) == "50/95/99"
    assert percentiles([7.4]) == "7/7/7"
    assert percentiles([]) == ""
