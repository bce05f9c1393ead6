"""Winds and table numbers for tables with known players.

Winds: each player's matches are grouped in threes, in order. Tables and threes form a bipartite graph in which no node
has more than three neighbours; by König's theorem, three colours suffice for its edges. The colours are the winds: each
table has one of each, and each player has every wind once in three matches. So a player's wind counts are at most 1
apart at any time.
"""

from collections.abc import Iterable

from engine.seating.schedule import Round, Schedule

NOBODY = -1


def balanced(rounds: Iterable[Round]) -> tuple[Round, ...]:
    """The same tables of three, seated East, South, West, so that wind counts stay at most 1 apart in every round."""
    given = tuple(rounds)
    threes: list[list[int]] = []  # for each table, the index of each player's current three
    games: dict[int, int] = {}
    known: dict[tuple[int, int], int] = {}
    owner: list[int] = []
    for table in (table for tables in given for table in tables):
        row = []
        for player in table:
            played = games.get(player, 0)
            games[player] = played + 1
            node = known.setdefault((player, played // 3), len(owner))
            if node == len(owner):
                owner.append(player)
            row.append(node)
        threes.append(row)
    coloured = iter(_coloured(threes, len(owner)))
    return tuple(tuple(tuple(owner[node] for node in next(coloured)) for _ in tables) for tables in given)


def _coloured(tables: list[list[int]], nodes: int) -> list[list[int]]:
    """The nodes of each table, ordered by the colours of their edges."""
    left = [[NOBODY] * 3 for _ in tables]
    right = [[NOBODY] * 3 for _ in range(nodes)]
    for table, row in enumerate(tables):
        of_table = left[table]
        for node in row:
            of_node = right[node]
            for colour in (0, 1, 2):
                if of_table[colour] == NOBODY == of_node[colour]:
                    break
            else:
                colour = of_table.index(NOBODY)
                _flip(left, right, node, colour, of_node.index(NOBODY))
            of_table[colour] = node
            of_node[colour] = table
    return left


def _flip(left: list[list[int]], right: list[list[int]], node: int, taken: int, free: int) -> None:
    """Swap two colours along the path that starts at `node` with `taken`, so that `taken` is free there.

    The path enters each table by `taken`, so it never reaches the table that has `taken` free.
    """
    path: list[tuple[int, int, int]] = []
    colour, other = taken, free
    while (table := right[node][colour]) != NOBODY:
        path.append((table, node, colour))
        beyond = left[table][other]
        if beyond == NOBODY:
            break
        path.append((table, beyond, other))
        node = beyond
    for table, node, colour in path:
        left[table][colour] = right[node][colour] = NOBODY
    for table, node, colour in path:
        swapped = taken + free - colour
        left[table][swapped] = node
        right[node][swapped] = table


def moved_about(schedule: Schedule) -> Schedule:
    """The schedule with table numbers chosen so that few players return to the same table number.

    Tables and winds stay the same. The choice is greedy, round by round: the numbers of a round depend only on earlier
    rounds, so they are the same in any prefix.
    """
    sat = [[0] * (schedule.players // 3 + 1) for _ in range(schedule.players)]
    rounds = []
    for tables in schedule.rounds:
        rounds.append(_numbered(tables, sat))
        for number, table in enumerate(rounds[-1]):
            for player in table:
                sat[player][number] += 1
    return Schedule(schedule.players, tuple(rounds))


def _numbered(tables: Round, sat: list[list[int]]) -> Round:
    counts = [[sum(row) for row in zip(*(sat[player] for player in table), strict=True)] for table in tables]
    choices = sorted((counts[at][number], at, number) for at in range(len(tables)) for number in range(len(tables)))
    taken: dict[int, int] = {}
    placed: set[int] = set()
    for _cost, at, number in choices:
        if at not in placed and number not in taken:
            placed.add(at)
            taken[number] = at
    return tuple(tables[taken[number]] for number in range(len(tables)))
