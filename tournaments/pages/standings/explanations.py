"""How the standings are made, in sentences, and the notes of their rows. Does not know requests."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from matches import wording as game
from tournaments import wording
from tournaments.draw.round_view import final_name
from tournaments.snapshot import Day
from tournaments.standings.standings import counting_of, ranking_of, scheme_of
from tournaments.standings.standings_table import StandingsSection, StandingsTable

_CARRIED: dict[str, Callable[[], str]] = {
    "none": lambda: _("%(stage)s: nothing is carried over, everyone starts from zero."),
    "half": lambda: _("%(stage)s: half of each player’s total is carried over."),
    "full": lambda: _("%(stage)s: each player keeps their whole total."),
    "head_start": lambda: _("%(stage)s: points for the place so far are carried over: %(values)s."),
}


def explained(day: Day, table: StandingsTable) -> list[str]:
    """How the totals of this table are made, a sentence each."""
    scheme, ranking = scheme_of(day.tournament), ranking_of(day.tournament)
    told = [_total(table, scheme.basis == "placement")]
    for number, carry in table.carries.items():
        values = game.listed(wording.amount(value) for value in carry.values)
        told.append(_CARRIED[carry.kind]() % {"stage": stage_name(day, number), "values": values})
    if len({section.stage for section in table.sections}) > 1:
        told.append(_("Players who didn’t qualify are below the line, with the total they had."))
    told.append(wording.bye(ranking.bye, wording.has_signs(scheme)))
    told += wording.counting(counting_of(day.tournament).league)
    if table.leaves_out:
        told.append(_("Results in brackets don’t count."))
    return told


def section_titles(day: Day, table: StandingsTable) -> list[str]:
    """What stands above each section of the table; nothing where there is only one."""
    if len(table.sections) == 1:
        return [""]
    last = table.sections[0].stage or 1
    return [_title(day, section, last) for section in table.sections]


def stage_name(day: Day, number: int) -> str:
    """The name of a stage, or its number."""
    name = next((stage.name for stage in day.stages if stage.number == number), "")
    return game.isolated(name) if name else _("Stage %(number)s") % {"number": number}


def _title(day: Day, section: StandingsSection, last: int) -> str:
    """What stands above one section; `last`: the stage of the first one."""
    if section.stage is None:
        return _("Not ranked")
    if section.final is not None:
        return final_name(section.final)
    name = stage_name(day, section.stage)
    return name if section.stage == last else _("Out after %(stage)s") % {"stage": name}


def _total(table: StandingsTable, by_placement: bool) -> str:
    begins_anew = any(carry.kind != "full" for carry in table.carries.values())
    if by_placement and begins_anew:
        return _(
            "The total is the sum of the points carried over, the placement points and byes that count, and penalties."
        )
    if begins_anew:
        return _("The total is the sum of the points carried over, the matches and byes that count, and penalties.")
    if by_placement:
        return _("The total is the sum of the placement points of all matches, byes and penalties.")
    return _("The total is the sum of the results of all matches, byes and penalties.")
