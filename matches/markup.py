"""What repeats on the score page, as markup: there, a template's node a cell costs more than all the queries.

Words and numbers come ready from matches.pages; `format_html` escapes them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from matches.pages import Card, LedgerLine

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
PLAYER = (
    '<svg class="tile" aria-hidden="true"><use href="{}#tile-{}"/></svg><span class="who"><bdi class="name{}">{}</bdi>'
    '<span class="seat">{}{}</span></span><span class="amt">{}</span>'
)
TAPPED = '<a class="player" href="{0}" hx-get="{0}" hx-target="#sheet">{1}</a>'
WATCHED = '<div class="player flat">{}</div>'
HEAD = '<caption class="foot wide">{}</caption>\n<thead><tr><th scope="col">{}</th>{}</tr></thead>'
ROUND = "<li{}>{} <ol>{}</ol></li>"
PILL = '<li class="pill{}"><span class="visually-hidden">{}</span></li>'
NOW = SafeString(' class="now"')
FRESH = SafeString(' class="new-row"')


def ledger(lines: Iterable[LedgerLine], base: str, fresh: int | None = None) -> SafeString:
    """The rows of the ledger; `base` is the address of the match, `fresh` the entry that is new."""
    said = _("balance"), _("please look again")
    return _joined(_line(line, base, *said, FRESH if line.seq == fresh else NOTHING) for line in lines)


def head(names: Iterable[str]) -> SafeString:
    """What stands over the ledger."""
    return _head(tuple(names), _("First the payment, then the balance. A row opens to its reason."), _("Hand"))


def upcoming(hands: Iterable[Mapping[str, Any]], carry: str) -> SafeString:
    """The rows of the hands to come; `carry` stands with the one in play."""
    return _joined(_upcoming(hand["no"], hand["what"], hand["now"], carry if hand["now"] else "") for hand in hands)


def players(cards: Iterable[Card], base: str, tapped: bool) -> SafeString:
    """The three cards; `tapped`: each opens the sheet for a hand that this player has won."""
    tiles, dealer = static("img/tiles.svg"), _("Dealer")
    pieces = ((card.seat, _player(card, tiles, dealer)) for card in cards)
    if tapped:
        return _joined(format_html(TAPPED, f"{base}hand/?winner={seat}", piece) for seat, piece in pieces)
    return _joined(format_html(WATCHED, piece) for _seat, piece in pieces)


def strip(rounds: Iterable[Mapping[str, Any]]) -> SafeString:
    """The strip of rounds with their pills."""
    return _joined(
        format_html(
            ROUND, NOW if each["now"] else NOTHING, each["name"], _joined(_pill(**pill) for pill in each["pills"])
        )
        for each in rounds
    )


def _joined(pieces: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(pieces))


# Each piece is the same for the same words, and is shown again with every hand and to everybody who
# watches: the latest of them are kept.


@lru_cache(1024)
def _head(names: tuple[str, ...], caption: str, hand: str) -> SafeString:
    columns = format_html_join("", '<th scope="col" class="n"><bdi>{}</bdi></th>', ((name,) for name in names))
    return format_html(HEAD, caption, hand, columns)


@lru_cache(4096)
def _line(line: LedgerLine, base: str, balance: str, look_again: str, fresh: SafeString) -> SafeString:
    return format_html(
        LINE,
        format_html(GROUP, line.group) if line.group else NOTHING,
        fresh,
        base,
        line.seq,
        line.no,
        line.what,
        _small(line.detail),
        format_html('<small class="pay">{}</small>', look_again) if line.flagged else NOTHING,
        format_html_join("", CELL, ((each.kind, each.payment, balance, each.balance) for each in line.cells)),
    )


@lru_cache(4096)
def _player(card: Card, tiles: str, dealer: str) -> SafeString:
    return format_html(
        PLAYER,
        tiles,
        card.wind,
        " long" if card.long else "",
        card.name,
        card.wind_name,
        format_html(' <span class="tag">{}</span>', dealer) if card.dealer else NOTHING,
        card.balance,
    )


@lru_cache(1024)
def _upcoming(no: str, what: str, now: bool, carry: str) -> SafeString:
    return format_html(UPCOMING, "now" if now else "next", no, what, _small(carry))


@lru_cache(1024)
def _pill(kind: str, says: str) -> SafeString:
    return format_html(PILL, "" if kind == "played" else f" pill-{kind}", says)


def _small(text: str) -> SafeString:
    return format_html("<small>{}</small>", text) if text else NOTHING


def forget() -> None:
    """Let go of every piece that is kept: names stand in them."""
    for piece in (_head, _line, _player, _upcoming, _pill):
        piece.cache_clear()
