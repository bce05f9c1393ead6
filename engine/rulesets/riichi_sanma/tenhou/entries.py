"""Turns a round of a log into entries of a match: by tiles where they can be rebuilt, otherwise by numbers (E20)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets.riichi_sanma.house import ABORTS
from engine.rulesets.riichi_sanma.tenhou.replay import Deal, Replay, ReplayedHand, replay
from engine.rulesets.riichi_sanma.tenhou.result import (
    LAST_TILE,
    PAO,
    ROBBED_KONG,
    SEATS,
    LogResult,
    LogWin,
    read_points,
    read_result,
)
from engine.rulesets.riichi_sanma.tenhou.steps import (
    MOST_INDICATORS,
    PLAIN,
    PLAYERS,
    TILES,
    names,
    read_discards,
    read_draws,
    read_list,
    read_number,
    read_tiles,
)
from engine.seats import Points, Seat

SEATS_IN_LOG = 4
ITEMS = 4 + 3 * SEATS_IN_LOG + 1
MOST_HONBA = 999
TILES_DEALT = 13
LAST_KYOKU = 10  # West 3, the last deal of an extension
BY = {"discard": "ron", "k": "chankan", "a": "chankan", "north": "rob_north"}


class LogRound(NamedTuple):
    """A round of a log. `where`: its place in the log; `kyoku`: 4 × round + dealer; `replay`: None without tiles."""

    where: str
    kyoku: int
    honba: int
    sticks: int
    scores: Points
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    deals: tuple[Deal, ...]
    replay: Replay | None
    result: LogResult

    @property
    def dealer(self) -> Seat:
        return SEATS[self.kyoku % SEATS_IN_LOG]

    @property
    def hand_no(self) -> int:
        """The number of the deal in the match, from 1, not counting repeats."""
        return PLAYERS * (self.kyoku // SEATS_IN_LOG) + self.kyoku % SEATS_IN_LOG + 1

    @property
    def red(self) -> int:
        """The most red fives of one suit that were dealt or drawn."""
        dealt = [tile for deal in self.deals for tile in deal.tiles]
        drawn = [step.tile for deal in self.deals for step in deal.draws if step.kind == "draw"]
        return max((*dealt, *drawn).count(tile) for tile in PLAIN)


def read_round(value: object, where: str) -> LogRound:
    """Read a round. Raises `RuleViolation`."""
    items = read_list(value, where, ITEMS, ITEMS)
    head = read_list(items[0], f"{where}[0]", 3, 3)
    kyoku, honba, sticks = (
        read_number(each, f"{where}[0][{at}]", 0, most)
        for at, (each, most) in enumerate(zip(head, (LAST_KYOKU, MOST_HONBA, MOST_HONBA), strict=True))
    )
    if kyoku % SEATS_IN_LOG == PLAYERS or any(items[4 + 3 * PLAYERS : -1]):
        raise four_players(where)
    deals = tuple(_read_deal(items, where, who) for who in range(PLAYERS))
    incomplete = not any(deal.tiles for deal in deals) or not any(deal.draws for deal in deals)
    return LogRound(
        where,
        kyoku,
        honba,
        sticks,
        read_points(items[1], f"{where}[1]"),
        read_tiles(items[2], f"{where}[2]", MOST_INDICATORS),
        read_tiles(items[3], f"{where}[3]", MOST_INDICATORS),
        deals,
        None if incomplete else _replayed(deals, kyoku % SEATS_IN_LOG),
        read_result(items[-1], f"{where}[{ITEMS - 1}]"),
    )


def four_players(where: str) -> RuleViolation:
    """The refusal of a four-player log."""
    return RuleViolation(
        where, _("%(key)s has four players. Only logs of three-player matches can be imported."), key=where
    )


def _read_deal(items: list[Any], where: str, who: int) -> Deal:
    tiles, draws, discards = (f"{where}[{4 + 3 * who + part}]" for part in range(3))
    at = 4 + 3 * who
    return Deal(
        read_tiles(items[at], tiles, TILES_DEALT),
        read_draws(items[at + 1], draws, who),
        read_discards(items[at + 2], discards, who),
        (draws, discards),
    )


def _replayed(deals: tuple[Deal, ...], dealer: int) -> Replay:
    for deal in deals:
        if len(deal.tiles) != TILES_DEALT:
            where = deal.where[0]
            sentence = _("The player with the draws in %(key)s must be dealt %(tiles)s tiles.")
            raise RuleViolation(where, sentence, key=where, tiles=TILES_DEALT)
    return replay(deals, dealer)


# ── the entries ──────────────────────────────────────────────────────────────


def entries_of(
    played: LogRound, after: Points | None, repeats: bool | None, liable: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the entries that a round can become, as (kind, payload), the best first. Raises `RuleViolation`.

    `after`: the points after the round, if the log has them; `repeats`: whether its dealer deals again, if the log says
    so; `liable`: the yakuman with liability.
    """
    declared = {"riichi_by": [seat.value for seat in sticks_by(played, after)]}
    result = played.result
    if result.kind != "won":
        yield "draw", {**_draw(played, repeats), **declared}
        return
    if played.replay:
        hands = [_by_tiles(played, played.replay, win, liable) for win in result.wins]
        yield "hand", {**_wins(hands), **declared}
    yield "hand", {**_wins([_by_numbers(played, win, liable) for win in result.wins]), **declared}


