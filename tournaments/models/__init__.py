"""What the database keeps of a tournament. Models know no rules: tournaments.actions is the only writer."""

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
