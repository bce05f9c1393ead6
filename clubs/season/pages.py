"""Contexts of the season pages: rows and charts with formatted numbers. Independent of requests."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.season import charts, player_history, wording
from clubs.season.player_history import OpponentRecord, PlayedMatch
from clubs.season.standings import Season, SeasonStanding
from clubs.season.statistics import FEW_FOR_RATES, FEW_GAMES, Sums
from engine.rulesets import BOOKS
from matches import wording as game

Row = dict[str, Any]


def drawn_word(season: Season) -> str:
    """The term for drawn hands in this game."""
    return _(BOOKS[season.system].words.draws)


def standing_row(each: SeasonStanding) -> Row:
    """One row of the standings. `few`, `few_rates`: whether there are too few matches for a reliable place or rate."""
    sums = each.sums
    return {
        "place": "–" if each.place is None else each.place,
        "standing": each,
        "points": game.signed(sums.points),
        "average": wording.place(sums.average_place),
        "three": (sums.firsts, sums.seconds, sums.thirds),
        "hands": game.number(sums.hands),
        "rates": [wording.percent(each) for each in (sums.win_rate, sums.deal_in_rate, sums.drawn_rate)],
        "average_win": wording.decimal(sums.average_win),
        "best": game.number(sums.best) if sums.won else "",
        "few": sums.matches < FEW_GAMES,
        "few_rates": sums.matches < FEW_FOR_RATES,
    }


def player_page(season: Season, standing: SeasonStanding) -> Row:
    """The context of a player's page: numbers, charts and tables."""
    played, values = player_history.played(season, standing.player)
    ended = [each for each in played if each.rank is not None]
    club = sum((each.sums for each in season.standings), Sums())
    sums = standing.sums
    return {
        "row": standing_row(standing),
        "facts": _facts(season, sums),
        "played": [_played_row(season, no, each) for no, each in enumerate(played, start=1)],
        "all_matches": len(played) < player_history.MOST,
        "most": player_history.MOST,
        "met": [_met_row(season, each) for each in player_history.met(season, [standing.player])],
        "three": list(
            zip((1, 2, 3), standing_row(standing)["three"], map(wording.percent, sums.placements), strict=True)
        ),
        "values": [
            (f"{game.number(start)}–{game.number(end)}" if end > start else game.number(start), often)
            for start, end, often in (charts.grouped(values) if values else ())
        ],
        "club_rates": {
            name: wording.percent(rate) for name, rate in (("win", club.win_rate), ("deal_in", club.deal_in_rate))
        },
        "rates": [standing_row(each) for each in season.standings],
        "points_chart": charts.points(played, _("Points, match by match")) if played else None,
        "ranks_chart": charts.ranks(ended, _("Place in each match")) if ended else None,
        "placed": sum(each.place is not None for each in season.standings),
        "three_chart": charts.placements(sums, _("Share of first, second and third places")) if ended else None,
        "rates_chart": charts.win_and_deal_in(season.standings, standing.player, club, _("Wins and deal-ins")),
        "values_chart": charts.values_won(values, _("Values of winning hands")) if values else None,
    }


def _facts(season: Season, sums: Sums) -> list[tuple[str, str, str, bool]]:
    """(measure, value, ±, whether there are too few matches for a reliable value) for each measure."""
    rates = (
        (_("Win rate"), sums.win_rate),
        (_("Deal-in rate"), sums.deal_in_rate),
        (drawn_word(season), sums.drawn_rate),
    )
    value, half = wording.place(sums.average_place)
    few = sums.matches < FEW_FOR_RATES
    facts = [
        (_("Points"), game.signed(sums.points), "", False),
        (_("Matches"), str(sums.matches), "", False),
        (_("Hands played"), game.number(sums.hands), "", False),
        (_("Average place"), value, half, sums.matches < FEW_GAMES),
    ]
    for name, rate in rates:
        value, half = wording.percent(rate)
        facts.append((name, f"{value} %" if value else "", half, few))
    facts.append((_("Average win"), wording.decimal(sums.average_win), "", few))
    facts.append((_("Best hand"), game.number(sums.best) if sums.won else "", "", False))
    return [each for each in facts if each[1]]


def _played_row(season: Season, no: int, each: PlayedMatch) -> Row:
    """One row of the player's matches. `match` is only for members, since a match shows the names of other players."""
    return {
        "no": no,
        "match": each.code if season.roster.inside else "",
        "day": date_format(each.day, "SHORT_DATE_FORMAT") if each.day else "",
        "iso": each.day.isoformat() if each.day else "",
        "points": game.signed(each.points),
        "after": game.signed(each.after),
        "place": "" if each.halves is None else wording.decimal(each.halves / 2, each.halves % 2),
    }


def _met_row(season: Season, each: OpponentRecord) -> Row:
    mean = wording.decimal(abs(each.mean))
    sign = "+" if each.mean > 0 else game.MINUS if each.mean < 0 else ""
    return {
        "record": each,
        "name": season.roster.names[each.other],
        "gone": season.roster.is_gone(each.other),
        "mean": f"{sign}{mean}",
        "few": each.games < FEW_GAMES,
    }
