"""Rounds for display: tables with names, draw quality and reasons in words. Read-only."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.seating import Pair, pairs
from matches import wording
from matches.wording import wind_name
from people.text.names import alphabetical
from tournaments.draw import seat_plans
from tournaments.draw.methods import FINALISTS, LARGEST_FINAL, group_name
from tournaments.draw.seat_plans import PlanQuality, Seats
from tournaments.models import Entrant, Round, RoundChange, Seating, Stage
from tournaments.snapshot import WINDS, Day


class RoundSeat(NamedTuple):
    """An entrant in a round.

    `wind` and `word` (the name of the wind) are "" for a bye; `plays`: the name of the substitute, or "".
    """

    entrant: Entrant
    name: str
    wind: str = ""
    word: str = ""
    plays: str = ""


class TableRow(NamedTuple):
    """A table of a round. `notes`: warnings; `moved`: whether a preview changes it; `final`: the final's title."""

    number: int
    sitters: tuple[RoundSeat, ...]
    notes: tuple[str, ...] = ()
    begun: bool = False
    moved: bool = False
    final: str = ""


def table_rows(
    day: Day, row: Round, kept_apart: frozenset[Pair] = frozenset(), before: Sequence[Seats] = ()
) -> list[TableRow]:
    """Return the tables of a round. The notes name pairs that met in the rounds `before` or must be `kept_apart`."""
    rows, text = [], _("%(two)s should be kept apart")
    met = seat_plans.earlier_meetings(before, seat_plans.seats_of(day, row))
    for table in day.tables[row.pk]:
        seats = day.seats[table.pk]
        together = pairs(tuple(seat.entrant.number for seat in seats))
        notes = [_met_again(day, pair, met[pair]) for pair in together if pair in met]
        notes += [text % {"two": _two_names(day, pair)} for pair in together if pair in kept_apart]
        sitters = [_seat(day, seat.entrant.number, seat.wind, day.substitutes.get(seat.pk, "")) for seat in seats]
        final = final_name(table.number - 1) if finals_in(row.stage) > 1 else ""
        begun = seat_plans.table_begun(day, table)
        rows.append(TableRow(table.number, tuple(sitters), tuple(notes), begun, final=final))
    return rows


def rows_of(day: Day, now: Seats, then: Seats) -> list[TableRow]:
    """Return the tables of a round with the seats `then`, marking those that differ from `now`."""
    rows = []
    for at, table in enumerate(then.tables):
        seats = tuple(_seat(day, number, wind) for wind, number in zip(WINDS, table, strict=False))
        rows.append(TableRow(at + 1, seats, moved=now.tables[at : at + 1] != (table,)))
    return rows


def _seat(day: Day, number: int, wind: str = "", plays: str = "") -> RoundSeat:
    entrant = day.by_number[number]
    return RoundSeat(entrant, day.names[entrant.pk], wind, wind_name(wind), plays)


def sitters(day: Day, numbers: Iterable[int]) -> list[RoundSeat]:
    """Return the entrants with these numbers as `RoundSeat`, without winds."""
    return [_seat(day, number) for number in numbers]


def by_name(tables: Sequence[TableRow], byes: Sequence[RoundSeat]) -> list[tuple[RoundSeat, TableRow | None]]:
    """Return all players of a round by name, each with their table (None for a bye)."""
    rows: list[tuple[RoundSeat, TableRow | None]] = [(seat, table) for table in tables for seat in table.sitters]
    rows += [(seat, None) for seat in byes]
    return sorted(rows, key=lambda row: (alphabetical(row[0].name), row[0].entrant.number))


# ── quality ──────────────────────────────────────────────────────────────────


def _two_names(day: Day, pair: Pair) -> str:
    names = [wording.isolated(day.names[day.by_number[number].pk]) for number in pair]
    return wording.listed(names, "and")


def _met_again(day: Day, pair: Pair, rounds: Sequence[int]) -> str:
    values = {"two": _two_names(day, pair), "rounds": wording.listed(map(str, rounds), "and")}
    text = ngettext("%(two)s met in round %(rounds)s", "%(two)s met in rounds %(rounds)s", len(rounds))
    return text % values


class RoundFact(NamedTuple):
    """A figure about the draw quality. `fine`: whether it can't be better; `was`: the value before a change, or ""."""

    label: str
    value: str
    fine: bool
    was: str = ""


