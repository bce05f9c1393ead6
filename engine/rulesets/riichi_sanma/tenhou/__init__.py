"""Reads three-player logs of tenhou.net/6 as matches of riichi sanma (docs/rules, E20; docs/formats.md)."""

from engine.rulesets.riichi_sanma.tenhou.log import Difference, TenhouLog, is_log, read_log
