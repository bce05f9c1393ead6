"""What is worked out once and remembered: never worked out twice, never more than there is room for."""

import pytest

from engine.cache import Memo


def test_what_is_known_is_not_worked_out_again():
    asked = []
    memo = Memo(lambda key: asked.append(key) or key * key, 9)
    assert [memo[3], memo[4], memo[3]] == [9, 16, 9]
    assert asked == [3, 4]


def test_all_is_forgotten_where_there_would_be_too_much():
    memo = Memo(str, 2)
    assert [memo[1], memo[2], dict(memo)] == ["1", "2", {1: "1", 2: "2"}]
    assert [memo[3], dict(memo)] == ["3", {3: "3"}]


def test_what_fails_is_not_remembered():
    memo = Memo(lambda key: 1 // key, 9)
    with pytest.raises(ZeroDivisionError):
        memo[0]
    assert dict(memo) == {}
