"""Template tags for lists and for facts that stand side by side."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from people.text.lists import listed, two_sentences

register = template.Library()


@register.filter
def name_list(named: Iterable[Any]) -> SafeString:
    """Join names, or the names of objects, in the reader's language, each in a `<bdi>`."""
    items = [getattr(each, "name", each) for each in named]
    return format_html(listed(["<bdi>{}</bdi>"] * len(items)), *items) if items else SafeString("")


@register.filter
def bdi(name: str) -> SafeString:
    """Put a name into a `<bdi>`; an empty name remains empty."""
    return format_html("<bdi>{}</bdi>", name) if name else SafeString("")


@register.simple_tag
def facts(*parts: Any) -> SafeString:
    """Join the parts that aren't empty with the comma of the reader's language."""
    items = [part for part in parts if part not in ("", None)]
    return format_html(listed(["{}"] * len(items)), *items) if items else SafeString("")


@register.simple_tag
def sentences(sentence: Any, more: Any) -> SafeString:
    """Join two sentences. The first comes without its full stop; the second may be empty."""
    return format_html(two_sentences("{}", "{}"), sentence, more) if more else format_html("{}", sentence)
