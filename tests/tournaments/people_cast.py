"""Helpers for tests of what tournaments store about players of the club."""

from people.models import Player
from tests.people.club_cast import member, player
from tests.tournaments.hall import call, table_of
from tournaments.models import Entrant, Phone, Seat, Team, Tournament
from tournaments.play.penalties import give_penalty
from tournaments.play.substitutions import set_substitute
from tournaments.play.table_access import TableAction, open_table
from tournaments.snapshot import Day

ANN = "Ann Abbot"


def substituted(cup, olga, entrant, name):
    """Set a substitute for an entrant in the first round, and return the seat."""
    set_substitute(tournament=cup, round=1, entrant=entrant, name=name, by=olga.user)
    return Seat.objects.get(round__tournament=cup, round__number=1, entrant__number=entrant)


def named(cup):
    """The name and roster player of each entrant, by number."""
    day = Day(Tournament.objects.get(pk=cup.pk), inside=True)
    return {each.number: (day.names[each.pk], each.player and each.player.name) for each in day.entrants}


def leave_traces(club, cup, olga):
    """Put her name, club and number into every text of a tournament in which she plays and is a substitute."""
    zdenka = member(club.code, "member", "z.n")
    entry = player(club.code, "Zdenka Nova")
    Player.objects.filter(pk=entry.pk).update(user=zdenka.user)
    theirs = {"player": entry, "name": "Nova", "club_name": "Riga Nova club", "country": "Latvia", "licence": "LV-77"}
    Entrant.objects.filter(tournament=cup, number=4).update(**theirs)
    Phone.objects.create(
        tournament=cup, device="d" * 22, label="Zdenka Nova's phone", joined_at=cup.created_at,
        entrant=Entrant.objects.get(tournament=cup, number=4),
    )  # fmt: skip
    substituted(cup, olga, 5, "zdenka nova")
    Tournament.objects.filter(pk=cup.pk).update(name="Zdenka Nova cup", note="Tea with Zdenka Nova")
    Team.objects.create(tournament=cup, number=1, name="Zdenka Nova and friends")
    told = {"entrant": 1, "points": -5, "reason": "Said by Zdenka Nova", "key": "k" * 22}
    give_penalty(tournament=cup, by=olga.user, **told)
    call(table_of(cup, 1, 1), note="Zdenka Nova asks")
    table = Seat.objects.get(entrant__number=5, round__number=1).table
    open_table(TableAction(tournament=cup, table=table, key="x" * 22, by=olga.user, device="x" * 22))
    return zdenka
