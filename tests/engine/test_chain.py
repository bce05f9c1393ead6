"""The payload of an entry: plain JSON with limited nesting."""

import pytest

from engine.errors import RuleViolation
from engine.hash_chain import plain


def nested(levels):
    """Nested lists of this depth with a number inside."""
    return [nested(levels - 1)] if levels else 1


def test_an_entry_is_nested_twenty_levels_at_most():
    assert plain(nested(20), "payload") == nested(20)
    with pytest.raises(RuleViolation) as refused:
        plain(nested(21), "payload")
    assert (refused.value.field, str(refused.value)) == ("payload", "payload is nested too deeply.")
