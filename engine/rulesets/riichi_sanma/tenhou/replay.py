"""Replays the draws and discards of one round of a log, to find out how its hands ended (E20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import RuleViolation
from engine.hands import tiles as engine_tiles
from engine.hands.tile_counts import ONE, packed
from engine.language import gettext_noop as _
from engine.rulesets.riichi.scoring.waits import awaited
from engine.rulesets.riichi_sanma.tenhou.steps import JUST_DRAWN, NORTH, PLAYERS, TileStep, names, plain

WALL = 55  # tiles to draw, replacement tiles included: 14 of the 108 always stay
REPLACED = ("north", "m", "a", "k")  # steps after which a replacement tile is drawn


class Deal(NamedTuple):
    """One player's part of a round in the log. `where`: the places of the draws and of the discards in the log."""

    tiles: tuple[int, ...]
    draws: tuple[TileStep, ...]
    discards: tuple[TileStep, ...]
    where: tuple[str, str]


@dataclass(slots=True)
class ReplayedHand:
    """A player during a round.

    `tiles`: the concealed tiles, as in the log; `drawn`, `discarded`: the number of steps read so far; `thrown`: the
    number of real discards; `riichi`: "", "riichi" or "double".
    """

    deal: Deal
    tiles: Counter[int]
    drawn: int = 0
    discarded: int = 0
    thrown: int = 0
    just_drawn: int = 0
    melds: list[TileStep] = field(default_factory=list)
    norths: int = 0
    riichi: str = ""
    ippatsu: bool = False

    @property
    def next_draw(self) -> TileStep | None:
        return self.deal.draws[self.drawn] if self.drawn < len(self.deal.draws) else None

    @property
    def next_discard(self) -> TileStep | None:
        return self.deal.discards[self.discarded] if self.discarded < len(self.deal.discards) else None

    def misfit(self, step: int, discards: bool) -> RuleViolation:
        where = f"{self.deal.where[discards]}[{step}]"
        return RuleViolation(where, _("%(key)s doesn’t fit the hand and the steps before it."), key=where)

    def bad_draw(self) -> RuleViolation:
        """The error for the draw or call that was read last."""
        return self.misfit(self.drawn - 1, False)

    def bad_discard(self) -> RuleViolation:
        """The error for the discard, North or kong that was read last."""
        return self.misfit(self.discarded - 1, True)

    def remove(self, *tiles: int) -> bool:
        """Take tiles out of the hand. Return False if the hand doesn't have them."""
        self.tiles.subtract(tiles)
        return min(self.tiles.values()) >= 0

    @property
    def held(self) -> list[int]:
        return sorted(self.tiles.elements())

    @property
    def is_tenpai(self) -> bool:
        """Whether a hand of 13 tiles, with each kong counted as three, is waiting for a tile."""
        east = engine_tiles.TILES["E"]  # `awaited` takes it out again
        concealed = packed(engine_tiles.TILES[name] for name in names(self.held)) + ONE[east]
        melded = packed(engine_tiles.TILES[name] for meld in self.melds for name in names(meld.tiles))
        closed = all(meld.kind == "a" for meld in self.melds)
        return bool(awaited(concealed, concealed + melded, east, closed, False))


