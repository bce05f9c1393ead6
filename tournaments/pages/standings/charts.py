"""Charts of a tournament: shapes and positions for `clubs/season/_chart.html`. The template adds the colours."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from clubs.season import charts
from clubs.season.charts import Picture, step_of
from clubs.season.statistics import Sums
from tournaments.standings.standings import Figures

placements = charts.placements


def sums_of(figures: Figures) -> Sums:
    """Return how often the entrant was first, second and third. A shared place counts as the better one."""
    first, second, third, _fourth = figures.places
    return Sums(matches=sum(figures.places), firsts=first, seconds=second, thirds=third)


def totals(rounds: Sequence[tuple[int, Fraction]], text_of: Callable[[Fraction], str], title: str) -> Picture:
    """Return a chart of the total in the standings after each round, starting from zero."""
    picture = Picture(title)
    sums = [Fraction(0), *(total for _round, total in rounds)]
    low, high = min(Fraction(0), *sums), max(Fraction(0), *sums)
    step = step_of(float(max(high - low, Fraction(1))), 4)
    bottom = low // step * step
    top = max(-(-high // step) * step, bottom + step)
    for value in range(bottom, top + 1, step):
        picture.line((value - bottom) / (top - bottom), text_of(Fraction(value)), value == 0)
    many = len(rounds)
    places = [(at / many, float((value - bottom) / (top - bottom))) for at, value in enumerate(sums)]
    picture.through(places, "l1")
    for place in places[1:]:
        picture.dot(*place, "d1")
    for at, (number, _total) in enumerate(rounds, start=1):
        picture.label(at / many, str(number))
    return picture


def ranks(places: Sequence[tuple[int, int]], many: int, title: str) -> Picture:
    """Return a chart of the rank in the standings after each round, with first place at the top."""
    picture = Picture(title, height=170)
    span = max(many - 1, 1)
    step = step_of(float(span), 4)
    for place in [1, *range(step + (step == 1), many + 1, step)]:
        picture.line((many - place) / span, str(place))
    spots = [((at + 0.5) / len(places), (many - place) / span) for at, (_round, place) in enumerate(places)]
    picture.through(spots, "l1")
    for at, spot in enumerate(spots):
        picture.dot(*spot, "d1")
        picture.label((at + 0.5) / len(places), str(places[at][0]))
    return picture
