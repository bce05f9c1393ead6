"""Standings from match results. Pure: no clock, no randomness; entrants are whole numbers, points are fractions."""

from engine.tournament.leagues import League, LeaguePlace, league, marked, read_league, renumbered, series, tell_league
from engine.tournament.ranking import TIE_BREAKS, Ranking, read_ranking
from engine.tournament.results import Bye, ByeValue, Game, PointAdjustment, Results
from engine.tournament.scoring.fractions import read_number, tell_number
from engine.tournament.scoring.games import GameScore, score_game
from engine.tournament.scoring.scheme import PLACEMENTS, Scheme, read_scheme, tell_scheme
from engine.tournament.stages import Carry, Cut, TiedOnTheLine, carried, cut, cut_each, read_stage
from engine.tournament.standings import EQUAL, PlaceReason, StandingLine, TeamLine, standings, team_standings
