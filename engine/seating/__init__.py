"""Who sits with whom, and on which wind. Pure: no clock, no chance but a seed, players are numbers from 0."""

from engine.seating.annealing.repair import fewest_repeats, repair
from engine.seating.annealing.search_limits import Budget
from engine.seating.assignment.table_numbers import moved_about
from engine.seating.assignment.winds import balanced
from engine.seating.best_schedule import best
from engine.seating.constraints import kept_apart, separated, still_meeting
from engine.seating.draw import drawn, places, promise
from engine.seating.known_schedules import even, longest, no_repeat, refuse_size
from engine.seating.methods import WAYS, drawn_by_way, in_groups, rotating_on
from engine.seating.prescribed import prescribed, problems, written
from engine.seating.rotation import rotating, sits_out
from engine.seating.rotation import sizes as table_sizes
from engine.seating.schedule import Pair, Round, Schedule, ScheduleQuality, Table, meetings, pairs, quality, wind_spread
from engine.seating.swiss import Pairing, PairingReason, most_swiss, refuse_swiss, swiss, why

__all__ = [
    "WAYS",
    "Budget",
    "Pair",
    "Pairing",
    "ScheduleQuality",
    "PairingReason",
    "Round",
    "Schedule",
    "Table",
    "balanced",
    "best",
    "drawn",
    "drawn_by_way",
    "even",
    "fewest_repeats",
    "in_groups",
    "kept_apart",
    "longest",
    "meetings",
    "most_swiss",
    "moved_about",
    "no_repeat",
    "pairs",
    "places",
    "prescribed",
    "problems",
    "promise",
    "quality",
    "refuse_size",
    "refuse_swiss",
    "repair",
    "rotating",
    "rotating_on",
    "separated",
    "sits_out",
    "still_meeting",
    "swiss",
    "table_sizes",
    "why",
    "wind_spread",
    "written",
]
