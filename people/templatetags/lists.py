"""Template tags for lists of names, and for facts on one line."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from people.text import lists
from people.text.lists import listed, two_sentences

register = template.Library()


@register.filter
def name_list(named: Iterable[Any]) -> SafeString:
    """Join names, or the names of objects, in the reader's language, each in a `<bdi>`."""
    items = [getattr(each, "name", each) for each in named]
    return format_html(listed(["<bdi>{}</bdi>"] * len(items), "names"), *items) if items else SafeString("")


@register.filter
def bdi(name: str) -> SafeString:
    """Put a name into a `<bdi>`; an empty name remains empty."""
    return format_html("<bdi>{}</bdi>", name) if name else SafeString("")


@register.filter
def link_to(text: str, address: str) -> SafeString:
    """Make a text a link; without an address, it remains a text."""
    return format_html('<a href="{}">{}</a>', address, text) if address else format_html("{}", text)


@register.simple_tag
def facts(*parts: Any) -> SafeString:
    """Join the parts that aren't empty with the comma of the reader's language."""
    items = [part for part in parts if part not in ("", None)]
    return format_html(listed(["{}"] * len(items)), *items) if items else SafeString("")


@register.simple_tag
def labelled(label: Any, text: Any) -> SafeString:
    """Put a label before a text, with the colon of the reader's language. Without a text, return only the label."""
    return format_html(lists.labelled("{}", "{}"), label, text) if text else format_html("{}", label)


@register.simple_tag
def bracketed(text: Any, detail: Any) -> SafeString:
    """Put a detail in brackets after a text. Without a detail, return only the text."""
    return (
        format_html(lists.bracketed("{}", "{}"), text, detail) if detail not in ("", None) else format_html("{}", text)
    )


@register.simple_tag
def paragraph(*parts: Any) -> SafeString:
    """Join sentences, and lists of sentences, that have their full stops. Empty ones are left out."""
    items = [each for part in parts for each in (part if isinstance(part, list | tuple) else [part]) if each]
    return format_html(lists.paragraph(["{}"] * len(items)), *items) if items else SafeString("")


@register.simple_tag
def sentences(sentence: Any, more: Any) -> SafeString:
    """Join two sentences. The first comes without its full stop; the second may be empty."""
    return format_html(two_sentences("{}", "{}"), sentence, more) if more else format_html("{}", sentence)
