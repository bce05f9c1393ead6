"""The raw requests of the proofs: the requested number, every kind, and reproducible from the seed."""

import random

from proofs.abuse import MAKERS, cases
from proofs.suites.raw import _STATUS

HOST = b"127.0.0.1"


def test_thirty_cases_have_every_kind_and_a_seed_repeats_them():
    found = cases(30, random.Random(3), HOST)
    assert {case.name for case in found} == {maker.__name__ for maker in MAKERS}
    assert found == cases(30, random.Random(3), HOST)
    assert found != cases(30, random.Random(4), HOST)


def test_no_case_expects_a_server_error():
    assert {status for case in cases(30, random.Random(3), HOST) for status in case.wanted if status >= 500} == {
        501,
        505,
    }


def test_every_response_on_a_connection_is_counted():
    two = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 404 Not Found\r\n\r\n"
    assert _STATUS.findall(two) == [b"200", b"404"]
