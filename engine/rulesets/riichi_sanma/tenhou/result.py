"""The last item of a round in a log: the winners and their hands, or the kind of drawn hand (E20)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets.riichi_sanma.tenhou.steps import PLAYERS, read_list, read_number
from engine.seats import NOTHING, PerSeat, Points, Seat, add

WON = "和了"
DRAWS = {
    "流局": "draw",
    "全員聴牌": "all_tenpai",
    "全員不聴": "nobody_tenpai",
    "流し満貫": "nagashi",
    "九種九牌": "kyuushu_kyuuhai",
    "四槓散了": "four_kongs",
    "四開槓": "four_kongs",
}
LIMITS = {
    "満貫": "mangan",
    "切り上げ満貫": "mangan",
    "跳満": "haneman",
    "倍満": "baiman",
    "三倍満": "sanbaiman",
    "数え役満": "counted_yakuman",
}
YAKUMAN = "役満"
PAO = {"大三元": "daisangen", "大四喜": "daisuushii", "四槓子": "suukantsu"}
LAST_TILE = ("海底摸月", "河底撈魚")
ROBBED_KONG = "槍槓"
MOST_POINTS = 1_000_000
LONGEST = 80  # characters of a text that is shown
MOST_WINNERS, MOST_YAKU = 2, 40
_COUNT = re.compile(
    rf"(?:(\d{{1,3}})符(\d{{1,2}})[飜翻])?({'|'.join(LIMITS)}|{YAKUMAN})?\d{{1,6}}(?:-\d{{1,6}})?点∀?", re.A
)
SEATS = tuple(Seat)


class LogWin(NamedTuple):
    """One winner.

    `source`: the discarder (None for a self-draw); `liable`: the player who is liable for a yakuman, or None;
    `counted`: the hand by numbers; `text`: the count as the log writes it; `yaku`: the yaku that the log lists.
    """

    winner: Seat
    source: Seat | None
    liable: Seat | None
    counted: Mapping[str, Any]
    text: str
    yaku: tuple[str, ...]

    def names(self, *yaku: str) -> bool:
        """Whether the log lists one of these yaku."""
        return any(name in listed for name in yaku for listed in self.yaku)


class LogResult(NamedTuple):
    """How a round ended. `kind`: "won" or a value of `DRAWS`; `changes`: as in the log, without sticks put down."""

    kind: str
    changes: Points
    wins: tuple[LogWin, ...] = ()


def read_result(value: object, where: str) -> LogResult:
    """Read the result of a round. Raises `RuleViolation`."""
    parts = read_list(value, where, 1, 1 + 2 * MOST_WINNERS)
    name = parts[0]
    if name == WON:
        pairs = list(zip(parts[1::2], parts[2::2], strict=False))
        if not pairs or len(parts) != 1 + 2 * len(pairs):
            sentence = _("%(key)s must have a list of changes and a list describing the hand for each winner.")
            raise RuleViolation(where, sentence, key=where)
        changes = NOTHING
        for at in range(len(pairs)):
            changes = add(changes, read_points(pairs[at][0], f"{where}[{1 + 2 * at}]"))
        wins = tuple(_read_win(hand, f"{where}[{2 + 2 * at}]") for at, (_changes, hand) in enumerate(pairs))
        if len({win.winner for win in wins}) < len(wins) or len({win.source for win in wins}) > 1:
            sentence = _("%(key)s must have different winners who win from the same player.")
            raise RuleViolation(where, sentence, key=where)
        return LogResult("won", changes, wins)
    kind = DRAWS.get(name) if isinstance(name, str) else None
    if kind is None:
        sentence = _("%(key)s must begin with a result that is possible with three players: %(allowed)s.")
        raise RuleViolation(where, sentence, key=where, allowed=(WON, *DRAWS))
    return LogResult(kind, read_points(parts[1], f"{where}[1]") if len(parts) > 1 else NOTHING)


def read_points(value: object, where: str) -> Points:
    """Read the points of three players, or of four of whom the last is ignored. Raises `RuleViolation`."""
    listed = read_list(value, where, PLAYERS, PLAYERS + 1)
    points = [read_number(each, f"{where}[{at}]", -MOST_POINTS, MOST_POINTS) for at, each in enumerate(listed)]
    return PerSeat(*points[:PLAYERS])


def _read_win(value: object, where: str) -> LogWin:
    parts = read_list(value, where, 4, 4 + MOST_YAKU)
    winner, source, liable = (
        SEATS[read_number(part, f"{where}[{at}]", 0, PLAYERS - 1)] for at, part in enumerate(parts[:3])
    )
    texts = parts[3:]
    for at, text in enumerate(texts, start=3):
        if not isinstance(text, str) or len(text) > LONGEST:
            raise RuleViolation(where, _("%(key)s must be text."), key=f"{where}[{at}]")
    yaku = tuple(texts[1:])
    return LogWin(
        winner,
        None if source is winner else source,
        None if liable is winner else liable,
        _read_count(texts[0], yaku, f"{where}[3]"),
        texts[0],
        yaku,
    )


def _read_count(text: str, yaku: Sequence[str], where: str) -> dict[str, Any]:
    """Read a count such as "30符4飜7700点" or "満貫8000点". Raises `RuleViolation`."""
    found = _COUNT.fullmatch(text)
    fu, han, limit = found.groups() if found else (None, None, None)
    if limit == YAKUMAN:
        return {"yakuman": max(1, sum(YAKUMAN in listed for listed in yaku))}
    if limit:
        return {"limit": LIMITS[limit]}
    if han and fu:
        return {"han": int(han), "fu": int(fu)}
    raise RuleViolation(
        where, _("%(key)s must be the value of a hand, such as %(example)s."), key=where, example="30符4飜7700点"
    )
