"""Which table gets which number in a round, so that people seldom come back to the same one."""

from engine.seating.schedule import Round, Schedule


def moved_about(schedule: Schedule) -> Schedule:
    """The same tables and winds, numbered in each round so that few players sit where they sat before.

    Greedy, round after round: what it does for a round depends only on the rounds before, so a prefix stays as it is.
    """
    sat = [[0] * (schedule.players // 3 + 1) for _ in range(schedule.players)]
    rounds = []
    for one in schedule.rounds:
        rounds.append(_numbered(one, sat))
        for number, table in enumerate(rounds[-1]):
            for player in table:
                sat[player][number] += 1
    return Schedule(schedule.players, tuple(rounds))


def _numbered(one: Round, sat: list[list[int]]) -> Round:
    """The cheapest pair of table and number first."""
    counts = [[sum(row) for row in zip(*(sat[player] for player in table), strict=True)] for table in one]
    choices = sorted((counts[at][number], at, number) for at in range(len(one)) for number in range(len(one)))
    taken: dict[int, int] = {}
    placed: set[int] = set()
    for _cost, at, number in choices:
        if at not in placed and number not in taken:
            placed.add(at)
            taken[number] = at
    return tuple(one[taken[number]] for number in range(len(one)))
