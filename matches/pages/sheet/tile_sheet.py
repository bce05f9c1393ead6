"""The context of the tile sheet while tiles are tapped: their grouping, the count so far, missing tiles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.hands.readings import IN_PAIR, Reading
from engine.hands.tiles import Tile, format_tiles, parse_tiles, text
from engine.hands.waits import read_waiting, waits
from engine.rulesets.definitions import ListRow
from engine.rulesets.entry_sheet import TileMark
from engine.rulesets.rule_book import Item
from engine.rulesets.scoring_types import LimitHand
from engine.seats import Seat
from matches import wording
from matches.entry.hand import HandForm
from matches.entry.tapped_tiles import Tapped, pad, tile_name

Face = dict[str, Any]


def mark_jokers(shown: dict[str, Any], payload: Mapping[str, Any], marks: Sequence[TileMark]) -> dict[str, Any]:
    """Add to each face in `shown` the mark of the joker or other piece that stands for it."""
    faces = [face for part in shown["parts"] for face in part]
    for each in marks:
        hidden: list[str] = []
        drawn = iter(shown["melds"])
        for meld in payload.get("melds", ()):
            pieces = meld.get(each.in_meld, 0)
            if meld["type"] == "pong" and not meld.get("exposed", True):
                hidden += [f"{each.letter}{meld['tile']}"] * pieces  # drawn among the concealed tiles
            else:
                _put(each, next(drawn)["tiles"][:pieces])
        _mark_concealed(each, faces, [*payload["concealed"], *hidden], payload["win"].get("tile", ""))
    return shown


def _mark_concealed(each: TileMark, faces: Iterable[Face], pieces: Iterable[str], won: str) -> None:
    """Mark equal tiles that didn't win first, unless such a piece won."""
    for piece, times in Counter(piece for piece in pieces if piece.startswith(each.letter)).items():
        equal = (face for face in faces if face["text"] == piece.removeprefix(each.letter))
        _put(each, sorted(equal, key=lambda face: bool(face["won"]), reverse=won == piece)[:times])


def _put(each: TileMark, faces: Iterable[Face]) -> None:
    for face in faces:
        face |= {"mark": each, "name": _("%(mark)s %(tile)s") % {"mark": _(each.label), "tile": face["name"]}}


def written_part(part: Iterable[Face]) -> str:
    """Return one group of tiles as text with a mark for each marked tile, e.g. 2pJ3p4p."""
    return "".join(f"{face['mark'].letter if 'mark' in face else ''}{face['text']}" for face in part)


FULL = 14
MOST_IN_ROW = 7  # tiles side by side on the narrowest phone


def tile_context(form: HandForm) -> dict[str, Any]:
    """Return the keypad, the hand as typed, its grouping, and the text of the bar."""
    tapped = form.tapped()
    return {
        "pad": pad(form.book.deck),
        "hand_in": form.tile_fields,
        "tile_reading": _reading(form, tapped),
        "marks": form.book.sheet.marks,
        **_so_far(form, tapped),
    }


def to_go(hand: TileHand) -> int:
    """Return how many tiles are missing."""
    return FULL - len(hand.concealed) - 3 * len(hand.melds)


def _reading(form: HandForm, tapped: Tapped | None) -> dict[str, str]:
    if tapped is None:
        return {"groups": "", "completes": ""}
    if to_go(tapped.hand) == 1:
        return {"groups": "", "completes": " ".join(text(tile) for tile in _completing(form, tapped))}
    win = form.hand.wins[0] if form.hand else None
    reading = form.book.score(form.state, win).reading if win else None
    if reading is None or not form.book.sheet.marks:
        return {"groups": " ".join(groups_of(reading)) if reading else "", "completes": ""}
    shown = mark_jokers(drawn(tapped.hand, reading, ""), form.payload, form.book.sheet.marks)
    return {"groups": " ".join(map(written_part, shown["parts"])), "completes": ""}


def groups_of(reading: Reading) -> Iterable[str]:
    """Yield the concealed groups of a reading as short text, e.g. 555m or dRdRdR."""
    for group in reading.groups:
        if not group.exposed and group.kind != "kong":
            step = 1 if group.kind == "chow" else 0
            yield format_tiles(Tile(group.tile + step * i) for i in range(3)).replace(" ", "")
    for pair in (*reading.pairs, *((reading.pair,) if reading.pair is not None else ())):
        yield format_tiles((pair, pair)).replace(" ", "")


def _completing(form: HandForm, tapped: Tapped) -> list[Tile]:
    seat = form.winner_seat or Seat.P1
    try:
        win = read_waiting(form.book, {"winner": seat.value, **tapped.entry})
    except RuleViolation:
        return []
    assert isinstance(win.count, TileHand)
    return [wait.tile for wait in waits(form.book, form.state, seat, win.count) if wait.awaited]


def _so_far(form: HandForm, tapped: Tapped | None) -> dict[str, Any]:
    if tapped is None or to_go(tapped.hand) <= 0:
        return {}
    items = form.book.so_far(form.state, form.winner_seat or Seat.P1, tapped.hand)
    said = {"points": sum(item.points for item in items), "items": item_words(form, items)}
    # Some patterns count only in a complete hand: "0 so far" would be wrong for a straight that is already there.
    counted = form.book.words.so_far and items
    return {"so_far": said if counted else None, "missing": _missing(form, tapped)}


def item_words(form: HandForm, items: Iterable[Item]) -> str:
    """Return items as text, e.g. "South pong 2, pure 3"."""
    names = {pattern.id: pattern.name for pattern in form.book.known_items if pattern.kind == "pattern"}
    each = (_("%(name)s %(points)s") % {"name": _(names[item.id]), "points": item.points} for item in items)
    return wording.listed(each)


