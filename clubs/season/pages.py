"""Template contexts of the season pages: terms, formatted numbers, rows and charts. Independent of requests."""

from datetime import date
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from clubs.season import charts, player_history
from clubs.season.player_history import OpponentRecord, PlayedMatch
from clubs.season.standings import Season, SeasonStanding
from clubs.season.statistics import FEW_FOR_RATES, FEW_GAMES, Measure, Sums
from engine.rulesets import BOOKS
from matches import wording as game
from people.text.lists import percentage

Row = dict[str, Any]


def terms() -> list[tuple[str, str]]:
    """Return (measure, meaning) pairs, in the order shown on a page."""
    meanings = {
        _("Average place"): _(
            "The average of the player’s places (1 to 3). Players with equal points each get the average of "
            "the places they share."
        ),
        _("Win rate"): _(
            "Hands won, as a share of all hands this player played. Hands that ended in a penalty count as played."
        ),
        _("Deal-in rate"): _(
            "Hands that another player won with this player’s tile (a discard or a robbed kong), as a share of the "
            "hands played."
        ),
        _("Average win"): _(
            "The average number of points gained with a winning hand, including sticks and carried-over points."
        ),
        _("Drawn-hand rate"): _("Hands that nobody won, as a share of the hands played."),
        _("± (uncertainty)"): _(
            "Every number is affected by chance: in 95 out of 100 cases, the true value is within this "
            "distance of the number shown. Normal approximation: 1.96 · s / √n for an average (s: standard "
            "deviation of the sample), 1.96 · √(p (1 − p) / n) for a rate (NIST/SEMATECH e-Handbook of "
            "Statistical Methods, 1.3.5.2 and 7.2.4.1)."
        ),
    }
    return list(meanings.items())


def few_words() -> str:
    """Return the sentence that explains grey numbers."""
    limits = {"games": FEW_GAMES, "more": FEW_FOR_RATES}
    return _("Grey: too few matches to be meaningful (fewer than %(games)s for places, %(more)s for rates).") % limits


def decimal(value: float | None, places: int = 1) -> str:
    """Return a number as text with `places` decimal places; "" for None."""
    return "" if value is None else number_format(f"{value:.{places}f}", places, use_l10n=True)


def place(measure: Measure | None) -> tuple[str, str]:
    """Return an average place and its uncertainty as text; "" for missing values."""
    return (decimal(measure.value, 2), decimal(measure.half, 2)) if measure else ("", "")


def percent(measure: Measure | None) -> tuple[str, str]:
    """Return a rate in whole percent and its uncertainty as text; "" for missing values."""
    if measure is None:
        return "", ""
    return decimal(100 * measure.value, 0), "" if measure.half is None else decimal(100 * measure.half, 0)


def days(first: date | None, last: date | None) -> str:
    values = {"first": date_format(first) if first else "", "last": date_format(last) if last else ""}
    if first and last:
        return _("%(first)s to %(last)s") % values
    if first:
        return _("since %(first)s") % values
    return _("until %(last)s") % values if last else _("all time")


def drawn_word(season: Season) -> str:
    """Return the term for drawn hands in this game."""
    return _(BOOKS[season.system].words.draws)


def standing_row(each: SeasonStanding) -> Row:
    """Return a row of the standings. `few`, `few_rates`: too few matches for a reliable average place or rates."""
    sums = each.sums
    return {
        "place": "–" if each.place is None else each.place,
        "standing": each,
        "points": game.signed(sums.points),
        "chips": "" if sums.chips is None else game.signed(sums.chips),
        "average": place(sums.average_place),
        "three": (sums.firsts, sums.seconds, sums.thirds),
        "hands": game.number(sums.hands),
        "rates": [percent(each) for each in (sums.win_rate, sums.deal_in_rate, sums.drawn_rate)],
        "average_win": decimal(sums.average_win),
        "best": game.number(sums.best) if sums.won else "",
        "few": sums.matches < FEW_GAMES,
        "few_rates": sums.matches < FEW_FOR_RATES,
    }


