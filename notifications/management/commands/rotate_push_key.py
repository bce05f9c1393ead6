"""Create a new key for push services."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from notifications.channels.vapid import make_key
from notifications.subscriptions import end_old_keys
from people.db.transactions import writing


class Command(BaseCommand):
    """Phones that subscribe from now on use the new key. Others keep theirs, unless it must no longer be used."""

    help = "Create a new key for push notifications. Phones that have subscribed keep the old one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--end-old", action="store_true", help="delete the old keys and the phones that use them")

    def handle(self, *args: Any, **options: Any) -> None:
        with writing():
            make_key()
            ended = end_old_keys() if options["end_old"] else 0
        self.stdout.write(f"New phones use a new key. Phones that have to subscribe again: {ended}.")
