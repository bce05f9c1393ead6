"""The form of the waiting helper: the player, thirteen tiles, the table, and tiles visible elsewhere.

Its values are in the address, so that a hand can be linked to and reloaded. It never saves.
"""

from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.hands.hand import TileHand
from engine.hands.tiles import ALL, Tile, count, format_tiles, parse_tiles, text
from engine.hands.waits import missing, read_waiting
from engine.match.entries import Win
from engine.match.ledger import SettledEntry
from engine.rulesets.entry_sheet import Situation
from engine.seats import PerSeat, Seat
from matches import wording
from matches.entry import question_fields, tapped_tiles
from matches.entry.entry_form import Text
from matches.entry.question_fields import SEVERAL, Asking, field_of
from matches.entry.tapped_tiles import Tapped
from matches.forms.option_fields import Chip
from matches.log.state import MatchState
from people.text.cleaning import read_digits


class WaitForm(Asking):
    """A hand without its winning tile.

    `win`: the hand as the rule book reads it, None if invalid; `at`: the seq of an entry, to use the table as it was
    before that entry; `more`, `less`: a tile to add to, or to remove from, the visible tiles in `seen`;
    `visible_tiles`: the result. The other fields are the rule book's questions.
    """

    holder = Text()
    at = Text()
    tiles = Text()
    melds = Text()
    seen = Text()
    more = Text()
    less = Text()

    def __init__(self, data: Any, *, reading: MatchState) -> None:
        super().__init__(data)
        self.reading, self.book = reading, reading.book
        self.row = self._row()
        self.state = self.row.before if self.row else reading.log.state
        self.fields |= {field_of(ask): Text() for ask in self.asked}
        self.tapped: Tapped | None = None
        self.win: Win | None = None
        self.visible_tiles: tuple[Tile, ...] = ()

    def _row(self) -> SettledEntry | None:
        log = self.reading.log
        return log.row(read_digits(self.typed("at"), 6) or 0) or (log.rows[-1] if log.state.finished else None)

    def clean(self) -> dict[str, Any]:
        if self.typed("holder") not in ("", *Seat.__members__):
            self.add_error("holder", _("Choose one of the three players."))
        self.visible_tiles = self._seen()
        tiles = {"tiles": self.typed("tiles"), "melds": self.typed("melds"), "tile": ""}
        self.tapped = self.attempt(lambda: tapped_tiles.read(tiles, self.book.sheet.marks))
        answers = self._said()
        if self.tapped and not self.errors:
            self._read_hand(self.tapped, answers)
        return self.cleaned_data

    def _said(self) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        for ask in self.asked:
            answer = self.attempt(partial(self.answer, ask), field_of(ask), wording.called(ask))
            question_fields.enter(answers, answer or {})
        return answers

    def _read_hand(self, tapped: Tapped, answers: dict[str, Any]) -> None:
        payload = {"winner": self.seat.value, **tapped.entry, **answers}
        win: Win | None = self.attempt(lambda: read_waiting(self.book, payload))
        if win is None:
            return
        assert isinstance(win.count, TileHand)
        if win.declared_ready and win.count.exposed:
            self.add_error(None, _("You can only declare ready with a concealed hand."))
        own = [tile for ask in self.asked if ask.takes == "tiles" for tile in parse_tiles(self.typed(field_of(ask)))]
        self._check_copies(win.count, (*own, *self.visible_tiles))
        self.win, self.visible_tiles = win, (*own, *self.visible_tiles)

    def _seen(self) -> tuple[Tile, ...]:
        """Return the visible tiles, including the one just added and without the one just removed."""
        label = _("Visible elsewhere")
        seen = list(self.attempt(lambda: parse_tiles(self.typed("seen")), "seen", label) or ())
        more, less = self._one("more"), self._one("less")
        if less in seen:
            seen.remove(less)
        return (*seen, *([more] if more is not None else ()))

    def _one(self, field: str) -> Tile | None:
        return next((tile for tile in ALL if text(tile) == self.typed(field)), None)

    def _check_copies(self, hand: TileHand, seen: tuple[Tile, ...]) -> None:
        """Add an error if more copies of a tile are held or visible than the deck has."""
        held, visible_tiles = self.book.copies(hand), count(seen)
        for tile in ALL:
            copies, named = self.book.deck[tile], held[tile] + visible_tiles[tile]
            if named > copies:
                values = {"tile": tapped_tiles.tile_name(tile), "copies": copies, "named": named}
                field = "tiles" if held[tile] > copies else "seen"
                sentence = _("Too many copies of %(tile)s: you entered %(named)s, but this table has only %(copies)s.")
                none = _("%(tile)s isn’t used at this table.")
                self.add_error(field, (sentence if copies else none) % values)

    def typed(self, field: str) -> str:
        return str(super().typed(field)).strip()

    @cached_property
    def situation(self) -> Situation:
        return Situation("waits", self.state, self.seat)

    @property
    def names(self) -> PerSeat[str]:
        return wording.names_at(self.reading, self.row.nth) if self.row else self.reading.names

    @property
    def seat(self) -> Seat:
        """The player whose hand it is; by default the dealer."""
        holder = self.typed("holder")
        return Seat(holder) if holder in Seat.__members__ else self.state.dealer

    @property
    def holders(self) -> list[tuple[Chip, str]]:
        winds = self.state.seat_winds
        return [
            (Chip(seat.value, name, seat is self.seat), wording.wind_name(winds[seat]))
            for seat, name in self.names.items()
        ]

    @property
    def to_go(self) -> int | None:
        """The number of tiles still missing, negative if there are too many; None if the tiles are invalid."""
        return missing(self.tapped.hand) if self.tapped else None

    @property
    def tile_fields(self) -> dict[str, str]:
        """The fields of the page as typed, and `seen` with the latest change."""
        fields = {field: self.typed(field) for field in ("tiles", "melds", "seen")}
        if not self.has_error("seen") and (self.typed("more") or self.typed("less")):
            fields["seen"] = format_tiles(sorted(self._seen()))
        return fields

    @property
    def query(self) -> str:
        fields: dict[str, str | list[str]] = {
            "at": str(self.row.seq) if self.row and self.typed("at") else "",
            "holder": self.seat.value,
            **self.tile_fields,
        }
        for ask in self.asked:
            field = field_of(ask)
            fields[field] = self.typed_list(field) if ask.takes in SEVERAL else self.typed(field)
        return urlencode({name: value for name, value in fields.items() if value not in ("", "0", [])}, doseq=True)
