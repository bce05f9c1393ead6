"""What happens at the tables of a round, written to the database directly. Asserts nothing."""

from datetime import UTC, datetime, timedelta

from engine.seats import PerSeat
from matches import actions
from matches.actions.lifecycle import ContainingEvent
from matches.models import Match
from tests.matches.table import new_key, wall
from tests.tournaments.cast import tournament
from tournaments.models import Call, Result, Round, Table, Tournament, Verdict

PHONE = "phone-of-a-table-00000"


def table_of(made, round, number):
    """A table of a round."""
    return Table.objects.get(round__tournament=made, round__number=round, number=number)


def seated(table):
    """The entrants at the table, East first."""
    seats = sorted(table.seats.select_related("entrant"), key=lambda seat: "ESWN".index(seat.wind))
    return [seat.entrant for seat in seats]


def begin(made, round=1, minutes=0):
    """Start the round's clock as of `minutes` ago."""
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    Round.objects.filter(tournament=made, number=round).update(started_at=at, published_at=at)


def second_round(club):
    """A tournament of fifteen players in the second of three rounds."""
    made = tournament(club, entrants=15, rounds=3, drawn=3, published=2, played=1, public=True, place="Jade hall")
    begin(made, 2, minutes=19)
    return made


def play(table, hands=0):
    """Start the table's match on a phone and play `hands` hands, each won by East from the wall."""
    told = {"device": PHONE, "name": "", "system": "korean_japanese", "options": {}, "key": new_key()}
    names = PerSeat(*(each.name or "Someone" for each in seated(table)))
    club = table.round.tournament.club
    match = actions.start_match(
        **told, names=names, club=club, part=ContainingEvent(within="/", players={}, public=True)
    )
    Table.objects.filter(pk=table.pk).update(match=match)
    go_on(match, hands)
    return Match.objects.get(pk=match.pk)


def go_on(match, hands=1):
    """Play `hands` more hands."""
    for _each in range(hands):
        now = Match.objects.get(pk=match.pk)
        told = {"match": now, "device": PHONE, "key": new_key(), "expected_seq": now.version + 1}
        actions.record_entry(kind="hand", payload=wall("P1", 5, 3), **told)


def dispute(result, reason="We counted 13"):
    """The entrant on South disputes the result."""
    number, south = 1 + result.verdicts.count(), seated(result.table)[1]
    told = {"number": number, "key": new_key(), "kind": "disputed", "reason": reason}
    return Verdict.objects.create(result=result, at=datetime.now(UTC), entrant=south, **told)


def call(table, note="Dead hand?", minutes=2):
    """The table called the referee `minutes` ago."""
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    return Call.objects.create(table=table, key=new_key(), at=at, note=note)


def from_match(table, match):
    """Store the result that the match adds up to."""
    p1, p2, p3 = match.balances
    told = {"number": 1, "key": new_key(), "match_version": match.version, "entrant": seated(table)[0]}
    told |= {"pot": match.pot, "total": p1 + p2 + p3 + match.pot, "at": datetime.now(UTC)}
    return Result.objects.create(table=table, p1=p1, p2=p2, p3=p3, **told)


def touched(made):
    """Raise the tournament's version, as every action does."""
    Tournament.objects.filter(pk=made.pk).update(version=made.version + 1)
    made.refresh_from_db()
