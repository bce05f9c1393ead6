"""Standings of tournaments and series, stage by stage."""
