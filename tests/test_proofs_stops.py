"""What the suite of server stops counts."""

from proofs.suites.stops import under_way


def test_an_unanswered_request_counts_as_in_flight_only_at_its_own_stop():
    begun = {"a": 1.0, "b": 2.0, "c": 2.5, "d": 6.0, "e": 8.0}
    came = {"a": 1.5, "b": 3.5, "d": 7.5, "e": 8.5}
    found = under_way(begun, came, [3.0, 7.0])
    assert found == {"under way": 3, "least under way": 1, "cut off": 1}
