"""Creates a tournament at any stage of its day by writing to the database directly. Asserts nothing."""

from datetime import UTC, date, datetime

from django.db.models import F

from engine import seating
from engine.hash_chain import plain
from engine.rulesets import rule_book
from people.models import Player
from people.web.codes import new_code
from tests.matches.table import new_key
from tournaments.models import Entrant, Result, Round, RoundChange, Seat, Stage, Table, Tournament, Verdict

NAMES = (
    "Ann Abbot",
    "Bea Brook",
    "Cho Chan",
    "Dan Drake",
    "Eva Eder",
    "Fay Frost",
    "Gil Grant",
    "Hua Hong",
    "Ivo Ings",
)


def tournament(club, *, entrants=9, rounds=3, drawn=0, published=0, played=0, seed="a quiet evening", **told):
    """Create a tournament with `entrants` people and `rounds` rounds: the first `drawn` are drawn, and so on.

    An entrant is linked to the player of the same name if the club's roster has one.
    """
    book = rule_book(told.pop("system", "korean_japanese"), told.pop("options", {}))
    now = datetime.now(UTC)
    made = Tournament.objects.create(
        club=club,
        code=new_code(),
        start_key=new_key(),
        **{"name": "Spring cup", "starts_on": date(2026, 11, 21), "public": False, **told},
        created_at=now,
        system=book.key,
        rules_version=book.version,
        options=plain(book.changed, "options"),
    )
    names = [NAMES[number - 1] if number <= len(NAMES) else f"Player {number}" for number in range(1, entrants + 1)]
    roster = {player.name: player for player in Player.objects.filter(club=club, name__in=names, merged_into=None)}
    Entrant.objects.bulk_create(
        Entrant(
            tournament=made,
            number=number,
            key=new_key(),
            player=roster.get(name),
            name="" if name in roster else name,
            entered_at=now,
        )
        for number, name in enumerate(names, start=1)
    )
    stage = Stage.objects.create(tournament=made, number=1, rounds=rounds)
    if drawn := max(drawn, published, played):
        draw(made, stage, seed, drawn, max(published, played))
    for one in Round.objects.filter(tournament=made, number__lte=played):
        close(one)
    made.refresh_from_db()
    return made


def draw(made, stage, seed, drawn, published):
    """Draw the first `drawn` rounds of the stage and publish the first `published`."""
    now = datetime.now(UTC)
    people = list(Entrant.objects.filter(tournament=made, state="entered"))
    schedule = seating.best(len(people), stage.rounds, seed)
    Stage.objects.filter(pk=stage.pk).update(seed=seed, promise=seating.promise(seed), promised_at=now, drawn_at=now)
    key = new_key()
    for number, tables in enumerate(schedule.rounds[:drawn], start=1):
        shown = now if number <= published else None
        one = Round.objects.create(
            tournament=made, stage=stage, number=number, key=key, drawn_at=now, published_at=shown, minutes=60,
            end_policy="finish",
        )  # fmt: skip
        made_tables = Table.objects.bulk_create(Table(round=one, number=place) for place in range(1, len(tables) + 1))
        seated = {index for three in tables for index in three}
        Seat.objects.bulk_create(
            [
                Seat(round=one, table=table, entrant=people[index], wind=wind)
                for table, three in zip(made_tables, tables, strict=True)
                for wind, index in zip("ESW", three, strict=True)
            ]
            + [Seat(round=one, entrant=person) for index, person in enumerate(people) if index not in seated]
        )
        if shown:
            RoundChange.objects.create(round=one, revision=0, at=now, reason="published", after=[])
    Tournament.objects.filter(pk=made.pk).update(state="running")


def close(one, points=(30, 0, -30)):
    """Confirm the same result at every table of the round, and close the round."""
    results(Table.objects.filter(round=one), points)
    Round.objects.filter(pk=one.pk).update(closed_at=datetime.now(UTC))


def result(table, points=(30, 0, -30), confirmed=True):
    """Store a typed result of a table, entered by East and confirmed by South."""
    (entered,) = results(Table.objects.filter(pk=table.pk), points, confirmed)
    return entered


def results(tables, points=(30, 0, -30), confirmed=True):
    """Store the same typed result at each of these tables of one round, entered by East and confirmed by South."""
    now = datetime.now(UTC)
    p1, p2, p3 = points
    told = {"p1": p1, "p2": p2, "p3": p3, "total": sum(points), "at": now}
    tables = list(tables.prefetch_related("seats__entrant", "results"))
    seated = [{seat.wind: seat.entrant for seat in table.seats.all()} for table in tables]
    entered = Result.objects.bulk_create(
        Result(table=table, number=1 + len(table.results.all()), key=new_key(), entrant=seats["E"], **told)
        for table, seats in zip(tables, seated, strict=True)
    )
    if confirmed:
        Verdict.objects.bulk_create(
            Verdict(result=each, number=1, key=new_key(), kind="confirmed", at=now, entrant=seats["S"])
            for each, seats in zip(entered, seated, strict=True)
        )
    # As every action does: pages are cached by the tournament's version.
    Tournament.objects.filter(rounds__in={table.round_id for table in tables}).update(
        version=F("version") + len(tables)
    )
    return entered
