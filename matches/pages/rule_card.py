"""The rule card of a table in the reader's language: items, values, payments.

All of it comes from the rule book. Independent of requests.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hands.tiles import HONOURS, TILES, Tile, parse_tiles, suit_of, text
from engine.match.entries import Hand
from engine.match.payments import totals
from engine.rulesets import BOOKS
from engine.rulesets.definitions import Pattern
from engine.rulesets.rule_book import RuleBook, TableState
from engine.rulesets.rule_card import CALLED, Case, Cell, Chapter, Example, Grid, Note, Pieces
from engine.seats import PerSeat
from matches import wording
from matches.entry.tapped_tiles import suited, tile_name
from matches.pages.hand import Payment, reasons
from matches.wording import RuleInWords
from people.text.lists import paragraph

PLAYERS = PerSeat("Ann", "Bea", "Cho")


class CardLine(NamedTuple):
    """A sentence of the card with its clause in the rules."""

    text: str
    clause: str = ""


class TileGroup(NamedTuple):
    """Tiles shown together. `says`: the tiles in words; `won`: the index of the winning tile."""

    faces: tuple[str, ...]
    says: str
    caption: str = ""
    won: int | None = None


class Tiles(NamedTuple):
    """One kind of tile in the deck. `many`: the number of copies, in words."""

    name: str
    part: TileGroup
    many: str


class CardRow(NamedTuple):
    """One item on the card. `gloss`: what its name means; `each`: whether it can count several times in one hand."""

    name: str
    gloss: str
    value: str
    each: bool
    condition: str
    clause: str
    example: tuple[TileGroup, ...]


class CardGroup(NamedTuple):
    title: str
    rows: tuple[CardRow, ...]


class Worked(NamedTuple):
    """An example settled by the engine. `said`: what happened; `payers`: the payments; `gets`: the winner's gain."""

    said: str
    payers: tuple[Payment, ...]
    winner: str
    gets: str


class CardTable(NamedTuple):
    """A table on the card. Each row has a name and cells."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class CardSection(NamedTuple):
    key: str
    title: str
    lines: tuple[CardLine, ...] = ()
    tiles: tuple[Tiles, ...] = ()
    total: str = ""
    groups: tuple[CardGroup, ...] = ()
    cases: tuple[Worked, ...] = ()
    table: CardTable | None = None


class RuleCardPage(NamedTuple):
    """The rule card.

    `origin`: how far the table follows the published rules ("" if it follows them fully); `rules`: the changed house
    rules; `terms`: words with their meanings.
    """

    system: str
    origin: str
    sections: tuple[CardSection, ...]
    rules: tuple[RuleInWords, ...]
    terms: tuple[tuple[str, CardLine], ...]


def rule_card(book: RuleBook) -> RuleCardPage:
    return RuleCardPage(
        _(book.title),
        wording.origin(book),
        tuple(_section(book, chapter) for chapter in book.card.chapters),
        tuple(_differing(book)),
        terms(book),
    )


def _differing(book: RuleBook) -> Iterator[RuleInWords]:
    """Yield the house rules that this table has changed, except the club's own items, which the card lists as items."""
    for option, rule in zip(wording.in_groups(book.options), wording.house_rules(book), strict=True):
        if rule.changed and option.takes != "own":
            yield rule


def terms(book: RuleBook) -> tuple[tuple[str, CardLine], ...]:
    return tuple((_(word), line(meaning)) for word, meaning in book.card.glossary)


def line(note: Note) -> CardLine:
    """Return a sentence of the rule book in the reader's language."""
    return CardLine(wording.note(note, PLAYERS), note.clause)


def _section(book: RuleBook, chapter: Chapter) -> CardSection:
    pieces = book.card.pieces if chapter.deck else ()
    total = sum(sort.total for sort in pieces)
    return CardSection(
        chapter.key,
        _(chapter.title),
        tuple(line(note) for note in chapter.notes),
        tuple(map(_tiles, pieces)),
        _("%(total)s tiles in total") % {"total": total} if pieces else "",
        tuple(_groups(book, chapter.items)) if chapter.items else (),
        tuple(_worked(book, case) for case in chapter.cases),
        _table(chapter.grid) if chapter.grid else None,
    )


def _table(grid: Grid) -> CardTable:
    rows = tuple((_cell(name), tuple(map(_cell, cells))) for name, *cells in grid.rows)
    return CardTable(_(grid.title), tuple(map(_, grid.head)), rows)


def _cell(cell: Cell) -> str:
    return wording.number(cell) if isinstance(cell, int) else wording.note(cell, PLAYERS)


def _tiles(sort: Pieces) -> Tiles:
    counts = {"copies": sort.copies, "total": sort.total}
    many = _("%(copies)s of each, %(total)s in total") % counts if len(sort.faces) > 1 else str(sort.total)
    return Tiles(_(sort.name), TileGroup(sort.faces, _in_words(sort.faces)), many)


def _groups(book: RuleBook, kind: str) -> Iterator[CardGroup]:
    items = [item for item in book.played_items if item.kind == kind]
    for group, title in book.groups.items():
        rows = tuple(_row(book, item) for item in items if item.group == group)
        if rows:
            yield CardGroup(_(title), rows)


def _row(book: RuleBook, item: Pattern) -> CardRow:
    value, example = book.card.value(item), example_of(book, item)
    return CardRow(
        wording.item_name(item),
        wording.item_gloss(item),
        wording.note(value, PLAYERS) if value else _points(book, item),
        item.most > 1 and not value,
        _condition(item),
        item.clause,
        tuple(_parts(example)) if example else (),
    )


