"""A tournament with rows in every table of the database, for tests of files. Asserts nothing."""

from datetime import UTC, datetime

from engine.seats import PerSeat
from engine.seats import Seat as Chair
from matches import actions
from matches.actions.lifecycle import ContainingEvent
from matches.models import HouseRules, HouseRulesVersion, Match
from people.models import Club, Player
from people.web.codes import new_code
from tests.matches.table import PHONE, at, new_key, wall
from tests.tournaments.cast import NAMES, tournament
from tests.tournaments.persons import Person
from tournaments.models import (
    Adjustment,
    Apart,
    Call,
    Entrant,
    Result,
    Round,
    RoundChange,
    Seat,
    Series,
    SeriesEvent,
    Stage,
    Table,
    Team,
    Tournament,
    Verdict,
)

BEFORE = {"tables": [[1, 2, 3], [4, 5, 6]], "byes": [7]}
REASONS = {
    "how": [["%(step)s of 5 steps", {"step": 3}]],
    "tables": {"1": [["Places %(one)s, %(two)s", {"one": 1, "two": "2"}]]},
}
PLAN = {"field": [1, 2, 3], "rounds": [[[1, 2, 3]]], "again": [{"seed": "an earlier one", "reason": "Somebody came"}]}
NOW = datetime(2026, 11, 21, 9, 30, 15, 123456, tzinfo=UTC)


def whole(name="Friday club"):
    """Ten entrants with one bye a round; the first round is played, and a table of the second has a match."""
    olga = Person(f"owner of {name}")
    club = Club.objects.get(code=olga.found(name))
    olga.add(club.code, "\n".join(NAMES[:3]))
    Player.objects.filter(name="Bea Brook").update(shown="nickname", nickname="Bee")
    made = tournament(club, entrants=10, played=1, published=2, drawn=3, note="Bring tea; =1+1", place="Brno")
    rules = _house_rules(club, made)
    Tournament.objects.filter(pk=made.pk).update(house_rules=rules, options=rules.options, capacity=12)
    made.refresh_from_db()
    _people(made)
    _results_and_changes(made, olga.user)
    _series(made)
    play(made, Table.objects.get(round__tournament=made, round__number=2, number=1))
    made.refresh_from_db()
    return made


def _house_rules(club, made):
    told = {"system": made.system, "club": club, "created_at": NOW}
    rules = HouseRules.objects.create(code=new_code(), owner=new_key(), start_key=new_key(), **told)
    said = {"name": "Club rules", "rules_version": made.rules_version, "options": {"match_length": 18}}
    return HouseRulesVersion.objects.create(rules=rules, number=1, key=new_key(), saved_at=NOW, **said)


def _series(made):
    told = {"club": made.club, "name": "The year", "counting": {"best": 3, "values": [10, "7/2"]}, "created_at": NOW}
    series = Series.objects.create(code=new_code(), start_key=new_key(), **told)
    SeriesEvent.objects.create(series=series, tournament=made)


def _people(made):
    teams = [Team.objects.create(tournament=made, number=number, name=f"Team {number}") for number in (1, 2)]
    people = list(Entrant.objects.filter(tournament=made))
    for entrant, team in zip(people, teams * 2, strict=False):
        Entrant.objects.filter(pk=entrant.pk).update(team=team, checked_in_at=NOW, seeding=3, country="CZ")
    Apart.objects.create(tournament=made, one=people[0], other=people[3])
    Entrant.objects.create(
        tournament=made, number=11, key=new_key(), name="=cmd|'x'", state="waiting", house=True, entered_at=NOW, lot=4
    )
    Stage.objects.create(
        tournament=made,
        number=2,
        name="Final",
        seating="final",
        rounds=1,
        takes=3,
        carry={"kind": "half"},
        seed="not to be known",
        promise="x",
    )


def _results_and_changes(made, user):
    first = Round.objects.get(tournament=made, number=1)
    table = first.tables.get(number=2)
    people = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=made)}
    told = {"at": NOW, "user": user, "device": new_key()}
    Verdict.objects.create(
        result=table.results.get(), number=2, key=new_key(), kind="disputed", reason="Other points", **told
    )
    again = Result.objects.create(table=table, number=2, key=new_key(), p1=20, p2=0, p3=-20, reason="Counted", **told)
    Verdict.objects.create(result=again, number=1, key=new_key(), kind="confirmed", **told)
    for number, points in ((1, -20), (2, 5)):
        Adjustment.objects.create(
            tournament=made,
            key=new_key(),
            entrant=people[number],
            round=1,
            points=points,
            reason="Late",
            at=NOW,
            user=user,
        )
    Adjustment.objects.filter(points=5).update(cancelled_at=NOW, cancelled_by=user, cancel_reason="Not so")
    Call.objects.create(table=table, key=new_key(), at=NOW, note="A tile fell", answered_at=NOW, answered_by=user)
    second = Round.objects.get(tournament=made, number=2)
    RoundChange.objects.create(
        round=second, revision=1, at=NOW, reason="Came late", before=BEFORE, after={**BEFORE, "byes": [4]}
    )
    Stage.objects.filter(tournament=made, number=1).update(plan=PLAN)
    Round.objects.filter(pk=second.pk).update(
        reasons=REASONS, started_at=NOW, paused_seconds=12, revision=1, locked_at=NOW
    )
    seat = Seat.objects.filter(round=second, wind="W").first()
    ann = Player.objects.get(club=made.club, name="Ann Abbot")
    Seat.objects.filter(pk=seat.pk).update(substitute="Ann Abbot", substitute_player=ann)


def play(made, table, hands=2, length=18):
    """A match at the table with hands, a correction, a penalty with a note, and a replaced player."""
    seats = list(table.seats.select_related("entrant__player").order_by("pk"))
    names = PerSeat(*(seat.entrant.player.name if seat.entrant.player else seat.entrant.name for seat in seats))
    players = {
        chair: seat.entrant.player for chair, seat in zip(Chair, seats, strict=True) if seat.entrant.player is not None
    }
    part = ContainingEvent(within=f"/e/{made.code}/rounds/{table.round.number}/tables/{table.number}/", players=players)
    match = actions.start_match(
        device=PHONE, name="", names=names, system=made.system, options={"match_length": length}, key=new_key(),
        club=made.club, label="Firefox, Android", part=part,
    )  # fmt: skip
    actions.record_entry(kind="hand", **at(match), payload=wall())
    actions.record_entry(
        kind="penalty",
        payload={"penalty": {"P1": 10, "P2": -20, "P3": 10}, "ends_hand": False},
        **at(match),
        note="Wall fell",
    )
    for _hand in range(1, hands):
        actions.record_entry(kind="hand", **at(match), payload=wall("P3"))
    actions.correct_entry(**at(match), target=1, kind="hand", payload=wall("P2"))
    actions.replace_player(match=match, device=PHONE, chair=Chair.P3, name="Zoe Zen", from_hand=2)
    Table.objects.filter(pk=table.pk).update(match=match)
    return Match.objects.get(pk=match.pk)
