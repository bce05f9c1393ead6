"""The names and meanings of a season's measures, and formatted numbers, in the reader's language."""

from datetime import date

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from clubs.season.statistics import FEW_FOR_RATES, FEW_GAMES, Measure


def terms() -> list[tuple[str, str]]:
    """(measure, meaning) pairs, in the order shown on a page."""
    meanings = {
        _("Average place"): _(
            "The average of the player’s places, 1 to 3. Players with equal points share the average of their places."
        ),
        _("Win rate"): _(
            "Hands won, as a share of the hands this player played, including hands that ended in a penalty."
        ),
        _("Deal-in rate"): _("Hands that another player won on this player’s tile, as a share of the hands played."),
        _("Average win"): _("The total that a winning hand earned, including sticks and carried-over points."),
        _("Drawn-hand rate"): _("Hands that nobody won, as a share of the hands played."),
        _("± (uncertainty)"): _(
            "Every number is affected by chance: in 95 out of 100 cases the true value is within this "
            "distance of the number shown. Normal approximation: 1.96 · s / √n for an average (s: "
            "standard deviation of the sample), 1.96 · √(p (1 − p) / n) for a rate (NIST/SEMATECH "
            "e-Handbook of Statistical Methods, 1.3.5.2 and 7.2.4.1)."
        ),
    }
    return list(meanings.items())


def few_words() -> str:
    """The explanation of grey numbers."""
    limits = {"games": FEW_GAMES, "more": FEW_FOR_RATES}
    return _("Grey: too few matches to be meaningful (fewer than %(games)s for places, %(more)s for rates).") % limits


def decimal(value: float | None, places: int = 1) -> str:
    """A number with `places` decimals; "" for None."""
    return "" if value is None else number_format(f"{value:.{places}f}", places, use_l10n=True)


def place(measure: Measure | None) -> tuple[str, str]:
    """An average place and its uncertainty as text; "" for missing values."""
    return (decimal(measure.value, 2), decimal(measure.half, 2)) if measure else ("", "")


def percent(measure: Measure | None) -> tuple[str, str]:
    """A rate in whole percent and its uncertainty as text; "" for missing values."""
    if measure is None:
        return "", ""
    return decimal(100 * measure.value, 0), "" if measure.half is None else decimal(100 * measure.half, 0)


def days(first: date | None, last: date | None) -> str:
    """The days of a season in words."""
    values = {"first": date_format(first) if first else "", "last": date_format(last) if last else ""}
    if first and last:
        return _("%(first)s to %(last)s") % values
    if first:
        return _("since %(first)s") % values
    return _("until %(last)s") % values if last else _("all time")
