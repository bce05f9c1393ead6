"""What the rules forbid, in a sentence for the scorer. Knows nothing of how it is shown."""

from types import MappingProxyType


class RuleViolation(Exception):
    """The user can put this right: `field` names what is wrong, the sentence says what it takes.

    `sentence` is an English template (`%(name)s`), `values` fill it: text, whole numbers, a `Term`,
    a `Seat`, or a tuple of these as a list; the web translates the template and the terms, puts names
    for seats and writes lists as the reader's language does.
    """

    def __init__(self, field: str, sentence: str, **values: object) -> None:
        super().__init__(field, sentence)
        self.field = field
        self.sentence = sentence
        self.values = MappingProxyType(values)

    def __str__(self) -> str:
        return self.sentence % {key: _text(value) for key, value in self.values.items()}


def _text(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value
