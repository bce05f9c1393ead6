"""`manage.py load_demo`: creates the demo match once, through the usual actions."""

from typing import Any

from django.core.management.base import BaseCommand

from engine.seats import PerSeat
from matches import actions
from matches.models import Match

# Fixed, so that a second run finds the match of the first.
DEVICE = "demonstration-device-0"
KEY = "demonstration-match-00"
HANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hand", {"winner": "P2", "win": {"by": "wall"}, "hand_points": 4, "bonus_points": 7}),
    ("draw", {"draw": True}),
    ("hand", {"winner": "P1", "win": {"by": "discard", "from": "P3"}, "hand_points": 4, "bonus_points": 3}),
    ("hand", {"winner": "P3", "win": {"by": "wall"}, "limit": "half"}),
    ("hand", {"winner": "P3", "win": {"by": "discard", "from": "P2"}, "hand_points": 8, "bonus_points": 4}),
    ("draw", {"draw": True}),
)


class Command(BaseCommand):
    help = "Add the demo match to the database, unless it is already there."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"/m/{load().code}/")


def load() -> Match:
    """Return the demo match, creating it or its missing hands if necessary."""
    match = Match.objects.filter(start_key=KEY, is_demo=True).first() or actions.start_match(
        device=DEVICE,
        name="Friday table",
        names=PerSeat("Ann", "Bea", "Cho"),
        system="korean_japanese",
        options={},
        key=KEY,
        is_demo=True,
    )
    for seq, (kind, payload) in enumerate(HANDS, start=1):
        place: dict[str, Any] = {"match": match, "device": DEVICE, "expected_seq": seq}
        actions.record_entry(kind=kind, payload=payload, key=f"demonstration-hand-{seq:03d}", **place)
    return match
