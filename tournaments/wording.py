"""Localised text and numbers for standings: fractions, score components, tie-breaks, byes."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.tournament import ByeValue, League, PlaceReason, Scheme
from matches import wording
from tournaments.models import Call
from tournaments.setup.counting_rules import CountingRules

NumberedText = Callable[[int], str]
VULGAR = {Fraction(1, 6): "⅙", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(5, 6): "⅚"}
EXACT = 1000  # fractions whose denominator divides it have at most three decimal places
_TERMS: dict[str, Callable[[], str]] = {
    "table": lambda: _("Raw points"),
    "pot": lambda: _("Left on the table"),
    "oka": lambda: _("Oka"),
    "uma": lambda: _("Uma"),
    "sinking": lambda: _("Sinking uma"),
    "chips": lambda: _("Chips"),
    "extras": lambda: _("Bonuses"),
    "placement": lambda: _("Placement points"),
}
_TIE_BREAKS: dict[str, Callable[[], str]] = {
    "table_points": lambda: _("more raw points"),
    "placement_points": lambda: _("more placement points"),
    "firsts": lambda: _("more first places"),
    "seconds": lambda: _("more second places"),
    "best_game": lambda: _("best single match"),
    "head_to_head": lambda: _("head-to-head record (two tied players only)"),
    "fewer_penalties": lambda: _("fewer penalty points"),
    "average_place": lambda: _("better average place"),
    "lot": lambda: _("tie-break draw"),
}
_DECIDED: dict[str, Callable[[], str]] = {
    "table_points": lambda: _("Level with %(name)s, who has more raw points: %(theirs)s to %(mine)s."),
    "placement_points": lambda: _("Level with %(name)s, who has more placement points: %(theirs)s to %(mine)s."),
    "firsts": lambda: _("Level with %(name)s, who has more first places: %(theirs)s to %(mine)s."),
    "seconds": lambda: _("Level with %(name)s, who has more second places: %(theirs)s to %(mine)s."),
    "best_game": lambda: _("Level with %(name)s, whose best match is better: %(theirs)s to %(mine)s."),
    "head_to_head": lambda: _("Level with %(name)s, who leads head-to-head: %(theirs)s to %(mine)s."),
    "fewer_penalties": lambda: _("Level with %(name)s, who has fewer penalty points: %(theirs)s to %(mine)s."),
    "average_place": lambda: _("Level with %(name)s, who has the better average place: %(theirs)s to %(mine)s."),
    "lot": lambda: _(
        "Level with %(name)s on everything. In the tie-break draw, number %(theirs)s beat number %(mine)s."
    ),
    "equal": lambda: _("Level with %(name)s on everything, so the place is shared."),
    "lower_final": lambda: _("Played in a lower final than %(name)s."),
    "unplayed": lambda: _("No match played yet: ranked below %(name)s and everyone else who has played."),
}
_BYES: dict[str, Callable[[], str]] = {
    "nothing": lambda: _("A bye scores nothing."),
    "own": lambda: _("A bye scores the player’s own average."),
    "field": lambda: _("A bye scores the average result in that round."),
    "fixed": lambda: _("Points for a bye: %(points)s."),
}
# Keys are fields of `League`.
_GAMES: dict[str, NumberedText] = {
    "minimum": lambda no: ngettext(
        "Players need at least %(no)s match to be ranked.", "Players need at least %(no)s matches to be ranked.", no
    ),
    "best": lambda no: ngettext("The best match counts.", "The best %(no)s matches count.", no),
    "drop": lambda no: ngettext("The worst match is dropped.", "The worst %(no)s matches are dropped.", no),
    "window": lambda no: ngettext("Only the best match counts.", "The best %(no)s consecutive matches count.", no),
}
_EVENTS: dict[str, NumberedText] = {
    "minimum": lambda no: ngettext(
        "Players need at least %(no)s event to be ranked.", "Players need at least %(no)s events to be ranked.", no
    ),
    "best": lambda no: ngettext("The best event counts.", "The best %(no)s events count.", no),
    "drop": lambda no: ngettext("The worst event is dropped.", "The worst %(no)s events are dropped.", no),
    "window": lambda no: ngettext("Only the best event counts.", "The best %(no)s consecutive events count.", no),
}
_PROMOTION: dict[str, NumberedText] = {
    "up": lambda no: ngettext("The top player is promoted.", "The top %(no)s players are promoted.", no),
    "down": lambda no: ngettext("The bottom player is relegated.", "The bottom %(no)s players are relegated.", no),
}


def days(first: date, last: date | None) -> str:
    """Return the date of a tournament, or its first and last date: "21 Nov 2026 to 22 Nov 2026"."""
    if last in (None, first):
        return date_format(first)
    return _("%(first)s to %(last)s") % {"first": date_format(first), "last": date_format(last)}


def plays_no_more(left_after: int | None) -> str:
    """Return a note that a player has left after round `left_after`; "" for None."""
    return "" if left_after is None else _("not playing from round %(round)s on") % {"round": left_after + 1}


def amount(value: Fraction) -> str:
    """Format a number as an integer, with thirds or sixths, or as an exact decimal; else rounded to hundredths."""
    whole, rest = divmod(abs(value), 1)
    minus = wording.MINUS if value < 0 else ""
    if not rest:
        return wording.number(int(value))
    if rest in VULGAR:
        return f"{minus}{wording.number(whole) if whole else ''}{VULGAR[rest]}"
    near = "" if EXACT % rest.denominator == 0 else "≈"
    places = 2 if near else next(n for n in (1, 2, 3) if 10**n % rest.denominator == 0)
    decimal = (Decimal(abs(value).numerator) / Decimal(value.denominator)).quantize(Decimal(1).scaleb(-places))
    return f"{near}{minus}{number_format(decimal, decimal_pos=places, use_l10n=True)}"


def hundredths(value: Fraction) -> str:
    """Format an average with at most two decimal places: 1.33, 1.5, 2."""
    return amount(Fraction(round(value * 100), 100))


def signed(value: Fraction) -> str:
    """Format a number as `amount` does, with a plus before positive numbers."""
    text = amount(value)
    return f"+{text}" if value > 0 else text


def has_signs(scheme: Scheme) -> bool:
    """Return whether results show a sign. Placement points without negative values don't."""
    return scheme.basis == "points" or min((*scheme.placement, *scheme.placement_four)) < 0


