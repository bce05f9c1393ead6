"""What repeats on the score page, as markup: there, a template's node a cell costs more than all the queries.

Words and numbers come ready from matches.pages.table; `format_html` escapes them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from matches.pages.table import Card, LedgerLine

NOTHING = SafeString("")
GROUP = '<tr class="group"><th colspan="4" scope="rowgroup">{}</th></tr>'
LINE = "{}<tr{}>{}</tr>"
CELL = (
    '<td class="n"><span class="{}">{}</span> <span class="bal"><span class="visually-hidden">{} </span>{}</span></td>'
)
ENTRY = (
    '<th scope="row"><a class="row" href="{}hands/{}/"><span class="no">{}</span><span>{}{}{}</span></a></th>'
    + 3 * CELL
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
DECLARES = (
    '<div class="seat-row">{}<button class="btn stick" name="{}" value="{}" id="early-{}" aria-pressed="{}">'
    '{}<span class="visually-hidden">, <bdi>{}</bdi></span></button></div>'
)
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


def players(cards: Iterable[Card], base: str, tapped: bool, early: str = "") -> SafeString:
    """The three cards; `tapped`: each opens the sheet for a hand that this player has won. `early`: the words of the
    button that stands beside it, for what players declare while the hand is played."""
    tiles, dealer = static("img/tiles.svg"), _("Dealer")
    pieces = [(card, _player(replace(card, said="") if early else card, tiles, dealer)) for card in cards]
    if not tapped:
        return _joined(format_html(WATCHED, piece) for _card, piece in pieces)
    links = [(card, format_html(TAPPED, f"{base}hand/?winner={card.seat}", piece)) for card, piece in pieces]
    return _joined(_declares(card, link, early) if early else link for card, link in links)


def _declares(card: Card, link: SafeString, early: str) -> SafeString:
    said = bool(card.said)
    state = ("off" if said else "on", card.seat, card.seat, "true" if said else "false")
    return format_html(DECLARES, link, *state, early, card.name)


def strip(rounds: Iterable[Mapping[str, Any]]) -> SafeString:
    """The strip of rounds with their pills."""
    return _joined(
        format_html(
            ROUND, NOW if each["now"] else NOTHING, each["name"], _joined(_pill(**pill) for pill in each["pills"])
        )
        for each in rounds
    )


def _joined(pieces: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(pieces))  # nosec B703 # the pieces are escaped, says their type


# Each piece is the same for the same words, and is shown again with every hand and to everybody who
# watches: the latest of them are kept.


@lru_cache(1024)
def _head(names: tuple[str, ...], caption: str, hand: str) -> SafeString:
    columns = format_html_join("", '<th scope="col" class="n"><bdi>{}</bdi></th>', ((name,) for name in names))
    return format_html(HEAD, caption, hand, columns)


@lru_cache(4096)
def _line(line: LedgerLine, base: str, balance: str, look_again: str, fresh: SafeString) -> SafeString:
    group = format_html(GROUP, line.group) if line.group else NOTHING
    return format_html(LINE, group, fresh, _entry(line, base, balance, look_again))


@lru_cache(4096)
def _entry(line: LedgerLine, base: str, balance: str, look_again: str) -> SafeString:
    """What a line is while it is new as well as later."""
    return format_html(
        ENTRY,
        base,
        line.seq,
        line.no,
        line.what,
        _small(line.detail),
        format_html('<small class="pay">{}</small>', look_again) if line.flagged else NOTHING,
        *(said for each in line.cells for said in (each.kind, each.payment, balance, each.balance)),
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
        _joined(
            format_html(' <span class="tag">{}</span>', tag)
            for tag in (dealer * card.dealer, card.guest, card.said)
            if tag
        ),
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
    for piece in (_head, _line, _entry, _player, _upcoming, _pill):
        piece.cache_clear()
