"""Requests that no browser sends, as bytes. Pure functions: the same random state gives the same bytes."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
REFUSED = frozenset(range(400, 500)) | {501, 505}
SHOWN = REFUSED | {200, 301, 302, 303, 304}
MB = 1024 * 1024


@dataclass(frozen=True)
class Case:
    """A request. `wanted`: the allowed statuses (no response is also allowed); `answers`: the most responses."""

    name: str
    sent: bytes
    wanted: frozenset[int] = REFUSED
    answers: int = 1


Maker = Callable[[random.Random, bytes], bytes]


def _head(host: bytes, *lines: bytes, first: bytes = b"GET / HTTP/1.1") -> bytes:
    return b"\r\n".join([first, b"Host: " + host, *lines, b"Connection: close", b"", b""])


def _post(host: bytes, body: bytes, *lines: bytes, length: bytes | None = None, path: bytes = b"/start/") -> bytes:
    told = b"Content-Length: " + (str(len(body)).encode() if length is None else length)
    return _head(host, FORM.strip(), told, *lines, first=b"POST " + path + b" HTTP/1.1") + body


def _smuggled(host: bytes) -> bytes:
    return b"GET /healthz HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"


def both_lengths(chance: random.Random, host: bytes) -> bytes:
    order = [b"Content-Length: 6", b"Transfer-Encoding: chunked"]
    chance.shuffle(order)
    return _head(host, FORM.strip(), *order, first=b"POST /start/ HTTP/1.1") + b"0\r\n\r\n" + _smuggled(host)


def two_lengths(chance: random.Random, host: bytes) -> bytes:
    one, two = chance.sample([b"0", b"5", b"30", b"5,5", b"05"], 2)
    return _post(host, b"a=b&c", b"Content-Length: " + one, length=two) + _smuggled(host)


def odd_coding(chance: random.Random, host: bytes) -> bytes:
    told = [
        b"xchunked",
        b"chunked, identity",
        b"identity, chunked",
        b"chunked, chunked",
        b"\x0bchunked",
        b'"chunked"',
        b"gzip",
    ]
    line = chance.choice(
        [b"Transfer-Encoding: ", b"Transfer-Encoding : ", b"Transfer-Encoding:\t", b"Transfer_Encoding: "]
    )
    first = b"POST /start/ HTTP/1.1"
    return _head(host, line + chance.choice(told), b"Content-Length: 4", first=first) + b"5c\r\n" + _smuggled(host)


def odd_chunks(chance: random.Random, host: bytes) -> bytes:
    sizes = [b"-1", b"0x5", b"ffffffffffffffff", b"5;" + b"e" * 9000, b"zz", b"", b"5\n", b"1" * 400, b"+5", b"5 "]
    first = b"POST /start/ HTTP/1.1"
    body = chance.choice(sizes) + b"\r\na=b&c\r\n0\r\n\r\n"
    return _head(host, FORM.strip(), b"Transfer-Encoding: chunked", first=first) + body


def folded(chance: random.Random, host: bytes) -> bytes:
    return _head(host, b"X-Long: a" + chance.choice([b"\r\n b", b"\r\n\tb", b"\n b"]))


def bare_ends(chance: random.Random, host: bytes) -> bytes:
    whole = _head(host, b"X-A: b")
    return whole.replace(b"\r\n", b"\n") if chance.random() < 0.5 else whole.replace(b"X-A: b", b"X-A: b\rX-C: d")


def long_header(chance: random.Random, host: bytes) -> bytes:
    name = chance.choice([b"X-Long", b"Cookie", b"Referer", b"Accept-Language", b"HX-Current-URL"])
    return _head(host, name + b": " + b"a" * chance.choice([40_000, 100_000, 300_000]))


def many_headers(chance: random.Random, host: bytes) -> bytes:
    return _head(host, *(b"X-%d: 1" % number for number in range(chance.choice([4_000, 5_000]))))


def long_address(chance: random.Random, host: bytes) -> bytes:
    path = b"/" + chance.choice([b"a", b"?a=", b"%41", b"/"]) * chance.choice([9_000, 60_000])
    return _head(host, first=b"GET " + path + b" HTTP/1.1")


def half_a_body(chance: random.Random, host: bytes) -> bytes:
    whole = _post(host, b"name=" + b"a" * 2000, path=chance.choice([b"/start/", b"/account/in/", b"/language"]))
    return whole[: len(whole) - chance.randrange(1, 2000)]


def wrong_length(chance: random.Random, host: bytes) -> bytes:
    told = [b"3", b"-5", b"1_0", b"+5", b"0x5", b"5 5", b"1e3", b"\xd9\xa5", b"", b"5;", b"9" * 30, b"9" * 5000]
    return _post(host, b"a=b&c=d", length=chance.choice(told))


def huge_length(chance: random.Random, host: bytes) -> bytes:
    return _post(host, b"a=b", length=str(chance.choice([2**31, 2**63, 10**18 - 1, 5 * MB])).encode())


def odd_path(chance: random.Random, host: bytes) -> bytes:
    paths = [
        b"/\0",
        b"/%00",
        b"/%",
        b"/%zz",
        b"/m/%ff%fe/",
        b"/%c0%ae%c0%ae/",
        b"/../../etc/passwd",
        b"/m/\xff/",
        b"//evil/",
    ]
    more = [
        b"/static/../settings.py",
        b"/static/%2e%2e/%2e%2e/x",
        b"/\\evil",
        b"*",
        b"evil",
        b"/a b",
        b"/a#b",
        b"/;a",
        b"?",
    ]
    return _head(host, first=b"GET " + chance.choice(paths + more) + b" HTTP/1.1")


def odd_type(chance: random.Random, host: bytes) -> bytes:
    kinds = [b"application/x-www-form-urlencoded; charset=utf-7", b"text/plain; charset=\xff", b"multipart/form-data"]
    more = [b"multipart/form-data; boundary=" + b"b" * 5000, b"application/json; charset=no-such", b";;;", b"\x00"]
    lines = [b"Content-Type: " + chance.choice(kinds + more), b"Content-Length: 7"]
    return _head(host, *lines, first=b"POST /start/ HTTP/1.1") + b"a=\xff&b=c"


def odd_method(chance: random.Random, host: bytes) -> bytes:
    told = [
        b"BREW",
        b"get",
        b"GET GET",
        b"PROPFIND",
        b"TRACE",
        b"CONNECT",
        b"G\0T",
        b"A" * 300,
        b"",
        b"\xff",
        b"<script>",
    ]
    return _head(host, first=chance.choice(told) + b" / HTTP/1.1")


def many_fields(chance: random.Random, host: bytes) -> bytes:
    return _post(host, b"&".join(b"f%d=1" % number for number in range(chance.choice([1001, 20_000]))))


def large_body(chance: random.Random, host: bytes) -> bytes:
    return _post(host, b"a=" + b"x" * (chance.choice([2, 3, 4]) * MB), path=chance.choice([b"/start/", b"/csp-report"]))


def zipped_body(chance: random.Random, host: bytes) -> bytes:
    return _post(
        host, gzip.compress(b"a=" + b"b" * 5 * MB, mtime=0), b"Content-Encoding: " + chance.choice([b"gzip", b"br"])
    )


def whole_address(chance: random.Random, host: bytes) -> bytes:
    target = chance.choice(
        [b"http://" + host + b"/healthz", b"http://evil.example/", b"ftp://a/", b"http://[::1/", b"http://"]
    )
    return _head(host, first=b"GET " + target + b" HTTP/1.1")


def odd_host(chance: random.Random, host: bytes) -> bytes:
    told = [b"evil.example", b"127.0.0.1@evil.example", b"", b"a b", b"[::1", b"\xff", b"<script>"]
    lines = [b"Host: " + chance.choice(told), b"Connection: close", b"", b""]
    return b"\r\n".join([b"GET / HTTP/1.1", *lines])


def two_hosts(chance: random.Random, host: bytes) -> bytes:
    lines = [b"Host: " + host, b"Host: " + chance.choice([b"evil.example", host])]
    return b"\r\n".join([b"GET / HTTP/1.1", *lines, b"Connection: close", b"", b""])


def no_host(chance: random.Random, host: bytes) -> bytes:
    return b"\r\n".join([b"GET / HTTP/1." + chance.choice([b"0", b"1"]), b"Connection: close", b"", b""])


def odd_version(chance: random.Random, host: bytes) -> bytes:
    told = [
        b" HTTP/0.9",
        b" HTTP/2.0",
        b" HTTP/9.9",
        b" HTTP/1.10",
        b" HTTP/1",
        b" ICE/1.0",
        b" http/1.1",
        b" HTTP/-1.1",
    ]
    if chance.random() < 0.3:
        return b"GET /\r\n\r\n"
    return _head(host, first=b"GET /" + chance.choice(told))


def other_protocol(chance: random.Random, host: bytes) -> bytes:
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(500)
    told = [
        hello,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        chance.randbytes(2000),
        b"\r\n" * 3000,
        b"EHLO a\r\n\r\n",
        b"\0" * 999,
    ]
    return chance.choice(told)


def odd_headers(chance: random.Random, host: bytes) -> bytes:
    lines = [b"no colon", b": no name", b"a b: c", b"X\0: a", b"X: a\0b", b"\xff: a", b"(x): a", b"X-Forwarded-For : a"]
    return _head(host, chance.choice(lines))


def fine_headers(chance: random.Random, host: bytes) -> bytes:
    lines = [
        b"Cookie: sid=\xff; csrf=;;=;a",
        b"X_Forwarded_For: a",
        b"Range: bytes=9-1",
        b"Accept-Language: " + b"a," * 900,
    ]
    more = [
        b"If-Modified-Since: \xff",
        b"Upgrade: h2c",
        b"Expect: 200-maybe",
        b"X-Forwarded-Host: evil",
        b"HX-Request: \xff",
    ]
    return _head(host, chance.choice(lines + more), b"Connection: Upgrade, HTTP2-Settings")


def pipelined(chance: random.Random, host: bytes) -> bytes:
    return _smuggled(host) * chance.choice([3, 20]) + _head(host, first=b"GET /nothing HTTP/1.1")


WRONG: tuple[Maker, ...] = (
    *(both_lengths, two_lengths, odd_chunks, bare_ends, long_header, many_headers, half_a_body, wrong_length),
    *(huge_length, odd_type, many_fields, large_body, zipped_body, odd_host, two_hosts, other_protocol, odd_headers),
    odd_coding,
)
# Some of these are odd but valid.
ODD: tuple[Maker, ...] = (odd_path, odd_method, odd_version, whole_address, fine_headers, long_address, no_host, folded)
MAKERS: Mapping[Maker, tuple[frozenset[int], int]] = {
    **dict.fromkeys(WRONG, (REFUSED, 1)),
    **dict.fromkeys(ODD, (SHOWN, 1)),
    pipelined: (SHOWN, 21),
}


def cases(many: int, chance: random.Random, host: bytes) -> list[Case]:
    """`many` cases, of each kind in turn."""
    makers = list(MAKERS.items())
    chosen = (makers[number % len(makers)] for number in range(many))
    return [Case(maker.__name__, maker(chance, host), wanted, most) for maker, (wanted, most) in chosen]
