"""Lists inside sentences, in the reader's language: "Ann, Bea and Cho"."""

import unicodedata
from collections.abc import Iterable
from typing import Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

ISOLATE, END = "\u2068", "\u2069"

# "facts": different things, e.g. a weekday, a date and a time; "names": things of one kind, e.g. players, tiles or
# numbers. Neither has a conjunction. Some languages put another comma between names.
Kind: TypeAlias = Literal["facts", "names", "and", "or"]
_OF_TWO = {
    "and": pgettext_lazy("list of two", "%(first)s and %(last)s"),
    "or": pgettext_lazy("list of two", "%(first)s or %(last)s"),
    "facts": pgettext_lazy("list of two", "%(first)s, %(last)s"),
    "names": pgettext_lazy("list of two names", "%(first)s, %(last)s"),
}
_END = {
    "and": pgettext_lazy("end of a list", "%(first)s and %(last)s"),
    "or": pgettext_lazy("end of a list", "%(first)s or %(last)s"),
    "facts": pgettext_lazy("end of a list", "%(first)s, %(last)s"),
    "names": pgettext_lazy("end of a list of names", "%(first)s, %(last)s"),
}


def isolated(name: str) -> str:
    """Return `name`, with isolation characters if it would change the writing direction of a sentence."""
    turns = not name.isascii() and any(
        unicodedata.bidirectional(letter) in ("R", "AL", "AN", "RLE", "RLO", "RLI") for letter in name
    )
    return f"{ISOLATE}{name}{END}" if turns else name


def listed(parts: Iterable[str], kind: Kind = "facts") -> str:
    """Join the parts into one text, with the conjunction of `kind`. Names must already be `isolated`."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    if len(items) == 2:
        return _OF_TWO[kind] % {"first": items[0], "last": items[1]}
    # Translators: three parts or more: only what stands between the two placeholders is used.
    facts, names = pgettext("middle of a list", "%(first)s, %(next)s"), pgettext("list of names", "%(first)s, %(next)s")
    between = (facts if kind == "facts" else names) % {"first": "", "next": ""}
    return _END[kind] % {"first": between.join(items[:-1]), "last": items[-1]}


def labelled(label: object, text: object) -> str:
    """Return a text after its label, e.g. "Flowers: 2"."""
    return _("%(label)s: %(text)s") % {"label": label, "text": text}


def bracketed(text: object, detail: object) -> str:
    """Return a text with a detail in brackets after it, e.g. "Checked in (5)"."""
    return _("%(text)s (%(detail)s)") % {"text": text, "detail": detail}


def percentage(number: object) -> str:
    """Return a number, already formatted, with its per cent sign, e.g. "22%"."""
    return _("%(number)s%%") % {"number": number}


def two_sentences(sentence: object, more: object) -> str:
    """Join a sentence, which has no full stop yet, and the text that follows it."""
    return _("%(sentence)s. %(more)s") % {"sentence": sentence, "more": more}


def with_full_stop(sentence: object) -> str:
    """Return the sentence with a full stop."""
    return _("%(sentence)s.") % {"sentence": sentence}


def paragraph(sentences: Iterable[str]) -> str:
    """Join sentences that have their full stops already. Empty ones are left out."""
    # Translators: only what stands between the two placeholders is used. They are whole sentences.
    between = pgettext("between sentences", "%(first)s %(next)s") % {"first": "", "next": ""}
    return between.join(filter(None, sentences))
