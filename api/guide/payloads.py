"""The payloads of entries in each game: examples, and every field with the values that the rule book accepts.

Names and limits come from the rule books themselves: given an unknown or wrong value, a rule book refuses it with a
sentence that states the allowed values.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import NOT_ALLOWED_HERE
from engine.rulesets import BOOKS, rule_book
from engine.rulesets.rule_book import RuleBook

UNKNOWN = "?"  # not the name of any field or value, so every rule book refuses it
NOT_FOR_PROGRAMS = frozenset({"note"})  # a key of match files, which API clients send outside the payload
HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}
PENALTY = {"penalty": {"P1": 10, "P2": -20, "P3": 10}, "ends_hand": False}
NUMBERS, LIST, TILES, TWO = _("By numbers"), _("By list"), _("By tiles"), _("Two winners")
DRAWN, FINE = _("A drawn hand"), _("A penalty")


class PayloadExample(NamedTuple):
    """A payload of an entry. `system`: the key of its rule book; `kind`: "hand", "draw" or "penalty"."""

    system: str
    kind: str
    title: str
    payload: dict[str, Any]

    def text(self) -> str:
        """The payload as JSON, with a line for each of its members."""
        lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in self.payload.items())
        return "{\n" + ",\n".join(lines) + "\n}"


class PayloadField(NamedTuple):
    """A field of a payload, such as "han" or "win.by".

    `titles`: the titles of the examples that may have it; `about`: its meaning; `values`: the values that it takes: a
    range such as "1…99", each allowed text, or an example.
    """

    name: str
    titles: list[str]
    about: str
    values: list[str]


BY_TILES = {
    "winner": "P1",
    "win": {"by": "discard", "from": "P2", "tile": "4p"},
    "concealed": ["2p", "3p", "4p", "6m", "7m", "8m", "5p", "5p"],
    "melds": [{"type": "pong", "tile": "E"}, {"type": "pong", "tile": "dR"}],
}
BY_LIST = {
    "winner": "P1",
    "win": {"by": "wall"},
    "patterns": ["dragon_pong", "dragon_pong", "two_dragons"],
    "bonus_items": {"wall": 1, "flower": 2},
}
SANMA_TILES = ["2p", "3p", "4p", "6p", "7p", "8p", "3s", "4s", "5s", "9m", "9m", "dR", "dR", "dR"]
SANMA_BY_TILES = {"winner": "P1", "win": {"by": "tsumo", "tile": "4p"}, "riichi": "riichi", "concealed": SANMA_TILES}
RON = {"by": "ron", "from": "P3"}
TSUMO = {"winner": "P2", "win": {"by": "tsumo"}}


def _rows(system: str, *rows: tuple[str, str, dict[str, Any]]) -> tuple[PayloadExample, ...]:
    return tuple(PayloadExample(system, *row) for row in rows)


PAYLOADS = (
    *_rows(
        "korean_japanese",
        ("hand", NUMBERS, {**HAND, "waiting": {"P3": True}}),
        ("hand", LIST, BY_LIST),
        ("hand", TILES, BY_TILES),
        ("draw", DRAWN, {"draw": True}),
        ("penalty", FINE, PENALTY),
    ),
    *_rows(
        "riichi_sanma",
        ("hand", NUMBERS, {"winner": "P2", "win": RON, "han": 3, "fu": 40, "riichi": "riichi"}),
        ("hand", LIST, {**TSUMO, "patterns": ["honitsu", "yakuhai_dragon"], "bonus_items": {"pei_dora": 1}, "fu": 40}),
        ("hand", TILES, {**SANMA_BY_TILES, "dora_indicators": ["8s"]}),
        (
            "hand",
            TWO,
            {
                "wins": [
                    {"winner": "P1", "win": RON, "han": 3, "fu": 40},
                    {"winner": "P2", "win": RON, "han": 1, "fu": 30},
                ],
                "riichi_by": ["P3"],
            },
        ),
        ("draw", DRAWN, {"tenpai": ["P1"]}),
        ("penalty", FINE, PENALTY),
        ("penalty", _("A chombo"), {"chombo": "P2"}),
    ),
    *_rows(
        "honshu",
        ("hand", NUMBERS, {"winner": "P2", "win": RON, "han": 6, "riichi": "riichi"}),
        ("hand", LIST, {**TSUMO, "patterns": ["riichi", "pinfu"], "bonus_items": {"dora": 2}}),
        ("hand", TILES, {**SANMA_BY_TILES, "dora_indicators": ["8s"]}),
        ("hand", TWO, {"wins": [{"winner": "P1", "win": RON, "han": 6}, {"winner": "P2", "win": RON, "han": 4}]}),
        ("draw", DRAWN, {"tenpai": ["P1"]}),
        ("penalty", FINE, PENALTY),
    ),
    *_rows(
        "malaysian_recap",
        ("hand", NUMBERS, HAND),
        ("hand", LIST, BY_LIST),
        ("hand", TILES, BY_TILES),
        ("draw", DRAWN, {"draw": True}),
        ("penalty", FINE, PENALTY),
    ),
    *_rows(
        "malaysian_fan",
        ("hand", NUMBERS, {"winner": "P2", "win": {"by": "wall"}, "fan": 7}),
        ("hand", LIST, {"winner": "P2", "win": {"by": "wall"}, "patterns": ["all_pongs", "one_suit"]}),
        (
            "hand",
            TILES,
            {
                "winner": "P1",
                "win": {"by": "wall", "tile": "6p"},
                "concealed": ["1p", "2p", "J3p", "4p", "5p", "6p", "9p", "9p"],
                "melds": [{"type": "pong", "tile": "E"}, {"type": "pong", "tile": "dR"}],
                "flowers": [1],
            },
        ),
        ("draw", DRAWN, {"draw": True}),
        ("penalty", FINE, PENALTY),
    ),
)

KNOWN = _("Can be left out; must be the same as in the match")
# The meanings of fields that the rule books don't explain.
MEANINGS = {
    "winner": _("The winner"),
    "win": _("How the hand was won: an object with the fields below"),
    "win.by": _("How the hand was won"),
    "win.from": _("Whose tile it was; left out if the winner drew it"),
    "win.tile": _("The winning tile; by tiles it is required"),
    "win.last_tile": _("Won on the last tile"),
    "win.replacement": _("Won on a replacement tile"),
    "win.concealed_kong": _("A concealed kong was robbed"),
    "wins": _("Two hands that win on the same tile, instead of the other fields of a hand"),
    "waiting": _("Opponents who were one tile from a legal hand"),
    "opp_declared": _("Opponents who had declared ready"),
    "declared_ready": _("The winner had declared ready"),
    "all_declared": _("All three players had declared ready"),
    "hand_points": _("Hand-points, before a goulash"),
    "bonus_points": _("Bonus-points, including the 2 that every win earns"),
    "limit": _("A limit hand, instead of points or han"),
    "yakuman": _("How many yakuman the hand has, instead of han"),
    "maximum": _("A hand of the maximum value, instead of fan"),
    "fu": _("Fu; with 5 han or more it can be left out"),
    "open": _("The hand was open"),
    "patterns": _("The keys of the patterns, each as often as the hand has it"),
    "bonus_items": _("The points or han of each bonus item, by its key"),
    "concealed": _("The tiles that are in no meld, with the winning tile"),
    "melds": _("The sets on the table: type is pong or kong, and exposed is false for a concealed kong"),
    "winner_discards": _("The tiles that the winner has discarded"),
    "matching_players": _("How many opponents match a flower, if the house rules count them"),
    "red_fives": _("Red fives in the hand"),
    "flowers": _("Flowers"),
    "dora_indicator": _("The tile turned on the dead wall, or flower"),
    "revealed_indicator": _("The revealed tile, or flower"),
    "draw": _("Nobody won"),
    "penalty": _("Each player’s gain or loss; the sum is 0"),
    "ends_hand": _("The hand counts as played; true by default"),
    "chombo": _("The player who made a serious mistake; the rules know the payments"),
    **dict.fromkeys(("hand_no", "round", "seats", "goulash_carry", "honba", "sticks", "renchan_count"), KNOWN),
}


# Example values for fields that occur in no example payload.
SAMPLES: dict[str, Any] = {
    "win.tile": "4p",
    "waiting": {"P3": True},
    "opp_declared": {"P3": True},
    "hand_no": 3,
    "round": "E",
    "seats": {"P1": "E", "P2": "S", "P3": "W"},
    "goulash_carry": 2,
    "honba": 0,
    "sticks": 0,
    "renchan_count": 0,
    "dora_indicator": "4p",
    "revealed_indicator": "4p",
    "melds": [{"type": "pong", "tile": "dR"}],
    "winner_discards": ["9m", "E"],
    "flowers": [1],
    "seasons": [1],
    "dora_indicators": ["8s"],
    "ura_indicators": ["E"],
    "pao": {"daisangen": "P3"},
    "riichi_by": ["P3"],
    "nagashi": ["P3"],
    "draw": True,
}
PLAYERS, FLAG = ["P1", "P2", "P3"], ["true", "false"]
OF_WINNERS = frozenset((NUMBERS, LIST, TILES))


def fields(system: str) -> list[PayloadField]:
    """Return the fields of the payloads of a game, each once, in the order of the examples."""
    book = rule_book(system, {})
    found: dict[str, PayloadField] = {}
    for example in (each for each in PAYLOADS if each.system == system):
        for name in _names(book, example):
            if name not in found:
                found[name] = PayloadField(name, [], _about(book, name), _values(book, example, name))
            found[name].titles.append(example.title)
    return [field._replace(titles=_shorter(field.titles)) for field in found.values()]


def _shorter(titles: list[str]) -> list[str]:
    if not OF_WINNERS.issubset(titles):
        return titles
    return [_("Any hand"), *(each for each in titles if each not in (*OF_WINNERS, TWO))]


def _names(book: RuleBook, example: PayloadExample) -> Iterator[str]:
    payload = example.payload
    allowed = _allowed(book, example.kind, {**payload, UNKNOWN: 1})
    more = [detail.key for detail in book.details if example.kind in detail.beside]
    for name in dict.fromkeys((*payload, *allowed, *more)):
        if name not in NOT_FOR_PROGRAMS and (name in payload or "wins" not in payload or name != "riichi"):
            yield name
        if name == "win":
            win = payload["win"]
            ways = _allowed(book, example.kind, {**payload, "win": {**win, UNKNOWN: 1}})
            yield from (f"win.{key}" for key in dict.fromkeys((*win, *ways)))


def _allowed(book: RuleBook, kind: str, payload: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names that an object in a payload can have, read from the refusal of an unknown name."""
    allowed: Any = _refusal(book, kind, payload).values["allowed"]
    return tuple(allowed)


