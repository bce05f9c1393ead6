"""Season awards: who did best at something, with the hand or the match as proof. Read-only."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Max, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.season.standings import Season
from engine.match.ledger import SettledEntry
from engine.match_totals import won_by
from engine.seats import Seat
from matches import wording
from matches.log import queries
from matches.log.state import MatchState
from matches.models import Sitting

MOST_HOLDERS = 3  # players shown for a shared award; the others are only counted


class Proof(NamedTuple):
    """The hand or the match behind an award. `url`: "" if the reader may not open the match."""

    label: str
    day: date
    url: str


class Holder(NamedTuple):
    """A player who has an award. `player`: the id of the roster entry, None if the player was erased."""

    player: int | None
    name: str
    proof: Proof


class Award(NamedTuple):
    """An award. `value`: the achievement, in words; `others`: the number of further players who share it."""

    title: str
    value: str
    holders: list[Holder]
    others: int = 0


def awards(season: Season) -> list[Award]:
    """Return the awards of a season for which anybody qualifies, in the order in which pages show them."""
    candidates = season.sittings(season.roster.whose)
    found = (
        _highest_hand(season, candidates),
        _most_hands_won(season, candidates),
        _most_points(season, candidates),
        _longest_streak(season, candidates),
        _most_goulashes_broken(season, candidates),
    )
    return [award for award in found if award]


def _highest_hand(season: Season, candidates: QuerySet[Sitting]) -> Award | None:
    most = candidates.aggregate(most=Max("best"))["most"] or 0
    if most <= 0:
        return None

    def is_proof(row: SettledEntry, seat: Seat) -> bool:
        return won_by(row, seat) and row.changes[seat] == most

    value = ngettext("%(points)s point", "%(points)s points", most) % {"points": wording.signed(most)}
    return _award(season, _("Highest hand"), value, candidates.filter(best=most), is_proof)


def _most_hands_won(season: Season, candidates: QuerySet[Sitting]) -> Award | None:
    most = candidates.aggregate(most=Max("won"))["most"] or 0
    if most < 2:
        return None
    value = ngettext("%(hands)s hand", "%(hands)s hands", most) % {"hands": most}
    return _award(season, _("Most hands won in one match"), value, candidates.filter(won=most))


def _most_points(season: Season, candidates: QuerySet[Sitting]) -> Award | None:
    finished = candidates.filter(rank__isnull=False)
    most = finished.aggregate(most=Max("points"))["most"] or 0
    if most <= 0:
        return None
    value = ngettext("%(points)s point", "%(points)s points", most) % {"points": wording.signed(most)}
    return _award(season, _("Most points won in one match"), value, finished.filter(points=most))


def _longest_streak(season: Season, candidates: QuerySet[Sitting]) -> Award | None:
    """The most matches won in a row; shared first places count. The proof is the last of these matches."""
    now, best, last = Counter[int](), Counter[int](), dict[int, int]()
    rows = candidates.filter(rank__isnull=False).order_by("played_on", "match__created_at", "match")
    for entry, rank, match in rows.values_list("player", "rank", "match"):
        player = season.roster.whose[entry]
        now[player] = now[player] + 1 if rank == 1 else 0
        if now[player] > best[player]:
            best[player], last[player] = now[player], match
    most = max(best.values(), default=0)
    if most < 2:
        return None
    value = ngettext("%(matches)s match", "%(matches)s matches", most) % {"matches": most}
    players = {player for player in best if best[player] == most}
    ends = candidates.filter(rank=1, match__in=[last[player] for player in players])
    return _award(season, _("Most matches won in a row"), value, ends, only=players)


def _most_goulashes_broken(season: Season, candidates: QuerySet[Sitting]) -> Award | None:
    """Won hands that collected points carried over from drawn hands. The proof is one of these hands."""
    broken = Counter[int]()
    for entry, times in candidates.values_list("player").annotate(times=Sum("broken")):
        broken[season.roster.whose[entry]] += times
    most = max(broken.values(), default=0)
    if most < 1:
        return None

    def is_proof(row: SettledEntry, seat: Seat) -> bool:
        return row.before.goulash > 0 and won_by(row, seat)

    value = ngettext("%(goulashes)s goulash", "%(goulashes)s goulashes", most) % {"goulashes": most}
    players = {player for player in broken if broken[player] == most}
    return _award(season, _("Most goulashes broken"), value, candidates.filter(broken__gt=0), is_proof, only=players)


def _award(
    season: Season,
    title: str,
    value: str,
    candidates: QuerySet[Sitting],
    is_proof: Callable[[SettledEntry, Seat], bool] | None = None,
    only: Iterable[int] | None = None,
) -> Award | None:
    """Return the award for the players of these sittings, the earliest first; with `only`, for these players only.

    `is_proof`: whether a row of the match shows the achievement; if None, the proof is the match as a whole.
    """
    roster = season.roster
    first: dict[int, int] = {}  # the earliest sitting of each player, by their ids
    wanted = None if only is None else set(only)
    for pk, entry in candidates.order_by("played_on", "match").values_list("pk", "player"):
        player = roster.whose[entry]
        if wanted is None or player in wanted:
            first.setdefault(player, pk)
    shown = list(first.items())[:MOST_HOLDERS]
    sittings = Sitting.objects.select_related("match").in_bulk([pk for _player, pk in shown])
    holders = [
        Holder(None if roster.is_gone(player) else player, roster.names[player], _proof(season, sittings[pk], is_proof))
        for player, pk in shown
    ]
    return Award(title, value, holders, len(first) - len(holders)) if holders else None


def _proof(season: Season, sitting: Sitting, is_proof: Callable[[SettledEntry, Seat], bool] | None) -> Proof:
    match, day = sitting.match, sitting.played_on or sitting.match.created_at.date()
    visible = season.roster.inside or match.public
    reading = MatchState(queries.current_match(match.pk))
    row = _row(reading, sitting, is_proof) if is_proof else None
    if row is None:
        return Proof(_("the match"), day, reverse("matches:end", args=[match.code]) if visible else "")
    label = _("hand %(no)s") % {"no": wording.hand_label(reading.book, row.before)}
    return Proof(label, day, reverse("matches:hand", args=[match.code, row.seq]) if visible else "")


def _row(reading: MatchState, sitting: Sitting, is_proof: Callable[[SettledEntry, Seat], bool]) -> SettledEntry | None:
    """Return the first row of this sitting that `is_proof` accepts."""
    seat = Seat(sitting.chair)
    later = [each.from_hand for each in reading.sittings if each.chair == sitting.chair]
    end = min((start for start in later if start > sitting.from_hand), default=None)
    rows = (row for row in reading.log.rows if row.nth >= sitting.from_hand and (end is None or row.nth < end))
    return next((row for row in rows if is_proof(row, seat)), None)
