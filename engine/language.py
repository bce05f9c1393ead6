"""The engine's English sentences, marked for translation; the code that shows a sentence translates it."""


def gettext_noop(sentence: str) -> str:
    """Mark `sentence` for the translation catalogues and return it unchanged."""
    return sentence


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a singular and a plural sentence and return both. Import it `as ngettext`: makemessages needs that name."""
    return one, many


class Term(str):
    """A term of the rule book inside a sentence (such as a pattern's name), translated when the sentence is shown."""

    __slots__ = ()


class Signed(int):
    """A number inside a sentence that is shown with its sign, such as a change in points."""

    __slots__ = ()