def _refusal(book: RuleBook, kind: str, payload: Mapping[str, Any]) -> RuleViolation:
    try:
        book.check(book.start(), book.read(kind, payload))
    except RuleViolation as violation:
        return violation
    return RuleViolation("", "")


def _values(book: RuleBook, example: PayloadExample, name: str) -> list[str]:
    """Return the values of a field: from its `Detail`, else from the refusal of a wrong value, else an example."""
    if name == "win.by":
        return [*book.win_by]
    if name in ("winner", "win.from", "chombo"):
        return PLAYERS
    if name == "win.last_tile":
        return FLAG
    for detail in book.details:
        if detail.key == name and detail.takes == "number":
            return [f"0…{detail.most}"]
    least: dict[str, Any] = {key: example.payload[key] for key in ("winner", "win") if key in example.payload}
    for payload in (example.payload, least):
        refusal = _refusal(book, example.kind, _with_unknown(payload, name))
        if refusal.field == name.rpartition(".")[2] and (found := _limits(refusal)):
            return found
    value = example.payload.get(name, SAMPLES.get(name))
    return [] if name in ("win", "wins") else [json.dumps(value)]


def _with_unknown(payload: Mapping[str, Any], name: str) -> dict[str, Any]:
    whole, _dot, part = name.partition(".")
    return {**payload, whole: {**payload[whole], part: UNKNOWN} if part else UNKNOWN}


def _limits(refusal: RuleViolation) -> list[str]:
    values = refusal.values
    if "least" in values:
        return [f"{values['least']}…{values['most']}"]
    if "allowed" in values:
        allowed: Any = values["allowed"]
        return [] if refusal.sentence == NOT_ALLOWED_HERE else [*map(str, allowed)]
    return FLAG if refusal.sentence.endswith("must be true or false.") else []


def _about(book: RuleBook, name: str) -> str:
    """Return the meaning of a field, in the rule book's words or else from the list in this module."""
    called = {field.name: field.label for field in (*book.numbers, *book.alone)}
    called |= {f"win.{each.key}" if "win" in each.beside else each.key: each.label for each in book.details}
    return MEANINGS.get(name) or called[name]


def games() -> list[str]:
    """Return the keys of the games, in the order of the rule books."""
    return list(BOOKS)
