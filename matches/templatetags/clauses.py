"""Template tags for clauses of the rules, which link to the rule card of the match."""

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.rulesets.rule_book import RuleBook
from people.text.lists import listed

register = template.Library()
CODE = re.compile(r"[A-Z][0-9]+(?:\.[0-9]+)*")


def on_card(book: RuleBook) -> set[str]:
    """Return the clauses that have an anchor on the book's rule card (see `cite`)."""
    notes = [note for chapter in book.card.chapters for note in chapter.notes]
    notes += [meaning for _word, meaning in book.card.glossary]
    return {note.clause for note in notes} | {item.clause for item in book.played_items}


@register.simple_tag(takes_context=True)
def clauses(context: template.Context, codes: str) -> SafeString | str:
    """Return links from the clauses in `codes` to the match's rule card.

    Clauses that the card lacks are left out. Outside a match, `codes` is returned as plain text.
    """
    if "match" not in context:
        return codes
    known, card = on_card(context["book"]), reverse("matches:card", args=[context["match"].code])
    linked = [code for code in CODE.findall(codes) if code in known]
    links = [format_html('<a href="{0}#{1}">{1}</a>', card, code) for code in linked]
    return format_html(listed(["{}"] * len(links), "names"), *links) if links else SafeString("")


@register.simple_tag(takes_context=True)
def cite(context: template.Context, code: str) -> SafeString:
    """Return a clause cited on the rule card. The first citation of each clause is the target of links."""
    first = code not in context["cited"]
    context["cited"].add(code)
    return format_html('<cite id="{0}">{0}</cite>' if first else "<cite>{}</cite>", code)
