"""What repeats on the score page, as markup: there, a template's node a cell costs more than all the queries.

Words and numbers come ready from matches.pages; `format_html` escapes them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from matches.pages import LedgerLine

NOTHING = SafeString("")
GROUP = '<tr class="group"><th colspan="4" scope="rowgroup">{}</th></tr>'
LINE = (
    '{}<tr{}><th scope="row"><a class="row" href="{}hands/{}/"><span class="no">{}</span>'
    "<span>{}{}{}</span></a></th>{}</tr>"
)
CELL = (
    '<td class="n"><span class="{}">{}</span> <span class="bal"><span class="visually-hidden">{} </span>{}</span></td>'
)
UPCOMING = (
    '<tr class="{}"><th scope="row" colspan="4"><div class="row"><span class="no">{}</span>'
    "<span>{}{}</span></div></th></tr>"
)
ROUND = "<li{}>{} <ol>{}</ol></li>"
PILL = '<li class="pill{}"><span class="visually-hidden">{}</span></li>'
NOW = SafeString(' class="now"')
FRESH = SafeString(' class="new-row"')


def ledger(lines: Iterable[LedgerLine], base: str, fresh: int | None = None) -> SafeString:
    """The rows of the ledger; `base` is the address of the match, `fresh` the entry that is new."""
    balance, look_again = _("balance"), _("please look again")
    return format_html_join(
        "",
        LINE,
        (
            (
                format_html(GROUP, line.group) if line.group else NOTHING,
                FRESH if line.seq == fresh else NOTHING,
                base,
                line.seq,
                line.no,
                line.what,
                _small(line.detail),
                format_html('<small class="pay">{}</small>', look_again) if line.flagged else NOTHING,
                format_html_join("", CELL, ((c.kind, c.payment, balance, c.balance) for c in line.cells)),
            )
            for line in lines
        ),
    )


def upcoming(hands: Iterable[Mapping[str, Any]], carry: str) -> SafeString:
    """The rows of the hands to come; `carry` stands with the one in play."""
    return format_html_join(
        "",
        UPCOMING,
        (
            ("now" if hand["now"] else "next", hand["no"], hand["what"], _small(carry if hand["now"] else ""))
            for hand in hands
        ),
    )


def strip(rounds: Iterable[Mapping[str, Any]]) -> SafeString:
    """The strip of rounds with their pills."""
    return format_html_join(
        "",
        ROUND,
        ((NOW if each["now"] else NOTHING, each["name"], _pills(each["pills"])) for each in rounds),
    )


def _pills(pills: Iterable[Mapping[str, str]]) -> SafeString:
    kinds = ((pill["kind"], pill["says"]) for pill in pills)
    return format_html_join("", PILL, (("" if kind == "played" else f" pill-{kind}", says) for kind, says in kinds))


def _small(text: str) -> SafeString:
    return format_html("<small>{}</small>", text) if text else NOTHING
