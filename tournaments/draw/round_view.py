"""Rounds as the pages show them: tables with names, and their quality in words. Writes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.seating import Pair, pairs
from matches import wording
from matches.wording import wind_name
from people.text.alphabetical_order import alphabetical
from tournaments.draw import seat_plans
from tournaments.draw.methods import FINALISTS, LARGEST_FINAL, group_name
from tournaments.draw.seat_plans import PlanQuality, Seats
from tournaments.models import Entrant, Round, RoundChange, Seating, Stage
from tournaments.snapshot import WINDS, Day


@dataclass(frozen=True, slots=True)
class RoundSeat:
    """Somebody on a wind, or with a bye (no wind). `plays`: who plays for them, "" for nobody."""

    entrant: Entrant
    name: str
    wind: str = ""
    word: str = ""
    plays: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round; `notes`: what an organiser should know of it; `moved`: it would be another one; `final`: what
    is played there, where there are several finals."""

    number: int
    sitters: tuple[RoundSeat, ...]
    notes: tuple[str, ...] = ()
    begun: bool = False
    moved: bool = False
    final: str = ""


def table_rows(
    day: Day, one: Round, apart: frozenset[Pair] = frozenset(), before: Sequence[Seats] = ()
) -> list[TableRow]:
    """The tables as they are seated, with who meets again (`before`: the rounds before) or should not meet."""
    found = []
    told = seat_plans.again(before, seat_plans.seats_of(day, one))
    for table in day.tables.get(one.pk, []):
        seats = day.seats.get(table.pk, [])
        met = pairs(tuple(seat.entrant.number for seat in seats))
        sitters = tuple(
            RoundSeat(
                seat.entrant,
                day.names[seat.entrant_id],
                seat.wind,
                wind_name(seat.wind),
                day.substitutes.get(seat.pk, ""),
            )
            for seat in seats
        )
        notes = [_again(day, pair, told[pair]) for pair in met if pair in told]
        notes += [_kept_apart(day, pair) for pair in met if pair in apart]
        begun = table.match_id is not None or table.pk in day.results
        final = final_name(table.number - 1) if finals_in(one.stage) > 1 else ""
        found.append(TableRow(table.number, sitters, tuple(notes), begun, final=final))
    return found


def rows_of(day: Day, now: Seats, then: Seats) -> list[TableRow]:
    """The tables that a round would have; those that are not as now are marked."""
    found = []
    for at, table in enumerate(then.tables):
        sitters = tuple(_sitter(day, number, wind) for wind, number in zip(WINDS, table, strict=False))
        found.append(TableRow(at + 1, sitters, moved=now.tables[at : at + 1] != (table,)))
    return found


def _sitter(day: Day, number: int, wind: str = "") -> RoundSeat:
    entrant = day.by_number[number]
    return RoundSeat(entrant, day.names[entrant.pk], wind, wind_name(wind))


def sitters(day: Day, numbers: Iterable[int]) -> list[RoundSeat]:
    """These entrants, without seats."""
    return [_sitter(day, number) for number in numbers]


def by_name(tables: Sequence[TableRow], byes: Sequence[RoundSeat]) -> list[tuple[RoundSeat, TableRow | None]]:
    """Everybody by name, with the table: what one looks up at the door."""
    found: list[tuple[RoundSeat, TableRow | None]] = [(sitter, table) for table in tables for sitter in table.sitters]
    found += [(sitter, None) for sitter in byes]
    return sorted(found, key=lambda each: (alphabetical(each[0].name), each[0].entrant.number))


# ── how good it is ───────────────────────────────────────────────────────────


def two(day: Day, pair: Pair) -> str:
    """Ann and Bea."""
    names = [wording.isolated(day.names[day.by_number[number].pk]) for number in pair]
    return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}


def _again(day: Day, pair: Pair, rounds: Sequence[int]) -> str:
    told = {"two": two(day, pair), "rounds": wording.listed(str(number) for number in rounds)}
    return ngettext("%(two)s have met in round %(rounds)s", "%(two)s have met in rounds %(rounds)s", len(rounds)) % told


def _kept_apart(day: Day, pair: Pair) -> str:
    return _("%(two)s were to be kept apart") % {"two": two(day, pair)}


@dataclass(frozen=True, slots=True)
class RoundFact:
    """Something counted: what, how much, whether it is as good as can be; `was`: before the change looked at."""

    label: str
    value: str
    fine: bool
    was: str = ""