def player_page(season: Season, standing: SeasonStanding) -> Row:
    """Return the context of a player's page: numbers, charts and tables."""
    played, values = player_history.played(season, standing.player)
    ended = [each for each in played if each.rank is not None]
    club = sum((each.sums for each in season.standings), Sums())
    sums = standing.sums
    return {
        "row": standing_row(standing),
        "plays_chips": sums.chips is not None,
        "facts": _facts(season, sums),
        "played": [_played_row(season, no, each) for no, each in enumerate(played, start=1)],
        "all_matches": len(played) < player_history.MOST,
        "most": player_history.MOST,
        "met": [_met_row(season, each) for each in player_history.met(season, [standing.player])],
        "three": list(zip((1, 2, 3), standing_row(standing)["three"], map(percent, sums.placements), strict=True)),
        "values": [
            (f"{game.number(start)}–{game.number(end)}" if end > start else game.number(start), often)
            for start, end, often in (charts.grouped(values) if values else ())
        ],
        "club_rates": {"win": percent(club.win_rate), "deal_in": percent(club.deal_in_rate)},
        "rates": [standing_row(each) for each in season.standings],
        "points_chart": charts.points(played, _("Points, match by match")) if played else None,
        "ranks_chart": charts.ranks(ended, _("Place in each match")) if ended else None,
        "placed": sum(each.place is not None for each in season.standings),
        "three_chart": charts.placements(sums, _("Share of first, second and third places")) if ended else None,
        "rates_chart": charts.win_and_deal_in(season.standings, standing.player, club, _("Wins and deal-ins")),
        "values_chart": charts.values_won(values, _("Values of winning hands")) if values else None,
    }


def _facts(season: Season, sums: Sums) -> list[tuple[str, str, str, bool]]:
    """Return (measure, value, uncertainty, few) for each measure. `few`: too few matches for a reliable value."""
    few = sums.matches < FEW_FOR_RATES

    def rate(name: str, measure: Measure | None) -> tuple[str, str, str, bool]:
        value, half = percent(measure)
        return name, percentage(value) if value else "", half, few

    facts = [
        (_("Points"), game.signed(sums.points), "", False),
        (_("Chips"), "" if sums.chips is None else game.signed(sums.chips), "", False),
        (_("Matches"), str(sums.matches), "", False),
        (_("Hands played"), game.number(sums.hands), "", False),
        (_("Average place"), *place(sums.average_place), sums.matches < FEW_GAMES),
        rate(_("Win rate"), sums.win_rate),
        rate(_("Deal-in rate"), sums.deal_in_rate),
        rate(drawn_word(season), sums.drawn_rate),
        (_("Average win"), decimal(sums.average_win), "", few),
        (_("Best hand"), game.number(sums.best) if sums.won else "", "", False),
    ]
    return [each for each in facts if each[1]]


def _played_row(season: Season, no: int, each: PlayedMatch) -> Row:
    """Return a row of the player's matches. Non-members get no link, because a match shows other players' names."""
    return {
        "no": no,
        "match": each.code if season.roster.inside else "",
        "day": date_format(each.day, "SHORT_DATE_FORMAT") if each.day else "",
        "iso": each.day.isoformat() if each.day else "",
        "points": game.signed(each.points),
        "after": game.signed(each.after),
        "chips": "" if each.chips is None else game.signed(each.chips),
        "place": "" if each.halves is None else decimal(each.halves / 2, each.halves % 2),
    }


def _met_row(season: Season, each: OpponentRecord) -> Row:
    mean = decimal(abs(each.mean))
    sign = "+" if each.mean > 0 else game.MINUS if each.mean < 0 else ""
    return {
        "record": each,
        "name": season.roster.names[each.other],
        "gone": season.roster.is_gone(each.other),
        "mean": f"{sign}{mean}",
        "few": each.games < FEW_GAMES,
    }
