"""Rule violations, each with a sentence for the scorer. They do not depend on how the sentence is shown."""

from types import MappingProxyType


class RuleViolation(Exception):
    """An error that the user can fix: `field` names the wrong value, and the sentence says what is allowed.

    `sentence` is an English template, filled from `values`: text, whole numbers, a `Term`, a `Seat`, or a tuple of
    these, which is shown as a list. `%(key)s` is the field, unless `values` has its own `key`. The web application
    translates the template and the terms, replaces seats with names, and formats lists for the reader's language.
    """

    def __init__(self, field: str, sentence: str, **values: object) -> None:
        super().__init__(field, sentence)
        self.field = field
        self.sentence = sentence
        self.values = MappingProxyType({"key": field, **values} if "%(key)s" in sentence else values)

    def __str__(self) -> str:
        return self.sentence % {
            key: ", ".join(map(str, value)) if isinstance(value, tuple) else value for key, value in self.values.items()
        }