def facts(day: Day, good: PlanQuality, was: PlanQuality | None = None) -> list[RoundFact]:
    """What is good and bad about some rounds; `was`: before the change that is looked at."""
    now, old = _values(good), _values(was) if was else {}
    labels = {
        "repeats": _("Repeated meetings"),
        "meetings": _("Meetings of any two"),
        "winds": _("Winds differ by"),
        "byes": _("Byes each"),
        "tables": _("Returns to a table"),
        **({"apart": _("Pairs kept apart")} if good.apart else {}),
    }
    fine = {"repeats": good.repeats == 0, "winds": good.wind_spread <= 1, "byes": good.most_byes - good.least_byes <= 1}
    fine["apart"] = not good.together
    found = [
        RoundFact(label, now[name], fine.get(name, True), old.get(name, "") if old.get(name) != now[name] else "")
        for name, label in labels.items()
    ]
    meet = wording.listed(two(day, pair) for pair in good.together)
    return [*found, *([RoundFact(_("Kept apart, and meet"), meet, False)] if meet else [])]


def _values(good: PlanQuality) -> dict[str, str]:
    return {
        "repeats": str(good.repeats),
        "meetings": _between(good.least_meetings, good.most_meetings),
        "winds": str(good.wind_spread),
        "byes": _between(good.least_byes, good.most_byes),
        "tables": str(good.table_repeats),
        "apart": _("%(kept)s of %(pairs)s") % {"kept": good.apart - len(good.together), "pairs": good.apart},
    }


def _between(least: int, most: int) -> str:
    return str(least) if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most}


# ── why ──────────────────────────────────────────────────────────────────────


def why_round(day: Day, one: Round) -> list[str]:
    """How the round was come by, in sentences."""
    said = [_(sentence) % values for sentence, values in one.reasons.get("how", ())] if one.reasons else []
    return [_how(one.stage), *said] if not said or one.stage.seating == Seating.SWISS else said


def why_tables(day: Day, one: Round, tables: Iterable[int]) -> list[list[str]]:
    """Why the players of each of these tables sit together: what the seating says, then whether any have met before."""
    now = seat_plans.seats_of(day, one)
    met = seat_plans.again([seat_plans.seats_of(day, each) for each in day.rounds if each.number < one.number], now)
    given = (one.reasons or {}).get("tables", {})
    found = []
    for number in tables:
        said = [_(sentence) % values for sentence, values in given.get(str(number), ())]
        told = [_again(day, pair, met[pair]) for pair in pairs(now.tables[number - 1]) if pair in met]
        found.append([*said, *(told or [_("None of them have met before.")])])
    return found


def _how(stage: Stage) -> str:
    """What each way of seating says of all its rounds."""
    said: Mapping[str, str] = {
        "fixed": _("The schedule was ready before anybody had played; the seed drew who takes which place of it."),
        "random": _("Drawn by the seed, so that as few as possible meet again."),
        "prescribed": _("The organiser brought the seating."),
        "four": _("Drawn by the seed: nobody has a bye, at tables of four one sits out each hand."),
        "groups": _("Each group has a schedule of its own; the seed drew who takes which place of it."),
        "final": _("Those who came first play the final; the seed drew their seats."),
        "swiss": _("Neighbours in the standings meet, and nobody twice."),
    }
    if finals_in(stage) > 1:
        return _("Three players play each final, in the order of the standings; the seed decided their seats.")
    return said[stage.seating]


def seating_of(stage: Stage) -> str:
    """How a stage is seated, in words."""
    many = finals_in(stage)
    if many < 2:
        return str(stage.get_seating_display())
    return _("A and B finals") if many == 2 else _("Finals A to %(last)s") % {"last": group_name(many - 1)}


def finals_in(stage: Stage) -> int:
    """How many finals a stage has, drawn or to be drawn, as far as that is known; 0 where it is none."""
    if stage.seating != Seating.FINAL:
        return 0
    takes = 0 if stage.by_group else stage.takes or 0
    return len(seat_plans.plan_of(stage).get("groups", ())) or (takes // FINALISTS if takes > LARGEST_FINAL else 1)


def group_title(at: int) -> str:
    """What the group at place `at`, counted from 0, is called."""
    return _("Group %(name)s") % {"name": group_name(at)}


def final_name(at: int) -> str:
    """What the final at place `at`, counted from 0, is called."""
    return _("%(letter)s final") % {"letter": group_name(at)}


def changes(day: Day, one: Round) -> list[RoundChange]:
    """Each change of the round since it was first published, the last first; shown again as it was is none."""
    told = [each for each in reversed(day.changes) if each.round_id == one.pk and each.revision > 0]
    return [each for each in told if each.before != each.after or each.reason != "published"]
