"""What the state machine suite of the proofs counts."""

from collections import Counter

from proofs.suites.machine import done_of

LINES = """
{"counted": {"steps": 3, "saved": 2}, "ran": {"plays": 2, "undoes": 0}}
{"counted": {"steps": 4, "422": 1}, "ran": {"plays": 1, "undoes": 0}}
"""


def test_steps_of_all_tests_are_added_up():
    assert done_of(LINES.strip()) == (Counter({"steps": 7, "saved": 2, "422": 1}), Counter(plays=3, undoes=0))
    assert done_of("") == (Counter(), Counter())


def test_a_rule_that_never_did_anything_is_reported():
    _counted, ran = done_of(LINES.strip())
    assert dict(ran) == {"plays": 3, "undoes": 0}