def facts(day: Day, good: PlanQuality, was: PlanQuality | None = None) -> list[RoundFact]:
    """Return the draw quality in words. `was`: the quality before the previewed change."""
    old = {label: value for label, value, _fine in _facts(was)} if was else {}
    rows = [RoundFact(*fact, "" if old.get(fact[0]) == fact[1] else old.get(fact[0], "")) for fact in _facts(good)]
    if good.together:
        meet = wording.listed(_two_names(day, pair) for pair in good.together)
        rows.append(RoundFact(_("Pairs that should be kept apart but play together"), meet, False))
    return rows


def _facts(good: PlanQuality) -> list[tuple[str, str, bool]]:
    """Return triples of a label, a value, and whether the value can't be better."""
    rematches = _("%(many)s (unavoidable)") if good.repeats and good.needs_rematches else "%(many)s"
    facts = [
        (_("Rematches"), rematches % {"many": good.repeats}, good.repeats == 0 or good.needs_rematches),
        (_("Meetings per pair"), _between(good.least_meetings, good.most_meetings), True),
        (_("Largest wind imbalance"), str(good.wind_spread), good.wind_spread <= 1),
        (_("Byes per player"), _between(good.least_byes, good.most_byes), good.most_byes - good.least_byes <= 1),
        (_("Repeat visits to a table"), str(good.table_repeats), True),
    ]
    if good.kept_apart:
        values = {"kept": good.kept_apart - len(good.together), "pairs": good.kept_apart}
        facts.append((_("Pairs kept apart"), _("%(kept)s of %(pairs)s") % values, not good.together))
    return facts


def _between(least: int, most: int) -> str:
    return str(least) if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most}


# ── reasons ──────────────────────────────────────────────────────────────────


def why_round(day: Day, row: Round) -> list[str]:
    """Return sentences that explain how the round was drawn."""
    reasons = [_(sentence) % values for sentence, values in row.reasons.get("how", ())] if row.reasons else []
    return [_method(row.stage), *reasons] if not reasons or row.stage.seating == Seating.SWISS else reasons


def why_tables(day: Day, row: Round, tables: Iterable[int]) -> list[list[str]]:
    """Return sentences for each table: why its players sit together, and whether any of them have met before."""
    now = seat_plans.seats_of(day, row)
    before = [seat_plans.seats_of(day, earlier) for earlier in day.rounds if earlier.number < row.number]
    met = seat_plans.earlier_meetings(before, now)
    saved = (row.reasons or {}).get("tables", {})
    sentences = []
    for number in tables:
        reasons = [_(sentence) % values for sentence, values in saved.get(str(number), ())]
        again = [_met_again(day, pair, met[pair]) for pair in pairs(now.tables[number - 1]) if pair in met]
        sentences.append([*reasons, *(again or [_("None of these players have met before.")])])
    return sentences


def _method(stage: Stage) -> str:
    if finals_in(stage) > 1:
        return _("Each final has three players, in order of the standings. The random seed decided their seats.")
    return {
        "fixed": _(
            "The schedule was fixed before anyone played. The random seed decided who got which position in it."
        ),
        "random": _("Drawn from the random seed, with as few rematches as possible."),
        "prescribed": _("The organiser imported the seating."),
        "four": _("Drawn from the random seed. Nobody has a bye. At tables of four, one player sits out each hand."),
        "groups": _("Each group has its own schedule. The random seed decided who got which position in it."),
        "final": _("The top players in the standings play in the final. The random seed decided their seats."),
        "swiss": _(
            "Players who are close together in the standings play each other, with rematches only if unavoidable."
        ),
    }[stage.seating]


def seating_of(stage: Stage) -> str:
    """Return the name of the stage's seating method."""
    many = finals_in(stage)
    if many < 2:
        return str(stage.get_seating_display())
    return _("A and B finals") if many == 2 else _("Finals A to %(last)s") % {"last": group_name(many - 1)}


def finals_in(stage: Stage) -> int:
    """Return the number of finals in a stage, estimated before the draw; 0 if the stage isn't a final."""
    if stage.seating != Seating.FINAL:
        return 0
    takes = 0 if stage.by_group else stage.takes or 0
    return len(seat_plans.plan_of(stage).get("groups", ())) or (takes // FINALISTS if takes > LARGEST_FINAL else 1)


def group_title(at: int) -> str:
    """Return the title of group `at` (from 0)."""
    return _("Group %(name)s") % {"name": group_name(at)}


def final_name(at: int) -> str:
    """Return the title of final `at` (from 0)."""
    return _("%(letter)s final") % {"letter": group_name(at)}


def changes(day: Day, row: Round) -> list[RoundChange]:
    """Return the changes to the round since it was first published, latest first, without repeated publications."""
    later = [change for change in reversed(day.changes) if change.round_id == row.pk and change.revision > 0]
    return [change for change in later if change.before != change.after or change.reason != "published"]
