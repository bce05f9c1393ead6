"""The context of the tile sheet while tiles are tapped: their grouping, the count so far, missing tiles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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
from matches.entry.tapped_tiles import Tapped, tile_name


@dataclass(slots=True)
class Face:
    """One tile on a page. `mark`: the mark of the joker or other piece that stands for it."""

    text: str
    name: str
    won: bool = False
    mark: TileMark | None = None

    @property
    def written(self) -> str:
        """The tile as it is typed, e.g. 3p or J3p."""
        return f"{self.mark.letter if self.mark else ''}{self.text}"


class DrawnMeld(NamedTuple):
    tiles: list[Face]
    caption: str


class DrawnHand(NamedTuple):
    """A hand as tiles. `melds`: sets on the table; `parts`: concealed groups; `source`: caption of the winning tile."""

    melds: list[DrawnMeld]
    parts: list[list[Face]]
    source: str = ""
    name: str = ""


def mark_jokers(hand: DrawnHand, payload: Mapping[str, Any], marks: Sequence[TileMark]) -> DrawnHand:
    """Mark the faces of `hand` for which the entry has a joker or another marked piece."""
    faces = [face for part in hand.parts for face in part]
    for mark in marks:
        concealed: list[str] = []
        melds = iter(hand.melds)
        for meld in payload.get("melds", ()):
            pieces = meld.get(mark.in_meld, 0)
            if meld["type"] == "pong" and not meld.get("exposed", True):
                concealed += [f"{mark.letter}{meld['tile']}"] * pieces  # shown among the concealed tiles
            else:
                _put(mark, next(melds).tiles[:pieces])
        _mark_concealed(mark, faces, [*payload["concealed"], *concealed], payload["win"].get("tile", ""))
    return hand


def _mark_concealed(mark: TileMark, faces: Iterable[Face], pieces: Iterable[str], won: str) -> None:
    """Mark the faces that match these pieces.

    Among equal tiles, the winning one is marked last, or first if it was won with this mark.
    """
    for piece, times in Counter(piece for piece in pieces if piece.startswith(mark.letter)).items():
        equal = (face for face in faces if face.text == piece.removeprefix(mark.letter))
        _put(mark, sorted(equal, key=lambda face: face.won, reverse=won == piece)[:times])


def _put(mark: TileMark, faces: Iterable[Face]) -> None:
    for face in faces:
        face.mark, face.name = mark, _("%(mark)s %(tile)s") % {"mark": _(mark.label), "tile": face.name}


FULL = 14
MOST_IN_ROW = 7  # tiles side by side on the narrowest phone


def to_go(hand: TileHand) -> int:
    return FULL - len(hand.concealed) - 3 * len(hand.melds)


class TileReading(NamedTuple):
    """The reading of the tapped tiles, for static/js/keypad.js: their groups, or the tiles that would complete them."""

    groups: str = ""
    completes: str = ""


def tile_reading(form: HandForm) -> TileReading:
    tapped = form.tapped()
    if tapped is None:
        return TileReading()
    if to_go(tapped.hand) == 1:
        return TileReading(completes=" ".join(text(tile) for tile in _completing(form, tapped)))
    reading = form.book.score(form.state, form.hand.wins[0]).reading if form.hand else None
    if reading is None:
        return TileReading()
    if not form.book.sheet.marks:
        return TileReading(" ".join(groups_of(reading)))
    hand = mark_jokers(drawn(tapped.hand, reading), form.payload, form.book.sheet.marks)
    return TileReading(" ".join("".join(face.written for face in part) for part in hand.parts))


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


class CountSoFar(NamedTuple):
    points: int
    items: str


def count_so_far(form: HandForm, tapped: Tapped) -> CountSoFar | None:
    """Return the points that an incomplete hand already has; None if it has none or the rule book doesn't show them."""
    # Some patterns count only in a complete hand: "0 so far" would be wrong for a straight that is already there.
    items = form.book.so_far(form.state, form.winner_seat or Seat.P1, tapped.hand)
    if not items or not form.book.words.so_far:
        return None
    return CountSoFar(sum(item.points for item in items), item_words(form, items))


def item_words(form: HandForm, items: Iterable[Item]) -> str:
    """Return items as text, e.g. "South pong 2, pure 3"."""
    names = {pattern.id: pattern.name for pattern in form.book.known_items if pattern.kind == "pattern"}
    texts = (_("%(name)s %(points)s") % {"name": _(names[item.id]), "points": item.points} for item in items)
    return wording.listed(texts)


def missing_tiles(form: HandForm, tapped: Tapped) -> str:
    """Return how many tiles an incomplete hand needs, or which tiles complete it."""
    left = to_go(tapped.hand)
    if left > 1:
        return ngettext("%(left)s tile to go", "%(left)s tiles to go", left) % {"left": left}
    completing = [tile_name(tile) for tile in _completing(form, tapped)]
    if not completing:
        return _("No tile completes this hand")
    return _("Completed by %(tiles)s") % {"tiles": wording.listed(completing, "names")}


