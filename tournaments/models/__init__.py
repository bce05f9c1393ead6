"""Models of tournaments. They contain no rules; the actions in setup, entries, draw and play write them."""
# ruff: noqa: F401

from tournaments.models.entrants import Apart, Entrant, Phone, Team
from tournaments.models.event import EndPolicy, Seating, Series, SeriesEvent, Stage, Tournament, TournamentState
from tournaments.models.results import Adjustment, Call, Forgetting, Result, Verdict
from tournaments.models.rounds import Round, RoundChange, Seat, Table
