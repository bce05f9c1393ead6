"""The patterns, bonus items and limit hands of the Korean/Japanese game (docs/rules, A6, A7, A11)."""

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern, pattern_index, pattern_maker

WINDS, SETS, WHOLE, WAY, EXTRA = "winds", "sets", "whole", "way", "extra"

GROUPS = {
    WINDS: _("Winds and dragons"),
    SETS: _("Sets"),
    WHOLE: _("Whole hand"),
    WAY: _("Type of win"),
    EXTRA: _("Flowers and dora"),
    "own": _("Custom items for this table"),
    "half": _("Half-limit hands"),
    "full": _("Limit hands"),
}

_hand, _bonus = pattern_maker("pattern", "A6"), pattern_maker("bonus", "A7")


def _limit(item: str, name: str, size: str, line: int, condition: str) -> Pattern:
    return Pattern(item, name, 0, "A11", line, size, "limit", condition)


# Conditions that are too long for their line.
_TERMINALS = _("Every tile is a 1, 9, wind or dragon")
_TERMINAL_PONGS = _("All pongs, and every tile is a 1, 9, wind or dragon")
_PURE = _("One suit and honours, concealed, with a wind or dragon pong")
_FIVE_PAIR = _("Pongs of 1 and 9 bamboo, pair of 5 bamboo")
_ORPHANS = _("One of each 1, 9, wind and dragon, and further copies of one of them")
_PEARL = _("A white dragon pong, and circles for all other tiles, including the pair")
_RUBY = _("A red dragon pong, and characters for all other tiles, including the pair")

PATTERNS = (
    _hand("dragon_pong", _("Dragon pong"), 1, 237, WINDS, _("Pong or kong of a dragon"), most=3),
    _hand("two_dragons", _("Two dragons"), 1, 238, WINDS, _("Two dragon pongs"), added=True),
    _hand("seat_dragon", _("Own dragon"), 1, 492, WINDS, _("East: green, South: red, West: white"), added=True),
    _hand("wind_pong", _("Wind pong"), 1, 239, WINDS, _("Pong or kong of a wind"), most=3),
    _hand("seat_wind", _("Seat wind"), 1, 240, WINDS, _("The pong is your seat wind"), added=True),
    _hand("round_wind", _("Round wind"), 1, 241, WINDS, _("The pong is the round wind"), added=True),
    _hand("north_pair", _("Pair of North"), 2, 333, WINDS, clause="A12.4", most=2),
    _hand("north_kong", _("Kong of North"), 6, 333, WINDS, clause="A12.4"),
    _hand("kong", _("Kong"), 1, 242, SETS, _("In addition to any points for the pong"), most=4),
    _hand("three_kongs", _("Three kongs"), 3, 243, SETS, added=True),
    _hand("bamboo_terminal_pong", _("Bamboo pong"), 1, 244, SETS, _("Pong or kong of 1 or 9 bamboo"), most=2),
    _hand("both_bamboo", _("Both bamboo pongs"), 4, 245, SETS, added=True),
    _hand("identical_chows", _("Two identical chows"), 2, 249, SETS, _("Same suit, same numbers"), most=2),
    _hand("straight", _("Straight"), 3, 259, SETS, _("Chows 123, 456 and 789 of one suit")),
    _hand("three_concealed_pongs", _("Three concealed pongs"), 3, 250, SETS, _("None of them completed by a discard")),
    _hand("all_pongs", _("All pongs"), 3, 254, WHOLE, _("Four pongs and a pair")),
    _hand("all_terminals_honours", _("All terminals and honours"), 6, 255, WHOLE, _TERMINAL_PONGS, added=True),
    _hand("pure", _("Pure"), 3, 256, WHOLE, _("Only circles or only characters, plus honours")),
    _hand("pure_no_honours", _("Pure, no honours"), 3, 257, WHOLE, _("Only one suit"), added=True),
    _hand("seven_pairs", _("Seven pairs"), 3, 258, WHOLE, _("All different, concealed")),
    _hand("no_honours", _("No honours"), 1, 260, WHOLE, _("No winds or dragons")),
    _hand("all_chows", _("All chows"), 2, 261, WHOLE, _("Four chows and a pair of numbered tiles"), added=True),
    _hand("concealed", _("Concealed"), 2, 265, WAY, _("No set was completed with a discard")),
    _hand("concealed_wall", _("Concealed self-draw"), 2, 266, WAY, added=True),
)

