"""The memo cache: no value is calculated twice, and the size is limited."""

import pytest

from engine.cache import Memo


def test_a_cached_value_is_not_calculated_again():
    asked = []
    memo = Memo(lambda key: asked.append(key) or key * key, 9)
    assert [memo[3], memo[4], memo[3]] == [9, 16, 9]
    assert asked == [3, 4]


def test_the_cache_is_cleared_when_it_is_full():
    memo = Memo(str, 2)
    assert [memo[1], memo[2], dict(memo)] == ["1", "2", {1: "1", 2: "2"}]
    assert [memo[3], dict(memo)] == ["3", {3: "3"}]


def test_a_failed_calculation_is_not_cached():
    memo = Memo(lambda key: 1 // key, 9)
    with pytest.raises(ZeroDivisionError):
        memo[0]
    assert dict(memo) == {}
