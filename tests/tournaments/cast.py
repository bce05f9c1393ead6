"""A tournament as its organiser has it at some moment, put into the database straight away. Asserts nothing."""

from datetime import UTC, date, datetime

from django.db.models import F

from engine import seating
from engine.chain import plain
from engine.rulesets import rule_book
from people.codes import new_code
from people.models import Player
from tests.matches.table import new_key
from tournaments.models import (
    Entrant,
    Result,
    Round,
    RoundChange,
    Seat,
    Stage,
    Table,
    Tournament,
    Verdict,
)

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
    """A tournament of `club` with `entrants` people, of whose `rounds` the first `drawn`, `published`, `played` are.

    The first three entrants are on the club's roster if players called so are.
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
    for number in range(1, entrants + 1):
        name = NAMES[number - 1] if number <= len(NAMES) else f"Player {number}"
        player = Player.objects.filter(club=club, name=name, merged_into=None).first()
        Entrant.objects.create(
            tournament=made, number=number, key=new_key(), player=player, name="" if player else name, entered_at=now
        )
    stage = Stage.objects.create(tournament=made, number=1, rounds=rounds)
    if drawn := max(drawn, published, played):
        draw(made, stage, seed, drawn, max(published, played))
    for one in Round.objects.filter(tournament=made, number__lte=played):
        close(one)
    made.refresh_from_db()
    return made


def draw(made, stage, seed, drawn, published):
    """The first `drawn` rounds of the stage, of which `published` are shown."""
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
        seated = set()
        for place, three in enumerate(tables, start=1):
            table = Table.objects.create(round=one, number=place)
            for wind, index in zip("ESW", three, strict=True):
                seated.add(index)
                Seat.objects.create(round=one, table=table, entrant=people[index], wind=wind)
        for index, person in enumerate(people):
            if index not in seated:
                Seat.objects.create(round=one, entrant=person)
        if shown:
            RoundChange.objects.create(round=one, revision=0, at=now, reason="published", after=[])
    Tournament.objects.filter(pk=made.pk).update(state="running")


def close(one, points=(30, 0, -30)):
    """Every table of the round comes to the same, confirmed; the round is closed."""
    for table in Table.objects.filter(round=one):
        result(table, points)
    Round.objects.filter(pk=one.pk).update(closed_at=datetime.now(UTC))


def result(table, points=(30, 0, -30), confirmed=True):
    """A typed result of a table, by the entrants on East and South."""
    now, seats = datetime.now(UTC), {seat.wind: seat.entrant for seat in table.seats.select_related("entrant")}
    number = 1 + table.results.count()
    p1, p2, p3 = points
    entered = Result.objects.create(
        table=table, number=number, key=new_key(), p1=p1, p2=p2, p3=p3, total=sum(points), at=now, entrant=seats["E"]
    )
    if confirmed:
        Verdict.objects.create(result=entered, number=1, key=new_key(), kind="confirmed", at=now, entrant=seats["S"])
    # As every action does: pages keep what they have made for a version.
    Tournament.objects.filter(rounds=table.round_id).update(version=F("version") + 1)
    return entered
