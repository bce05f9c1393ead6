"""Delete network addresses and guests of club nights after thirty days. Run this daily."""

from typing import Any

from django.core.management.base import BaseCommand

from people.actions.sign_ups import forget_guests
from people.audit.log import forget_addresses
from people.db.transactions import writing


class Command(BaseCommand):
    help = (
        "Delete IP addresses older than thirty days from the activity log, whose entries stay, "
        "and guests of club nights thirty days after the night."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with writing():
            gone, guests = forget_addresses(), forget_guests()
        self.stdout.write(f"IP addresses deleted: {gone}. Guests of club nights deleted: {guests}.")