def drawn(hand: TileHand, reading: Reading | None, source: str = "", name: str = "") -> DrawnHand:
    """Return a hand as tile faces, with the winning tile marked."""
    captions = {True: _("Exposed"), False: pgettext("of a set", "Concealed")}
    melds = [DrawnMeld(list(map(tile_face, meld.tiles)), captions[meld.exposed]) for meld in hand.melds]
    groups = groups_of(reading) if reading and reading.shape != "orphans" else []
    parts = [list(map(tile_face, parse_tiles(group))) for group in groups]
    parts = parts or [list(map(tile_face, sorted(hand.concealed)))]
    last = _finished(reading) if len(parts) > 1 else 0
    won = text(hand.tile) if hand.tile is not None else ""
    winning = next((face for part in (*parts[last:], *parts) for face in part if face.text == won), None)
    if winning:
        winning.won = True
    return DrawnHand(melds, parts, source, name)


def _finished(reading: Reading | None) -> int:
    """Return the index of the group that the winning tile completed; 0 if the reading names no group."""
    if reading is None or reading.won_in is None:
        return 0
    hidden = [index for index, group in enumerate(reading.groups) if not group.exposed and group.kind != "kong"]
    return len(hidden) if reading.won_in == IN_PAIR else hidden.index(reading.won_in)


def as_tapped(form: HandForm) -> DrawnHand | None:
    """Return the tiles of a form in rows that fit a phone; None if it has no tiles."""
    tapped = form.tapped() if form.by_tiles else None
    if tapped is None:
        return None
    form.is_valid()
    reading = form.book.score(form.state, form.hand.wins[0]).reading if form.hand else None
    payload = {**tapped.entry, "win": {"tile": tapped.won}}
    hand = mark_jokers(drawn(tapped.hand, reading), payload, form.book.sheet.marks)
    parts = [part[first : first + MOST_IN_ROW] for part in hand.parts for first in range(0, len(part), MOST_IN_ROW)]
    return hand._replace(parts=parts)


def tile_face(tile: Tile) -> Face:
    return Face(text(tile), tile_name(tile))


class ChecklistRow(NamedTuple):
    """One item of the checklist. `gloss`: what the name means.

    `state`: "free", "on", "implied" or "off" (impossible).
    """

    field: str
    name: str
    gloss: str
    state: str
    note: str
    value: str
    most: int
    times: int


class ChecklistGroup(NamedTuple):
    name: str
    rows: list[ChecklistRow]


def checklist(form: HandForm) -> list[ChecklistGroup]:
    """Return the checklist by group. Separately counted bonus items form one group."""
    groups: dict[str, ChecklistGroup] = {}
    for row in form.list_rows:
        item, bonus = row.item, row.item.kind == "bonus"
        if bonus and item.id in form.book.sheet.automatic and not row.times:
            continue  # can't be ticked; shown only if it follows from the rest
        name = _((bonus and form.book.words.bonus_list) or form.book.groups[item.group])
        if item.kind == "limit":
            value = form.book.limit_value(item.group)
            worth = form.book.words.limit_worth(LimitHand(item.group, (), value))
            if worth is not None:
                name = _("%(name)s, %(points)s each") % {"name": name, "points": wording.number(worth)}
        groups.setdefault(name, ChecklistGroup(name, [])).rows.append(_row(form, row))
    return list(groups.values())


class LimitGroup(NamedTuple):
    name: str
    value: int
    hands: list[tuple[str, str]]


def limit_hands(form: HandForm) -> list[LimitGroup]:
    """Return the limit hands of this table with their conditions, lowest first."""
    book = form.book
    hands = [(hand.group, wording.item_name(hand), wording.item_condition(hand)) for hand in book.limits_played]
    return [
        LimitGroup(
            wording.limit_name(book, kind),
            book.limit_value(kind),
            [(name, condition) for group, name, condition in hands if group == kind],
        )
        for kind in book.limit_kinds
        if book.plays_limit(kind)
    ]


def _row(form: HandForm, row: ListRow) -> ChecklistRow:
    item = row.item
    implied = row.times > 0 and row.ticked == 0
    impossible = row.times == 0 and row.refusal is not None
    # The value of a limit hand is in the heading of its group.
    value = wording.number(item.points) if item.kind != "limit" else ""
    name = wording.item_name(item)
    return ChecklistRow(
        field=f"{'b' if item.kind == 'bonus' else 't'}.{item.id}",
        name=wording.listed([name, wording.wind_name(row.wind)]) if row.wind and form.winner_seat else name,
        gloss=wording.item_gloss(item),
        state="implied" if implied else "on" if row.times else "off" if impossible else "free",
        note=_note(form, row, implied),
        value=f"+{value}" if item.added else value,
        most=row.most,
        times=row.times,
    )


def _note(form: HandForm, row: ListRow, implied: bool) -> str:
    if implied and row.follows_from:
        names = {pattern.id: wording.item_name(pattern) for pattern in form.book.known_items}
        return _("Implied by %(item)s") % {"item": names[row.follows_from]}
    if row.times == 0 and row.refusal is not None:
        return wording.sentence(row.refusal, form.reading.names)
    return wording.item_condition(row.item)
