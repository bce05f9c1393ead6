"""Reads the entries of riichi rule books: hands, draws and penalties. Checks only their format, not the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

from engine.cache import Memo
from engine.errors import RuleViolation
from engine.hands.hand import TileHand, read_melds
from engine.hands.tiles import NORTH, Tile, read_tile, read_tiles
from engine.language import gettext_noop as _
from engine.match.entries import Count, Draw, Hand, Numbers, Penalty, Win, read_penalty
from engine.match.fields import NOBODY, NONE, Payload, flag, known_keys, mapping, not_one_of, seat
from engine.rulesets.checklist import read_ticks
from engine.rulesets.definitions import Detail
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.seats import Seat

FLAGS = ("concealed_kong", "last_tile", "replacement")
WIN_KEYS = frozenset({"by", "from", "tile", *FLAGS})
LIST = frozenset({"patterns", "bonus_items"})
RIICHI_IDS = ("riichi", "double_riichi")
RIICHI = {"riichi": _("Riichi"), "double": _("Double riichi")}
MOST_HAN = 99
NO_TILES: frozenset[Tile] = frozenset()
MOST_CHIPS = 999
House = TypeVar("House", bound=RiichiHouseRules)


class How(NamedTuple):
    """The winner, the way of winning, the player who gave up the tile (None for a self-draw), and the tile."""

    winner: Seat
    by: str
    source: Seat | None
    tile: Tile | None


class Form(NamedTuple):
    """The parts of a win to read, worked out from its keys.

    `counted_by`: "tiles", "list" or "numbers"; `details`: the details of the count; `of_win`: those of any win;
    `flags`: the flags of `win`; `given`: the facts that a match knows.
    """

    counted_by: str
    details: tuple[Detail, ...]
    of_win: tuple[Detail, ...]
    flags: tuple[str, ...]
    given: tuple[str, ...]


class EntryReader(Generic[House]):
    """Reads the entries of one rule book.

    `details`: what an entry can contain besides the winner and the count; `by`: the ways to win, of which those in
    `drawn` are self-draws; `knows`: the facts that a match knows; `numbers`: the keys of a count by numbers.
    """

    details: tuple[Detail, ...]
    by: tuple[str, ...]
    drawn: tuple[str, ...] = ("tsumo",)
    knows: tuple[str, ...]
    numbers: frozenset[str]

    def __init__(self) -> None:
        self.by_key = {detail.key: detail for detail in self.details}
        self.of_tiles = tuple(detail for detail in self.details if "tiles" in detail.beside)
        # The details of a win that every way of counting may have; `tiles` details are read into `TileHand.special`.
        self.of_wins = tuple(detail for detail in self.details if "winner" in detail.beside)
        won = frozenset({"winner", "win", "riichi", *self.knows, *(detail.key for detail in self.of_wins)})
        tiles = frozenset({"concealed", "melds", *(detail.key for detail in self.of_tiles)})
        self.keys = {"tiles": won | tiles, "list": won | LIST | self.list_keys, "numbers": won | self.numbers}
        # Few combinations of keys and few ways to win occur, so both are read once.
        self._forms = Memo(self._form, 1 << 8)
        self._hows = Memo(self._how, 1 << 12)

    @property
    def list_keys(self) -> frozenset[str]:
        """The keys of a count by list besides the ticks. Default: chips."""
        return frozenset({"chips"})

    def read_numbers(self, payload: Payload, house: House) -> Mapping[str, int | str | bool]:
        """Read a count by numbers. Raises `RuleViolation`."""
        raise NotImplementedError

    def read_count_details(self, payload: Payload, house: House) -> Mapping[str, Any]:
        """Read the other details of a count by numbers or by list. Raises `RuleViolation`. Default: the chips."""
        return {"chips": self.by_key["chips"].read(payload)} if "chips" in payload else NONE

    def check_how(self, how: How, special: Mapping[str, Any], house: House) -> None:
        """Raise `RuleViolation` for a way of winning or a detail not played at this table. Default: checks Norths."""
        if not house.sets_aside and how.by == "rob_north":
            raise RuleViolation("by", _("by can’t be rob_north: this table doesn’t set Norths aside."))
        if not house.sets_aside and special.get("norths"):
            raise RuleViolation("norths", _("norths must be 0: this table doesn’t set Norths aside."))

    def read_hand(self, payload: Payload, house: House) -> Hand:
        """Read a hand of one winner, or of two on the same tile: `{"wins": [hand, hand]}`. Raises `RuleViolation`."""
        riichi_by: frozenset[Seat] = NOBODY
        if "riichi_by" in payload:
            riichi_by = self.players(payload, "riichi_by")
            payload = {key: value for key, value in payload.items() if key != "riichi_by"}
        if "wins" not in payload:
            return Hand((self._read_win(payload, house),), riichi_by)
        known_keys(payload, frozenset({"wins"}))
        given = payload["wins"]
        two = isinstance(given, list | tuple) and len(given) == 2 and all(isinstance(hand, Mapping) for hand in given)
        if not two:
            raise RuleViolation("wins", _("wins must be a list of two hands that win on the same tile."))
        one, other = (self._read_win(hand, house) for hand in given)
        tiles = {win.count.tile for win in (one, other) if isinstance(win.count, TileHand)}
        same = one.by == other.by and one.source is other.source is not None and len(tiles) < 2
        if not same or one.winner is other.winner:
            raise RuleViolation(
                "wins", _("wins must have two different winners who win on the same tile from the same player.")
            )
        return Hand((one, other), riichi_by)

    def read_draw(self, payload: Payload) -> Draw:
        """Read `{"draw": true}` or `{"tenpai": ["P1"]}`. Raises `RuleViolation`."""
        known_keys(payload, frozenset({"draw", "tenpai", "riichi_by"}))
        if payload.get("draw", "tenpai" in payload) is not True:
            raise RuleViolation("draw", _("draw must be true."))
        return Draw(self.players(payload, "tenpai"), self.players(payload, "riichi_by"))

    def read_penalty(self, payload: Payload) -> Penalty:
        """Read a penalty; `riichi_by` moves no points, because sticks are returned (B5.11). Raises `RuleViolation`."""
        riichi_by = self.players(payload, "riichi_by")
        return replace(read_penalty(payload, frozenset({"riichi_by"})), riichi_by=riichi_by)

    def players(self, payload: Payload, key: str) -> frozenset[Seat]:
        """Read the players listed at `key`; none if the key is missing. Raises `RuleViolation`."""
        return self.by_key[key].read(payload) if key in payload else frozenset()

    # ── one winner ───────────────────────────────────────────────────────────

    def _read_win(self, payload: Payload, house: House) -> Win:
        win = mapping(payload, "win")
        form = self._forms[tuple(payload), tuple(win)]
        for key in form.flags:
            self._check_flag(key, flag(win, key), win.get("by"))
        parts = (payload.get("winner"), win.get("by"), win.get("from"), win.get("tile"))
        try:
            how = self._hows[parts]
        except TypeError:  # an unhashable value: read it without the cache, which names it in the error
            how = self._how(parts)
        given = {key: payload[key] for key in form.given} if form.given else NONE
        details: Mapping[str, Any] = NONE
        if form.of_win:
            details = {detail.key: detail.read(payload) for detail in form.of_win}
        if form.counted_by == "tiles":
            return self._read_tiles(payload, form, how, given, details, house)
        self.check_how(how, details, house)
        if more := self.read_count_details(payload, house):
            details = {**details, **more}
        if form.counted_by == "list":
            ticks = read_ticks(payload, MOST_HAN)
            riichi = any(item in ticks.patterns for item in RIICHI_IDS)
            return self._win(payload, how, given, ticks, riichi, details)
        return self._win(payload, how, given, Numbers(self.read_numbers(payload, house)), False, details)

    def _form(self, keys: tuple[tuple[str, ...], tuple[str, ...]]) -> Form:
        of_entry, of_win = keys
        if "concealed" in of_entry or "melds" in of_entry:
            counted_by = "tiles"
        else:
            counted_by = "list" if LIST.intersection(of_entry) else "numbers"
        known_keys(dict.fromkeys(of_entry), self.keys[counted_by])
        known_keys(dict.fromkeys(of_win), WIN_KEYS)
        return Form(
            counted_by,
            tuple(detail for detail in self.of_tiles if detail.key in of_entry),
            tuple(detail for detail in self.of_wins if detail.key in of_entry),
            tuple(key for key in FLAGS if key in of_win),
            tuple(key for key in self.knows if key in of_entry),
        )

    def _how(self, parts: tuple[object, object, object, object]) -> How:
        winner, by, source, tile = parts
        won = seat(winner, "winner")
        if by not in self.by:
            raise not_one_of("by", self.by)
        how = How(won, str(by), None, None if tile is None else read_tile(tile, "tile"))
        if by in self.drawn:
            if source is not None:
                raise RuleViolation("from", _("from must be empty for a self-draw."))
            return how
        payer = seat(source, "from")
        if payer is won:
            raise RuleViolation("from", _("The winner can’t also be the discarder."))
        return how._replace(source=payer)

    def _check_flag(self, key: str, true: bool, by: object) -> None:
        """Refuse a flag that doesn't fit the way of winning; `_how` checks whether `by` is valid."""
        if not true or by not in self.by:
            return
        if key == "concealed_kong" and by != "chankan":
            raise RuleViolation("concealed_kong", _("concealed_kong is only possible with a robbed kong."))
        if key == "replacement" and by != "tsumo":
            raise RuleViolation("replacement", _("A replacement tile is only possible with a self-draw."))

    def _read_tiles(
        self, payload: Payload, form: Form, how: How, given: Payload, details: Payload, house: House
    ) -> Win:
        special = {}
        for detail in form.details:  # faster than a comprehension
            special[detail.key] = detail.read(payload)
        last = replaced = False
        if form.flags:
            win = payload["win"]
            last, replaced = win.get("last_tile", False), win.get("replacement", False)
            if "concealed_kong" in win:
                special["concealed_kong"] = win["concealed_kong"]
        concealed = read_tiles(payload.get("concealed"), "concealed")
        melds, hidden = read_melds(payload)
        winner, by, source, tile = how
        if tile is None and by not in self.without_tile:
            raise RuleViolation("tile", _("The winning tile is missing."))
        if by == "rob_north" and tile != NORTH:
            raise RuleViolation("tile", _("tile must be N when a North is robbed."))
        hand = TileHand(concealed + hidden, melds, tile, last, replaced, 0, NO_TILES, special)
        if special.get("red"):
            fives = self.most_red(hand, house)
            if special["red"] > fives:
                raise RuleViolation(
                    "red",
                    _("red (the number of red fives) can be at most %(most)s for this hand at this table."),
                    most=fives,
                )
        self.check_how(how, {**special, **details} if details else special, house)
        riichi = special.get("riichi") is not None
        return Win(winner, by, source, hand, NOBODY, NOBODY, riichi, False, given, details)

    # The ways to win that name no winning tile.
    without_tile: frozenset[str] = frozenset()

    def most_red(self, hand: TileHand, house: House) -> int:
        """The number of tiles of the hand that can be red."""
        raise NotImplementedError

    def _win(self, payload: Payload, how: How, given: Payload, count: Count, riichi: bool, details: Payload) -> Win:
        declared = "riichi" in payload and self.by_key["riichi"].read(payload) is not None
        return Win(
            how.winner, how.by, how.source, count, declared_ready=declared or riichi, given=given, details=details
        )