def _wins(hands: list[dict[str, Any]]) -> dict[str, Any]:
    return hands[0] if len(hands) == 1 else {"wins": hands}


def sticks_by(played: LogRound, after: Points | None) -> list[Seat]:
    """The players who put down a riichi stick.

    No stick is put down if another player wins on the discard that declared riichi. If the log lacks the discards, the
    players are the winners with riichi, and everyone whose points after the round are 1,000 lower than the log's
    changes explain.
    """
    result = played.result
    if not any(deal.discards for deal in played.deals):
        rest = [] if after is None else [after[s] - played.scores[s] - result.changes[s] for s in SEATS]
        winners = {win.winner for win in result.wins if win.names("立直")}
        return [seat for at, seat in enumerate(SEATS) if seat in winners or (rest and rest[at] == -1000)]
    source = result.wins[0].source if result.wins else None
    return [
        seat
        for seat, deal in zip(SEATS, played.deals, strict=True)
        if any(step.riichi for step in (deal.discards[:-1] if seat is source else deal.discards))
    ]


def _draw(played: LogRound, repeats: bool | None) -> dict[str, Any]:
    kind, changes = played.result.kind, played.result.changes
    if kind in ABORTS:
        return {"abort": kind}
    waiting = [seat for seat in SEATS if played.replay and played.replay.players[SEATS.index(seat)].is_tenpai]
    if kind == "nagashi":
        dealer = played.dealer in waiting if repeats is None else repeats
        winners = [seat for seat in SEATS if changes[seat] > 0] or list(SEATS)
        return {"tenpai": _texts([played.dealer] if dealer else []), "nagashi": _texts(winners)}
    if any(changes):
        return {"tenpai": _texts([seat for seat in SEATS if changes[seat] > 0])}
    if kind == "draw" and repeats is None:
        return {"tenpai": _texts(waiting if len(waiting) == PLAYERS else [])}
    everybody = kind == "all_tenpai" or kind == "draw" and repeats
    return {"tenpai": _texts(list(SEATS) if everybody else [])}


def _texts(seats: list[Seat]) -> list[str]:
    return [seat.value for seat in seats]


def _pao(win: LogWin, liable: tuple[str, ...]) -> dict[str, Any]:
    named = [item for name, item in PAO.items() if win.names(name) and item in liable]
    return {"pao": dict.fromkeys(named, win.liable.value)} if win.liable and named else {}


def _by_numbers(played: LogRound, win: LogWin, liable: tuple[str, ...]) -> dict[str, Any]:
    by = "tsumo" if win.source is None else "chankan" if win.names(ROBBED_KONG) else "ron"
    if played.replay:
        by = _by(played.replay, win, played.where)
    source = {"from": win.source.value} if win.source else {}
    return {"winner": win.winner.value, "win": {"by": by, **source}, **win.counted, **_pao(win, liable)}


def _by(played: Replay, win: LogWin, where: str) -> str:
    """How the hand was won. Raises `RuleViolation` if the last step of the round doesn't fit."""
    drawn = win.source is None
    kinds = ("draw",) if drawn else tuple(BY)
    if played.last.kind not in kinds or SEATS[played.who] is not (win.source or win.winner):
        where = f"{where}[{ITEMS - 1}]"
        raise RuleViolation(where, _("%(key)s doesn’t fit the last draw or discard of the round."), key=where)
    return "tsumo" if drawn else BY[played.last.kind]


def _by_tiles(played: LogRound, end: Replay, win: LogWin, liable: tuple[str, ...]) -> dict[str, Any]:
    player, by = end.players[SEATS.index(win.winner)], _by(end, win, played.where)
    drawn = by == "tsumo"
    held = player.held if drawn else [*player.held, end.last.tile]
    everything = [*held, *(tile for meld in player.melds for tile in meld.tiles)]
    quiet = end.quiet and not player.thrown and player.drawn == drawn
    details: Mapping[str, Any] = {
        "riichi": player.riichi or None,
        "ippatsu": player.ippatsu,
        "dora_indicators": names(played.dora),
        "ura_indicators": names(played.ura) if player.riichi else [],
        "norths": player.norths,
        "red": sum(tile in PLAIN for tile in everything),
        "first_draw": quiet and by in ("tsumo", "ron"),
    }
    how: dict[str, Any] = {"by": by, "tile": TILES[end.last.tile]}
    if win.source:
        how["from"] = win.source.value
    flags = {
        "last_tile": by in ("tsumo", "ron") and (end.is_last_tile or win.names(*LAST_TILE)),
        "replacement": drawn and end.replaced,
        "concealed_kong": end.last.kind == "a",
    }
    return {
        "winner": win.winner.value,
        "win": how | {key: True for key, true in flags.items() if true},
        "concealed": names(held),
        "melds": _melds(player),
        **{key: value for key, value in details.items() if value},
        **_pao(win, liable),
    }


def _melds(player: ReplayedHand) -> list[dict[str, Any]]:
    return [
        {"type": "pong" if meld.kind == "p" else "kong", "tile": TILES[meld.tile], "exposed": meld.kind != "a"}
        for meld in player.melds
    ]
