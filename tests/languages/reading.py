"""Finds the texts outside of the markers on a page in the long pseudo-language. Contains no assertions."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from tests.languages.pseudo import CLOSES, OPENS

SILENT = {"script", "style", "code", "pre", "textarea", "template"}
# The same in every language: names of products and formats, and words in code examples.
NAMES = ("CSV", "JSON", "XLSX", "UTC", "Discord", "Slack", "Telegram", "ntfy", "Python", "JavaScript", "curl")
NAMES += ("GET", "POST", "PUT", "bonus_items", "patterns", "printf %s", "sha256sum")
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
NOTATION = (
    r"(?:https?://)?testserver/\S*",
    rf"\d{{1,2}} (?:{MONTHS})(?: \d{{4}})?(?:, \d\d:\d\d)?",  # a date; Django has none for this language
    "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day",
    r"[A-Z]\d+(?:\.\d+)?",  # a rules clause
    "[0-9A-Z]{3}",  # a part of a table code
    "[ESWN]",  # a wind on the key of its tile
    r"\d+[pms]|xx",  # tiles in an address
)
VOID = {"input", "br", "meta", "link", "img", "hr", "use", "path", "circle", "rect", "col", "source", "wbr"}
READ_ALOUD = ("aria-label", "alt", "title", "placeholder", "label", "aria-description", "aria-valuetext")
WORD = re.compile(r"[^\W\d_]+")
# A letter that doesn't occur in translated texts.
ENGLISH = re.compile(r"[A-Za-z]")
# Tags that don't end a line.
INLINE = {"a", "abbr", "b", "bdi", "cite", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "time", "u"}
# Punctuation after a word or between two; not inside a number, a time or an address.
PUNCTUATION = re.compile(r"[,:;.!?](?!\S)|(?<=\S)\s[–—](?!\S)|(?<!\S)[–—]\s(?=\S)|[()]")
END_OF_SENTENCE = re.compile(r"[.!?]\s*\Z")
# Separators between two texts that aren't one sentence.
SIDE_BY_SIDE = re.compile(r"[\s·|]*")


class PseudoPage(HTMLParser):
    """The texts and lines of a page, each with its nesting depth in markers at its beginning.

    A text ends at every tag, a line only at one that isn't `INLINE`.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[tuple[int, str]] = []
        self.lines: list[tuple[int, str]] = []
        self._depth, self._open, self._text = 0, [], ""
        self._line_depth, self._line = 0, ""
        self.feed(html)
        self.close()
        self._end_text()
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_text()
        if tag not in INLINE:
            self._end_line()
        if tag not in VOID:
            self._open.append((tag, "lang" in dict(attrs) and tag != "html"))
        read_aloud = [(0, value) for name, value in attrs if name in READ_ALOUD and value]
        self.texts += read_aloud
        self.lines += read_aloud
        kind, value = dict(attrs).get("type"), dict(attrs).get("value")
        if tag == "input" and kind in ("submit", "button", "reset") and value:
            self.texts.append((0, value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._end_text()
        if tag not in INLINE:
            self._end_line()
        while any(tag == opened for opened, _foreign in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(tag in SILENT or foreign for tag, foreign in self._open):
            self._text += data

    def handle_comment(self, data: str) -> None:
        """A comment doesn't end a text."""

    def _end_text(self) -> None:
        if self._text.strip():
            self.texts.append((self._depth, re.sub(r"\s+", " ", self._text).strip()))
        self._line += self._text
        self._depth += self._text.count(OPENS) - self._text.count(CLOSES)
        self._text = ""

    def _end_line(self) -> None:
        if self._line.strip():
            self.lines.append((self._line_depth, re.sub(r"\s+", " ", self._line).strip()))
        self._line_depth, self._line = self._depth, ""


def pieces(depth: int, text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a text between markers: whether it is inside of markers, and the part."""
    for part in re.split(f"([{OPENS}{CLOSES}])", text):
        if part in (OPENS, CLOSES):
            depth += 1 if part == OPENS else -1
        elif part:
            yield depth > 0, part


def hard_coded(depth: int, text: str, data: re.Pattern[str]) -> list[str]:
    """Words of a text that aren't translated: outside of the markers, or inside in plain English."""
    found = []
    for inside, part in pieces(depth, data.sub(" ", text)):
        found += [word for word in WORD.findall(part) if not inside or ENGLISH.search(word)]
    return found


def glued(depth: int, text: str) -> list[str]:
    """The characters between two translated texts of one text node, if they join them to a sentence or a paragraph."""
    parts, found = list(pieces(depth, text)), []
    for (_, before), (inside, part) in zip(parts, parts[1:-1], strict=False):
        side_by_side = SIDE_BY_SIDE.fullmatch(part) and (part.strip() or not END_OF_SENTENCE.search(before))
        if not inside and not side_by_side:
            found.append(part)
    return found


def punctuated(depth: int, line: str, data: re.Pattern[str]) -> list[str]:
    """Untranslated punctuation of a line, beside a name, a number or a translated text."""
    outside = [part for inside, part in pieces(depth, data.sub("x", line)) if not inside]
    return [mark for part in outside for mark in PUNCTUATION.findall(part)]


def data_pattern(data: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds data or notation in a text: whole words, the longest first."""
    typed = {re.sub(r"\s+", " ", each).strip() for each in (*data, *NAMES)} - {""}
    words = "|".join([*map(re.escape, sorted(typed, key=len, reverse=True)), *NOTATION])
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")