class Replay:
    """A round played to its end by `run`.

    `last`: the last step; `who`: the player who made that step; `replaced`: whether the last draw was a replacement
    tile; `quiet`: whether nothing has been called or set aside; `total`: the number of tiles drawn.
    """

    def __init__(self, deals: Sequence[Deal], dealer: int, passed: int | None = None) -> None:
        self.players = [ReplayedHand(deal, Counter(deal.tiles)) for deal in deals]
        self.last, self.who = TileStep("start"), dealer
        self.replaced, self.quiet, self.total = False, True, 0
        # The log doesn't say which of two equal discards was called. `choices`: the numbers of the discards that were
        # called though the next player could have drawn; `passed`: the number of one that isn't called.
        self.choices: list[int] = []
        self._passed, self._thrown = passed, 0

    @property
    def is_last_tile(self) -> bool:
        return self.total >= WALL

    def run(self) -> None:
        """Play the round. Raises `RuleViolation` for a step that doesn't fit."""
        who, draws = self.who, True
        while not draws or self._draw(who):
            player = self.players[who]
            step = player.next_discard
            if step is None:
                break
            player.discarded += 1
            self._act(player, step, who)
            who, draws = self._next(who)
        for player in self.players:
            if player.next_draw is not None:
                raise player.misfit(player.drawn, False)
            if player.next_discard is not None:
                raise player.misfit(player.discarded, True)

    def _draw(self, who: int) -> bool:
        """Draw a tile. Return False at the end of the log."""
        player = self.players[who]
        step = player.next_draw
        if step is None:
            return False
        player.drawn += 1
        if step.kind != "draw":
            raise player.bad_draw()
        self.replaced = self.last.kind in REPLACED
        if self.replaced:
            self._interrupt()
        player.tiles[step.tile] += 1
        player.just_drawn, self.last, self.who = step.tile, step, who
        self.total += 1
        return True

    def _act(self, player: ReplayedHand, step: TileStep, who: int) -> None:
        """Discard, set a North aside, or declare a kong."""
        if (step.kind == "none") != (self.last.kind == "m"):
            raise player.bad_discard()
        if step.kind == "none":
            return
        if step.kind == "discard":
            step = self._discard(player, step)
        elif self.last.kind != "draw" or not self._lay_down(player, step):
            raise player.bad_discard()
        self.last, self.who = step, who

    def _discard(self, player: ReplayedHand, step: TileStep) -> TileStep:
        if step.tile == JUST_DRAWN:
            step = step._replace(tile=player.just_drawn)
        if not player.remove(step.tile) or (step.riichi and player.riichi):
            raise player.bad_discard()
        if step.riichi:
            player.riichi = "double" if self.quiet and not player.thrown else "riichi"
        player.ippatsu, player.just_drawn = step.riichi, 0
        player.thrown += 1
        self._thrown += 1
        return step

    def _lay_down(self, player: ReplayedHand, step: TileStep) -> bool:
        """Set a North aside, or declare a kong after a draw. Return False if the hand doesn't allow it."""
        if step.kind == "north":
            player.norths += 1
            return player.remove(NORTH)
        if step.kind == "a":
            player.melds.append(step)
            return player.remove(*step.tiles)
        for at, meld in enumerate(player.melds):
            if meld.kind == "p" and plain(meld.tile) == plain(step.tile):
                player.melds[at] = step._replace(tiles=(*meld.tiles, step.tile))
                return player.remove(step.tile)
        return False

    def _next(self, who: int) -> tuple[int, bool]:
        """The player whose turn it is after a step of `who`, and whether they draw."""
        if self.last.kind != "discard":
            return who, True
        following = (who + 1) % PLAYERS
        for caller in (following, (who + 2) % PLAYERS):
            step = self.players[caller].next_draw
            if step is None or step.kind == "draw" or (step.tile, step.source) != (self.last.tile, who):
                continue
            if caller != following and self.players[following].next_draw is not None:
                if self._thrown == self._passed:
                    continue
                self.choices.append(self._thrown)
            self._call(caller, step)
            return caller, False
        return following, True

    def _call(self, who: int, step: TileStep) -> None:
        player = self.players[who]
        player.drawn += 1
        own = list(step.tiles)
        own.remove(step.tile)
        if not player.remove(*own):
            raise player.bad_draw()
        player.melds.append(step)
        player.just_drawn, self.last, self.who = 0, step, who
        self._interrupt()

    def _interrupt(self) -> None:
        self.quiet = False
        for player in self.players:
            player.ippatsu = False


def replay(deals: Sequence[Deal], dealer: int) -> Replay:
    """Replay a round. Raises `RuleViolation` for a step that doesn't fit."""
    played = Replay(deals, dealer)
    try:
        played.run()
    except RuleViolation:
        for passed in played.choices:
            other = Replay(deals, dealer, passed)
            try:
                other.run()
            except RuleViolation:
                continue
            return other
        raise
    return played
