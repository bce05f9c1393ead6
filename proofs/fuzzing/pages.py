"""Pages read as a browser reads them: forms with their fields and possible values, links and words. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_SILENT = re.compile(rb"<(script|style|svg|title|head)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.S | re.I)
_WORD = re.compile(rb"[0-9A-Za-z\x80-\xff]")


@dataclass
class Field:
    """One field name of a form: its current values and, for radios and lists, its choices."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    least: str = ""
    most: str = ""


@dataclass
class Form:
    """A form: its action and method, its fields by name, and its buttons as (name, value)."""

    action: str
    method: str
    id: str = ""
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def take(self, name: str, kind: str, value: str, on: bool, more: dict[str, str]) -> None:
        """Add one more control with this name."""
        there = self.fields.setdefault(name, Field(name, kind, least=more.get("min", ""), most=more.get("max", "")))
        if kind in ("radio", "checkbox", "option"):
            there.choices.append(value)
        if on:
            there.values.append(value)


@dataclass
class Page:
    """The forms and links of a page."""

    forms: list[Form]
    links: list[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._elsewhere: list[tuple[str, str, dict[str, str]]] = []
        self._form: Form | None = None
        self._select: tuple[str, dict[str, str]] | None = None
        self._area: tuple[dict[str, str], list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(told.get("action", ""), told.get("method", "get").lower(), told.get("id", ""))
            self.forms.append(self._form)
        elif tag == "a" and told.get("href", "").startswith("/"):
            self.links.append(told["href"])
        elif tag == "select":
            self._select = (told.get("name", ""), told)
        elif tag == "option" and self._select:
            self._control("option", self._select[0], {**self._select[1], **told})
        elif tag == "textarea":
            self._area = (told, [])
        elif tag in ("input", "button") and told.get("name"):
            self._control(tag, told["name"], told)

    def _control(self, tag: str, name: str, told: dict[str, str]) -> None:
        if "form" in told:
            self._elsewhere.append((tag, name, told))
        elif self._form is not None:
            _put(self._form, tag, name, told)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area:
            told, typed = self._area
            self._control("textarea", told.get("name", ""), {**told, "value": "".join(typed)})
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area:
            self._area[1].append(data)

    def late(self) -> None:
        """Add the controls outside of their forms."""
        by_id = {form.id: form for form in self.forms if form.id}
        for tag, name, told in self._elsewhere:
            if told["form"] in by_id:
                _put(by_id[told["form"]], tag, name, told)


def _put(form: Form, tag: str, name: str, told: dict[str, str]) -> None:
    kind = tag if tag != "input" else told.get("type", "text")
    value = told.get("value", "on" if kind in ("radio", "checkbox") else "")
    if kind in ("button", "submit", "image"):
        form.buttons.append((name, value))
        return
    on = "disabled" not in told and (
        "checked" in told if kind in ("radio", "checkbox") else "selected" in told if kind == "option" else True
    )
    form.take(name, kind, value, on, told)


def read(html: str) -> Page:
    """The forms and links of a page or of a fragment."""
    reader = _Reader()
    reader.feed(html)
    reader.late()
    return Page(reader.forms, list(dict.fromkeys(reader.links)))


def has_words(content: bytes) -> bool:
    """Whether the page has any readable text."""
    return _WORD.search(_SILENT.sub(b" ", content)) is not None


def field_names(forms: list[Form]) -> Iterator[str]:
    """Yield every field name of every form."""
    for form in forms:
        yield from form.fields
