"""What was made last is kept, so many of them, and made again after it had to go."""

from matches.log.recent_cache import Latest


def test_so_many_are_kept_and_what_was_asked_for_longest_ago_goes_first():
    made, kept = [], Latest(2)

    def ask(key):
        return kept.get(key, lambda: made.append(key) or key.upper())

    assert [ask(key) for key in ("a", "b", "a", "b")] == ["A", "B", "A", "B"]
    assert made == ["a", "b"]
    assert [ask(key) for key in ("a", "c", "a", "b")] == ["A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]
    kept.forget()
    assert (ask("b"), made) == ("B", ["a", "b", "c", "b", "b"])
