"""How the engine speaks: plain English sentences, marked so that the web can translate them.

The engine knows no language but its own; whoever shows a sentence translates it.
"""


def gettext_noop(sentence: str) -> str:
    """Mark `sentence` for the translation catalogues and return it unchanged."""
    return sentence


class Term(str):
    """A word of the rule book inside a sentence (a pattern's name, say): translated where it is shown."""

    __slots__ = ()
