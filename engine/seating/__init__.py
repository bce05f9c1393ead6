"""Seating: tables and winds. No clock, no randomness except from a seed. Players are numbered from 0."""

from engine.seating.annealing.anneal import Budget
from engine.seating.annealing.repair import repair
from engine.seating.assignment import moved_about
from engine.seating.constraints import separated, still_meeting
from engine.seating.methods import WAYS, best, drawn_by_way, in_groups, rotating_on, table_sizes
from engine.seating.no_rematch_schedules import longest, no_repeat, refuse_size
from engine.seating.prescribed import prescribed, problems, written
from engine.seating.schedule import Pair, Round, Schedule, drawn, meetings, pairs, places, promise, quality, wind_spread
from engine.seating.swiss import most_swiss, refuse_swiss, swiss, why
