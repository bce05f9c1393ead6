"""Marks: one bit for each fact about a hand that a yaku needs or excludes (docs/rules, B2, E6)."""

from engine.hands.tiles import GREEN, HONOURS, TILES, Tile

# The tiles.
INNER, TERMINAL, HONOUR, OFF_GREEN = (1 << bit for bit in range(4))
SUITS = CIRCLES, CHARACTERS, BAMBOO = (1 << 4, 1 << 5, 1 << 6)
ONE_SUIT = 1 << 7  # of the numbered tiles
GATES = 1 << 8  # 1112345678999 of one suit and one more of it

# The reading.
SETS, PAIRS, ORPHANS = (1 << bit for bit in range(9, 12))
CHOW, PONG, PLAIN_SET = (1 << bit for bit in range(12, 15))  # a plain set or pair has no 1, 9 or honour
TWINS, TWO_TWINS, TRIPLETS = (1 << bit for bit in range(15, 18))  # identical chows: two, twice two, three
STRAIGHT, NEIGHBOURS = (1 << 18, 1 << 19)  # 123 456 789; pongs of three numbers in a row
THREE_HIDDEN, FOUR_HIDDEN, THREE_KONGS, FOUR_KONGS = (1 << bit for bit in range(20, 24))
SEAT_PONG, ROUND_PONG, VALUE_PAIR = (1 << bit for bit in range(24, 27))
PONG_OF = {tile: 1 << 27 + place for place, tile in enumerate(HONOURS)}
PAIR_OF = {tile: 1 << 34 + place for place, tile in enumerate(HONOURS)}

# The place of the winning tile, and whether other tiles would have won.
WON_PAIR, WON_PONG, WON_OPEN_END, MANY_WAITS = (1 << bit for bit in range(41, 45))

# The win and the winner.
MELD, EXPOSED, TSUMO, CHANKAN, REPLACEMENT, LAST = (1 << bit for bit in range(45, 51))
RIICHI, DOUBLE_RIICHI, FIRST_DRAW, DEALER, EIGHT_DEALS = (1 << bit for bit in range(51, 56))
PURE_ORPHANS, PURE_GATES = (1 << bit for bit in range(56, 58))
IPPATSU, ROB_NORTH = (1 << bit for bit in range(58, 60))

# Nine gates without the winning tile were exactly 1112345678999; pongs of 1, or of 9, in all three suits.
NINE_SIDED, SAME_ENDS = (1 << bit for bit in range(60, 62))
BITS = 62  # the number of marks

_ALL_GREEN = frozenset((*(TILES[f"{number}s"] for number in (2, 3, 4, 6, 8)), GREEN))


def of_tile(tile: Tile) -> int:
    """The marks of any hand that contains this tile."""
    green = 0 if tile in _ALL_GREEN else OFF_GREEN
    if tile >= 27:
        return HONOUR | green
    return SUITS[tile // 9] | green | (TERMINAL if tile % 9 in (0, 8) else INNER)
