"""Standings from match results. Pure: no clock, no randomness; entrants are whole numbers, points are fractions."""

from engine.tournament.leagues import (
    League,
    LeaguePlace,
    league,
    league_to_json,
    marked,
    read_league,
    renumbered,
    series,
)
from engine.tournament.ranking import TIE_BREAKS, Ranking, read_ranking
from engine.tournament.results import Bye, ByeValue, Game, PointAdjustment, Results
from engine.tournament.scoring.fractions import number_to_json, read_number
from engine.tournament.scoring.games import GameScore, score_game
from engine.tournament.scoring.scheme import PLACEMENTS, Scheme, read_scheme, scheme_to_json
from engine.tournament.stages import Carry, Cut, TiedOnTheLine, carried, cut, cut_each, read_stage
from engine.tournament.standings import EQUAL, PlaceReason, StandingLine, TeamLine, standings, team_standings
