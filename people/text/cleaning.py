"""Clean typed names, notes and whole numbers, or refuse them with a sentence."""

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
MOST_TYPED = 1_000  # characters of one text that are looked at: longer ones are too long for every field
# They take no room and mean nothing between letters: two equal-looking names would differ.
_NOTHING = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
_OPENS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c"} | {
    "\u2066": "\u2069",
    "\u2067": "\u2069",
    "\u2068": "\u2069",
}
_NUMBER = re.compile(r"[+-]?(\d{1,3}( \d{3})+|\d{1,15})")


def normalized(form: NormalForm, text: str) -> str:
    """The text in one of Unicode's normal forms, cut to `MOST_TYPED` characters before.

    Sorting a letter's combining marks takes time that grows with the square of their number.
    """
    return unicodedata.normalize(form, text[:MOST_TYPED])


def tidy(text: str) -> str:
    """Composed letters, single spaces, nothing invisible at the ends; of a very long text its beginning."""
    return " ".join(normalized("NFC", text[:MOST_TYPED].translate(_NOTHING)).split())


def clean_name(text: str, field: str) -> str:
    """A player's or a match's name, tidied. Raises `RuleViolation` for `field`."""
    name = tidy(text)
    if not name:
        raise RuleViolation(field, _("Enter a name."))
    _refuse_odd(name, field)
    if len(text) > MOST_TYPED or length(name) > MOST_CHARACTERS or len(name.encode()) > MOST_BYTES:
        raise RuleViolation(field, _("A name can have at most %(most)s characters."), most=MOST_CHARACTERS)
    if not any(unicodedata.category(letter)[0] in "LN" or _is_emoji(letter) for letter in name):
        raise RuleViolation(field, _("A name needs at least one letter, digit or emoji."))
    return name


def clean_names(names: PerSeat[str], fields: PerSeat[str] | None = None) -> PerSeat[str]:
    """The three names of a table, tidied; each a different one, whatever the capitals."""
    places = fields or PerSeat("P1", "P2", "P3")
    taken: dict[str, str] = {}
    for seat, text in names.items():
        name = clean_name(text, places[seat])
        if alike(name) in taken:
            raise RuleViolation(places[seat], _("Two players are called %(name)s. Names must be different."), name=name)
        taken[alike(name)] = name
    return PerSeat(*taken.values())


def clean_note(text: str, field: str) -> str:
    """A remark in one line; empty is fine. Raises `RuleViolation` for `field`."""
    note = tidy(text)
    _refuse_odd(note, field)
    if len(text) > MOST_TYPED or len(note) > LONGEST_NOTE:
        raise RuleViolation(field, _("A note can have at most %(most)s characters."), most=LONGEST_NOTE)
    return note


def checked_key(key: str) -> str:
    """The same key of a form. Raises `RuleViolation` if it is not one."""
    if not is_key(key):
        raise RuleViolation("key", _("key must be 22 letters, digits, - or _."))
    return key


def alike(name: str) -> str:
    """The same for names that a reader would take for one another."""
    folded = normalized("NFKC", normalized("NFKC", name).casefold())
    return "".join(letter for letter in folded if unicodedata.category(letter) != "Cf")


def length(text: str) -> int:
    """About as many as a reader counts: marks and joiners belong to the letter before them."""
    return sum(unicodedata.category(letter) not in ("Mn", "Me", "Cf") for letter in text)


def whole_number(text: str, field: str, least: int, most: int) -> int:
    """A whole number as a person types it: any script's digits, a true minus, thin spaces.

    No underscores, no decimals, no exponents. Raises `RuleViolation` for `field`.
    """
    plain = unicodedata.normalize("NFKC", text[:200]).replace("\u2212", "-").strip()
    if len(text) <= 200 and _NUMBER.fullmatch(plain):
        number = int(plain.replace(" ", ""))
        if least <= number <= most:
            return number
    raise RuleViolation(field, _("Enter a whole number from %(least)s to %(most)s."), least=least, most=most)


def read_digits(text: str | None, most: int = 9) -> int | None:
    """The number that an address or a hidden field holds, in at most so many ASCII digits; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= most else None


def with_name(names: PerSeat[str], changes: Mapping[str, str]) -> PerSeat[str]:
    """`names` with those in `changes` (by chair) put in."""
    return PerSeat.of(lambda seat: changes.get(seat.value, names[seat]))


def _refuse_odd(text: str, field: str) -> None:
    """Control characters, halves of characters, private ones, directions that are never ended."""
    categories = {unicodedata.category(letter) for letter in text}
    if categories & {"Cc", "Cs", "Co", "Cn"} or not _paired(text):
        raise RuleViolation(field, _("This contains a character that can’t be shown."))


def _paired(text: str) -> bool:
    """Whether each change of writing direction is ended again, in order."""
    awaited = []
    for letter in text:
        if letter in _OPENS:
            awaited.append(_OPENS[letter])
        elif letter in ("\u202c", "\u2069") and (not awaited or awaited.pop() != letter):
            return False
    return not awaited


def _is_emoji(letter: str) -> bool:
    return unicodedata.category(letter) == "So"
