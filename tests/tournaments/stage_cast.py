"""Creates later stages of a tournament and their rounds in the database directly. Asserts nothing."""

from datetime import UTC, datetime

from engine.hash_chain import plain
from tests.matches.table import new_key
from tests.tournaments.cast import result
from tournaments.models import Entrant, Round, Seat, Stage, Table


def stage(made, number, *, takes=None, carry=None, rounds=1, seating="final"):
    """Create stage `number` of the tournament, not drawn."""
    told = plain(carry or {}, "carry")
    return Stage.objects.create(tournament=made, number=number, seating=seating, rounds=rounds, takes=takes, carry=told)


def one_round(part, tables, *, byes=(), published=True, points=None):
    """Create the stage's next round. `tables`, `byes`: entrants' numbers; `points`: the result of each table."""
    now, made = datetime.now(UTC), part.tournament
    people = {each.number: each for each in Entrant.objects.filter(tournament=made)}
    one = Round.objects.create(
        tournament=made, stage=part, number=made.rounds.count() + 1, key=new_key(), drawn_at=now,
        published_at=now if published else None, minutes=60, end_policy="finish",
    )  # fmt: skip
    for place, numbers in enumerate(tables, start=1):
        table = Table.objects.create(round=one, number=place)
        for wind, number in zip("ESWN", numbers, strict=False):
            Seat.objects.create(round=one, table=table, entrant=people[number], wind=wind)
        if points:
            result(table, points)
    for number in byes:
        Seat.objects.create(round=one, entrant=people[number])
    if points:
        Round.objects.filter(pk=one.pk).update(closed_at=now)
    return one
