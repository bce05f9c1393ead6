"""The tables of tournaments. Models know no rules: the actions in setup, entries, draw and play write them."""

from tournaments.models.entrants import Apart, Entrant, Phone, Team
from tournaments.models.event import EndPolicy, Seating, Series, SeriesEvent, Stage, Tournament, TournamentState
from tournaments.models.results import Adjustment, Call, Forgetting, Result, Verdict
from tournaments.models.rounds import Round, RoundChange, Seat, Table

__all__ = [
    "Adjustment",
    "Apart",
    "Call",
    "EndPolicy",
    "Entrant",
    "Forgetting",
    "Phone",
    "Result",
    "Round",
    "RoundChange",
    "Seat",
    "Seating",
    "Series",
    "SeriesEvent",
    "Stage",
    "TournamentState",
    "Table",
    "Team",
    "Tournament",
    "Verdict",
]