BONUSES = (
    _bonus("win", _("Winning"), 2, 225, WAY, _("From each opponent who wasn’t waiting")),
    _bonus("wall", _("Self-draw"), 1, 273, WAY),
    _bonus("last_tile", _("Last tile of the wall"), 1, 274, WAY, added=True),
    _bonus("replacement", _("Replacement tile"), 1, 275, WAY, added=True),
    _bonus("rob_kong", _("Robbed kong"), 1, 276, WAY),
    _bonus("concealed", _("Concealed"), 2, 280, WAY),
    _bonus("concealed_wall", _("Concealed self-draw"), 2, 281, WAY, added=True),
    _bonus("declared_ready", _("Declared ready"), 2, 282, WAY),
    _bonus("declared_ready_wall", _("Declared ready, self-drawn"), 2, 283, WAY, added=True),
    _bonus("matching", _("Matching tiles"), 1, 277, EXTRA, _("Further copies of the winning tile"), most=4),
    _bonus("flower", _("Flower"), 1, 278, EXTRA, most=4),
    _bonus("all_flowers", _("All four flowers"), 4, 279, EXTRA, added=True),
    _bonus("dora_tile", _("Dora"), 1, 329, EXTRA, most=4, clause="A12.1"),
    _bonus("revealed_dora_tile", _("Revealed dora"), 1, 353, EXTRA, most=4, clause="A12.2"),
    _bonus("revealed_dora_eye", _("Revealed dora as a pair"), 1, 355, EXTRA, added=True, most=2, clause="A12.2"),
    _bonus("revealed_dora_pong", _("Revealed dora as a pong"), 2, 355, EXTRA, added=True, clause="A12.2"),
    _bonus("revealed_dora_kong", _("Revealed dora as a kong"), 6, 355, EXTRA, added=True, clause="A12.2"),
    _bonus("red_dora", _("Red five"), 1, 349, EXTRA, _("6 for both red fives"), clause="A12.3"),
    _bonus("north_win", _("Won on North"), 2, 333, EXTRA, clause="A12.4"),
)

LIMITS = (
    _limit("small_dragons", _("Small dragons"), "half", 303, _("Two dragon pongs and a pair of the third")),
    _limit("small_winds", _("Small winds"), "half", 304, _("Two wind pongs and a pair of the third")),
    _limit("all_bamboo_honours", _("All bamboo and honours"), "half", 305, _("Only bamboo and honours")),
    _limit("outside_hand", _("Outside hand"), "half", 306, _("A 1, 9 or honour in every set and in the pair")),
    _limit("concealed_pure_with_honour_pong", _("Concealed pure hand with an honour pong"), "half", 307, _PURE),
    _limit("four_concealed_pongs", _("Four concealed pongs"), "half", 308, _("The pair can be completed by a discard")),
    _limit("three_kongs_honour_pair", _("Three kongs and an honour pair"), "half", 309, _("Exactly three kongs")),
    _limit("small_jade_dragon", _("Small jade dragon"), "half", 310, _("Green dragon pong and a pair of 5 bamboo")),
    _limit("three_concealed_kongs", _("Three concealed kongs"), "half", 311, ""),
    _limit("four_kongs", _("Four kongs"), "half", 312, _("Concealed or exposed")),
    _limit("all_terminals_honours", _("All terminals and honours"), "full", 316, _TERMINALS),
    _limit("great_dragons", _("Great dragons"), "full", 317, _("Three dragon pongs")),
    _limit("great_winds", _("Great winds"), "full", 318, _("Three wind pongs")),
    _limit("bamboo_pongs_five_pair", _("Bamboo pongs with a pair of fives"), "full", 319, _FIVE_PAIR),
    _limit("four_concealed_kongs", _("Four concealed kongs"), "full", 320, ""),
    _limit("thirteen_orphans", _("Thirteen orphans"), "full", 321, _ORPHANS),
    _limit("nine_gates", _("Nine gates"), "full", 322, _("1112345678999 of one suit and any tile of that suit")),
    _limit("pearl_dragon", _("Pearl dragon"), "full", 323, _PEARL),
    _limit("ruby_dragon", _("Ruby dragon"), "full", 324, _RUBY),
    _limit("great_jade_dragon", _("Great jade dragon"), "full", 325, _("Pongs of 1 bamboo, 9 bamboo and green dragon")),
)

PATTERN_BY_ID, BONUS_BY_ID = pattern_index(PATTERNS), pattern_index(BONUSES)
NORTHS = ("north_pair", "north_kong")