def _points(book: RuleBook, item: Pattern) -> str:
    points = book.limit_value(item.group) if item.kind == "limit" else item.points
    return wording.signed(points) if item.added else wording.number(points)


def _condition(item: Pattern) -> str:
    """Return the condition of an item; for a club's own item also how often it may count."""
    condition = wording.item_condition(item)
    if not item.is_own or item.most == 1:
        return condition
    times = _("At most %(most)s per hand.") % {"most": item.most}
    return paragraph([condition, times])


def _parts(example: Example) -> Iterator[TileGroup]:
    if example.turned:
        says = _("turned up: %(tile)s") % {"tile": tile_name(TILES[example.turned])}
        yield TileGroup((example.turned,), says, _("turned up"))
    if example.beside:
        yield TileGroup(example.beside, _in_words(example.beside))
    groups = [tuple(map(text, parse_tiles(part))) for part in example.shown.split()]
    for number, faces in enumerate(groups):
        yield _won(faces) if example.marked and number == len(groups) - 1 else TileGroup(faces, _in_words(faces))
    for meld in example.melds.split():
        yield _meld(*meld.split(":"))


def _won(faces: tuple[str, ...]) -> TileGroup:
    values = {"tiles": _in_words(faces), "tile": tile_name(TILES[faces[-1]])}
    says = _("%(tiles)s, won on %(tile)s") % values if len(faces) > 1 else _("won on %(tile)s") % values
    return TileGroup(faces, says, _("wins"), len(faces) - 1)


def _meld(kind: str, tile: str) -> TileGroup:
    faces = {"pong": (tile,) * 3, "kong": (tile,) * 4, "ckong": ("back", tile, tile, "back")}[kind]
    says = {"pong": _("pong: %(tile)s"), "kong": _("kong: %(tile)s"), "ckong": _("concealed kong: %(tile)s")}[kind]
    return TileGroup(faces, says % {"tile": tile_name(TILES[tile])})


def _in_words(faces: tuple[str, ...]) -> str:
    """Return tiles in a few words, e.g. "2 3 4 circles", "3 × red dragon" or "East, South, West"."""
    if len(set(faces)) == 1:
        return f"{len(faces)} × {_face_name(faces[0])}" if len(faces) > 1 else _face_name(faces[0])
    tiles = [TILES[face] for face in faces]
    if len({suit_of(tile) for tile in tiles}) == 1 and tiles[0] not in HONOURS:
        return _suited(tiles)
    return wording.listed(map(tile_name, tiles))


def _suited(tiles: Iterable[Tile]) -> str:
    numbers, suit = " ".join(text(tile)[0] for tile in tiles), text(next(iter(tiles)))[1]
    return suited(numbers, suit)


def _face_name(face: str) -> str:
    if face in CALLED:
        return _(CALLED[face])
    return _("red %(tile)s") % {"tile": tile_name(TILES[face[:2]])} if face.endswith("r") else tile_name(TILES[face])


def _worked(book: RuleBook, case: Case) -> Worked:
    state = _before(book, case)
    hand = book.read("hand", case.payload)
    assert isinstance(hand, Hand)
    book.check(state, hand)
    settlement = book.settle(state, hand)
    winner = hand.wins[0].winner
    return Worked(
        line(case.sentence).text,
        tuple(reasons(book, settlement, hand, PLAYERS)),
        PLAYERS[winner],
        wording.signed(totals(settlement.lines)[winner]),
    )


def _before(book: RuleBook, case: Case) -> TableState:
    state = book.start()
    for kind, payload in case.before:
        entry = book.read(kind, payload)
        state = book.advance(state, entry, book.settle(state, entry))
    return state


WINNER, DISCARDER = "P2", "P3"


def example_of(book: RuleBook, item: Pattern) -> Example | None:
    """Return the first example that earns `item` at this table; None if there is none."""
    return next((example for example in book.card.examples(item.kind, item.id) if earns(book, item, example)), None)


def earns(book: RuleBook, item: Pattern, example: Example) -> bool:
    """Return whether the hand of `example` earns `item` at this table, regardless of the minimum."""
    try:
        entry = book.read("hand", payload_of(book, example))
    except RuleViolation:
        return False  # this table lacks a tile
    assert isinstance(entry, Hand)
    scores = book.readings(book.table_at(1), entry.wins[0])
    if item.kind == "limit":  # another reading, or the plain count, may pay more
        return any(score.limit and item.id in score.limit.names for score in scores)
    paid = scores[0].counted or scores[0]
    return item.id in {each.id for each in (paid.bonus_items if item.kind == "bonus" else paid.items)}


def payload_of(book: RuleBook, example: Example) -> dict[str, Any]:
    tiles = parse_tiles(example.shown)
    won = example.tile or text(tiles[-1])
    source = {} if example.by == book.by_wall else {"from": DISCARDER}
    melds = [word.split(":") for word in example.melds.split()]
    return {
        "winner": WINNER,
        "win": {"by": example.by, **source, "tile": won},
        "concealed": [text(tile) for tile in (*tiles, *parse_tiles(example.rest))],
        "melds": [
            {"type": kind.removeprefix("c"), "tile": tile, "exposed": not kind.startswith("ck")} for kind, tile in melds
        ],
        **example.extra,
    }


def games() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return (game, glossary) for each rule book. Terms that an earlier game defines in the same way are left out."""
    known: set[tuple[str, str]] = set()
    glossaries = []
    for book in BOOKS.values():
        of_book = [(word, meaning.text) for word, meaning in terms(book({}))]
        glossaries.append((_(book.title), [term for term in of_book if term not in known]))
        known.update(of_book)
    return [(title, terms) for title, terms in glossaries if terms]
