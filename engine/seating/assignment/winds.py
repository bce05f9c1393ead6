"""Who sits East, South and West, so that nobody's winds ever differ by more than one.

Each player's games are cut into threes in the order of play. Tables and threes form a bipartite graph in which nothing
has more than three neighbours; König: its edges take three colours. The colours are the winds: each table has one of
each, and each player every wind once in every three games, hence a spread of at most 1 after every round.
"""

from collections.abc import Iterable

from engine.seating.schedule import Round, Table

NOBODY = -1


def balanced(rounds: Iterable[Round]) -> tuple[Round, ...]:
    """The same tables of three, seated East, South, West: any seating, spread at most 1 after every round."""
    given = tuple(rounds)
    threes: list[list[int]] = []  # for each table, the number of each player's open three
    games: dict[int, int] = {}
    known: dict[tuple[int, int], int] = {}
    owner: list[int] = []
    for table in (table for one in given for table in one):
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
    return tuple(tuple(_seated(next(coloured), owner) for _ in one) for one in given)


def _seated(winds: list[int], owner: list[int]) -> Table:
    return tuple(owner[node] for node in winds)


def _coloured(tables: list[list[int]], nodes: int) -> list[list[int]]:
    """For each table the node at each of the three colours."""
    left = [[NOBODY] * 3 for _ in tables]
    right = [[NOBODY] * 3 for _ in range(nodes)]
    for table, row in enumerate(tables):
        here = left[table]
        for node in row:
            there = right[node]
            for colour in (0, 1, 2):
                if here[colour] == NOBODY == there[colour]:
                    break
            else:
                colour = here.index(NOBODY)
                _flip(left, right, node, colour, there.index(NOBODY))
            here[colour] = node
            there[colour] = table
    return left


def _flip(left: list[list[int]], right: list[list[int]], node: int, taken: int, free: int) -> None:
    """Swap two colours along the path that starts at `node` with `taken`: afterwards `taken` is free there.

    The path comes to each table by `taken`, so never to the table that has `taken` free.
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
