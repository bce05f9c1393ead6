"""The reactions of tournaments when a roster player is erased, merged, renamed or exported.

The roster calls the functions in `HOOKS`. `forget`, `merge` and `rename` run in the transaction of the change, with the
club locked.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet

from engine.hash_chain import stamp
from matches.models import Sitting
from people.actions.erasure import scrub, without
from people.models import Player, User
from people.player_data_hooks import ErasedPerson, PlayerDataHooks
from people.text.cleaning import alike, tidy
from tournaments import models
from tournaments.draw.seat_plans import plan_of
from tournaments.models import Entrant, Forgetting, Phone, Seat, Series, Stage, Tournament

_TYPED = ("club_name", "country", "licence", "wish")  # typed by entrants, like the name


def forget(person: ErasedPerson) -> None:
    """Clear the person's entries and replace their name with a code in seats and typed text. Results are kept.

    The same is done to entries and substitutes typed under one of the person's names in tournaments of their clubs.
    """
    tournaments = Tournament.objects.filter(club__in=person.clubs)
    _touch(person.players, tournaments.values_list("pk", flat=True))  # any of their pages may contain the name
    # Read after locking, so that nobody adds the name again.
    typed = Entrant.objects.filter(tournament__club__in=person.clubs, player=None)
    entrants = _pks_named(typed, "name", person)
    seats = Seat.objects.filter(round__tournament__club__in=person.clubs, substitute_player=None).exclude(substitute="")
    sittings = Sitting.objects.filter(match__club__in=person.clubs, player=None).exclude(match__within="")
    own = Entrant.objects.filter(player__in=person.players)
    Phone.objects.filter(Q(entrant__in=own) | Q(entrant__in=entrants)).update(label="")
    bare = dict.fromkeys(_TYPED, "")
    own.update(name="", **bare)
    Entrant.objects.filter(pk__in=entrants).update(name=person.code, **bare)
    named = Q(substitute_player__in=person.players) | Q(pk__in=_pks_named(seats, "substitute", person))
    Seat.objects.filter(named).update(substitute=person.code)
    Sitting.objects.filter(pk__in=_pks_named(sittings, "name", person)).update(name=person.code)
    _reword(tournaments, set(person.names), person.code)


def _pks_named(rows: QuerySet[Any], field: str, person: ErasedPerson) -> list[int]:
    """Return the ids of rows whose `field` is one of the person's names."""
    names = {alike(name) for name in person.names}
    return [pk for pk, name in rows.values_list("pk", field) if alike(tidy(name)) in names]


def _reword(tournaments: QuerySet[Tournament], names: set[str], code: str) -> None:
    """Replace the names with the code in typed text and in reasons, some of which are in append-only tables."""
    stages = Stage.objects.filter(tournament__in=tournaments)
    entrants = Entrant.objects.filter(tournament__in=tournaments)
    texts: list[tuple[QuerySet[Any], list[str]]] = [
        (tournaments, ["name", "place", "note"]),
        (Series.objects.filter(club__in=tournaments.values("club")), ["name"]),
        (stages, ["name"]),
        (models.Team.objects.filter(tournament__in=tournaments), ["name"]),
        (entrants, ["name", *_TYPED]),
        (Phone.objects.filter(tournament__in=tournaments).exclude(label=""), ["label"]),
        (models.Adjustment.objects.filter(tournament__in=tournaments), ["reason", "cancel_reason"]),
        (models.Call.objects.filter(table__round__tournament__in=tournaments), ["note"]),
    ]
    append_only: list[QuerySet[Any]] = [
        models.Result.objects.filter(table__round__tournament__in=tournaments).exclude(reason=""),
        models.Verdict.objects.filter(result__table__round__tournament__in=tournaments),
        models.RoundChange.objects.filter(round__tournament__in=tournaments),
    ]
    for rows, fields in texts:
        scrub(rows, fields, names, code)
    for stage in stages:
        replaced = plan_of(stage).get("again", [])
        cleaned = [
            {key: without(text, names, code) if key == "reason" else text for key, text in draw.items()}
            for draw in replaced
        ]
        if cleaned != replaced:
            Stage.objects.filter(pk=stage.pk).update(plan={**stage.plan, "again": cleaned})
    forgetting = Forgetting.objects.create(code=code)
    for rows in append_only:
        scrub(rows, ["reason"], names, code)
    forgetting.delete()


def merge(gone: Player, kept: Player) -> None:
    """Move the entries and substitutions of `gone` to `kept`, except in tournaments that `kept` has entered."""
    _touch([gone, kept])  # the name of `kept` may change
    both = Tournament.objects.filter(entrants__player=kept).values_list("pk", flat=True)
    Entrant.objects.filter(player=gone).exclude(tournament__in=list(both)).update(player=kept)
    seats = Seat.objects.filter(substitute_player=gone).exclude(round__tournament__in=list(both))
    seats.update(substitute_player=kept, substitute=kept.name)


def rename(player: Player) -> None:
    """Update the player's name in the seats where they are a substitute."""
    _touch([player])
    Seat.objects.filter(substitute_player=player).update(substitute=player.name)


def _touch(players: Sequence[Player], more: Iterable[int] = ()) -> None:
    """Lock the players' tournaments and those in `more` (ids), and increment their versions."""
    # Two queries, because one join would pair each entrant with each seat.
    entered = Entrant.objects.filter(player__in=players).values_list("tournament", flat=True)
    substituted = Seat.objects.filter(substitute_player__in=players).values_list("round__tournament", flat=True)
    pks = sorted({*entered, *substituted, *more})
    list(Tournament.objects.select_for_update(of=("self",)).filter(pk__in=pks).order_by("pk"))
    Tournament.objects.filter(pk__in=pks).update(version=F("version") + 1)


def personal_data(players: Sequence[Player], _user: User | None) -> dict[str, list[dict[str, Any]]]:
    """Return the entries (`tournaments`) and substitutions (`substituted`) of these players, naming nobody else."""
    entries = Entrant.objects.filter(player__in=players).select_related("tournament__club")
    seats = Seat.objects.filter(substitute_player__in=players).select_related("round__tournament__club", "table")
    entered, substituted = [], []
    for entrant in entries.order_by("tournament__starts_on", "pk"):
        values = {name: getattr(entrant, name) for name in ("number", *_TYPED, "state")}
        entered.append({**_event_values(entrant.tournament), **values, "entered_at": stamp(entrant.entered_at)})
    for seat in seats.order_by("round__tournament__starts_on", "round__number", "pk"):
        at = {"round": seat.round.number, "table": seat.table.number if seat.table else None}
        substituted.append({**_event_values(seat.round.tournament), **at, "name": seat.substitute})
    return {"tournaments": entered, "substituted": substituted}


def _event_values(event: Tournament) -> dict[str, Any]:
    return {"tournament": event.name, "day": event.starts_on.isoformat(), "club": event.club.name}


HOOKS = PlayerDataHooks(forget=forget, merge=merge, rename=rename, export=personal_data)
