"""What repeats on the rule card, as markup: some four hundred tiles, and a template's node each would cost too much.

Words come ready from matches.rule_cards.rule_card; `format_html` escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.rule_cards.rule_card import CardRow, TileGroup

NOTHING = SafeString("")
ITEM = (
    '<li class="item"><span class="item-name"><b>{}</b> <small>{}{}</small></span>'
    '<span class="item-val">{}{}</span>{}</li>\n'
)
EXAMPLE = '<span class="eg">{}</span>'
PART = '<span class="eg-part" role="img" aria-label="{}"><span class="eg-tiles">{}</span>{}</span>'
TILE = '<svg class="tile{}" aria-hidden="true"><use href="{}#tile-{}"/></svg>'


def items(rows: Iterable[CardRow]) -> SafeString:
    """The items of a group, one a line."""
    each = format_html("<small>{}</small> ", _("each"))
    return format_html_join("", "{}", ((_item(row, each),) for row in rows))


def _item(row: CardRow, each: SafeString) -> SafeString:
    return format_html(
        ITEM,
        row.name,
        f"{row.condition} " if row.condition else "",
        format_html("<cite>{}</cite>", row.clause),
        each if row.each else NOTHING,
        row.value,
        format_html(EXAMPLE, parts(row.example)) if row.example else NOTHING,
    )


def parts(drawn: Iterable[TileGroup]) -> SafeString:
    """Parts of a hand, one after the other: each is one picture with a name."""
    tiles = static("img/tiles.svg")
    return format_html_join("", "{}", ((_part(part, tiles),) for part in drawn))


@lru_cache(1024)
def _part(part: TileGroup, tiles: str) -> SafeString:
    """The same for the same words, whoever looks."""
    faces = format_html_join(
        "", TILE, ((" tile-won" if place == part.won else "", tiles, face) for place, face in enumerate(part.faces))
    )
    caption = format_html('<small aria-hidden="true">{}</small>', part.caption) if part.caption else NOTHING
    return format_html(PART, part.says, faces, caption)