def term(name: str) -> str:
    return _TERMS[name]()


def tie_break(name: str) -> str:
    return _TIE_BREAKS[name]()


def reason(reason: PlaceReason, name: str) -> str:
    """Return a sentence that explains why an entrant is ranked below `name`, or level with them."""
    values = {"theirs": amount(reason.theirs), "mine": amount(reason.mine)}
    return _DECIDED[reason.by]() % {"name": wording.isolated(name), **values}


def effect(points: int) -> str:
    """Return the effect of a penalty or bonus: "loses 10 points", "gets 5 points"."""
    count = abs(points)
    loses = ngettext("loses %(points)s point", "loses %(points)s points", count)
    gets = ngettext("gets %(points)s point", "gets %(points)s points", count)
    return (loses if points < 0 else gets) % {"points": wording.number(count)}


def penalty(points: int) -> tuple[str, str]:
    """Return the label and signed points of a penalty or bonus."""
    name = pgettext("tournament", "Penalty") if points < 0 else pgettext("tournament", "Bonus")
    return name, signed(Fraction(points))


def counting(rules: League, events: bool = False) -> list[str]:
    """Return sentences about the matches (or `events` of a series) that count, and about promotion and relegation."""
    texts = {**(_EVENTS if events else _GAMES), **_PROMOTION}
    return [text(number) % {"no": number} for name, text in texts.items() if (number := getattr(rules, name))]


def teams(rules: CountingRules) -> str:
    if not rules.team_best:
        return _("A team’s score is the sum of all its members’ scores.")
    no = rules.team_best
    if rules.team_rounds:
        text = ngettext(
            "Each team’s best member in each round counts.", "Each team’s best %(no)s members in each round count.", no
        )
    else:
        text = ngettext("Each team’s best member counts.", "Each team’s best %(no)s members count.", no)
    return text % {"no": no}


def bye(bye: ByeValue, signs: bool) -> str:
    return _BYES[bye.kind]() % {"points": signed(bye.value) if signs else amount(bye.value)}


def call_note(call: Call) -> str:
    """Return the note of a call for the referee, or the message about a late entry."""
    late = _("This entry arrived too late from a phone and isn’t in the result: %(entry)s")
    return late % {"entry": call.note} if call.late_entry else call.note
