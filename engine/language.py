"""How the engine speaks: plain English sentences, marked so that the web can translate them.

The engine knows no language but its own; whoever shows a sentence translates it.
"""


def gettext_noop(sentence: str) -> str:
    """Mark `sentence` for the translation catalogues and return it unchanged."""
    return sentence


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark what is said of one and of many and return both. Import it `as ngettext`: only by that name it is found."""
    return one, many


class Term(str):
    """A word of the rule book inside a sentence (a pattern's name, say): translated where it is shown."""

    __slots__ = ()


class Signed(int):
    """A number inside a sentence that is shown with its sign, as a change."""

    __slots__ = ()
