"""Clean typed names, notes and whole numbers, or raise `RuleViolation`."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal, TypeAlias

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop as _
from engine.seats import PerSeat

NormalForm: TypeAlias = Literal["NFC", "NFKC", "NFD", "NFKD"]

MOST_CHARACTERS = 40
MOST_BYTES = 160
LONGEST_NOTE = 280
MOST_TYPED = 1_000  # characters of a text that are processed; longer texts are too long for every field
# Invisible characters without meaning between letters, which would make identical-looking names differ.
_NOTHING = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
_OPENS = {**dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"), **dict.fromkeys("\u2066\u2067\u2068", "\u2069")}
_NUMBER = re.compile(r"[+-]?(\d{1,3}( \d{3})+|\d{1,15})")


def normalized(form: NormalForm, text: str) -> str:
    """Return the text in a Unicode normal form, cut to `MOST_TYPED` characters first.

    A letter with very many marks would take too long to normalise.
    """
    return unicodedata.normalize(form, text[:MOST_TYPED])


def tidy(text: str) -> str:
    """Return the text with composed letters, single spaces and no invisible characters; very long text is cut."""
    return " ".join(normalized("NFC", text[:MOST_TYPED].translate(_NOTHING)).split())


def clean_name(text: str, field: str) -> str:
    """Return the tidied name of a player, match or club. Raises `RuleViolation` for `field`."""
    name = tidy(text)
    if not name:
        raise RuleViolation(field, _("Enter a name."))
    _refuse_odd(name, field)
    if len(text) > MOST_TYPED or length(name) > MOST_CHARACTERS or len(name.encode()) > MOST_BYTES:
        raise RuleViolation(field, _("A name can have at most %(most)s characters."), most=MOST_CHARACTERS)
    if not any(category[0] in "LN" or category == "So" for category in map(unicodedata.category, name)):  # So: emoji
        raise RuleViolation(field, _("A name needs at least one letter, digit or emoji."))
    return name


def clean_names(names: PerSeat[str], fields: PerSeat[str] | None = None) -> PerSeat[str]:
    """Return the tidied names of the three players at a table. Raises `RuleViolation` if two of them are alike."""
    places = fields or PerSeat("P1", "P2", "P3")
    taken: dict[str, str] = {}
    for seat, text in names.items():
        name = clean_name(text, places[seat])
        if alike(name) in taken:
            raise RuleViolation(places[seat], _("Two players are called %(name)s. Names must be different."), name=name)
        taken[alike(name)] = name
    return PerSeat(*taken.values())


def clean_note(text: str, field: str) -> str:
    """Return the tidied note, which is one line and may be empty. Raises `RuleViolation` for `field`."""
    note = tidy(text)
    _refuse_odd(note, field)
    if len(text) > MOST_TYPED or len(note) > LONGEST_NOTE:
        raise RuleViolation(field, _("A note can have at most %(most)s characters."), most=LONGEST_NOTE)
    return note


def checked_key(key: str) -> str:
    """Return the key of a form, unchanged. Raises `RuleViolation` if it is not a valid key."""
    if not is_key(key):
        raise RuleViolation("key", _("key must be 22 characters: letters, digits, - or _."))
    return key


def alike(name: str) -> str:
    """Return the name in a normal form, the same for all names that look alike to a reader, ignoring case."""
    folded = normalized("NFKC", normalized("NFKC", name).casefold())
    return "".join(letter for letter in folded if unicodedata.category(letter) != "Cf")


def length(text: str) -> int:
    """Return the approximate number of visible characters: marks and joiners belong to the letter before them."""
    return sum(unicodedata.category(letter) not in ("Mn", "Me", "Cf") for letter in text)


def whole_number(text: str, field: str, least: int, most: int) -> int:
    """Return a typed whole number from `least` to `most`. Raises `RuleViolation` for `field`.

    Digits of any script, a hyphen or minus sign, and spaces between thousands are allowed; underscores, decimals and
    exponents are not.
    """
    plain = unicodedata.normalize("NFKC", text[:200]).replace("\u2212", "-").strip()
    if len(text) <= 200 and _NUMBER.fullmatch(plain):
        number = int(plain.replace(" ", ""))
        if least <= number <= most:
            return number
    raise RuleViolation(field, _("Enter a whole number from %(least)s to %(most)s."), least=least, most=most)


def read_digits(text: str | None, most: int = 9) -> int | None:
    """Return the number in a URL or a hidden field, of at most `most` ASCII digits; None for any other text."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= most else None


def with_name(names: PerSeat[str], changes: Mapping[str, str]) -> PerSeat[str]:
    """Return `names` with the replacements in `changes`, keyed by seat."""
    return PerSeat.of(lambda seat: changes.get(seat.value, names[seat]))


def _refuse_odd(text: str, field: str) -> None:
    """Refuse control characters, surrogates, private-use or unassigned characters, and unclosed direction changes."""
    categories = {unicodedata.category(letter) for letter in text}
    if categories & {"Cc", "Cs", "Co", "Cn"} or not _paired(text):
        raise RuleViolation(field, _("This text contains a character that can’t be displayed. Remove it."))


def _paired(text: str) -> bool:
    """Return whether every change of writing direction is closed, in the right order."""
    awaited = []
    for letter in text:
        if letter in _OPENS:
            awaited.append(_OPENS[letter])
        elif letter in ("\u202c", "\u2069") and (not awaited or awaited.pop() != letter):
            return False
    return not awaited
