"""Delete network addresses older than thirty days from the audit log. Run this daily."""

from typing import Any

from django.core.management.base import BaseCommand

from people.audit.log import forget_addresses
from people.db.transactions import writing


class Command(BaseCommand):
    help = "Delete IP addresses older than thirty days from the activity log. The log entries stay."

    def handle(self, *args: Any, **options: Any) -> None:
        with writing():
            gone = forget_addresses()
        self.stdout.write(f"IP addresses deleted: {gone}.")
