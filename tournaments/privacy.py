"""What tournaments keep about the club's players follows the roster: a person erased, two entries merged, a new name.

Inside the transaction of what is done to the roster (people.player_data_hooks), whose club is locked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet

from matches.models import Sitting
from people.actions.erasure import scrub, without
from people.models import Player
from people.player_data_hooks import Forgotten
from people.text.cleaning import alike, tidy
from tournaments.models import (
    Adjustment,
    Call,
    Entrant,
    Forgetting,
    Phone,
    Result,
    RoundChange,
    Seat,
    Series,
    Stage,
    Team,
    Tournament,
    Verdict,
)


def forget(person: Forgotten) -> None:
    """Entries say nothing of the person, substitutes are called by the code, texts lose the name; results stay.

    Theirs is also what stands under one of their names in the tournaments of their clubs and is nobody of the roster.
    """
    there = Tournament.objects.filter(club__in=person.clubs)
    _touch(person.players, there.values_list("pk", flat=True))  # what is reworded may stand anywhere in them
    typed = _typed(person)  # once they are locked: nobody types the name meanwhile
    own = Entrant.objects.filter(player__in=person.players)
    Phone.objects.filter(Q(entrant__in=own) | Q(entrant__in=typed.entrants)).update(label="")
    bare = {"club_name": "", "country": "", "licence": "", "wish": ""}
    own.update(name="", **bare)
    Entrant.objects.filter(pk__in=typed.entrants).update(name=person.code, **bare)
    Seat.objects.filter(Q(substitute_player__in=person.players) | Q(pk__in=typed.seats)).update(substitute=person.code)
    Sitting.objects.filter(pk__in=typed.sittings).update(name=person.code)
    _reword(there, set(person.names), person.code)


def _reword(there: QuerySet[Tournament], names: set[str], code: str) -> None:
    """Replace the names by the code in typed text and in append-only reasons."""
    scrub(there, ["name", "place", "note"], names, code)
    scrub(Series.objects.filter(club__in=there.values("club")), ["name"], names, code)
    stages = Stage.objects.filter(tournament__in=there)
    scrub(stages, ["name"], names, code)
    for stage in stages:
        if plan := _reworded(stage.plan, names, code):
            Stage.objects.filter(pk=stage.pk).update(plan=plan)
    scrub(Team.objects.filter(tournament__in=there), ["name"], names, code)
    told = ["name", "club_name", "country", "licence", "wish"]
    scrub(Entrant.objects.filter(tournament__in=there), told, names, code)
    scrub(Phone.objects.filter(tournament__in=there).exclude(label=""), ["label"], names, code)
    scrub(Adjustment.objects.filter(tournament__in=there), ["reason", "cancel_reason"], names, code)
    scrub(Call.objects.filter(table__round__tournament__in=there), ["note"], names, code)
    forgetting = Forgetting.objects.create(code=code)
    scrub(Result.objects.filter(table__round__tournament__in=there).exclude(reason=""), ["reason"], names, code)
    scrub(Verdict.objects.filter(result__table__round__tournament__in=there), ["reason"], names, code)
    scrub(RoundChange.objects.filter(round__tournament__in=there), ["reason"], names, code)
    forgetting.delete()


def _reworded(plan: Any, names: set[str], code: str) -> Any:
    """The plan of a stage with the code in the reasons of draws that were made anew; None where it stays."""
    again = plan.get("again", []) if isinstance(plan, dict) else []
    told = [
        {key: without(text, names, code) if key == "reason" else text for key, text in each.items()} for each in again
    ]
    return None if told == again else {**plan, "again": told}


@dataclass(frozen=True, slots=True)
class _Typed:
    """Ids of what stands under a person's name and names nobody of the roster."""

    entrants: list[int]
    seats: list[int]
    sittings: list[int]


def _typed(person: Forgotten) -> _Typed:
    """Entries, substitutes and chairs at tables that somebody typed, in the tournaments of the person's clubs."""
    names = {alike(name) for name in person.names}
    entrants = Entrant.objects.filter(tournament__club__in=person.clubs, player=None)
    seats = Seat.objects.filter(round__tournament__club__in=person.clubs, substitute_player=None).exclude(substitute="")
    sittings = Sitting.objects.filter(match__club__in=person.clubs, player=None).exclude(match__within="")
    return _Typed(
        [pk for pk, name in entrants.values_list("pk", "name") if alike(tidy(name)) in names],
        [pk for pk, name in seats.values_list("pk", "substitute") if alike(tidy(name)) in names],
        [pk for pk, name in sittings.values_list("pk", "name") if alike(tidy(name)) in names],
    )


def merge(gone: Player, kept: Player) -> None:
    """The entries of `gone` are those of `kept`, and so are the games in which they sat in for others.

    Where both are in one tournament they stay two entries, each under its own name.
    """
    _touch([gone, kept])  # those of `kept` too: what they are called may be another name now
    both = Tournament.objects.filter(entrants__player=kept).values_list("pk", flat=True)
    Entrant.objects.filter(player=gone).exclude(tournament__in=list(both)).update(player=kept)
    seats = Seat.objects.filter(substitute_player=gone).exclude(round__tournament__in=list(both))
    seats.update(substitute_player=kept, substitute=kept.name)


def call(player: Player) -> None:
    """A substitute is called as the roster calls them."""
    _touch([player])
    Seat.objects.filter(substitute_player=player).update(substitute=player.name)


def _touch(players: Sequence[Player], more: Iterable[int] = ()) -> None:
    """Lock the tournaments of these players and `more`, and let their pages know that something has changed."""
    # Asked one by one: joined, every entrant of a tournament would stand beside every seat of it.
    entered = Entrant.objects.filter(player__in=players).values_list("tournament", flat=True)
    sat_in = Seat.objects.filter(substitute_player__in=players).values_list("round__tournament", flat=True)
    theirs = sorted({*entered, *sat_in, *more})
    list(Tournament.objects.select_for_update(of=("self",)).filter(pk__in=theirs).order_by("pk"))
    Tournament.objects.filter(pk__in=theirs).update(version=F("version") + 1)