def _missing(form: HandForm, tapped: Tapped) -> str:
    left = to_go(tapped.hand)
    if left > 1:
        return ngettext("%(left)s tile to go", "%(left)s tiles to go", left) % {"left": left}
    completing = [tile_name(tile) for tile in _completing(form, tapped)]
    if not completing:
        return _("No tile completes this hand")
    return _("Completed by %(tiles)s") % {"tiles": wording.listed(completing)}


def drawn(hand: TileHand, reading: Reading | None, source: str) -> dict[str, Any]:
    """Return a hand as tile faces: the melds with captions, then the concealed groups. `won` marks the winning tile."""
    melds = [
        {
            "tiles": [tile_face(tile) for tile in meld.tiles],
            "caption": _("Exposed") if meld.exposed else pgettext("of a set", "Concealed"),
        }
        for meld in hand.melds
    ]
    groups = groups_of(reading) if reading and reading.shape != "orphans" else []
    parts = [list(map(tile_face, parse_tiles(group))) for group in groups]
    parts = parts or [[tile_face(tile) for tile in sorted(hand.concealed)]]
    won = text(hand.tile) if hand.tile is not None else ""
    last = _finished(reading) if len(parts) > 1 else 0
    return {"melds": melds, "parts": _marked(parts, won, last), "source": source}


def _finished(reading: Reading | None) -> int:
    """Return the index of the group that the winning tile completed; 0 if it doesn't matter."""
    if reading is None or reading.won_in is None:
        return 0
    hidden = [index for index, group in enumerate(reading.groups) if not group.exposed and group.kind != "kong"]
    return len(hidden) if reading.won_in == IN_PAIR else hidden.index(reading.won_in)


def as_tapped(form: HandForm) -> dict[str, Any] | None:
    """Return the tiles of a form like `drawn`, in rows that fit a phone; None if it has no tiles."""
    tapped = form.tapped() if form.by_tiles else None
    if tapped is None:
        return None
    form.is_valid()
    reading = form.book.score(form.state, form.hand.wins[0]).reading if form.hand else None
    told = {**tapped.entry, "win": {"tile": tapped.won}}
    shown = mark_jokers(drawn(tapped.hand, reading, ""), told, form.book.sheet.marks)
    parts = (part[first : first + MOST_IN_ROW] for part in shown["parts"] for first in range(0, len(part), MOST_IN_ROW))
    return shown | {"parts": list(parts)}


def tile_face(tile: Tile) -> dict[str, Any]:
    return {"text": text(tile), "name": tile_name(tile), "won": False}


def _marked(parts: list[list[dict[str, Any]]], won: str, last: int) -> list[list[dict[str, Any]]]:
    face = next((face for part in (*parts[last:], *parts) for face in part if face["text"] == won), None)
    if face:
        face["won"] = True
    return parts


def grouped(form: HandForm) -> list[dict[str, Any]]:
    """Return the checklist by group. Separately counted bonus items form one group."""
    groups: dict[str, dict[str, Any]] = {}
    for row in form.list_rows:
        if row.item.id in form.book.sheet.automatic and row.item.kind == "bonus" and not row.times:
            continue  # can't be ticked; shown only if it follows from the rest
        bonus = row.item.kind == "bonus"
        name = _((bonus and form.book.words.bonus_list) or form.book.groups[row.item.group])
        if row.item.kind == "limit":
            worth = form.book.words.limit_worth(LimitHand(row.item.group, (), form.book.limit_value(row.item.group)))
            each = _("%(name)s, %(points)s each")
            name = name if worth is None else each % {"name": name, "points": wording.number(worth)}
        group = groups.setdefault(name, {"name": name, "rows": []})
        group["rows"].append(_row(form, row))
    return list(groups.values())


def limit_hands(form: HandForm) -> list[dict[str, Any]]:
    """Return the limit hands of this table with their conditions, lowest first."""
    return [
        {
            "name": wording.limit_name(form.book, kind),
            "value": form.book.limit_value(kind),
            "hands": [
                {"name": wording.item_name(hand), "condition": wording.item_condition(hand)}
                for hand in form.book.limits_played
                if hand.group == kind
            ],
        }
        for kind in form.book.limit_kinds
        if form.book.plays_limit(kind)
    ]


def _row(form: HandForm, row: ListRow) -> dict[str, Any]:
    item = row.item
    field = f"{'b' if item.kind == 'bonus' else 't'}.{item.id}"
    implied = row.times > 0 and row.ticked == 0
    impossible = row.times == 0 and row.refusal is not None
    # The value of a limit hand is in the heading of its group.
    value = wording.number(item.points) if item.kind != "limit" else ""
    return {
        "field": field,
        "name": _name(form, row),
        "state": "implied" if implied else "on" if row.times else "off" if impossible else "free",
        "note": _note(form, row, implied),
        "value": f"+{value}" if item.added else value,
        "most": row.most,
        "times": row.times,
        "full": row.refusal is not None and row.times > 0,
    }


def _name(form: HandForm, row: ListRow) -> str:
    name = wording.item_name(row.item)
    return f"{name}, {wording.wind_name(row.wind)}" if row.wind and form.winner_seat else name


def _note(form: HandForm, row: ListRow, implied: bool) -> str:
    if implied and row.follows_from:
        names = {pattern.id: wording.item_name(pattern) for pattern in form.book.known_items}
        return _("Implied by %(item)s") % {"item": names[row.follows_from]}
    if row.times == 0 and row.refusal is not None:
        return wording.sentence(row.refusal, form.reading.names)
    return wording.item_condition(row.item)
