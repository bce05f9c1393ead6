"""The demonstration club's season: five players and some club nights, played with the usual actions."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from itertools import combinations

from engine.rulesets import rule_book
from engine.seats import PerSeat
from matches import actions
from matches.models import Match
from people.actions.roster import add_players
from people.clubs.roster import TypedPlayer
from people.models import Club, User
from tournaments.demo.cast import game, skill

NAMES = ("Ann Abbot", "Bea Brook", "Cho Hana", "Dan Drake", "Eva Říhová")
SYSTEM = "korean_japanese"
SEED = "demo season"


def play_season(club: Club, by: User) -> None:
    """Add the players to the roster and play one match for each three of them, ten in all.

    An interrupted run continues where it stopped. Raises `RuleViolation`, `Unavailable`.
    """
    add_players(club=club, by=by, typed=[TypedPlayer(name) for name in NAMES])
    for number, three in enumerate(combinations(range(len(NAMES)), 3)):
        _play_match(club, by, number, three)


def _play_match(club: Club, by: User, number: int, three: tuple[int, ...]) -> None:
    match = Match.objects.filter(start_key=_key(number, 0)).first() or actions.start_match(
        device=_key(0, 0),
        name=f"Club night {number // 2 + 1}",
        names=PerSeat(*(NAMES[player] for player in three)),
        system=SYSTEM,
        options={},
        key=_key(number, 0),
        club=club,
        user=by,
    )
    if match.closed:
        return
    skills = [skill(SEED, player) for player in three]
    entries = list(game(rule_book(SYSTEM, {}), skills, f"{SEED}/{number}"))
    for seq, (kind, payload) in enumerate(entries, start=1):
        actions.record_entry(
            match=match, device=_key(0, 0), key=_key(number, seq), expected_seq=seq, kind=kind, payload=payload
        )
    match.refresh_from_db()
    seq = len(entries) + 1
    actions.close_match(
        balances=match.balances, match=match, device=_key(0, 0), key=_key(number, seq), expected_seq=seq
    )


def _key(match: int, seq: int) -> str:
    """A constant key of 22 characters, so that a second run finds what the first one wrote."""
    return urlsafe_b64encode(sha256(f"{SEED}/{match}/{seq}".encode()).digest()).decode()[:22]
