"""Template filters for lists of names."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from people.text.lists import listed

register = template.Library()


@register.filter
def name_list(named: Iterable[Any]) -> SafeString:
    """Join names, or the names of objects, in the reader's language, each in a `<bdi>`."""
    items = [getattr(each, "name", each) for each in named]
    return format_html(listed(["<bdi>{}</bdi>"] * len(items)), *items) if items else SafeString("")
